/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See worker.h.
 *
 * An endpoint to a PE of another machine reports when it fails.  Within a machine it does not,
 * because UCX's shared memory cannot: with reports UCX would choose TCP there.  The library finds
 * out by itself when a PE dies.
 */
#include "worker.h"

#include "proxy/messages/engine.h"
#include "proxy/messages/last_words.h"
#include "util/clock.h"
#include "util/sparse.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REASON_BYTES 120
/* Endpoints that do not come back from their closing are left alone. */
#define CLOSE_NS 2000000000

static struct {
    ucp_context_h context;
    ucp_worker_h worker;
    ishmemi_sparse_t endpoints; /* ucp_ep_h, which are pointers; those that have been made */
    unsigned char *beside;      /* a bit for each PE: it is on this machine */
    char *addresses;            /* [n_pes] of address_bytes each */
    size_t address_bytes;
    bool is_closing;
    void (*allgather)(const void *send, void *receive, size_t bytes_each);
} ucx;

/* What each PE tells the others when it has started UCX, or has failed to. */
typedef struct start {
    uint64_t address_bytes; /* 0: failed */
    char reason[REASON_BYTES];
} start_t;

ucp_context_h ishmemi_ucx_context(void)
{
    return ucx.context;
}

ucp_worker_h ishmemi_ucx_worker(void)
{
    return ucx.worker;
}

void ishmemi_ucx_allgather(const void *send, void *receive, size_t bytes)
{
    ucx.allgather(send, receive, bytes);
}

void ishmemi_ucx_fail(int pe, const char *call, ucs_status_t status)
{
    /* UCX may notice the end of a PE before the library does, which says more about it. */
    ishmemi_last_words_wait();
    if (pe < 0) {
        ishmemi_engine.request->fatal("%s failed while this PE served other hosts: %s", call,
                                      ucs_status_string(status));
    }
    ishmemi_engine.request->fatal("PE %d can no longer be reached: %s failed: %s", pe, call,
                                  ucs_status_string(status));
}

void ishmemi_ucx_no_memory(void)
{
    ishmemi_engine.request->fatal("no host memory for a table of %d PEs", ishmemi_engine.n_pes);
}

/* ---- Messages -------------------------------------------------------------------------------- */

void ishmemi_ucx_keep(wire_message_t *message, int pe, const char *call, ucs_status_ptr_t returned)
{
    if (UCS_PTR_IS_ERR(returned)) {
        ishmemi_ucx_fail(pe, call, UCS_PTR_STATUS(returned));
    }
    message->handle = (uint64_t)(uintptr_t)returned;
}

bool ishmemi_ucx_has_ended(int pe, wire_message_t *message)
{
    void *const request = (void *)(uintptr_t)message->handle;
    if (!request) {
        return true;
    }
    const ucs_status_t status = ucp_request_check_status(request);
    if (status == UCS_INPROGRESS) {
        return false;
    }
    if (status != UCS_OK) {
        ishmemi_ucx_fail(pe, "a message of UCX", status);
    }
    ucp_request_free(request);
    message->handle = 0;
    return true;
}

/* ---- Endpoints ------------------------------------------------------------------------------- */

static void on_error(void *pe, ucp_ep_h endpoint, ucs_status_t status)
{
    (void)endpoint;
    if (!ucx.is_closing) {
        ishmemi_ucx_fail((int)(intptr_t)pe, "UCX", status);
    }
}

static bool is_beside(int pe)
{
    return ucx.beside[pe / 8] >> (pe % 8) & 1;
}

static ucp_ep_h make_endpoint(int pe)
{
    ucp_ep_h endpoint = NULL;
    const ucp_ep_params_t parameters = {
        .field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                      UCP_EP_PARAM_FIELD_ERR_HANDLER,
        .address =
            (const ucp_address_t *)(const void *)(ucx.addresses + (size_t)pe * ucx.address_bytes),
        .err_mode = is_beside(pe) ? UCP_ERR_HANDLING_MODE_NONE : UCP_ERR_HANDLING_MODE_PEER,
        .err_handler = {.cb = on_error, .arg = (void *)(intptr_t)pe},
    };
    const ucs_status_t status = ucp_ep_create(ucx.worker, &parameters, &endpoint);
    if (status != UCS_OK) {
        ishmemi_ucx_fail(pe, "ucp_ep_create", status);
    }
    if (!ishmemi_sparse_set(&ucx.endpoints, (size_t)pe, endpoint)) {
        ishmemi_ucx_no_memory();
    }
    return endpoint;
}

