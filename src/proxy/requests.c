/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each request except a fence becomes an operation.  The list of operations under way is in the
 * order of numbers and holds an operation from when its request is taken until it has taken full
 * effect.  So the number of the first one is how many requests are complete.
 *
 * A batch is a sequence of brief requests for one PE, which carry all their data and want no
 * result.  It becomes one operation, which the transport starts in one call.
 *
 * A request that the transport refuses waits in its PE's queue, and so do later requests for this
 * PE, but not those for others.  Fences are counted.  Every operation compares the count with its
 * PE's, and the first operation for each PE after a fence makes the transport fence.
 *
 * word      written by                             read by      ordering
 * state     the transport's callbacks set bits;    the same     release, acquire
 *           the proxy clears QUEUED
 * finished  the transport's callbacks push;        the same     release, acquire
 *           the proxy takes all
 * the rest  the proxy                              the proxy    plain
 */
#include "requests.h"

#include "util/sparse.h"
#include "util/ticks.h"

#include "ishmem/types.h"
#include <stdlib.h>
#include <string.h>

#define OPERATIONS 2048
/* Requests that are taken before the transport gets its turn. */
#define TAKEN_AT_ONCE 256
#define BATCH_MOST 64
/* A request comes from another processor's cache, which takes as long as several requests. */
#define LOOKED_AHEAD 5
/* Passes for which a batch that the transport refuses stays in the ring.  Its PE usually makes room
 * soon; if it does not, requests for other PEs must not wait for it. */
#define RUN_PASSES 64

/* Bits of operation_t.state. */
#define SENT 1u
#define DONE 2u
#define QUEUED 4u /* in the stack of finished operations */

typedef struct operation {
    ishmemi_transfer_t transfer; /* first: the transport's callbacks get its address */
    ishmemi_request_t request;
    uint64_t number;
    uint64_t fetched;
    uint64_t began;             /* ticks; 0: nobody wants a report */
    struct operation *previous; /* under way */
    struct operation *next;     /* under way, or free */
    struct operation *behind;   /* next in its PE's queue */
    struct operation *pushed;   /* next in the stack of finished ones */
    unsigned state;
    bool fenced; /* follows a fence that the transport has not made yet */
    char staging[ISHMEMI_STAGING_BYTES];
} operation_t;

typedef struct peer {
    uint64_t fence;     /* fences before its last operation */
    operation_t *first; /* refused by the transport, or queued after such a one */
    operation_t *last;
    struct peer *next; /* with a queue */
} peer_t;

static struct {
    ishmemi_proxy_request_t request;
    operation_t *all;
    int used; /* how many of them have ever been in use or free */
    operation_t *free;
    operation_t *first; /* under way */
    operation_t *last;
    ishmemi_sparse_t peers; /* peer_t, for PEs to which operations have gone */
    peer_t *waiting;        /* peers with a queue */
    uint64_t fence;         /* fences taken */
    unsigned passes;        /* in a row in which a batch was refused */
    operation_t *finished;
} proxy;

/* ---- Callbacks ------------------------------------------------------------------------------- */

