/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Remote memory access, for every type, every size and bytes: blocks of memory, blocks that are
 * strides apart, and single values.  To near PEs, the non-blocking forms do what the blocking ones
 * do, because that takes no longer than starting an operation.
 */
#include "define.h"
#include "observe.h"
#include "reach.h"
#include "transfer.h"
#include "values.h"

#define INLINE static inline __attribute__((always_inline))
#define LONG_WAY static __attribute__((noinline))

LONG_WAY void put_long_way(const char *routine, void *dest, const void *source, size_t nelems,
                           size_t size, size_t alignment, int pe, bool nbi)
{
    ISHMEMI_REQUIRE(
        ishmemi_check_transfer(routine, ISHMEMI_PUT, dest, source, nelems, size, alignment, pe));
    ISHMEMI_OBSERVE(PUT, routine, pe, .bytes = nelems * size, .flags = nbi ? ISHMEMI_CALL_NBI : 0,
                    .dest = ISHMEMI_OBSERVED_BLOCK(dest, nelems * size),
                    .source = ISHMEMI_OBSERVED_BLOCK(source, nelems * size));
    ishmemi_transfer_put(routine, dest, source, nelems * size, pe, nbi);
}

INLINE void put(const char *routine, void *dest, const void *source, size_t nelems, size_t size,
                size_t alignment, int pe, bool nbi)
{
    void *target;
    if (ishmemi_reach_array(dest, nelems, size, alignment, pe, &target) &&
        ishmemi_check_local_array(source, alignment)) {
        ishmemi_block_copy(target, source, nelems * size, ishmemi_block_copy_least.alone);
    } else {
        put_long_way(routine, dest, source, nelems, size, alignment, pe, nbi);
    }
}

LONG_WAY void get_long_way(const char *routine, void *dest, const void *source, size_t nelems,
                           size_t size, size_t alignment, int pe, bool nbi)
{
    ISHMEMI_REQUIRE(
        ishmemi_check_transfer(routine, ISHMEMI_GET, source, dest, nelems, size, alignment, pe));
    ISHMEMI_OBSERVE(GET, routine, pe, .bytes = nelems * size, .flags = nbi ? ISHMEMI_CALL_NBI : 0,
                    .dest = ISHMEMI_OBSERVED_BLOCK(dest, nelems * size),
                    .source = ISHMEMI_OBSERVED_BLOCK(source, nelems * size));
    ishmemi_transfer_get(routine, dest, source, nelems * size, pe, nbi);
}

INLINE void get(const char *routine, void *dest, const void *source, size_t nelems, size_t size,
                size_t alignment, int pe, bool nbi)
{
    void *origin;
    if (ishmemi_reach_array(source, nelems, size, alignment, pe, &origin) &&
        ishmemi_check_local_array(dest, alignment)) {
        ishmemi_block_copy(dest, origin, nelems * size, ishmemi_block_copy_least.alone);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } else {
        get_long_way(routine, dest, source, nelems, size, alignment, pe, nbi);
    }
}

/* Strides and bsize are in elements. */
static inline void ibput(const char *routine, void *dest, const void *source, ptrdiff_t dst,
                         ptrdiff_t sst, size_t bsize, size_t nblocks, size_t size, size_t alignment,
                         int pe)
{
    ISHMEMI_REQUIRE(ishmemi_check_blocks(routine, ISHMEMI_PUT, dest, source, dst, sst, bsize,
                                         nblocks, size, alignment, pe));
    ISHMEMI_OBSERVE(PUT, routine, pe, .bytes = bsize * nblocks * size,
                    .dest = {dest, bsize * size, nblocks, (size_t)dst * size},
                    .source = {source, bsize * size, nblocks, (size_t)sst * size});
    ishmemi_transfer_put_blocks(routine, dest, source, (size_t)dst * size, (size_t)sst * size,
                                bsize * size, nblocks, pe);
}

static inline void ibget(const char *routine, void *dest, const void *source, ptrdiff_t dst,
                         ptrdiff_t sst, size_t bsize, size_t nblocks, size_t size, size_t alignment,
                         int pe)
{
    ISHMEMI_REQUIRE(ishmemi_check_blocks(routine, ISHMEMI_GET, source, dest, dst, sst, bsize,
                                         nblocks, size, alignment, pe));
    ISHMEMI_OBSERVE(GET, routine, pe, .bytes = bsize * nblocks * size,
                    .dest = {dest, bsize * size, nblocks, (size_t)dst * size},
                    .source = {source, bsize * size, nblocks, (size_t)sst * size});
    ishmemi_transfer_get_blocks(routine, dest, source, (size_t)dst * size, (size_t)sst * size,
                                bsize * size, nblocks, pe);
}

