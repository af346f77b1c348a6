/* SPDX-License-Identifier: BSD-3-Clause */
#include "compiling.h"

#include "job.h"
#include "log.h"
#include "tile.h"
#include "util/thread.h"
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Code from the cache is there within a second. */
#define SILENT_MS 3000

static void *wait_and_say(void *argument)
{
    const ishmemi_compiling_t *const compiling = argument;
    struct pollfd ended = {.fd = compiling->ended, .events = POLLIN};
    if (poll(&ended, 1, SILENT_MS) == 0) {
        ishmemi_notice(
            "compiling %s for this GPU, which takes up to some minutes; the driver keeps "
            "the code for later starts",
            compiling->what);
    }
    return NULL;
}

void ishmemi_compiling_begin(ishmemi_compiling_t *compiling, const char *what)
{
    *compiling = (ishmemi_compiling_t){.what = what, .ended = -1};
    if (ishmemi_job.my_pe != 0 || ishmemi_tile_is_cpu()) {
        return;
    }
    compiling->ended = eventfd(0, EFD_CLOEXEC);
    if (compiling->ended >= 0 &&
        ishmemi_thread_create(&compiling->thread, NULL, wait_and_say, compiling) != 0) {
        close(compiling->ended);
        compiling->ended = -1;
    }
}

void ishmemi_compiling_end(ishmemi_compiling_t *compiling)
{
    if (compiling->ended >= 0) {
        eventfd_write(compiling->ended, 1);
        pthread_join(compiling->thread, NULL);
        close(compiling->ended);
    }
}
