/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines without a type in their name, the routines with a size, constants, and the names of
 * profiling: shmem_long_put is this program's own, which counts its calls.  In C and in C++.
 */
#include "harness.h"

#include <ishmem.h>
#include <pshmem.h>
#include <shmemx.h>
#include <stdlib.h>
#include <string.h>

static int next, previous;

#define EXPECT(VALUE, EXPECTED) test_check((VALUE) == (EXPECTED), #VALUE, "untyped", 0)

/* ---- Profiling --------------------------------------------------------------------------------- */

static int calls;

#ifdef __cplusplus
extern "C"
#endif
    void
    shmem_long_put(long *dest, const long *source, size_t nelems, int pe)
{
    calls++;
    pshmem_long_put(dest, source, nelems, pe);
}

static void try_profiling(void)
{
    static long word;
    const long value = 40 + test_me;
    shmem_pcontrol(1);
    shmem_long_put(&word, &value, 1, next);
    shmem_put(&word, &value, 1, next);
    shmem_barrier_all();
    EXPECT(word, 40 + previous);
    EXPECT(calls, 2);
    pshmem_pcontrol(2, "flush");
    EXPECT(pshmem_my_pe(), test_me);
    EXPECT(pshmem_long_atomic_fetch_add(&word, 1, test_me), 40 + previous);
}

/* ---- Setup and query ------------------------------------------------------------------------------ */

static void try_setup(void)
{
    int level, initialized, major, minor;
    char name[SHMEM_MAX_NAME_LEN];
    shmem_query_thread(&level);
    EXPECT(level, SHMEM_THREAD_SINGLE);
    shmem_query_initialized(&initialized);
    EXPECT(initialized, 1);
    shmem_info_get_version(&major, &minor);
    EXPECT(major, 1);
    EXPECT(minor, 6);
    EXPECT(_SHMEM_MINOR_VERSION, 6);
    shmem_info_get_name(name);
    EXPECT(strcmp(name, SHMEM_VENDOR_STRING), 0);
    EXPECT(shmem_pe_accessible(test_n), 0);
    EXPECT(shmem_pe_accessible(next), 1);
    EXPECT(shmem_addr_accessible(&calls, next), 1);
    EXPECT(shmem_ptr(&calls, test_me), (void *)&calls);
}

/* One heap and one state, whichever API speaks. */
static void try_both(void)
{
    long *const mine = (long *)shmem_malloc(2 * sizeof(long));
    EXPECT(ishmem_my_pe(), shmem_my_pe());
    EXPECT(shmem_n_pes(), ishmem_n_pes());
    EXPECT(SHMEM_CTX_DEFAULT, ISHMEM_CTX_DEFAULT);
    ishmem_long_p(mine, 1 + test_me, next);
    shmem_long_p(mine + 1, 2 + test_me, next);
    ishmem_barrier_all();
    EXPECT(mine[0], 1 + previous);
    EXPECT(mine[1], 2 + previous);
    ishmem_team_t number = ISHMEM_TEAM_INVALID;
    EXPECT(ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0, &number), 0);
    const shmem_team_t team = shmemx_team_from_ishmem(number);
    EXPECT(shmemx_team_to_ishmem(team), number);
    EXPECT(shmem_team_my_pe(team), test_me);
    EXPECT(shmem_sync(team), 0);
    shmem_team_destroy(team);
    EXPECT(shmemx_team_to_ishmem(SHMEM_TEAM_WORLD), ISHMEM_TEAM_WORLD);
    EXPECT(shmemx_team_to_ishmem(SHMEM_TEAM_SHARED), ISHMEM_TEAM_SHARED);
    EXPECT(shmemx_team_to_ishmem(SHMEM_TEAM_INVALID), ISHMEM_TEAM_INVALID);
    EXPECT(shmemx_team_from_ishmem(ISHMEM_TEAM_WORLD), SHMEM_TEAM_WORLD);
    EXPECT(shmemx_team_from_ishmem(ISHMEM_TEAM_INVALID), SHMEM_TEAM_INVALID);
    ishmem_free(mine);
}

/* ---- Memory ------------------------------------------------------------------------------------------ */

