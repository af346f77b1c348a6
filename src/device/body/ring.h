/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on PEs that cannot be reached by load and store, by one work-item: requests in the
 * ring (shared/ring.h).  Symmetric objects are named by their addresses in this PE's heap.
 *
 * Small data travels with the request, so a put may reuse its source at once.  Larger data goes by
 * address if it lies in global memory, which the host can access.  Data in private or local memory
 * is passed in pieces.
 *
 * Lanes of a sub-group may run in step, so a lane that polls keeps those before it from going on.
 * Therefore a lane makes its request in the same loop in which it waits for room.
 */
#ifndef ISHMEM_DEVICE_RING_H
#define ISHMEM_DEVICE_RING_H

#include "copy.h"
#include "ishmem/types.h"
#include "long_wait.h"
#include "shared/ring.h"

/* Who waits for a request: nobody, or the caller. */
typedef enum ishmemi_ring_wait { ISHMEMI_RING_GO_ON, ISHMEMI_RING_AWAIT } ishmemi_ring_wait_t;

/* The number of a request that the end of the job prevented. */
#define ISHMEMI_RING_NONE 0

ISHMEMI_INLINE ISHMEMI_GLOBAL ishmemi_ring_t *ishmemi_ring(ishmem_ctx_t ctx)
{
    return (ISHMEMI_GLOBAL ishmemi_ring_t *)ctx->ring;
}

ISHMEMI_INLINE ISHMEMI_GLOBAL ishmemi_ring_progress_t *ishmemi_ring_progress(ishmem_ctx_t ctx)
{
    return (ISHMEMI_GLOBAL ishmemi_ring_progress_t *)ishmemi_ring(ctx)->progress;
}

ISHMEMI_INLINE char *ishmemi_pointer(uint64_t address)
{
    return (char *)(ISHMEMI_GLOBAL char *)address;
}

/* ---- One request ----------------------------------------------------------------------------- */

ISHMEMI_INLINE ishmemi_request_t ishmemi_request(ishmem_ctx_t ctx, ishmemi_request_kind_t kind,
                                                 uint64_t symmetric, size_t bytes, int pe)
{
    ishmemi_request_t request = {0};
    request.kind = (uint8_t)kind;
    request.pe = ctx->pes == 0 ? pe : ((ISHMEMI_GLOBAL const int32_t *)ctx->pes)[pe];
    request.offset = symmetric - ctx->heap;
    request.bytes = bytes;
    return request;
}

/* Stores the request in the slot of its number, and its staged data; the sequence last. */
ISHMEMI_INLINE void ishmemi_ring_store(ishmem_ctx_t ctx, uint64_t number,
                                       const ishmemi_request_t *request, const char *staged)
{
    ISHMEMI_GLOBAL ishmemi_ring_t *ring = ishmemi_ring(ctx);
    const uint64_t slot = number & (ring->n_requests - 1);
    const uint64_t address = ring->requests + slot * sizeof(ishmemi_request_t);
    if (staged != 0) {
        ishmemi_copy(ctx, ishmemi_pointer(ring->staging + slot * ISHMEMI_STAGING_BYTES), staged,
                     request->bytes, 0, 1);
    }
    const ishmemi_bits64_t *words = (const ishmemi_bits64_t *)request;
    for (size_t i = 1; i < sizeof(ishmemi_request_t) / sizeof(uint64_t); i++) {
        ((ISHMEMI_GLOBAL ishmemi_bits64_t *)address)[i] = words[i];
    }
    ISHMEMI_FENCE_RELEASE();
    *(volatile ISHMEMI_GLOBAL uint64_t *)address = number + 1;
    if (ring->doorbell != 0) {
        ISHMEMI_FENCE_RELEASE();
        *(volatile ISHMEMI_GLOBAL uint64_t *)(ring->doorbell + number * ISHMEMI_DOORBELL_LINE %
                                                                   ISHMEMI_DOORBELL_BYTES) = 1;
    }
}

/*
 * Makes the request.  staged: a put's data that goes through staging; result: where a get's data
 * goes from staging; else 0.  Returns the request's number, which `completed` will reach; with
 * AWAIT, the answer's value.
 */
