/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered put and get of blocks, of blocks that are strides apart and of single values, and
 * put_signal.  An event means the same for the non-blocking forms as for the others.
 */
#include "cutovers.h"
#include "observe.h"
#include "queue_define.h"
#include "state.h"
#include "tile.h"
#include "values.h"

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Blocks of `block` bytes whose starts are dst and sst bytes apart. */
typedef struct blocks {
    ishmemi_direction_t direction;
    void *dest;
    const void *source;
    size_t dst;
    size_t sst;
    size_t block;
    size_t nblocks;
    int pe;
} blocks_t;

static const void *local_of(const blocks_t *blocks)
{
    return blocks->direction == ISHMEMI_PUT ? blocks->source : blocks->dest;
}

/* The ends of the copy, by this PE's addresses. */
static void *destination_of(const blocks_t *blocks)
{
    return blocks->direction == ISHMEMI_PUT ? ishmemi_peer_address(blocks->dest, blocks->pe)
                                            : blocks->dest;
}

static const void *origin_of(const blocks_t *blocks)
{
    return blocks->direction == ISHMEMI_PUT ? blocks->source
                                            : ishmemi_peer_address(blocks->source, blocks->pe);
}

static bool is_contiguous(const blocks_t *blocks)
{
    return blocks->nblocks == 1 || (blocks->dst == blocks->block && blocks->sst == blocks->block);
}

static bool fits_region(const blocks_t *blocks)
{
    return (blocks->dst | blocks->sst | blocks->block | blocks->nblocks) <= UINT32_MAX;
}

/* The proxy's thread moves the program's own memory to and from a far PE, because the tile does not reach it. */
static bool goes_by_host(const void *local, int pe)
{
    return !ishmemi_queue_is_reachable(pe) && !ishmemi_queue_reaches(local);
}

static int append_kernel(const ishmemi_queue_t *queue, const blocks_t *blocks)
{
    const bool is_put = blocks->direction == ISHMEMI_PUT;
    const bool by_host = goes_by_host(local_of(blocks), blocks->pe);
    ISHMEMI_REQUIRE_OR(by_host || ishmemi_queue_check_local(queue, is_put ? "source" : "dest",
                                                            local_of(blocks), 1, 1),
                       -1);
    const ishmemi_queue_blocks_t request = {.state = ishmemi_queue_state(),
                                            .dest = ishmemi_queue_address(blocks->dest),
                                            .source = ishmemi_queue_address(blocks->source),
                                            .dst = blocks->dst,
                                            .sst = blocks->sst,
                                            .block = blocks->block,
                                            .nblocks = blocks->nblocks,
                                            .pe = blocks->pe,
                                            .is_put = is_put,
                                            .by_host = by_host};
    const size_t groups = ishmemi_queue_groups_for(blocks->block * blocks->nblocks);
    return ishmemi_queue_append_kernel(
        queue, ISHMEMI_QUEUE_BLOCKS, &request, sizeof request,
        (uint32_t)(groups < blocks->nblocks ? groups : blocks->nblocks));
}

/* The arguments have been checked. */
static int append_blocks(const ishmemi_queue_t *queue, const blocks_t *blocks)
{
    const bool is_put = blocks->direction == ISHMEMI_PUT;
    if (blocks->block == 0 || blocks->nblocks == 0) {
        return ishmemi_queue_append_nothing(queue);
    }
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, is_put ? "dest" : "source",
                                                is_put ? blocks->dest : blocks->source),
                       -1);
    if (!ishmemi_queue_is_reachable(blocks->pe)) {
        return append_kernel(queue, blocks);
    }
    if (is_contiguous(blocks)) {
        return ishmemi_queue_append_copy(queue, destination_of(blocks), origin_of(blocks),
                                         blocks->block * blocks->nblocks);
    }
    if (fits_region(blocks) &&
        (blocks->block > ishmemi_cutovers.strided || !ishmemi_queue_reaches(local_of(blocks)))) {
        return ishmemi_queue_append_region(queue, destination_of(blocks), origin_of(blocks),
                                           blocks->dst, blocks->sst, blocks->block,
                                           blocks->nblocks);
    }
    return append_kernel(queue, blocks);
}

