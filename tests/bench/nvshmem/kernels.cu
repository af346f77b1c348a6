/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels/kernel.cl, atomic.cl and collective.cl do, by NVSHMEM: compiled when ishmem-perf runs,
 * as NVSHMEM's routines are in its headers.  A routine is called by one thread, by one warp or by
 * each thread block; block b works on the b-th part of source and dest.  A routine that has no form for
 * warps and blocks is called by their first thread, and the others wait for it.
 */
/* Peers are reached by loads and stores, and the transport by InfiniBand needs headers of its own. */
#if __has_include(<non_abi/nvshmem_build_options.h>)
#include <non_abi/nvshmem_build_options.h>
#undef NVSHMEM_IBGDA_SUPPORT
#endif
#include <nvshmem.h>
#include <nvshmemx.h>

enum scope { THREAD, WARP, BLOCK };

typedef unsigned long long word_t;

#define DEVICE template <scope S> __device__ static __forceinline__

DEVICE bool calls()
{
    return S == BLOCK || threadIdx.x < (S == WARP ? 32 : 1);
}

DEVICE void together()
{
    if constexpr (S == BLOCK)
        __syncthreads();
    else if constexpr (S == WARP)
        __syncwarp();
}

#define CALL(NAME, ...)                           \
    do {                                          \
        if constexpr (S == BLOCK)                 \
            nvshmemx_##NAME##_block(__VA_ARGS__); \
        else if constexpr (S == WARP)             \
            nvshmemx_##NAME##_warp(__VA_ARGS__);  \
        else                                      \
            nvshmem_##NAME(__VA_ARGS__);          \
    } while (0)

/* By the first thread, which the others wait for. */
#define CALL_ONE(...)         \
    do {                      \
        together<S>();        \
        if (threadIdx.x == 0) \
            __VA_ARGS__;      \
        together<S>();        \
    } while (0)

struct work {
    char *dest;
    const char *source;
    word_t *word;
    size_t bytes;
    size_t count;
    word_t turn;
    int peer;
    int serves;
};

DEVICE void wait(const work &w, word_t turn)
{
    CALL_ONE(nvshmem_signal_wait_until((uint64_t *)w.word, NVSHMEM_CMP_GE, turn));
}

/* ---- The benchmarks -------------------------------------------------------------------------- */

DEVICE void put(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(putmem_nbi, w.dest, w.source, w.bytes, w.peer);
    CALL_ONE(nvshmem_quiet());
}

DEVICE void get(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(getmem_nbi, w.dest, w.source, w.bytes, w.peer);
    CALL_ONE(nvshmem_quiet());
}

DEVICE void get_each(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(getmem, w.dest, w.source, w.bytes, w.peer);
}

DEVICE void p(const work &w)
{
    if (threadIdx.x == 0) {
        for (size_t i = 0; i < w.count; i++)
            nvshmem_ulonglong_p((word_t *)w.dest, i, w.peer);
        nvshmem_quiet();
    }
}

DEVICE void g(const work &w)
{
    word_t sum = 0;
    if (threadIdx.x == 0) {
        for (size_t i = 0; i < w.count; i++)
            sum += nvshmem_ulonglong_g((const word_t *)w.source, w.peer);
        if (sum == 1)
            *w.word = sum; /* a value that is used must be fetched */
    }
}

DEVICE void put_quiet(const work &w)
{
    for (size_t i = 0; i < w.count; i++) {
        CALL(putmem, w.dest, w.source, w.bytes, w.peer);
        CALL_ONE(nvshmem_quiet());
    }
}

DEVICE void p_quiet(const work &w)
{
    for (size_t i = 0; threadIdx.x == 0 && i < w.count; i++) {
        nvshmem_ulonglong_p((word_t *)w.dest, i, w.peer);
        nvshmem_quiet();
    }
}

DEVICE void put_ping_pong(const work &w)
{
    for (word_t i = w.turn + 1; i <= w.turn + w.count; i++) {
        if (!w.serves)
            wait<S>(w, i);
        if (w.bytes > sizeof(word_t)) {
            CALL(putmem, w.dest, w.source, w.bytes - sizeof(word_t), w.peer);
            CALL_ONE(nvshmem_fence());
        }
        CALL_ONE(nvshmem_ulonglong_p(w.word, i, w.peer));
        if (w.serves)
            wait<S>(w, i);
    }
}