ISHMEMI_BODY uint64_t ishmemi_ring_send(ishmem_ctx_t ctx, ishmemi_request_t *request,
                                        const char *staged, char *result, ishmemi_ring_wait_t wait)
{
    enum { FOR_ANSWER, FOR_SLOT, FOR_RESULT, FOR_NOTHING } waits = FOR_SLOT;
    ISHMEMI_GLOBAL ishmemi_ring_t *ring = ishmemi_ring(ctx);
    ISHMEMI_GLOBAL ishmemi_ring_progress_t *progress = ishmemi_ring_progress(ctx);
    ISHMEMI_GLOBAL ishmemi_answer_t *answer = 0;
    ISHMEMI_GLOBAL ishmemi_counter_t *hold = 0;
    uint64_t slot = 0;
    uint64_t number = 0;
    uint64_t value = ISHMEMI_RING_NONE;
    uint64_t published = 0;
    if (wait == ISHMEMI_RING_AWAIT) {
        waits = FOR_ANSWER;
    } else {
        number = ISHMEMI_ATOMIC_ADD(uint64_t, &ring->next.value, 1, ISHMEMI_RELAXED);
    }
    for (uint32_t polls = 1; waits != FOR_NOTHING; polls++) {
        if (waits == FOR_ANSWER) {
            request->answer =
                ISHMEMI_ATOMIC_ADD(uint64_t, &ring->next_answer.value, 1, ISHMEMI_RELAXED) + 1;
            slot = (request->answer - 1) & (ring->n_answers - 1);
            answer = (ISHMEMI_GLOBAL ishmemi_answer_t *)ring->answers + slot;
            hold = (ISHMEMI_GLOBAL ishmemi_counter_t *)ring->holds + slot;
            if (ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, &hold->value, 0, 1, ISHMEMI_ACQUIRE) == 0) {
                number = ISHMEMI_ATOMIC_ADD(uint64_t, &ring->next.value, 1, ISHMEMI_RELAXED);
                waits = FOR_SLOT;
            }
        }
        /* The difference is negative if `consumed` is beyond number by now. */
        if (waits == FOR_SLOT &&
            (int64_t)(number - ISHMEMI_ATOMIC_LOAD(uint64_t, &progress->consumed,
                                                   ISHMEMI_RELAXED)) < (int64_t)ring->n_requests) {
            ISHMEMI_FENCE_ACQUIRE();
            ishmemi_ring_store(ctx, number, request, staged);
            waits = answer != 0 ? FOR_RESULT : FOR_NOTHING;
            value = number + 1;
        }
        /* The test of answer shows a compiler that there is no slot if nobody awaits an answer. */
        if (answer != 0 && waits == FOR_RESULT &&
            ISHMEMI_ATOMIC_LOAD(uint64_t, &answer->number, ISHMEMI_RELAXED) == request->answer) {
            ISHMEMI_FENCE_ACQUIRE();
            value = answer->value;
            if (result != 0 && answer->status == ISHMEMI_ANSWER_DONE) {
                ishmemi_copy(ctx, result,
                             ishmemi_pointer(ring->answer_staging + slot * ISHMEMI_STAGING_BYTES),
                             request->bytes, 0, 1);
            }
            ISHMEMI_ATOMIC_STORE(uint64_t, &hold->value, 0, ISHMEMI_RELEASE);
            waits = FOR_NOTHING;
        }
        if (polls % ISHMEMI_POLLS_PER_ABORT_CHECK == 0) {
            if (ishmemi_aborted(ctx)) {
                value = ISHMEMI_RING_NONE;
                break;
            }
            if (ISHMEMI_IS_LONG(ctx, polls, published)) {
                published = ishmemi_wait_publish_ring(ctx);
            }
        }
    }
    ishmemi_wait_withdraw(published);
    return value;
}

/* Waits until the requests up to the one with this number have taken full effect. */
ISHMEMI_INLINE void ishmemi_ring_await(ishmem_ctx_t ctx, uint64_t number)
{
    ISHMEMI_GLOBAL ishmemi_ring_progress_t *progress = ishmemi_ring_progress(ctx);
    uint64_t published = 0;
    for (uint32_t polls = 1;
         ISHMEMI_ATOMIC_LOAD(uint64_t, &progress->completed, ISHMEMI_RELAXED) < number; polls++) {
        if (polls % ISHMEMI_POLLS_PER_ABORT_CHECK == 0) {
            if (ishmemi_aborted(ctx)) {
                break;
            }
            if (ISHMEMI_IS_LONG(ctx, polls, published)) {
                published = ishmemi_wait_publish_ring(ctx);
            }
        }
    }
    ishmemi_wait_withdraw(published);
    ISHMEMI_FENCE_ACQUIRE();
}

/* ---- Fence and quiet: nothing where nothing was sent since the last quiet -------------------- */

