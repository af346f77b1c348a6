/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See wire_mpi.h.  Packets have one tag; receives for them are posted ahead and completed in the
 * order of their posting: MPI matches a PE's packets with them in the order in which they were
 * sent.
 */
#include "wire_mpi.h"

#include "adopt.h"
#include "proxy/messages/engine.h"
#include "proxy/messages/format.h"
#include "proxy/messages/messages.h"
#include "proxy/messages/serve.h"
#include "runtime.h"
#include <stdio.h>

/* From any PE; few, because MPI searches all of them for each chunk of a flow. */
#define RECEIVES 8

#define TAG_PACKET 0 /* no long message has it */

typedef struct receive {
    MPI_Request request;
    _Alignas(8) char data[PACKET_BYTES];
} receive_t;

static struct {
    MPI_Comm comm;
    int level; /* MPI's thread level, the lowest of all PEs, so that all PEs agree */
    receive_t receives[RECEIVES];
    unsigned next; /* the oldest */
    unsigned idle; /* those before it, which are yet to be posted */
} wire = {.comm = MPI_COMM_NULL};

MPI_Comm ishmemi_mpi_comm(void)
{
    return wire.comm;
}

void ishmemi_mpi_check(int code, const char *call, int pe)
{
    if (code == MPI_SUCCESS) {
        return;
    }
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    (void)MPI_Error_string(code, text, &length);
    if (pe < 0) {
        ishmemi_engine.request->fatal("%s failed while this PE served other hosts: %.*s", call,
                                      length, text);
    }
    ishmemi_engine.request->fatal("PE %d can no longer be reached: %s failed: %.*s", pe, call,
                                  length, text);
}

/* ---- Messages -------------------------------------------------------------------------------- */

typedef union handle {
    wire_message_t message;
    MPI_Request request;
} handle_t;
_Static_assert(sizeof(handle_t) == sizeof(wire_message_t), "a message holds its request");

static MPI_Request request_of(const wire_message_t *message)
{
    return (handle_t){.message = *message}.request;
}

static void keep(wire_message_t *message, MPI_Request request)
{
    *message = (handle_t){.request = request}.message;
}

static void wire_send(int pe, const void *packet, size_t bytes, wire_message_t *message)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Isend(packet, (int)bytes, MPI_BYTE, pe, TAG_PACKET, wire.comm, &request),
                      "MPI_Isend", pe);
    keep(message, request);
}

static void wire_send_long(int pe, uint32_t tag, const void *data, size_t bytes,
                           wire_message_t *message)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Isend(data, (int)bytes, MPI_BYTE, pe, (int)tag, wire.comm, &request),
                      "MPI_Isend", pe);
    keep(message, request);
}

static void wire_receive_long(int pe, uint32_t tag, void *data, size_t bytes,
                              wire_message_t *message)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Irecv(data, (int)bytes, MPI_BYTE, pe, (int)tag, wire.comm, &request),
                      "MPI_Irecv", pe);
    keep(message, request);
}

static bool wire_has_ended(int pe, wire_message_t *message)
{
    MPI_Request request = request_of(message);
    int is_ended = 0;
    ishmemi_mpi_check(MPI_Test(&request, &is_ended, MPI_STATUS_IGNORE), "MPI_Test", pe);
    return is_ended;
}