DEVICE void put_signal_ping_pong(const work &w)
{
    for (word_t i = w.turn + 1; i <= w.turn + w.count; i++) {
        if (!w.serves)
            wait<S>(w, i);
        CALL(putmem_signal, w.dest, w.source, w.bytes, (uint64_t *)w.word, i, NVSHMEM_SIGNAL_SET,
             w.peer);
        if (w.serves)
            wait<S>(w, i);
    }
}

DEVICE void signal_ping_pong(const work &w)
{
    for (word_t i = w.turn + 1; i <= w.turn + w.count; i++) {
        if (w.serves)
            CALL_ONE(nvshmemx_signal_op((uint64_t *)w.word, i, NVSHMEM_SIGNAL_SET, w.peer));
        wait<S>(w, i);
        if (!w.serves)
            CALL_ONE(nvshmemx_signal_op((uint64_t *)w.word, i, NVSHMEM_SIGNAL_SET, w.peer));
    }
}

DEVICE void fetch_add(const work &w)
{
    word_t sum = 0;
    for (size_t i = 0; threadIdx.x == 0 && i < w.count; i++)
        sum += nvshmem_ulonglong_atomic_fetch_add((word_t *)w.dest, 1, w.peer);
    if (sum == 1)
        *w.word = sum; /* a value that is used must be fetched */
}

DEVICE void fetch_add_quiet(const work &w)
{
    word_t sum = 0;
    for (size_t i = 0; threadIdx.x == 0 && i < w.count; i++) {
        sum += nvshmem_ulonglong_atomic_fetch_add((word_t *)w.dest, 1, w.peer);
        nvshmem_quiet();
    }
    if (sum == 1)
        *w.word = sum;
}

/* ---- Collectives of all PEs ------------------------------------------------------------------ */

DEVICE void barrier(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(barrier_all);
}

DEVICE void sync(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(sync_all);
}

/* The roots go around, so that none runs ahead. */
DEVICE void broadcast(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(broadcastmem, NVSHMEM_TEAM_WORLD, w.dest, w.source, w.bytes,
             (int)(i % (size_t)nvshmem_n_pes()));
}

DEVICE void fcollect(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(fcollectmem, NVSHMEM_TEAM_WORLD, w.dest, w.source, w.bytes);
}

DEVICE void alltoall(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL(alltoallmem, NVSHMEM_TEAM_WORLD, w.dest, w.source, w.bytes);
}

/* ---- Kernels --------------------------------------------------------------------------------- */

/* PERF_SCOPE: who calls.  With PERF_REDUCTION, type_operation as in names of routines, of elements of
 * PERF_BYTES, there is only that: reductions are large. */
#define DEFINE(NAME)                                                                          \
    extern "C" __global__ void __launch_bounds__(1024)                                        \
        perf_##NAME(char *dest, const char *source, word_t *word, size_t bytes, size_t count, \
                    word_t turn, int peer, int serves)                                        \
    {                                                                                         \
        const size_t part = blockIdx.x * bytes;                                               \
        const work w = {dest + part, source + part, word, bytes, count, turn, peer, serves};  \
        if (calls<PERF_SCOPE>())                                                              \
            NAME<PERF_SCOPE>(w);                                                              \
    }

#ifdef PERF_REDUCTION
#define CALL_NAMED(NAME, ...) CALL(NAME##_reduce, __VA_ARGS__)
#define CALL_REDUCTION(NAME, ...) CALL_NAMED(NAME, __VA_ARGS__)

/* Becomes a pointer to what the routine's elements are. */
struct object {
    const void *at;
    template <typename T> __device__ operator T *() const
    {
        return (T *)at;
    }
};

DEVICE void reduce(const work &w)
{
    for (size_t i = 0; i < w.count; i++)
        CALL_REDUCTION(PERF_REDUCTION, NVSHMEM_TEAM_WORLD, object{w.dest}, object{w.source},
                       w.bytes / PERF_BYTES);
}

DEFINE(reduce)
#else
DEFINE(put)
DEFINE(get)
DEFINE(get_each)
DEFINE(p)
DEFINE(g)
DEFINE(put_quiet)
DEFINE(p_quiet)
DEFINE(put_ping_pong)
DEFINE(put_signal_ping_pong)
DEFINE(signal_ping_pong)
DEFINE(fetch_add)
DEFINE(fetch_add_quiet)
DEFINE(barrier)
DEFINE(sync)
DEFINE(broadcast)
DEFINE(fcollect)
DEFINE(alltoall)
#endif