ISHMEMI_BODY void ishmemi_far_quiet(ishmem_ctx_t ctx)
{
    ishmemi_ring_await(
        ctx, ISHMEMI_ATOMIC_LOAD(uint64_t, &ishmemi_ring(ctx)->next.value, ISHMEMI_RELAXED));
}

ISHMEMI_BODY void ishmemi_far_fence(ishmem_ctx_t ctx)
{
    if (ISHMEMI_ATOMIC_LOAD(uint64_t, &ishmemi_ring_progress(ctx)->completed, ISHMEMI_RELAXED) !=
        ISHMEMI_ATOMIC_LOAD(uint64_t, &ishmemi_ring(ctx)->next.value, ISHMEMI_RELAXED)) {
        ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_FENCE, ctx->heap, 0, 0);
        ishmemi_ring_send(ctx, &request, 0, 0, ISHMEMI_RING_GO_ON);
    }
}

/* ---- Put and get ----------------------------------------------------------------------------- */

/* At most eight bytes from an offset on. */
ISHMEMI_INLINE uint64_t ishmemi_word(const char *source, size_t bytes, size_t offset)
{
    uint64_t word = 0;
    if (bytes >= offset + sizeof word) {
        ISHMEMI_COPY_BYTES(&word, source + offset, sizeof word);
        return word;
    }
    for (size_t i = offset; i < bytes; i++) {
        word |= (uint64_t)(uint8_t)source[i] << 8 * (i - offset);
    }
    return word;
}

/* A put whose source, which is in memory that the host reads, the proxy loads.  AWAIT, and the result: as below. */
ISHMEMI_BODY uint64_t ishmemi_far_put_from(ishmem_ctx_t ctx, uint64_t dest, uint64_t source,
                                           size_t bytes, int pe, ishmemi_ring_wait_t wait)
{
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_PUT, dest, bytes, pe);
    request.flags = wait == ISHMEMI_RING_AWAIT ? ISHMEMI_REQUEST_SENT : 0;
    request.data.array.address = source;
    return ishmemi_ring_send(ctx, &request, 0, 0, wait);
}

/* AWAIT: waits until the source may be used again.  Returns the number of the last request. */
ISHMEMI_BODY uint64_t ishmemi_far_put(ishmem_ctx_t ctx, uint64_t dest, const char *source,
                                      size_t bytes, int pe, ishmemi_ring_wait_t wait)
{
    uint64_t number = ISHMEMI_RING_NONE;
    if (bytes > ISHMEMI_STAGING_BYTES && ISHMEMI_IS_GLOBAL(source)) {
        return ishmemi_far_put_from(ctx, dest, ISHMEMI_ADDRESS(source), bytes, pe, wait);
    }
    while (bytes > 0) {
        const size_t piece = bytes < ISHMEMI_STAGING_BYTES ? bytes : ISHMEMI_STAGING_BYTES;
        ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_PUT, dest, piece, pe);
        if (piece <= ISHMEMI_INLINE_BYTES) {
            request.flags = ISHMEMI_REQUEST_INLINE;
            request.data.words[0] = ishmemi_word(source, piece, 0);
            request.data.words[1] = ishmemi_word(source, piece, 8);
            request.data.words[2] = ishmemi_word(source, piece, 16);
            number = ishmemi_ring_send(ctx, &request, 0, 0, ISHMEMI_RING_GO_ON);
        } else {
            request.flags = ISHMEMI_REQUEST_STAGED;
            number = ishmemi_ring_send(ctx, &request, source, 0, ISHMEMI_RING_GO_ON);
        }
        dest += piece;
        source += piece;
        bytes -= piece;
    }
    return number;
}

/* Stores the low `bytes` bytes of `bits`. */
ISHMEMI_BODY void ishmemi_far_p(ishmem_ctx_t ctx, uint64_t dest, size_t bytes, uint64_t bits,
                                int pe)
{
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_PUT, dest, bytes, pe);
    request.flags = ISHMEMI_REQUEST_INLINE;
    request.data.words[0] = bits;
    ishmemi_ring_send(ctx, &request, 0, 0, ISHMEMI_RING_GO_ON);
}