static void try_memory(void)
{
    char *const zeroed = (char *)shmem_calloc(10, 10);
    EXPECT(zeroed[0] + zeroed[99], 0);
    char *const aligned = (char *)shmem_align(1024, 10);
    EXPECT((uintptr_t)aligned % 1024, 0u);
    for (size_t alignment = 1 << 20; alignment <= 1 << 26; alignment *= 2) {
        char *const block = (char *)shmem_align(alignment, 2056);
        EXPECT(block != NULL && (uintptr_t)block % alignment == 0, 1);
        shmem_char_p(block + 2055, (char)('a' + test_me), next);
        shmem_barrier_all();
        EXPECT(block[2055], 'a' + previous);
        shmem_free(block);
    }
    void *hinted =
        shmem_malloc_with_hints(8, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
    EXPECT(hinted != NULL, 1);
    hinted = shmem_realloc(hinted, 800);
    EXPECT(shmem_addr_accessible((char *)hinted + 799, next), 1);
    EXPECT(shmem_malloc(0) == NULL, 1);
    shmem_free(hinted);
    shmem_free(aligned);
    shmem_free(zeroed);
}

/* ---- Sizes ---------------------------------------------------------------------------------------------- */

/* The previous PE's bytes, all of one value for each call. */
static void check_bytes(const unsigned char *bytes, size_t count, int value)
{
    for (size_t i = 0; i < count; i++) {
        test_check(bytes[i] == value, "a routine with a size", "bytes", (int)i);
    }
}

#define MOVES(SIZE, BYTES, LEAD, CTX)                                                  \
    shmem_##CTX##put##SIZE(LEAD to, from, 3, next);                                    \
    shmem_##CTX##put##SIZE##_nbi(LEAD to + 4 * BYTES, from, 3, next);                  \
    shmem_##CTX##put##SIZE##_signal(LEAD to + 8 * BYTES, from, 3, &signals[0], 1,      \
                                    SHMEM_SIGNAL_ADD, next);                           \
    shmem_##CTX##put##SIZE##_signal_nbi(LEAD to + 12 * BYTES, from, 3, &signals[1], 1, \
                                        SHMEM_SIGNAL_ADD, next);                       \
    shmem_quiet();                                                                     \
    shmem_ctx_quiet(ctx);                                                              \
    shmem_barrier_all();                                                               \
    for (int k = 0; k < 4; k++) {                                                      \
        check_bytes(to + 4 * k * BYTES, 3 * BYTES, 1 + previous);                      \
    }                                                                                  \
    memset(back, 0, sizeof back);                                                      \
    shmem_##CTX##get##SIZE(LEAD back, to, 3, next);                                    \
    shmem_##CTX##get##SIZE##_nbi(LEAD back + 3 * BYTES, to, 3, next);                  \
    shmem_quiet();                                                                     \
    shmem_ctx_quiet(ctx);                                                              \
    check_bytes(back, 6 * BYTES, 1 + test_me);                                         \
    shmem_barrier_all();                                                               \
    memset(to, 0, 1024);                                                               \
    shmem_barrier_all();
#define STRIDED(SIZE, BYTES, LEAD, CTX)                                                \
    shmem_##CTX##iput##SIZE(LEAD to, from, 2, 1, 3, next);                             \
    shmem_##CTX##ibput##SIZE(LEAD to + 8 * BYTES, from, 3, 2, 2, 2, next);             \
    shmem_quiet();                                                                     \
    shmem_ctx_quiet(ctx);                                                              \
    shmem_barrier_all();                                                               \
    check_bytes(to, BYTES, 1 + previous);                                              \
    check_bytes(to + BYTES, BYTES, 0);                                                 \
    check_bytes(to + 4 * BYTES, BYTES, 1 + previous);                                  \
    check_bytes(to + 8 * BYTES, 2 * BYTES, 1 + previous);                              \
    check_bytes(to + 10 * BYTES, BYTES, 0);                                            \
    check_bytes(to + 11 * BYTES, 2 * BYTES, 1 + previous);                             \
    memset(back, 0, sizeof back);                                                      \
    shmem_##CTX##iget##SIZE(LEAD back, to, 1, 2, 3, next);                             \
    shmem_##CTX##ibget##SIZE(LEAD back + 3 * BYTES, to + 8 * BYTES, 2, 3, 2, 2, next); \
    check_bytes(back, 7 * BYTES, 1 + test_me);                                         \
    shmem_barrier_all();                                                               \
    memset(to, 0, 1024);                                                               \
    shmem_barrier_all();
#define NO_CONTEXT
#define CONTEXT ctx,
#define EACH(X)              \
    X(8, 1, NO_CONTEXT, )    \
    X(8, 1, CONTEXT, ctx_)   \
    X(16, 2, NO_CONTEXT, )   \
    X(16, 2, CONTEXT, ctx_)  \
    X(32, 4, NO_CONTEXT, )   \
    X(32, 4, CONTEXT, ctx_)  \
    X(64, 8, NO_CONTEXT, )   \
    X(64, 8, CONTEXT, ctx_)  \
    X(128, 16, NO_CONTEXT, ) \
    X(128, 16, CONTEXT, ctx_)

static void try_sizes(void)
{
    static uint64_t signals[2];
    unsigned char *const to = (unsigned char *)shmem_calloc(1024, 1);
    unsigned char from[64], back[1024];
    shmem_ctx_t ctx;
    EXPECT(shmem_ctx_create(0, &ctx), 0);
    memset(from, 1 + test_me, sizeof from);
    shmem_barrier_all();
    EACH(MOVES)
    EACH(STRIDED)
    MOVES(mem, 1, NO_CONTEXT, )
    MOVES(mem, 1, CONTEXT, ctx_)
    EXPECT(signals[0], 12u);
    EXPECT(signals[1], 12u);
    shmem_ctx_destroy(ctx);
    shmem_free(to);
}

