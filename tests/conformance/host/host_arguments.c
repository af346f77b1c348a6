/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls with a bad argument, or too early or too late.
 */
#include "bad_call.h"
#include "harness.h"
#include "ishmem.h"
#include <stdlib.h>
#include <string.h>

/* Symmetric. */
static struct {
    int *ints; /* 16 of them */
    uint64_t *signal;
} heap;

static int local[16];

static void pe_too_large(void)
{
    ishmem_int_put(heap.ints, local, 1, test_n);
}

static void pe_negative(void)
{
    (void)ishmem_int_g(heap.ints, -1);
}

static void amo_pe(void)
{
    (void)ishmem_int_atomic_fetch_add(heap.ints, 1, 1000);
}

static void dest_local(void)
{
    int automatic[4];
    ishmem_int_put(automatic, local, 4, 0);
}

static void dest_null(void)
{
    ishmem_putmem(NULL, local, 4, 0);
}

static void source_of_get_local(void)
{
    int automatic = 0;
    int value;
    ishmem_int_get(&value, &automatic, 1, 0);
}

static void source_of_put_null(void)
{
    ishmem_put32(heap.ints, NULL, 3, 0);
}

static void dest_of_get_null(void)
{
    ishmem_int_get(NULL, heap.ints, 3, 0);
}

/* Only the last byte is outside. */
static void dest_past_end(void)
{
    char *const block = (char *)heap.ints;
    const size_t room = bad_call_room(block);
    ishmem_putmem(block, local, room + 1, 0);
}

static void count_overflows(void)
{
    ishmem_long_put((long *)(void *)heap.signal, (const long *)(const void *)heap.signal,
                    SIZE_MAX / sizeof(long) + 2, 0);
}

static void dest_misaligned(void)
{
    ishmem_int_p((int *)(void *)((char *)heap.ints + 1), 1, 0);
}

static void put_misaligned(void)
{
    ishmem_int_put((int *)(void *)((char *)heap.ints + 2), local, 1, 0);
}

static void unknown_sig_op(void)
{
    ishmem_int_put_signal(heap.ints, local, 1, heap.signal, 1, 9, 0);
}

static void sig_addr_local(void)
{
    uint64_t automatic = 0;
    ishmem_int_put_signal(heap.ints, local, 1, &automatic, 1, ISHMEM_SIGNAL_SET, 0);
}

static void unknown_cmp(void)
{
    ishmem_int_wait_until(heap.ints, 0, 1);
}

static void ivar_local(void)
{
    int automatic = 0;
    ishmem_int_wait_until(&automatic, ISHMEM_CMP_EQ, 0);
}

static void stride_zero(void)
{
    ishmem_int_iput(heap.ints, local, 0, 1, 4, 0);
}

static void stride_negative(void)
{
    ishmem_iget32(local, heap.ints, 1, -3, 4, 0);
}

static void stride_past_end(void)
{
    ishmem_int_iput(heap.ints, local, PTRDIFF_MAX, 1, 3, 0);
}

static void block_too_large(void)
{
    ishmemx_int_ibput(heap.ints, local, 2, 4, 3, 2, 0);
}

static void stride_source_null(void)
{
    ishmemx_ibput64(heap.ints, NULL, 2, 2, 2, 2, 0);
}

static void fetch_null(void)
{
    ishmem_int_atomic_fetch_add_nbi(NULL, heap.ints, 1, 0);
}

static void fetch_misaligned(void)
{
    char bytes[16];
    ishmem_int_atomic_fetch_nbi((int *)(void *)(bytes + 1 + ((uintptr_t)bytes & 1)), heap.ints, 0);
}

static void indices_null(void)
{
    (void)ishmem_int_wait_until_some(heap.ints, 4, NULL, NULL, ISHMEM_CMP_EQ, 0);
}

static void values_null(void)
{
    (void)ishmem_int_test_all_vector(heap.ints, 4, NULL, ISHMEM_CMP_EQ, NULL);
}

static void ivars_past_end(void)
{
    (void)ishmem_int_test_any(heap.ints, (size_t)1 << 40, NULL, ISHMEM_CMP_EQ, 0);
}

static void set_unknown_cmp(void)
{
    ishmem_int_wait_until_all(heap.ints, 4, NULL, 7, 0);
}

static void test_unknown_cmp(void)
{
    (void)ishmem_int_test(heap.ints, -1, 0);
}

static void signal_set_local(void)
{
    uint64_t automatic = 0;
    ishmemx_signal_set(&automatic, 1, 0);
}

static void target_pes(void)
{
    const int pes[] = {1, 0, 2};
    ishmem_pe_quiet(pes, 3);
}