/* Data for memory other than global memory has arrived when this returns, also without AWAIT. */
ISHMEMI_BODY uint64_t ishmemi_far_get(ishmem_ctx_t ctx, char *dest, uint64_t source, size_t bytes,
                                      int pe, ishmemi_ring_wait_t wait)
{
    if (bytes == 0) {
        return ISHMEMI_RING_NONE;
    }
    if (ISHMEMI_IS_GLOBAL(dest)) {
        ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_GET, source, bytes, pe);
        request.data.array.address = ISHMEMI_ADDRESS(dest);
        return ishmemi_ring_send(ctx, &request, 0, 0, wait);
    }
    for (size_t from = 0; from < bytes; from += ISHMEMI_STAGING_BYTES) {
        const size_t rest = bytes - from;
        const size_t piece = rest < ISHMEMI_STAGING_BYTES ? rest : ISHMEMI_STAGING_BYTES;
        ishmemi_request_t request =
            ishmemi_request(ctx, ISHMEMI_REQUEST_GET, source + from, piece, pe);
        request.flags = ISHMEMI_REQUEST_STAGED;
        ishmemi_ring_send(ctx, &request, 0, dest + from, ISHMEMI_RING_AWAIT);
    }
    return ISHMEMI_RING_NONE;
}

ISHMEMI_BODY uint64_t ishmemi_far_g(ishmem_ctx_t ctx, uint64_t source, size_t bytes, int pe)
{
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_GET, source, bytes, pe);
    request.flags = ISHMEMI_REQUEST_INLINE;
    return ishmemi_ring_send(ctx, &request, 0, 0, ISHMEMI_RING_AWAIT);
}

/* Blocks that are strides apart, all in bytes, shared by lanes.  Each lane waits for its own blocks
 * at once. */
ISHMEMI_BODY void ishmemi_far_put_blocks(ishmem_ctx_t ctx, uint64_t dest, const char *source,
                                         size_t dst, size_t sst, size_t block, size_t nblocks,
                                         int pe, size_t lane, size_t lanes)
{
    uint64_t last = ISHMEMI_RING_NONE;
    for (size_t i = lane; i < nblocks; i += lanes) {
        last =
            ishmemi_far_put(ctx, dest + i * dst, source + i * sst, block, pe, ISHMEMI_RING_GO_ON);
    }
    if (block > ISHMEMI_STAGING_BYTES) {
        ishmemi_ring_await(ctx, last);
    }
}

ISHMEMI_BODY void ishmemi_far_get_blocks(ishmem_ctx_t ctx, char *dest, uint64_t source, size_t dst,
                                         size_t sst, size_t block, size_t nblocks, int pe,
                                         size_t lane, size_t lanes)
{
    uint64_t last = ISHMEMI_RING_NONE;
    for (size_t i = lane; i < nblocks; i += lanes) {
        last =
            ishmemi_far_get(ctx, dest + i * dst, source + i * sst, block, pe, ISHMEMI_RING_GO_ON);
    }
    ishmemi_ring_await(ctx, last);
}

/* ---- Atomics and signals --------------------------------------------------------------------- */

/* returns: whether the caller wants the previous value, which is then the result. */
ISHMEMI_BODY uint64_t ishmemi_far_amo(ishmem_ctx_t ctx, ishmemi_amo_t op, uint64_t object,
                                      size_t bytes, uint64_t value, uint64_t cond, int pe,
                                      int returns)
{
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_AMO, object, bytes, pe);
    request.op = (uint8_t)op;
    request.data.amo.value = value;
    request.data.amo.cond = cond;
    return ishmemi_ring_send(ctx, &request, 0, 0,
                             returns ? ISHMEMI_RING_AWAIT : ISHMEMI_RING_GO_ON);
}

/* The previous value is at `fetch` after a quiet. */
ISHMEMI_BODY void ishmemi_far_amo_nbi(ishmem_ctx_t ctx, ishmemi_amo_t op, void *fetch,
                                      uint64_t object, size_t bytes, uint64_t value, uint64_t cond,
                                      int pe)
{
    if (!ISHMEMI_IS_GLOBAL(fetch)) {
        const uint64_t before = ishmemi_far_amo(ctx, op, object, bytes, value, cond, pe, 1);
        if (bytes == sizeof(uint32_t)) {
            *(ishmemi_bits32_t *)fetch = (uint32_t)before;
        } else {
            *(ishmemi_bits64_t *)fetch = before;
        }
        return;
    }
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_AMO, object, bytes, pe);
    request.op = (uint8_t)op;
    request.data.amo.value = value;
    request.data.amo.cond = cond;
    request.data.amo.fetch = ISHMEMI_ADDRESS(fetch);
    ishmemi_ring_send(ctx, &request, 0, 0, ISHMEMI_RING_GO_ON);
}