static void finish(operation_t *operation, unsigned what)
{
    const unsigned before = __atomic_fetch_or(&operation->state, what | QUEUED, __ATOMIC_ACQ_REL);
    if (before & QUEUED) {
        return;
    }
    operation->pushed = __atomic_load_n(&proxy.finished, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&proxy.finished, &operation->pushed, operation, true,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
}

static void on_sent(ishmemi_transfer_t *transfer)
{
    finish((operation_t *)transfer, SENT);
}

static void on_done(ishmemi_transfer_t *transfer)
{
    finish((operation_t *)transfer, DONE);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static uint64_t completed(void)
{
    return proxy.first ? proxy.first->number : proxy.request.ring->taken;
}

static ishmemi_proxy_observer_fn observer(void)
{
    return proxy.request.observer ? __atomic_load_n(proxy.request.observer, __ATOMIC_RELAXED)
                                  : NULL;
}

static inline bool is_observed(void)
{
    return __builtin_expect(observer() != NULL, 0);
}

static void call_observer(const operation_t *operation)
{
    static const char *const names[] = {[ISHMEMI_REQUEST_PUT] = "proxy: put",
                                        [ISHMEMI_REQUEST_GET] = "proxy: get",
                                        [ISHMEMI_REQUEST_AMO] = "proxy: atomic"};
    const ishmemi_proxy_observer_fn function = observer();
    if (function) {
        function(names[operation->request.kind], operation->request.pe, operation->request.bytes,
                 operation->began, ishmemi_ticks());
    }
}

static peer_t *peer_of(int pe)
{
    peer_t *peer = ishmemi_sparse_get(&proxy.peers, (size_t)pe);
    if (!peer) {
        peer = calloc(1, sizeof *peer);
        if (!peer || !ishmemi_sparse_set(&proxy.peers, (size_t)pe, peer)) {
            proxy.request.fatal("cannot allocate host memory for operations of kernels on PE %d",
                                pe);
        }
    }
    return peer;
}

/* Gives the list of free operations one more that was never used, so that memory is touched only as
 * far as it is needed. */
static void refill(void)
{
    if (!proxy.free && proxy.used < OPERATIONS) {
        proxy.free = &proxy.all[proxy.used++];
        proxy.free->transfer.done = on_done;
        proxy.free->next = NULL;
    }
}

static operation_t *begin(uint64_t number, const ishmemi_request_t *request)
{
    operation_t *const operation = proxy.free;
    proxy.free = operation->next;
    refill();
    operation->request = *request;
    operation->number = number;
    operation->fetched = 0;
    operation->began = is_observed() ? ishmemi_ticks() : 0;
    operation->state = 0;
    operation->previous = proxy.last;
    operation->next = NULL;
    *(proxy.last ? &proxy.last->next : &proxy.first) = operation;
    proxy.last = operation;
    peer_t *const peer = peer_of(request->pe);
    operation->fenced = peer->fence != proxy.fence;
    peer->fence = proxy.fence;
    return operation;
}

static void answer(operation_t *operation)
{
    if (operation->request.answer != 0) {
        ishmemi_ring_answer(proxy.request.ring, operation->request.answer, operation->fetched,
                            ISHMEMI_ANSWER_DONE);
        operation->request.answer = 0;
    }
}

static void forget(operation_t *operation)
{
    *(operation->previous ? &operation->previous->next : &proxy.first) = operation->next;
    *(operation->next ? &operation->next->previous : &proxy.last) = operation->previous;
    operation->next = proxy.free;
    proxy.free = operation;
}

static void end(operation_t *operation)
{
    const ishmemi_request_t *const request = &operation->request;
    if (request->kind == ISHMEMI_REQUEST_AMO && request->data.amo.fetch != 0) {
        ishmemi_ring_store(proxy.request.ring, request->data.amo.fetch, operation->fetched,
                           request->bytes);
    }
    answer(operation);
    if (__builtin_expect(operation->began != 0, 0)) {
        call_observer(operation);
    }
    forget(operation);
}

static bool end_finished(void)
{
    operation_t *operation = __atomic_load_n(&proxy.finished, __ATOMIC_RELAXED)
                                 ? __atomic_exchange_n(&proxy.finished, NULL, __ATOMIC_ACQUIRE)
                                 : NULL;
    const bool any = operation;
    while (operation) {
        operation_t *const next = operation->pushed;
        const unsigned state = __atomic_fetch_and(&operation->state, ~QUEUED, __ATOMIC_ACQ_REL);
        if (state & DONE) {
            end(operation);
        } else {
            answer(operation);
        }
        operation = next;
    }
    return any;
}

/* ---- Starting -------------------------------------------------------------------------------- */

/* A note is complete as soon as it has started. */
static bool start_note(operation_t *operation, const void *source,
                       const ishmemi_transport_signal_t *signal)
{
    const ishmemi_request_t *const request = &operation->request;
    if (!proxy.request.transport->note(request->pe, request->offset, source, request->bytes,
                                       signal)) {
        return false;
    }
    finish(operation, DONE);
    return true;
}

static bool start_put(operation_t *operation, const char *staged)
{
    const ishmemi_request_t *const request = &operation->request;
    const ishmemi_transport_signal_t signal = {
        .place = request->data.array.signal_offset,
        .value = request->data.array.signal,
        .add = request->op == ISHMEM_SIGNAL_ADD,
    };
    const bool small = request->bytes <= proxy.request.transport->small_bytes(request->pe);
    const bool answers_sent = request->answer != 0 && (request->flags & ISHMEMI_REQUEST_SENT);
    const void *source = staged;
    if (request->flags & ISHMEMI_REQUEST_INLINE) {
        source = request->data.words;
    } else if (!(request->flags & ISHMEMI_REQUEST_STAGED)) {
        source = (const void *)(uintptr_t)request->data.array.address;
    }
    if (request->flags & ISHMEMI_REQUEST_NOTE) {
        return start_note(operation, source, &signal);
    }
    operation->transfer.sent = answers_sent && !small ? on_sent : NULL;
    if (!proxy.request.transport->put(request->pe, request->offset, source, request->bytes,
                                      request->flags & ISHMEMI_REQUEST_SIGNAL ? &signal : NULL,
                                      &operation->transfer)) {
        return false;
    }
    if (answers_sent && small) {
        answer(operation);
    }
    return true;
}

static bool start_get(operation_t *operation)
{
    const ishmemi_request_t *const request = &operation->request;
    void *destination = &operation->fetched;
    if (request->flags & ISHMEMI_REQUEST_STAGED) {
        destination = ishmemi_ring_answer_staging(proxy.request.ring, request->answer);
    } else if (!(request->flags & ISHMEMI_REQUEST_INLINE)) {
        destination = (void *)(uintptr_t)request->data.array.address;
    }
    return proxy.request.transport->get(request->pe, destination, request->offset, request->bytes,
                                        &operation->transfer);
}

static bool start_amo(operation_t *operation)
{
    const ishmemi_request_t *const request = &operation->request;
    const bool fetches = request->answer != 0 || request->data.amo.fetch != 0;
    return proxy.request.transport->amo(request->pe, (ishmemi_amo_t)request->op, request->bytes,
                                        request->offset, request->data.amo.value,
                                        request->data.amo.cond,
                                        fetches ? &operation->fetched : NULL, &operation->transfer);
}

static void fence_if_due(operation_t *operation)
{
    if (operation->fenced) {
        operation->fenced = false;
        proxy.request.transport->fence(operation->request.pe);
    }
}

/* staged: a put's data, if it is staged.  Returns false if the transport refuses. */
static bool start(operation_t *operation, const char *staged)
{
    const ishmemi_request_t *const request = &operation->request;
    fence_if_due(operation);
    switch (request->kind) {
    case ISHMEMI_REQUEST_PUT:
        return start_put(operation, staged);
    case ISHMEMI_REQUEST_GET:
        return start_get(operation);
    default:
        return start_amo(operation);
    }
}

/* Copies staged data into the operation's own buffer, because the slot will be reused. */
static void keep_staged(operation_t *operation, const char *staged)
{
    if (operation->request.flags & ISHMEMI_REQUEST_STAGED) {
        memcpy(operation->staging, staged, operation->request.bytes);
    }
}

static void append(peer_t *peer, operation_t *operation)
{
    operation->behind = NULL;
    if (peer->first) {
        peer->last->behind = operation;
    } else {
        peer->first = operation;
        peer->next = proxy.waiting;
        proxy.waiting = peer;
    }
    peer->last = operation;
}

static bool start_waiting(void)
{
    bool moved = false;
    for (peer_t **link = &proxy.waiting; *link;) {
        peer_t *const peer = *link;
        while (peer->first && start(peer->first, peer->first->staging)) {
            peer->first = peer->first->behind;
            moved = true;
        }
        if (peer->first) {
            link = &peer->next;
        } else {
            *link = peer->next;
        }
    }
    return moved;
}

/* ---- Taking ---------------------------------------------------------------------------------- */

static bool in_heap(uint64_t offset, uint64_t bytes)
{
    return offset < proxy.request.heap_bytes && bytes <= proxy.request.heap_bytes - offset;
}

static bool is_good_amo(const ishmemi_request_t *request)
{
    return (request->bytes == 4 || request->bytes == 8) && request->offset % request->bytes == 0 &&
           request->op <= ISHMEMI_AMO_ADD_FLOAT;
}

static bool is_good_array(const ishmemi_request_t *request)
{
    const bool is_get = request->kind == ISHMEMI_REQUEST_GET;
    if (request->flags & ISHMEMI_REQUEST_INLINE) {
        return request->bytes <= (is_get ? sizeof(uint64_t) : ISHMEMI_INLINE_BYTES);
    }
    if (request->flags & ISHMEMI_REQUEST_STAGED) {
        return request->bytes <= ISHMEMI_STAGING_BYTES && (!is_get || request->answer != 0);
    }
    return !(request->flags & ISHMEMI_REQUEST_NOTE);
}

/* Ends the job because of an invalid request.  The answer says so too, in case a kernel waits for
 * it. */
static void refuse(const ishmemi_request_t *request)
{
    if (request->answer != 0) {
        ishmemi_ring_answer(proxy.request.ring, request->answer, 0, ISHMEMI_ANSWER_REFUSED);
    }
    static const char *const kinds[] = {"request of an unknown kind", "put", "get",
                                        "atomic operation"};
    const char *const kind = kinds[request->kind < ISHMEMI_REQUEST_FENCE ? request->kind : 0];
    proxy.request.fatal("in a kernel: a %s of %llu bytes at offset 0x%llx of the symmetric heap of "
                        "PE %d; expected a PE from 0 to %d and an object in its heap of 0x%llx "
                        "bytes",
                        kind, (unsigned long long)request->bytes,
                        (unsigned long long)request->offset, request->pe, proxy.request.n_pes - 1,
                        (unsigned long long)proxy.request.heap_bytes);
}

static bool is_good(const ishmemi_request_t *request)
{
    bool good = request->pe >= 0 && request->pe < proxy.request.n_pes &&
                in_heap(request->offset, request->bytes);
    switch (request->kind) {
    case ISHMEMI_REQUEST_PUT:
        good = good && (!(request->flags & ISHMEMI_REQUEST_SIGNAL) ||
                        in_heap(request->data.array.signal_offset, sizeof(uint64_t)));
        good = good && is_good_array(request);
        break;
    case ISHMEMI_REQUEST_GET:
        good = good && is_good_array(request);
        break;
    case ISHMEMI_REQUEST_AMO:
        good = good && is_good_amo(request);
        break;
    default:
        good = false;
        break;
    }
    return good;
}

/* ---- Batches --------------------------------------------------------------------------------- */

static bool is_brief(const ishmemi_request_t *request)
{
    const bool is_put =
        request->kind == ISHMEMI_REQUEST_PUT && request->flags == ISHMEMI_REQUEST_INLINE;
    const bool is_amo = request->kind == ISHMEMI_REQUEST_AMO && request->data.amo.fetch == 0;
    return (is_put || is_amo) && request->answer == 0 && is_good(request);
}

/* Collects the next requests in the ring that are brief and for the PE of the first.  Returns how
 * many. */
static size_t gather(const ishmemi_request_t *first, ishmemi_transport_brief_t *batch)
{
    const ishmemi_request_t *request = first;
    size_t count = 0;
    while (request && request->pe == first->pe && is_brief(request)) {
        batch[count] = (ishmemi_transport_brief_t){.place = request->offset,
                                                   .words = request->data.words,
                                                   .bytes = (uint32_t)request->bytes,
                                                   .is_amo = request->kind == ISHMEMI_REQUEST_AMO,
                                                   .op = (ishmemi_amo_t)request->op};
        count++;
        ishmemi_ring_expect(proxy.request.ring, count + LOOKED_AHEAD);
        request = count < BATCH_MOST ? ishmemi_ring_look(proxy.request.ring, count) : NULL;
    }
    return count;
}

/* Starts as much of a batch as the transport accepts; returns how many requests.  *stays: the
 * others must stay in the ring. */
static size_t start_batch(const ishmemi_request_t *first, const ishmemi_transport_brief_t *batch,
                          size_t count, bool *stays)
{
    operation_t *const operation = begin(proxy.request.ring->taken, first);
    fence_if_due(operation);
    operation->transfer.sent = NULL;
    const size_t started =
        proxy.request.transport->brief(first->pe, batch, count, &operation->transfer);
    if (started == 0) {
        forget(operation);
    }
    proxy.passes = started > 0 ? 0 : proxy.passes + 1;
    *stays = started < count && proxy.passes < RUN_PASSES;
    return started;
}

/* Starts a batch, if there is one; returns how many requests. */
static size_t take_batch(const ishmemi_request_t *first, bool *stays)
{
    ishmemi_transport_brief_t batch[BATCH_MOST];
    *stays = false;
    if (is_observed() || !is_brief(first) || peer_of(first->pe)->first) {
        return 0;
    }
    const size_t count = gather(first, batch);
    return count > 1 ? start_batch(first, batch, count, stays) : 0;
}

/* ---- One by one ------------------------------------------------------------------------------ */

/* request: the next one in the ring, not a fence. */
static void take_one(const ishmemi_request_t *request)
{
    ishmemi_ring_host_t *const ring = proxy.request.ring;
    const uint64_t number = ring->taken++;
    if (!is_good(request)) {
        refuse(request);
    }
    operation_t *const operation = begin(number, request);
    peer_t *const peer = peer_of(operation->request.pe);
    const char *staged = ishmemi_ring_staging(ring, number);
    if (peer->first ||
        operation->request.bytes > proxy.request.transport->small_bytes(operation->request.pe)) {
        keep_staged(operation, staged);
        staged = operation->staging;
    }
    if (peer->first) {
        append(peer, operation);
    } else if (!start(operation, staged)) {
        if (staged != operation->staging) {
            keep_staged(operation, staged);
        }
        append(peer, operation);
    }
}

/* Returns how many requests were taken. */
static size_t take(void)
{
    ishmemi_ring_host_t *const ring = proxy.request.ring;
    const ishmemi_request_t *const request = ishmemi_ring_look(ring, 0);
    bool stays;
    if (!request) {
        return 0;
    }
    if (request->kind == ISHMEMI_REQUEST_FENCE) {
        proxy.fence++;
        ring->taken++;
        return 1;
    }
    const size_t batch = take_batch(request, &stays);
    ring->taken += batch;
    if (batch == 0 && !stays) {
        take_one(request);
        return 1;
    }
    return batch;
}

bool ishmemi_requests_progress(void)
{
    bool moved = start_waiting();
    size_t left = TAKEN_AT_ONCE;
    while (left > 0 && proxy.free) {
        const size_t taken = take();
        if (taken == 0) {
            break;
        }
        moved = true;
        left -= taken < left ? taken : left;
    }
    moved |= end_finished();
    ishmemi_ring_publish(proxy.request.ring, completed());
    return moved;
}

int ishmemi_requests_open(const ishmemi_proxy_request_t *request)
{
    proxy.request = *request;
    proxy.all = calloc(OPERATIONS, sizeof *proxy.all);
    if (!proxy.all || !ishmemi_sparse_open(&proxy.peers, (size_t)request->n_pes)) {
        request->log_error("cannot allocate host memory for the proxy's %d operations", OPERATIONS);
        ishmemi_requests_close();
        return -1;
    }
    proxy.free = NULL;
    proxy.used = 0;
    refill();
    return 0;
}

void ishmemi_requests_close(void)
{
    free(proxy.all);
    ishmemi_sparse_close(&proxy.peers, free);
    memset(&proxy, 0, sizeof proxy);
}