static int append_block(const ishmemi_queue_t *queue, ishmemi_direction_t direction, void *dest,
                        const void *source, size_t bytes, int pe)
{
    return append_blocks(queue, &(blocks_t){direction, dest, source, bytes, bytes, bytes, 1, pe});
}

static int put(const ishmemi_queue_t *queue, void *dest, const void *source, size_t nelems,
               size_t size, size_t alignment, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_transfer(queue->routine, ISHMEMI_PUT, dest, source, nelems,
                                              size, alignment, pe),
                       -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_OBSERVE(PUT, queue->routine, pe, .bytes = nelems * size, .path = ISHMEMI_PATH_QUEUE,
                    .dest = ISHMEMI_OBSERVED_BLOCK(dest, nelems * size),
                    .source = ISHMEMI_OBSERVED_BLOCK(source, nelems * size));
    return append_block(queue, ISHMEMI_PUT, dest, source, nelems * size, pe);
}

static int get(const ishmemi_queue_t *queue, void *dest, const void *source, size_t nelems,
               size_t size, size_t alignment, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_transfer(queue->routine, ISHMEMI_GET, source, dest, nelems,
                                              size, alignment, pe),
                       -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_OBSERVE(GET, queue->routine, pe, .bytes = nelems * size, .path = ISHMEMI_PATH_QUEUE,
                    .dest = ISHMEMI_OBSERVED_BLOCK(dest, nelems * size),
                    .source = ISHMEMI_OBSERVED_BLOCK(source, nelems * size));
    return append_block(queue, ISHMEMI_GET, dest, source, nelems * size, pe);
}

/* Strides and bsize are in elements. */
static int strided(const ishmemi_queue_t *queue, ishmemi_direction_t direction, void *dest,
                   const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,
                   size_t size, size_t alignment, int pe)
{
    const bool is_put = direction == ISHMEMI_PUT;
    ISHMEMI_REQUIRE_OR(ishmemi_check_blocks(queue->routine, direction, is_put ? dest : source,
                                            is_put ? source : dest, dst, sst, bsize, nblocks, size,
                                            alignment, pe),
                       -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_OBSERVE_AS(is_put ? ISHMEMI_OBSERVE_PUT : ISHMEMI_OBSERVE_GET, queue->routine, pe,
                       .bytes = bsize * nblocks * size, .path = ISHMEMI_PATH_QUEUE,
                       .dest = {dest, bsize * size, nblocks, (size_t)dst * size},
                       .source = {source, bsize * size, nblocks, (size_t)sst * size});
    return append_blocks(queue, &(blocks_t){direction, dest, source, (size_t)dst * size,
                                            (size_t)sst * size, bsize * size, nblocks, pe});
}

/* ---- Single values --------------------------------------------------------------------------- */

/* A GPU stores a value on its way from one command to the next, without a kernel. */
static bool stores_apart(int pe)
{
    return ishmemi_queue_is_reachable(pe) && !ishmemi_tile_is_cpu() && ishmemi_tile_stores_words();
}

/* ret: NULL for p. */
static int one_value(const ishmemi_queue_t *queue, const char *argument, const void *object,
                     uint64_t bits, size_t size, void *ret, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_object(queue->routine, argument, object, size, pe), -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, argument, object), -1);
    if (ret) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_local(queue, "ret", ret, 1, size), -1);
    }
    ISHMEMI_OBSERVE_AS(ret ? ISHMEMI_OBSERVE_GET : ISHMEMI_OBSERVE_PUT, queue->routine, pe,
                       .bytes = size, .path = ISHMEMI_PATH_QUEUE,
                       .dest = ISHMEMI_OBSERVED_BLOCK(ret ? ret : object, size),
                       .source = ISHMEMI_OBSERVED_BLOCK(ret ? object : NULL, size));
    if (!ret && stores_apart(pe)) {
        return ishmemi_queue_append_store(queue, ishmemi_peer_address(object, pe), bits, size);
    }
    const ishmemi_queue_value_t request = {.state = ishmemi_queue_state(),
                                           .object = ishmemi_queue_address(object),
                                           .bits = bits,
                                           .ret = ishmemi_queue_address(ret),
                                           .bytes = (uint32_t)size,
                                           .pe = pe};
    return ishmemi_queue_append_kernel(queue, ISHMEMI_QUEUE_VALUE, &request, sizeof request, 1);
}

