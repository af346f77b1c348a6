/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls with a bad argument, one a run: `host_arguments CASE`.  The library must say what is wrong
 * and end the job; expect.sh looks at what it said.  A run that comes to its end prints that
 * it did and exits 0, which is the failure.
 */
#include "harness.h"
#include "ishmem.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap {
    int *ints;                   /* 16 of them */
    uint64_t *signal;
} heap_t;

static int local[16];

static void pe_too_large(heap_t heap)
{
    ishmem_int_put(heap.ints, local, 1, test_n);
}

static void pe_negative(heap_t heap)
{
    (void)ishmem_int_g(heap.ints, -1);
}

static void amo_pe(heap_t heap)
{
    (void)ishmem_int_atomic_fetch_add(heap.ints, 1, 1000);
}

static void dest_local(heap_t heap)
{
    (void)heap;
    int automatic[4];
    ishmem_int_put(automatic, local, 4, 0);
}

static void dest_null(heap_t heap)
{
    (void)heap;
    ishmem_putmem(NULL, local, 4, 0);
}

static void source_of_get_local(heap_t heap)
{
    (void)heap;
    int automatic = 0;
    int value;
    ishmem_int_get(&value, &automatic, 1, 0);
}

static void source_of_put_null(heap_t heap)
{
    ishmem_put32(heap.ints, NULL, 3, 0);
}

static void dest_of_get_null(heap_t heap)
{
    ishmem_int_get(NULL, heap.ints, 3, 0);
}

/* Only the last byte is outside. */
static void dest_past_end(heap_t heap)
{
    char *const block = (char *)heap.ints;
    size_t room = 1;
    while (ishmem_addr_accessible(block + room, test_me)) {
        room++;
    }
    ishmem_putmem(block, local, room + 1, 0);
}

static void count_overflows(heap_t heap)
{
    ishmem_long_put((long *)(void *)heap.signal, (const long *)(const void *)heap.signal,
                    SIZE_MAX / sizeof(long) + 2, 0);
}

static void dest_misaligned(heap_t heap)
{
    ishmem_int_p((int *)(void *)((char *)heap.ints + 1), 1, 0);
}

static void put_misaligned(heap_t heap)
{
    ishmem_int_put((int *)(void *)((char *)heap.ints + 2), local, 1, 0);
}

static void unknown_sig_op(heap_t heap)
{
    ishmem_int_put_signal(heap.ints, local, 1, heap.signal, 1, 9, 0);
}

static void sig_addr_local(heap_t heap)
{
    uint64_t automatic = 0;
    ishmem_int_put_signal(heap.ints, local, 1, &automatic, 1, ISHMEM_SIGNAL_SET, 0);
}

static void unknown_cmp(heap_t heap)
{
    ishmem_int_wait_until(heap.ints, 0, 1);
}

static void ivar_local(heap_t heap)
{
    (void)heap;
    int automatic = 0;
    ishmem_int_wait_until(&automatic, ISHMEM_CMP_EQ, 0);
}

static void stride_zero(heap_t heap)
{
    ishmem_int_iput(heap.ints, local, 0, 1, 4, 0);
}

static void stride_negative(heap_t heap)
{
    ishmem_iget32(local, heap.ints, 1, -3, 4, 0);
}

static void stride_past_end(heap_t heap)
{
    ishmem_int_iput(heap.ints, local, PTRDIFF_MAX, 1, 3, 0);
}

static void block_too_large(heap_t heap)
{
    ishmemx_int_ibput(heap.ints, local, 2, 4, 3, 2, 0);
}

static void stride_source_null(heap_t heap)
{
    ishmemx_ibput64(heap.ints, NULL, 2, 2, 2, 2, 0);
}

static void fetch_null(heap_t heap)
{
    ishmem_int_atomic_fetch_add_nbi(NULL, heap.ints, 1, 0);
}

static void fetch_misaligned(heap_t heap)
{
    char bytes[16];
    ishmem_int_atomic_fetch_nbi((int *)(void *)(bytes + 1 + ((uintptr_t)bytes & 1)), heap.ints, 0);
}

static void indices_null(heap_t heap)
{
    (void)ishmem_int_wait_until_some(heap.ints, 4, NULL, NULL, ISHMEM_CMP_EQ, 0);
}

static void values_null(heap_t heap)
{
    (void)ishmem_int_test_all_vector(heap.ints, 4, NULL, ISHMEM_CMP_EQ, NULL);
}

static void ivars_past_end(heap_t heap)
{
    (void)ishmem_int_test_any(heap.ints, (size_t)1 << 40, NULL, ISHMEM_CMP_EQ, 0);
}

static void set_unknown_cmp(heap_t heap)
{
    ishmem_int_wait_until_all(heap.ints, 4, NULL, 7, 0);
}

static void test_unknown_cmp(heap_t heap)
{
    (void)ishmem_int_test(heap.ints, -1, 0);
}

static void signal_set_local(heap_t heap)
{
    (void)heap;
    uint64_t automatic = 0;
    ishmemx_signal_set(&automatic, 1, 0);
}

static void target_pes(heap_t heap)
{
    (void)heap;
    const int pes[] = {1, 0, 2};
    ishmem_pe_quiet(pes, 3);
}

static void target_pes_null(heap_t heap)
{
    (void)heap;
    ishmem_pe_quiet(NULL, 2);
}

static void ctx_invalid(heap_t heap)
{
    ishmem_ctx_int_put(ISHMEM_CTX_INVALID, heap.ints, local, 1, 0);
}

