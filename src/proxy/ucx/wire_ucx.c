/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The wire by UCX.  Packets are active messages that UCX sends eagerly; long messages have UCX's
 * tags, which consist of the sender's PE and the wire's tag.
 */
#include "memory.h"
#include "proxy/messages/engine.h"
#include "proxy/messages/format.h"
#include "proxy/messages/messages.h"
#include "proxy/messages/serve.h"
#include "share.h"
#include "worker.h"
#include <string.h>

#define PACKET_ID 1

/* ---- Packets --------------------------------------------------------------------------------- */

static void wire_send(int pe, const void *packet, size_t bytes, wire_message_t *message)
{
    static const ucp_request_param_t parameters = {.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS,
                                                   .flags = UCP_AM_SEND_FLAG_EAGER};
    ishmemi_ucx_keep(
        message, pe, "ucp_am_send_nbx",
        ucp_am_send_nbx(ishmemi_ucx_endpoint(pe), PACKET_ID, NULL, 0, packet, bytes, &parameters));
}

static ucs_status_t on_packet(void *unused, const void *header, size_t header_bytes, void *data,
                              size_t bytes, const ucp_am_recv_param_t *parameters)
{
    (void)unused;
    (void)header;
    (void)header_bytes;
    if ((parameters->recv_attr & UCP_AM_RECV_ATTR_FLAG_RNDV) || bytes > PACKET_BYTES) {
        ishmemi_engine.request->fatal("a PE has sent a packet of %zu bytes", bytes);
    }
    if ((uintptr_t)data % sizeof(uint64_t) == 0) {
        ishmemi_serve_packet(data, bytes);
    } else {
        _Alignas(uint64_t) char aligned[PACKET_BYTES];
        memcpy(aligned, data, bytes);
        ishmemi_serve_packet(aligned, bytes);
    }
    return UCS_OK;
}

static bool wire_receive(void)
{
    return ucp_worker_progress(ishmemi_ucx_worker()) > 0;
}

static bool wire_have_ended(wire_message_t *const *messages, size_t count)
{
    size_t ended = 0;
    while (ended < count && ishmemi_ucx_has_ended(-1, messages[ended])) {
        ended++;
    }
    return ended == count;
}

/* ---- Long messages --------------------------------------------------------------------------- */

static ucp_tag_t tag_of(int sender, uint32_t tag)
{
    return (ucp_tag_t)(uint32_t)sender << 32 | tag;
}

static void wire_send_long(int pe, uint32_t tag, const void *data, size_t bytes,
                           wire_message_t *message)
{
    static const ucp_request_param_t parameters;
    ishmemi_ucx_keep(message, pe, "ucp_tag_send_nbx",
                     ucp_tag_send_nbx(ishmemi_ucx_endpoint(pe), data, bytes,
                                      tag_of(ishmemi_engine.my_pe, tag), &parameters));
}

static void wire_receive_long(int pe, uint32_t tag, void *data, size_t bytes,
                              wire_message_t *message)
{
    static const ucp_request_param_t parameters;
    ishmemi_ucx_keep(message, pe, "ucp_tag_recv_nbx",
                     ucp_tag_recv_nbx(ishmemi_ucx_worker(), data, bytes, tag_of(pe, tag),
                                      UINT64_MAX, &parameters));
}

/* ---- The table ------------------------------------------------------------------------------- */

static int wire_open(const ishmemi_transport_request_t *request)
{
    ishmemi_engine.my_pe = request->job->my_pe;
    ishmemi_engine.n_pes = request->job->n_pes;
    ishmemi_engine.hands_over = false;
    if (ishmemi_ucx_worker_open(request) != 0) {
        return -1;
    }
    const ucp_am_handler_param_t handler = {.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID |
                                                          UCP_AM_HANDLER_PARAM_FIELD_CB,
                                            .id = PACKET_ID,
                                            .cb = on_packet};
    const ucs_status_t status = ucp_worker_set_am_recv_handler(ishmemi_ucx_worker(), &handler);
    if (status != UCS_OK) {
        ishmemi_ucx_fail(-1, "ucp_worker_set_am_recv_handler", status);
    }
    ishmemi_ucx_memory_open(request);
    return 0;
}

static void wire_close(void)
{
    ishmemi_ucx_worker_close(ishmemi_ucx_memory_close);
}

static ishmemi_callers_t wire_callers(const char **why)
{
    *why = "UCX is called under a lock";
    return ISHMEMI_CALLERS_ALL;
}

static const wire_t table = {
    .name = "UCX",
    .carrier = "UCX",
    .open = wire_open,
    .close = wire_close,
    .callers = wire_callers,
    .share = ishmemi_ucx_share,
    .unshare = ishmemi_ucx_unshare,
    .send = wire_send,
    .receive = wire_receive,
    .send_long = wire_send_long,
    .receive_long = wire_receive_long,
    .limits = ishmemi_ucx_limits,
    .write = ishmemi_ucx_write,
    .read = ishmemi_ucx_read,
    .settle = ishmemi_ucx_settle,
    .has_ended = ishmemi_ucx_has_ended,
    .have_ended = wire_have_ended,
};

__attribute__((visibility("default"))) const ishmemi_transport_t *ishmemi_transport_get(void);

const ishmemi_transport_t *ishmemi_transport_get(void)
{
    return ishmemi_messages_transport(&table);
}