ucp_ep_h ishmemi_ucx_endpoint(int pe)
{
    ucp_ep_h const endpoint = (ucp_ep_h)ishmemi_sparse_get(&ucx.endpoints, (size_t)pe);
    return endpoint ? endpoint : make_endpoint(pe);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static ucs_status_t create_worker(const char **call)
{
    const ucp_params_t context = {
        .field_mask = UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_ESTIMATED_NUM_EPS,
        .features = UCP_FEATURE_AM | UCP_FEATURE_TAG | UCP_FEATURE_RMA,
        .estimated_num_eps = (size_t)ishmemi_engine.n_pes,
    };
    /* The transport's lock admits one thread at a time. */
    const ucp_worker_params_t worker = {
        .field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE | UCP_WORKER_PARAM_FIELD_AM_ALIGNMENT,
        .thread_mode = UCS_THREAD_MODE_SERIALIZED,
        .am_alignment = sizeof(uint64_t),
    };
    *call = "ucp_init";
    ucs_status_t status = ucp_init(&context, NULL, &ucx.context);
    if (status != UCS_OK) {
        return status;
    }
    *call = "ucp_worker_create";
    status = ucp_worker_create(ucx.context, &worker, &ucx.worker);
    if (status != UCS_OK) {
        ucp_cleanup(ucx.context);
    }
    return status;
}

/* Starts UCX here, and fills in what the others need to know of it. */
static ucp_address_t *begin(start_t *mine)
{
    ucp_address_t *address = NULL;
    size_t bytes = 0;
    const char *call;
    ucs_status_t status = create_worker(&call);
    if (status == UCS_OK) {
        call = "ucp_worker_get_address";
        status = ucp_worker_get_address(ucx.worker, &address, &bytes);
    }
    *mine = (start_t){.address_bytes = status == UCS_OK ? bytes : 0};
    if (status != UCS_OK) {
        snprintf(mine->reason, sizeof mine->reason, "%s failed: %s", call,
                 ucs_status_string(status));
    }
    return address;
}

/* Returns whether UCX has started on all PEs. */
static bool check_starts(const start_t *starts)
{
    ucx.address_bytes = 0;
    for (int pe = 0; pe < ishmemi_engine.n_pes; pe++) {
        if (starts[pe].address_bytes == 0) {
            ishmemi_engine.request->log_error("UCX cannot be used on PE %d: %.*s", pe, REASON_BYTES,
                                              starts[pe].reason);
            return false;
        }
        if (starts[pe].address_bytes > ucx.address_bytes) {
            ucx.address_bytes = starts[pe].address_bytes;
        }
    }
    return true;
}

static void collect_addresses(const ucp_address_t *address, size_t bytes)
{
    char *const mine = ishmemi_engine_allocate(1, ucx.address_bytes);
    memset(mine, 0, ucx.address_bytes);
    memcpy(mine, address, bytes);
    ucx.addresses = ishmemi_engine_allocate((size_t)ishmemi_engine.n_pes, ucx.address_bytes);
    ucx.allgather(mine, ucx.addresses, ucx.address_bytes);
    free(mine);
}

static void prepare_endpoints(const ishmemi_transport_job_t *job)
{
    const size_t bytes = ((size_t)job->n_pes + 7) / 8;
    ucx.beside = ishmemi_engine_allocate(1, bytes);
    memset(ucx.beside, 0, bytes);
    for (int pe = 0; pe < job->n_pes; pe++) {
        if (job->machine_of[pe] == job->machine_of[job->my_pe]) {
            ucx.beside[pe / 8] |= (unsigned char)(1U << (pe % 8));
        }
    }
    if (!ishmemi_sparse_open(&ucx.endpoints, (size_t)job->n_pes)) {
        ishmemi_ucx_no_memory();
    }
}

int ishmemi_ucx_worker_open(const ishmemi_transport_request_t *request)
{
    memset(&ucx, 0, sizeof ucx);
    ucx.allgather = request->job->allgather;
    start_t mine;
    ucp_address_t *const address = begin(&mine);
    start_t *const starts = ishmemi_engine_allocate((size_t)ishmemi_engine.n_pes, sizeof *starts);
    ucx.allgather(&mine, starts, sizeof mine);
    const bool is_good = check_starts(starts);
    free(starts);
    if (is_good) {
        collect_addresses(address, mine.address_bytes);
        prepare_endpoints(request->job);
    }
    if (address) {
        ucp_worker_release_address(ucx.worker, address);
    }
    return is_good ? 0 : -1;
}

static void close_endpoints(void)
{
    const uint64_t start = ishmemi_clock_now();
    for (int pe = 0; pe < ishmemi_engine.n_pes; pe++) {
        ucp_ep_h const endpoint = (ucp_ep_h)ishmemi_sparse_get(&ucx.endpoints, (size_t)pe);
        if (!endpoint) {
            continue;
        }
        const ucp_request_param_t parameters = {
            .op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS,
            .flags = is_beside(pe) ? 0 : UCP_EP_CLOSE_FLAG_FORCE,
        };
        void *const request = ucp_ep_close_nbx(endpoint, &parameters);
        if (!UCS_PTR_IS_PTR(request)) {
            continue;
        }
        while (ucp_request_check_status(request) == UCS_INPROGRESS &&
               ishmemi_clock_now() - start < CLOSE_NS) {
            ucp_worker_progress(ucx.worker);
        }
        ucp_request_free(request);
    }
}

/* No PE may take the closing of another for its end, so all begin together; and none may be gone
 * while another still closes. */
static void meet(void)
{
    char *const all = ishmemi_engine_allocate((size_t)ishmemi_engine.n_pes, 1);
    const char mine = 0;
    ucx.allgather(&mine, all, sizeof mine);
    free(all);
}

void ishmemi_ucx_worker_close(void (*forget)(void))
{
    ucx.is_closing = true;
    meet();
    forget();
    close_endpoints();
    meet();
    ucp_worker_destroy(ucx.worker);
    ucp_cleanup(ucx.context);
    ishmemi_sparse_close(&ucx.endpoints, NULL);
    free(ucx.beside);
    free(ucx.addresses);
}