static int p(const ishmemi_queue_t *queue, void *dest, uint64_t bits, size_t size, int pe)
{
    return one_value(queue, "dest", dest, bits, size, NULL, pe);
}

static int g(const ishmemi_queue_t *queue, const void *source, size_t size, void *ret, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(queue->routine, "ret", ret, 1, size), -1);
    return one_value(queue, "source", source, 0, size, ret, pe);
}

/* ---- put_signal ------------------------------------------------------------------------------ */

static int append_put_signal(const ishmemi_queue_t *queue, void *dest, const void *source,
                             size_t bytes, bool by_host, uint64_t *sig_addr, uint64_t signal,
                             int sig_op, int pe)
{
    const bool is_told = ishmemi_queue_is_reachable(pe) && !ishmemi_tile_is_cpu() &&
                         (ishmemi_state_default()->flags & ISHMEMI_STATE_SLOW) == 0;
    const ishmemi_queue_put_signal_t request = {.state = ishmemi_queue_state(),
                                                .dest = ishmemi_queue_address(dest),
                                                .source = ishmemi_queue_address(source),
                                                .bytes = bytes,
                                                .sig_addr = ishmemi_queue_address(sig_addr),
                                                .signal = signal,
                                                .sig_op = (uint16_t)sig_op,
                                                .by_host = by_host,
                                                .has_delta = is_told,
                                                .delta = is_told ? ishmemi_job.delta[pe] : 0,
                                                .pe = pe};
    return ishmemi_queue_append_kernel(queue, ISHMEMI_QUEUE_PUT_SIGNAL, &request, sizeof request,
                                       1);
}

/* The copy waits for the events, and the signal waits for the copy, also on a list without order.
 * The operation ends with the signal. */
static int append_copy_and_signal(const ishmemi_queue_t *queue, void *dest, const void *source,
                                  size_t bytes, uint64_t *sig_addr, uint64_t signal, int sig_op,
                                  int pe)
{
    const ishmemi_queue_t first = {queue->routine, queue->list, NULL, queue->num_waits,
                                   queue->waits};
    const ishmemi_queue_t between = {queue->routine, queue->list, NULL, 0, NULL};
    const ishmemi_queue_t last = {queue->routine, queue->list, queue->signal, 0, NULL};
    if (ishmemi_queue_append_copy(&first, ishmemi_peer_address(dest, pe), source, bytes) != 0 ||
        ishmemi_queue_append_barrier(&between) != 0) {
        return -1;
    }
    return sig_op == ISHMEM_SIGNAL_SET && stores_apart(pe)
               ? ishmemi_queue_append_store(&last, ishmemi_peer_address(sig_addr, pe), signal,
                                            sizeof signal)
               : append_put_signal(&last, dest, source, 0, false, sig_addr, signal, sig_op, pe);
}