static void ctx_destroyed(heap_t heap)
{
    ishmem_ctx_t ctx;
    if (ishmem_ctx_create(0, &ctx) == 0) {
        ishmem_ctx_destroy(ctx);
        (void)ishmem_ctx_int_atomic_fetch(ctx, heap.ints, 0);
    }
}

static void ctx_destroyed_twice(heap_t heap)
{
    ishmem_ctx_t ctx;
    (void)heap;
    if (ishmem_ctx_create(0, &ctx) == 0) {
        ishmem_ctx_destroy(ctx);
        ishmem_ctx_destroy(ctx);
    }
}

static void ctx_default_destroyed(heap_t heap)
{
    (void)heap;
    ishmem_ctx_destroy(ISHMEM_CTX_DEFAULT);
}

static void ctx_unknown(heap_t heap)
{
    ishmem_ctx_quiet((ishmem_ctx_t)(void *)heap.ints);
}

static void ctx_options(heap_t heap)
{
    ishmem_ctx_t ctx;
    (void)heap;
    (void)ishmem_ctx_create(64, &ctx);
}

static void session_config_null(heap_t heap)
{
    (void)heap;
    ishmem_ctx_session_start(ISHMEM_CTX_DEFAULT, 0, NULL, ISHMEM_CTX_SESSION_TOTAL_OPS);
}

static void lock_not_set(heap_t heap)
{
    ishmem_clear_lock((long *)(void *)heap.signal);
}

static void lock_misaligned(heap_t heap)
{
    ishmem_set_lock((long *)(void *)((char *)heap.signal + 4));
}

static void wait_set_in_ended_job(heap_t heap)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    (void)ishmem_int_wait_until_any(heap.ints, 4, NULL, ISHMEM_CMP_EQ, 77);
}

/* PE 0 never gives the lock back. */
static void lock_in_ended_job(heap_t heap)
{
    if (test_me == 0) {
        ishmem_set_lock((long *)(void *)heap.signal);
    }
    ishmem_barrier_all();
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    ishmem_set_lock((long *)(void *)heap.signal);
}

static void after_finalize(heap_t heap)
{
    ishmem_finalize();
    ishmem_int_put(heap.ints, local, 1, 0);
}

static void sync_after_finalize(heap_t heap)
{
    (void)heap;
    ishmem_finalize();
    ishmem_barrier_all();
}

/* One PE ends the job while the others wait for what never comes. */
static void wait_in_ended_job(heap_t heap)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    ishmem_int_wait_until(heap.ints, ISHMEM_CMP_EQ, 77);
}

static const struct {
    const char *name;
    void (*call)(heap_t heap);
} cases[] = {
    {"pe_too_large", pe_too_large},
    {"pe_negative", pe_negative},
    {"amo_pe", amo_pe},
    {"dest_local", dest_local},
    {"dest_null", dest_null},
    {"source_of_get_local", source_of_get_local},
    {"source_of_put_null", source_of_put_null},
    {"dest_of_get_null", dest_of_get_null},
    {"dest_past_end", dest_past_end},
    {"count_overflows", count_overflows},
    {"dest_misaligned", dest_misaligned},
    {"put_misaligned", put_misaligned},
    {"unknown_sig_op", unknown_sig_op},
    {"sig_addr_local", sig_addr_local},
    {"unknown_cmp", unknown_cmp},
    {"ivar_local", ivar_local},
    {"stride_zero", stride_zero},
    {"stride_negative", stride_negative},
    {"stride_past_end", stride_past_end},
    {"block_too_large", block_too_large},
    {"stride_source_null", stride_source_null},
    {"fetch_null", fetch_null},
    {"fetch_misaligned", fetch_misaligned},
    {"indices_null", indices_null},
    {"values_null", values_null},
    {"ivars_past_end", ivars_past_end},
    {"set_unknown_cmp", set_unknown_cmp},
    {"test_unknown_cmp", test_unknown_cmp},
    {"signal_set_local", signal_set_local},
    {"target_pes", target_pes},
    {"target_pes_null", target_pes_null},
    {"ctx_invalid", ctx_invalid},
    {"ctx_destroyed", ctx_destroyed},
    {"ctx_destroyed_twice", ctx_destroyed_twice},
    {"ctx_default_destroyed", ctx_default_destroyed},
    {"ctx_unknown", ctx_unknown},
    {"ctx_options", ctx_options},
    {"session_config_null", session_config_null},
    {"lock_not_set", lock_not_set},
    {"lock_misaligned", lock_misaligned},
    {"wait_set_in_ended_job", wait_set_in_ended_job},
    {"lock_in_ended_job", lock_in_ended_job},
    {"after_finalize", after_finalize},
    {"sync_after_finalize", sync_after_finalize},
    {"wait_in_ended_job", wait_in_ended_job},
};

int main(int argc, char **argv)
{
    const char *const name = argc == 2 ? argv[1] : "";
    if (strcmp(name, "before_init") == 0) {
        ishmem_int_put(local, local, 1, 0);
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "sync_before_init") == 0) {
        ishmem_sync_all();
        return EXIT_SUCCESS;
    }
    ishmem_init();
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    const heap_t heap = {.ints = ishmem_calloc(16, sizeof(int)),
                         .signal = ishmem_calloc(1, sizeof(uint64_t))};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(cases[i].name, name) == 0) {
            cases[i].call(heap);
            printf("%s: the call returned\n", name);
            return EXIT_SUCCESS;
        }
    }
    printf("no such case: %s\n", name);
    return EXIT_SUCCESS;
}