static void target_pes_null(void)
{
    ishmem_pe_quiet(NULL, 2);
}

static void ctx_invalid(void)
{
    ishmem_ctx_int_put(ISHMEM_CTX_INVALID, heap.ints, local, 1, 0);
}

static void ctx_destroyed(void)
{
    ishmem_ctx_t ctx;
    if (ishmem_ctx_create(0, &ctx) == 0) {
        ishmem_ctx_destroy(ctx);
        (void)ishmem_ctx_int_atomic_fetch(ctx, heap.ints, 0);
    }
}

static void ctx_destroyed_twice(void)
{
    ishmem_ctx_t ctx;
    if (ishmem_ctx_create(0, &ctx) == 0) {
        ishmem_ctx_destroy(ctx);
        ishmem_ctx_destroy(ctx);
    }
}

static void ctx_default_destroyed(void)
{
    ishmem_ctx_destroy(ISHMEM_CTX_DEFAULT);
}

static void ctx_unknown(void)
{
    ishmem_ctx_quiet((ishmem_ctx_t)(void *)heap.ints);
}

static void ctx_options(void)
{
    ishmem_ctx_t ctx;
    (void)ishmem_ctx_create(64, &ctx);
}

static void session_config_null(void)
{
    ishmem_ctx_session_start(ISHMEM_CTX_DEFAULT, 0, NULL, ISHMEM_CTX_SESSION_TOTAL_OPS);
}

static void lock_not_set(void)
{
    ishmem_clear_lock((long *)(void *)heap.signal);
}

static void lock_misaligned(void)
{
    ishmem_set_lock((long *)(void *)((char *)heap.signal + 4));
}

static void wait_set_in_ended_job(void)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    (void)ishmem_int_wait_until_any(heap.ints, 4, NULL, ISHMEM_CMP_EQ, 77);
}

/* PE 0 never gives the lock back. */
static void lock_in_ended_job(void)
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

static void after_finalize(void)
{
    ishmem_finalize();
    ishmem_int_put(heap.ints, local, 1, 0);
}

static void sync_after_finalize(void)
{
    ishmem_finalize();
    ishmem_barrier_all();
}

/* One PE ends the job while the others wait for what never comes. */
static void wait_in_ended_job(void)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    ishmem_int_wait_until(heap.ints, ISHMEM_CMP_EQ, 77);
}

static const bad_call_t cases[] = {
    BAD_CALL(pe_too_large),
    BAD_CALL(pe_negative),
    BAD_CALL(amo_pe),
    BAD_CALL(dest_local),
    BAD_CALL(dest_null),
    BAD_CALL(source_of_get_local),
    BAD_CALL(source_of_put_null),
    BAD_CALL(dest_of_get_null),
    BAD_CALL(dest_past_end),
    BAD_CALL(count_overflows),
    BAD_CALL(dest_misaligned),
    BAD_CALL(put_misaligned),
    BAD_CALL(unknown_sig_op),
    BAD_CALL(sig_addr_local),
    BAD_CALL(unknown_cmp),
    BAD_CALL(ivar_local),
    BAD_CALL(stride_zero),
    BAD_CALL(stride_negative),
    BAD_CALL(stride_past_end),
    BAD_CALL(block_too_large),
    BAD_CALL(stride_source_null),
    BAD_CALL(fetch_null),
    BAD_CALL(fetch_misaligned),
    BAD_CALL(indices_null),
    BAD_CALL(values_null),
    BAD_CALL(ivars_past_end),
    BAD_CALL(set_unknown_cmp),
    BAD_CALL(test_unknown_cmp),
    BAD_CALL(signal_set_local),
    BAD_CALL(target_pes),
    BAD_CALL(target_pes_null),
    BAD_CALL(ctx_invalid),
    BAD_CALL(ctx_destroyed),
    BAD_CALL(ctx_destroyed_twice),
    BAD_CALL(ctx_default_destroyed),
    BAD_CALL(ctx_unknown),
    BAD_CALL(ctx_options),
    BAD_CALL(session_config_null),
    BAD_CALL(lock_not_set),
    BAD_CALL(lock_misaligned),
    BAD_CALL(wait_set_in_ended_job),
    BAD_CALL(lock_in_ended_job),
    BAD_CALL(after_finalize),
    BAD_CALL(sync_after_finalize),
    BAD_CALL(wait_in_ended_job),
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
    heap.ints = ishmem_calloc(16, sizeof *heap.ints);
    heap.signal = ishmem_calloc(1, sizeof *heap.signal);
    return bad_call_make(cases, sizeof cases / sizeof cases[0], name);
}