/* For collectives: stores the number into the flag, after the data and everything that this
 * work-item has sent to the PE before.  Returns when the source may be used again. */
ISHMEMI_BODY void ishmemi_far_notify(ishmem_ctx_t ctx, uint64_t dest, const char *source,
                                     size_t bytes, uint64_t flag, uint64_t number, int pe)
{
    const int by_address = bytes > ISHMEMI_STAGING_BYTES && ISHMEMI_IS_GLOBAL(source);
    if (bytes > ISHMEMI_STAGING_BYTES) {
        const size_t first = by_address ? bytes : bytes - ISHMEMI_STAGING_BYTES;
        ishmemi_far_put(ctx, dest, source, first, pe,
                        by_address ? ISHMEMI_RING_AWAIT : ISHMEMI_RING_GO_ON);
        dest += first;
        source += first;
        bytes -= first;
    }
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_PUT, dest, bytes, pe);
    request.op = ISHMEM_SIGNAL_SET;
    request.flags = ISHMEMI_REQUEST_SIGNAL | ISHMEMI_REQUEST_STAGED | ISHMEMI_REQUEST_NOTE;
    request.data.array.signal = number;
    request.data.array.signal_offset = flag - ctx->heap;
    ishmemi_ring_send(ctx, &request, bytes > 0 ? source : 0, 0, ISHMEMI_RING_GO_ON);
}

ISHMEMI_INLINE ishmemi_request_t ishmemi_put_signal_request(ishmem_ctx_t ctx, uint64_t dest,
                                                            size_t bytes, uint64_t sig_addr,
                                                            uint64_t signal, int sig_op, int pe)
{
    ishmemi_request_t request = ishmemi_request(ctx, ISHMEMI_REQUEST_PUT, dest, bytes, pe);
    request.op = (uint8_t)sig_op;
    request.data.array.signal = signal;
    request.data.array.signal_offset = sig_addr - ctx->heap;
    return request;
}

/* As ishmemi_far_put_from.  bytes is not 0. */
ISHMEMI_BODY void ishmemi_far_put_signal_from(ishmem_ctx_t ctx, uint64_t dest, uint64_t source,
                                              size_t bytes, uint64_t sig_addr, uint64_t signal,
                                              int sig_op, int pe, ishmemi_ring_wait_t wait)
{
    ishmemi_request_t request =
        ishmemi_put_signal_request(ctx, dest, bytes, sig_addr, signal, sig_op, pe);
    request.flags = ISHMEMI_REQUEST_SIGNAL | ISHMEMI_REQUEST_SENT;
    request.data.array.address = source;
    ishmemi_ring_send(ctx, &request, 0, 0, wait);
}

/* AWAIT: until the source may be used again. */
ISHMEMI_BODY void ishmemi_far_put_signal(ishmem_ctx_t ctx, uint64_t dest, const char *source,
                                         size_t bytes, uint64_t sig_addr, uint64_t signal,
                                         int sig_op, int pe, ishmemi_ring_wait_t wait)
{
    if (bytes == 0) {
        ishmemi_far_amo(ctx, sig_op == ISHMEM_SIGNAL_ADD ? ISHMEMI_AMO_ADD : ISHMEMI_AMO_SET,
                        sig_addr, sizeof(uint64_t), signal, 0, pe, 0);
        return;
    }
    if (bytes > ISHMEMI_STAGING_BYTES && ISHMEMI_IS_GLOBAL(source)) {
        ishmemi_far_put_signal_from(ctx, dest, ISHMEMI_ADDRESS(source), bytes, sig_addr, signal,
                                    sig_op, pe, wait);
        return;
    }
    if (bytes > ISHMEMI_STAGING_BYTES) {
        /* The signal comes with the last piece, after the earlier ones. */
        const size_t first = bytes - ISHMEMI_STAGING_BYTES;
        ishmemi_far_put(ctx, dest, source, first, pe, ISHMEMI_RING_GO_ON);
        ishmemi_far_fence(ctx);
        dest += first;
        source += first;
        bytes = ISHMEMI_STAGING_BYTES;
    }
    ishmemi_request_t request =
        ishmemi_put_signal_request(ctx, dest, bytes, sig_addr, signal, sig_op, pe);
    request.flags = ISHMEMI_REQUEST_SIGNAL | ISHMEMI_REQUEST_STAGED;
    ishmemi_ring_send(ctx, &request, source, 0, ISHMEMI_RING_GO_ON);
}

#endif