LONG_WAY void p_long_way(const char *routine, void *dest, uint64_t bits, size_t size, int pe)
{
    ISHMEMI_REQUIRE(ishmemi_check_object(routine, "dest", dest, size, pe));
    ISHMEMI_OBSERVE(PUT, routine, pe, .bytes = size, .object = dest, .value = bits,
                    .effect = ISHMEMI_EFFECT_SET, .dest = ISHMEMI_OBSERVED_BLOCK(dest, size));
    ishmemi_transfer_store(routine, dest, size, bits, pe);
}

INLINE void p(const char *routine, void *dest, uint64_t bits, size_t size, int pe)
{
    void *target;
    if (ishmemi_reach_object(dest, size, pe, &target)) {
        ishmemi_mapped_store(target, size, bits);
    } else {
        p_long_way(routine, dest, bits, size, pe);
    }
}

LONG_WAY uint64_t g_long_way(const char *routine, const void *source, size_t size, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_object(routine, "source", source, size, pe), 0);
    ISHMEMI_OBSERVE(GET, routine, pe, .bytes = size,
                    .source = ISHMEMI_OBSERVED_BLOCK(source, size));
    return ishmemi_transfer_load(routine, source, size, pe);
}

INLINE uint64_t g(const char *routine, const void *source, size_t size, int pe)
{
    void *origin;
    if (ishmemi_reach_object(source, size, pe, &origin)) {
        return ishmemi_mapped_load(origin, size);
    }
    return g_long_way(routine, source, size, pe);
}

#define BODY_put(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    put(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe, false)
#define BODY_get(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    get(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe, false)
#define BODY_put_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    put(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe, true)
#define BODY_get_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    get(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe, true)
#define BODY_iput(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ibput(ROUTINE, dest, source, dst, sst, 1, nelems, SIZE, ALIGNMENT, pe)
#define BODY_iget(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ibget(ROUTINE, dest, source, dst, sst, 1, nelems, SIZE, ALIGNMENT, pe)
#define BODY_ibput(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ibput(ROUTINE, dest, source, dst, sst, bsize, nblocks, SIZE, ALIGNMENT, pe)
#define BODY_ibget(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ibget(ROUTINE, dest, source, dst, sst, bsize, nblocks, SIZE, ALIGNMENT, pe)
#define BODY_p(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) p(ROUTINE, dest, NAME##_bits(value), SIZE, pe)
#define BODY_g(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return NAME##_value(g(ROUTINE, source, SIZE, pe))

#define DEFINE_RMA(NAME, TYPE, A)                  \
    ISHMEMI_RMA_ROUTINES(DEFINE_TYPED, NAME, TYPE) \
    ISHMEMI_RMA_VALUE_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_RMA, )

#define DEFINE_SIZE(SIZE, BYTES, A)                      \
    ISHMEMI_SIZE_RMA_ROUTINES(DEFINE_SIZED, SIZE, BYTES) \
    ISHMEMI_SIZE_STRIDED_ROUTINES(DEFINE_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
ISHMEMI_SIZE_RMA_ROUTINES(DEFINE_SIZED, mem, 1)

/* Values that are too long to be passed as bits. */
#define BODY_long_p(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    put(ROUTINE, dest, &value, 1, SIZE, ALIGNMENT, pe, false)
#define BODY_long_g(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)        \
    TYPE value;                                                  \
    get(ROUTINE, &value, source, 1, SIZE, ALIGNMENT, pe, false); \
    return value
#define DEFINE_LONG_VALUE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                    \
    DEFINE_ALL(RESULT, PREFIX, NAME##_##ROUTINE, KIND, BODY_long_##ROUTINE, NAME, TYPE, \
               sizeof(TYPE), _Alignof(TYPE))
#define DEFINE_LONG(NAME, TYPE, A)                 \
    ISHMEMI_RMA_ROUTINES(DEFINE_TYPED, NAME, TYPE) \
    ISHMEMI_RMA_VALUE_ROUTINES(DEFINE_LONG_VALUE, NAME, TYPE)
ISHMEMI_LONG_TYPES(DEFINE_LONG, )