/* ---- Collectives of bytes, signals, order, sessions ---------------------------------------------------- */

static void try_bytes(void)
{
    char *const source = (char *)shmem_malloc(64);
    char *const dest = (char *)shmem_malloc(64);
    memset(source, 'a' + test_me, 64);
    shmem_barrier_all();
    EXPECT(shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, 3, 0), 0);
    EXPECT(memcmp(dest, "aaa", 3), 0);
    shmem_barrier_all();
    EXPECT(shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, 1), 0);
    EXPECT(dest[test_n - 1], 'a' + test_n - 1);
    shmem_barrier_all();
    EXPECT(shmem_collectmem(SHMEM_TEAM_WORLD, dest, source, 1), 0);
    EXPECT(dest[test_n - 1], 'a' + test_n - 1);
    shmem_barrier_all();
    EXPECT(shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, 1), 0);
    EXPECT(dest[test_n - 1], 'a' + test_n - 1);
    shmem_barrier_all();
    EXPECT(shmem_alltoallsmem(SHMEM_TEAM_WORLD, dest, source, 2, 1, 1), 0);
    EXPECT(dest[2 * (test_n - 1)], 'a' + test_n - 1);
    shmem_barrier_all();
    shmem_free(dest);
    shmem_free(source);
}

static void try_signals(void)
{
    static uint64_t word;
    shmem_ctx_t ctx;
    const shmem_ctx_session_config_t config = {4};
    EXPECT(shmem_ctx_create(SHMEM_CTX_SERIALIZED, &ctx), 0);
    shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, &config, SHMEM_CTX_SESSION_TOTAL_OPS);
    shmem_signal_set(&word, 5, next);
    shmem_fence();
    shmem_signal_add(&word, 1, next);
    shmem_pe_quiet(&next, 1);
    shmem_ctx_signal_add(ctx, &word, 1, next);
    shmem_ctx_fence(ctx);
    shmem_signal_add(ctx, &word, 1, next);
    shmem_ctx_pe_quiet(ctx, &next, 1);
    EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_GE, 8), 8u);
    EXPECT(shmem_signal_fetch(&word), 8u);
    shmem_barrier_all();
    shmem_signal_set(ctx, &word, 20, next);
    shmem_ctx_quiet(ctx);
    shmem_ctx_signal_set(ctx, &word, 30, next);
    shmem_ctx_session_stop(ctx);
    EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 30), 30u);
    shmem_ctx_destroy(ctx);
    shmem_sync_all();
}

static void try_teams(void)
{
    shmem_team_t team, of_context;
    shmem_ctx_t ctx;
    shmem_team_config_t config = {2};
    EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, test_n, &config,
                                    SHMEM_TEAM_NUM_CONTEXTS, &team),
           0);
    config.num_contexts = 0;
    EXPECT(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &config), 0);
    EXPECT(config.num_contexts, 2);
    EXPECT(shmem_team_n_pes(team), test_n);
    EXPECT(shmem_team_translate_pe(team, next, SHMEM_TEAM_WORLD), next);
    EXPECT(shmem_team_ptr(team, &calls, test_me), (void *)&calls);
    EXPECT(shmem_team_create_ctx(team, 0, &ctx), 0);
    EXPECT(shmem_ctx_get_team(ctx, &of_context), 0);
    EXPECT(of_context, team);
    EXPECT(shmem_team_sync(team), 0);
    shmem_ctx_destroy(ctx);
    shmem_team_destroy(team);
    EXPECT(shmem_team_n_pes(SHMEM_TEAM_INVALID), -1);
    EXPECT(shmem_team_my_pe(SHMEM_TEAM_SHARED) >= 0, 1);
}

static void try_locks(void)
{
    static long lock;
    static long count;
    shmem_set_lock(&lock);
    shmem_long_p(&count, shmem_long_g(&count, 0) + 1, 0);
    shmem_clear_lock(&lock);
    while (shmem_test_lock(&lock) != 0) {
    }
    shmem_long_p(&count, shmem_long_g(&count, 0) + 1, 0);
    shmem_clear_lock(&lock);
    shmem_barrier_all();
    EXPECT(shmem_long_g(&count, 0), 2 * test_n);
}

int main(void)
{
    int level = 7, initialized = 7;
    shmem_query_initialized(&initialized);
    shmem_query_thread(&level);
    test_begin();
    EXPECT(initialized, 0);
    EXPECT(level, SHMEM_THREAD_SINGLE);
    next = (test_me + 1) % test_n;
    previous = (test_me + test_n - 1) % test_n;
    try_setup();
    try_profiling();
    try_both();
    try_memory();
    try_sizes();
    try_bytes();
    try_signals();
    try_teams();
    try_locks();
    return test_end("untyped");
}