static bool wire_have_ended(wire_message_t *const *messages, size_t count)
{
    MPI_Request requests[WIRE_TOGETHER];
    MPI_Status statuses[WIRE_TOGETHER]; /* unused: compilers warn of MPI_STATUSES_IGNORE */
    int are_ended = 0;
    for (size_t i = 0; i < count; i++) {
        requests[i] = request_of(messages[i]);
    }
    ishmemi_mpi_check(MPI_Testall((int)count, requests, &are_ended, statuses), "MPI_Testall", -1);
    return are_ended;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static void post(receive_t *receive)
{
    ishmemi_mpi_check(MPI_Irecv(receive->data, PACKET_BYTES, MPI_BYTE, MPI_ANY_SOURCE, TAG_PACKET,
                                wire.comm, &receive->request),
                      "MPI_Irecv", -1);
}

static void post_idle(void)
{
    for (; wire.idle > 0; wire.idle--) {
        post(&wire.receives[(wire.next + RECEIVES - wire.idle) % RECEIVES]);
    }
}

/* A thread may wait for the packet, so its receive is posted again when there is time, and while
 * enough others are posted. */
static bool wire_receive(void)
{
    receive_t *const receive = &wire.receives[wire.next];
    int has_come = 0;
    MPI_Status status;
    ishmemi_mpi_check(MPI_Test(&receive->request, &has_come, &status), "MPI_Test", -1);
    if (!has_come) {
        post_idle();
        return false;
    }
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    ishmemi_serve_packet(receive->data, (size_t)bytes);
    wire.next = (wire.next + 1) % RECEIVES;
    if (++wire.idle > RECEIVES / 2) {
        post_idle();
    }
    return true;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

/* Finds the job's thread level.  If one PE must refuse, all do, so that nobody waits for it. */
static int agree_on_level(const ishmemi_transport_request_t *given)
{
    int mine;
    int rank;
    MPI_Query_thread(&mine);
    MPI_Comm_rank(ishmemi_mpi_job(), &rank);
    /* MPI_MAX takes the greatest of each. */
    int values[] = {-mine, ishmemi_mpi_is_forbidden(mine) ? rank : -1};
    MPI_Request request;
    if (MPI_Iallreduce(MPI_IN_PLACE, values, 2, MPI_INT, MPI_MAX, ishmemi_mpi_job(), &request) !=
            MPI_SUCCESS ||
        ishmemi_mpi_await(&request) != MPI_SUCCESS) {
        given->log_error("MPI_Iallreduce failed");
        return -1;
    }
    wire.level = -values[0];
    if (values[1] >= 0) {
        ishmemi_mpi_refuse_thread(given->log_error, values[1], wire.level);
        return -1;
    }
    return 0;
}

static int duplicate_job(const ishmemi_transport_request_t *given)
{
    if (agree_on_level(given) != 0) {
        return -1;
    }
    MPI_Request request;
    if (MPI_Comm_idup(ishmemi_mpi_job(), &wire.comm, &request) != MPI_SUCCESS ||
        ishmemi_mpi_await(&request) != MPI_SUCCESS) {
        wire.comm = MPI_COMM_NULL;
        given->log_error("MPI_Comm_idup failed");
        return -1;
    }
    return 0;
}

static int wire_open(const ishmemi_transport_request_t *given)
{
    if ((given->job ? ishmemi_mpi_adopt(given, &wire.comm, &wire.level) : duplicate_job(given)) !=
        0) {
        return -1;
    }
    MPI_Comm_set_errhandler(wire.comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(wire.comm, &ishmemi_engine.my_pe);
    MPI_Comm_size(wire.comm, &ishmemi_engine.n_pes);
    ishmemi_engine.hands_over = wire.level < MPI_THREAD_MULTIPLE;
    for (unsigned i = 0; i < RECEIVES; i++) {
        post(&wire.receives[i]);
    }
    wire.next = 0;
    wire.idle = 0;
    return 0;
}

static void wire_close(void)
{
    post_idle();
    for (unsigned i = 0; i < RECEIVES; i++) {
        MPI_Cancel(&wire.receives[i].request);
        MPI_Wait(&wire.receives[i].request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&wire.comm);
}

static ishmemi_callers_t wire_callers(const char **why)
{
    static char text[64];
    snprintf(text, sizeof text, "MPI is initialised with %s", ishmemi_mpi_level_name(wire.level));
    *why = text;
    return wire.level >= MPI_THREAD_MULTIPLE     ? ISHMEMI_CALLERS_ALL
           : wire.level >= MPI_THREAD_SERIALIZED ? ISHMEMI_CALLERS_IN_TURN
                                                 : ISHMEMI_CALLERS_OPENER;
}

static const wire_t table = {
#ifdef OPEN_MPI
    .name = "Open MPI",
#else
    .name = "MPICH",
#endif
    .carrier = "MPI",
    .open = wire_open,
    .close = wire_close,
    .callers = wire_callers,
    .share = ishmemi_mpi_share,
    .unshare = ishmemi_mpi_unshare,
    .send = wire_send,
    .receive = wire_receive,
    .send_long = wire_send_long,
    .receive_long = wire_receive_long,
    .has_ended = wire_has_ended,
    .have_ended = wire_have_ended,
};

__attribute__((visibility("default"))) const ishmemi_transport_t *ishmemi_transport_get(void);

const ishmemi_transport_t *ishmemi_transport_get(void)
{
    return ishmemi_messages_transport(&table);
}
