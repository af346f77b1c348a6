/* SPDX-License-Identifier: BSD-3-Clause */
#include "peers.h"

#include "proxy/messages/deliver.h"
#include "proxy/messages/peer.h"
#include "require.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>

void ishmemi_deliver_done(ishmemi_transfer_t *transfer)
{
    (void)transfer;
}

__attribute__((__noreturn__)) static void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    exit(EXIT_FAILURE);
}

static size_t used_bytes(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

size_t scale_peer_bytes(int me, int n_pes, bool (*sends_to)(int pe))
{
    static const ishmemi_transport_request_t request = {.fatal = fail};
    const size_t before = used_bytes();
    ishmemi_engine.request = &request;
    ishmemi_engine.my_pe = me;
    ishmemi_engine.n_pes = n_pes;
    ishmemi_peer_open();
    for (int pe = 0; pe < n_pes; pe++) {
        if (sends_to(pe)) {
            REQUIRE(ishmemi_peer(pe)->pe == pe && ishmemi_peer_found(pe) == ishmemi_peer(pe));
        } else {
            REQUIRE(!ishmemi_peer_found(pe));
        }
    }
    const size_t bytes = used_bytes() - before;
    ishmemi_peer_close();
    return bytes;
}