static int put_signal(const ishmemi_queue_t *queue, void *dest, const void *source, size_t nelems,
                      size_t size, size_t alignment, uint64_t *sig_addr, uint64_t signal,
                      int sig_op, int pe)
{
    const size_t bytes = nelems * size;
    ISHMEMI_REQUIRE_OR(ishmemi_check_transfer(queue->routine, ISHMEMI_PUT, dest, source, nelems,
                                              size, alignment, pe),
                       -1);
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_object(queue->routine, "sig_addr", sig_addr, sizeof *sig_addr, pe), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_sig_op(queue->routine, sig_op), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_signal(queue->routine, dest, bytes, sig_addr), -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_OBSERVE(SIGNAL, queue->routine, pe, .bytes = bytes, .path = ISHMEMI_PATH_QUEUE,
                    .object = sig_addr, .flags = ISHMEMI_CALL_PUT_SIGNAL,
                    .dest = ISHMEMI_OBSERVED_BLOCK(dest, bytes),
                    .source = ISHMEMI_OBSERVED_BLOCK(source, bytes));
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, "sig_addr", sig_addr), -1);
    if (bytes > 0) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, "dest", dest), -1);
    }
    if (ishmemi_queue_is_reachable(pe) && bytes > 0 &&
        (bytes > ishmemi_cutovers.put_signal || !ishmemi_queue_reaches(source))) {
        return append_copy_and_signal(queue, dest, source, bytes, sig_addr, signal, sig_op, pe);
    }
    const bool by_host = bytes > 0 && goes_by_host(source, pe);
    ISHMEMI_REQUIRE_OR(by_host || ishmemi_queue_check_local(queue, "source", source, bytes, 1), -1);
    return append_put_signal(queue, dest, source, bytes, by_host, sig_addr, signal, sig_op, pe);
}

/* ---- Routines -------------------------------------------------------------------------------- */

#define QUEUED_put(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    put(QUEUE, dest, source, nelems, SIZE, ALIGNMENT, pe)
#define QUEUED_get(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    get(QUEUE, dest, source, nelems, SIZE, ALIGNMENT, pe)
#define QUEUED_put_nbi QUEUED_put
#define QUEUED_get_nbi QUEUED_get
#define QUEUED_iput(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    strided(QUEUE, ISHMEMI_PUT, dest, source, dst, sst, 1, nelems, SIZE, ALIGNMENT, pe)
#define QUEUED_iget(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    strided(QUEUE, ISHMEMI_GET, dest, source, dst, sst, 1, nelems, SIZE, ALIGNMENT, pe)
#define QUEUED_ibput(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    strided(QUEUE, ISHMEMI_PUT, dest, source, dst, sst, bsize, nblocks, SIZE, ALIGNMENT, pe)
#define QUEUED_ibget(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    strided(QUEUE, ISHMEMI_GET, dest, source, dst, sst, bsize, nblocks, SIZE, ALIGNMENT, pe)
#define QUEUED_p(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) p(QUEUE, dest, NAME##_bits(value), SIZE, pe)
#define QUEUED_g(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) g(QUEUE, source, SIZE, ret, pe)
#define QUEUED_put_signal(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    put_signal(QUEUE, dest, source, nelems, SIZE, ALIGNMENT, sig_addr, signal, sig_op, pe)
#define QUEUED_put_signal_nbi QUEUED_put_signal

#define DEFINE_RMA(NAME, TYPE, A)                         \
    ISHMEMI_RMA_ROUTINES(DEFINE_QUEUED, NAME, TYPE)       \
    ISHMEMI_RMA_VALUE_ROUTINES(DEFINE_QUEUED, NAME, TYPE) \
    ISHMEMI_SIGNAL_ROUTINES(DEFINE_QUEUED, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_RMA, )

#define DEFINE_SIZE(SIZE, BYTES, A)                             \
    ISHMEMI_SIZE_RMA_ROUTINES(DEFINE_QUEUED_SIZED, SIZE, BYTES) \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_QUEUED_SIZED, SIZE, BYTES)
#define DEFINE_STRIDED_SIZE(SIZE, BYTES, A) \
    ISHMEMI_SIZE_STRIDED_ROUTINES(DEFINE_QUEUED_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
ISHMEMI_SIZES(DEFINE_STRIDED_SIZE, )
DEFINE_SIZE(mem, 1, )
