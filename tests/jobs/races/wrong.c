/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong programs of puts, gets, atomics, signals and locks.
 */
#include "case.h"

/* ---- A flag without a quiet --------------------------------------------------------------------- */

CASE(wrong_put_flag_p)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_put_flag_put)
{
    const uint64_t one = 1;
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_put(m->flag, &one, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + N - 1);
    }
}

CASE(wrong_put_flag_set)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_atomic_set(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_put_flag_add)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_atomic_add(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_put_flag_swap)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->data, ones, N, 1);
        sink = (int)ishmem_uint64_atomic_swap(m->flag, 1, 1);
    } else if (me == 1) {
        while (ishmem_uint64_atomic_fetch(m->flag, 1) == 0) {
        }
        READ(m->data);
    }
}

CASE(wrong_put_signal_set)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmemx_signal_set(m->flag, 1, 1);
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        READ(m->data);
    }
}

CASE(wrong_put_flag_test)
{
    if (me == 0) {
        ishmem_int_iput(m->data, ones, 2, 1, N / 2, 1);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        while (!ishmem_uint64_test(m->flag, ISHMEM_CMP_EQ, 1)) {
        }
        READ(m->data + 2);
    }
}

CASE(wrong_put_flag_context)
{
    ishmem_ctx_t ctx;
    if (me == 0 && ishmem_ctx_create(0, &ctx) == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_ctx_uint64_p(ctx, m->flag, 1, 1);
        ishmem_ctx_destroy(ctx);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_signal_before_data)
{
    if (me == 0) {
        ishmem_uint64_p(m->flag, 1, 1);
        ishmem_quiet();
        ishmem_int_put(m->data, ones, N, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_put_signal_of_other_data)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_int_put_signal(m->other, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        READ(m->data);
    }
}

CASE(wrong_put_after_put_signal)
{
    if (me == 0) {
        ishmem_int_put_signal(m->other, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
        ishmem_int_put(m->other, ones, 1, 1);
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        READ(m->other);
    }
}

CASE(wrong_fence_for_another_pe)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 2);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        sink = ishmem_int_g(m->data, 2);
    }
}

CASE(wrong_fence_after_flag)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_p(m->flag, 1, 1);
        ishmem_fence();
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_another_flag)
{
    if (me == 0) {
        ishmem_uint64_p(m->flag, 1, 1);
        ishmem_quiet();
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
        ishmem_uint64_p(m->flag + 1, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_any_of_two)
{
    if (me == 0) {
        ishmem_int_p(m->data, 1, 1);
        ishmem_int_p(m->data + 8, 1, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 2) {
        ishmem_int_p(m->other, 1, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag + 1, 1, 1);
    } else if (me == 1) {
        const size_t found = ishmem_uint64_wait_until_any(m->flag, 2, NULL, ISHMEM_CMP_EQ, 1);
        READ(found == 0 ? m->other : m->data);
    }
}

CASE(wrong_chain_is_cut)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 2);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        ishmem_uint64_p(m->flag + 1, 1, 2);
        await(m->flag, 1);
    } else if (me == 2) {
        await(m->flag + 1, 1);
        READ(m->data);
    }
}

CASE(wrong_no_answer)
{
    for (int i = 1; i <= 2; i++) {
        if (me == 0) {
            ishmem_int_put_signal(m->data, ones, N, m->flag, (uint64_t)i, ISHMEM_SIGNAL_SET, 1);
        } else if (me == 1) {
            await(m->flag, (uint64_t)i);
            READ(m->data);
            if (i == 1) {
                tell_unseen();
            }
        }
        if (me == 0 && i == 1) {
            await_unseen();
            ishmem_fence();
        }
    }
}

CASE(wrong_static_object)
{
    static int object[4];
    if (me == 0) {
        ishmem_int_put(object, ones, 4, 1);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(object);
    }
}

/* ---- Nothing at all ----------------------------------------------------------------------------- */

CASE(wrong_put_get)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    } else if (me == 2) {
        int here[N];
        ishmem_int_get(here, m->data, N, 1);
    }
}

CASE(wrong_p_g)
{
    if (me == 0) {
        ishmem_int_p(m->data, 1, 1);
    } else if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_two_puts)
{
    if (me != 1) {
        ishmem_int_put(m->data, ones, N, 1);
    }
}

CASE(wrong_puts_that_touch)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, 9, 1);
    } else if (me == 1) {
        ishmem_int_put(m->data + 8, ones, 8, 1);
    }
}

CASE(wrong_bytes)
{
    if (me == 0) {
        ishmem_putmem((char *)m->data, ones, 7, 1);
    } else if (me == 1) {
        char byte;
        ishmem_getmem(&byte, (char *)m->data + 6, 1, 1);
    }
}

CASE(wrong_strides)
{
    if (me == 0) {
        ishmem_int_iput(m->data, ones, 3, 1, 5, 1);
    } else if (me == 2) {
        int here[2];
        ishmem_int_iget(here, m->data + 2, 1, 4, 2, 1);
    }
}

CASE(wrong_read_then_write)
{
    if (me == 1) {
        sink = ishmem_int_g(m->data, 0);
    } else if (me == 0) {
        WRITE(m->data, 1);
    }
}

CASE(wrong_barrier_before)
{
    ishmem_barrier_all();
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    } else if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_after_malloc)
{
    int *const made = ishmem_malloc(sizeof(int));
    WRITE(made, me);
    sink = ishmem_int_g(made, (me + 1) % ishmem_n_pes());
    ishmem_free(made);
}

CASE(wrong_after_calloc)
{
    int *const made = ishmem_calloc(N, sizeof(int));
    ishmem_int_put(made, ones, N, 0);
    ishmem_free(made);
}

/* ---- One PE ------------------------------------------------------------------------------------- */

CASE(wrong_put_put_of_one)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_int_put(m->data, ones, 1, 1);
    }
}

CASE(wrong_put_get_of_one)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        sink = ishmem_int_g(m->data, 1);
    }
}

CASE(wrong_put_fence_get_of_one)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
        sink = ishmem_int_g(m->data, 1);
    }
}

CASE(wrong_reuse_of_source)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        ishmem_int_get(m->data, m->gathered, N, 2);
    }
}

CASE(wrong_reuse_of_source_after_fence)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        ishmem_fence();
        ishmem_int_get(m->data, m->gathered, N, 2);
    }
}

CASE(wrong_reuse_of_signalled_source)
{
    if (me == 0) {
        ishmem_int_put_signal_nbi(m->other, m->data, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
        ishmem_int_get(m->data + 1, m->gathered, 1, 2);
    }
}

CASE(wrong_source_is_written)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        ishmem_quiet();
    } else if (me == 2) {
        ishmem_int_p(m->data + 3, 1, 0);
    }
}

CASE(wrong_get_nbi)
{
    if (me == 0) {
        ishmem_int_get_nbi(m->data, m->other, N, 1);
        ishmem_int_put(m->gathered, m->data, N, 2);
    }
}

CASE(wrong_get_nbi_twice)
{
    if (me == 0) {
        ishmem_int_get_nbi(m->data, m->other, N, 1);
        ishmem_int_get_nbi(m->data, m->other, N, 2);
    }
}

CASE(wrong_fetch_nbi)
{
    if (me == 0) {
        ishmem_uint_atomic_fetch_nbi(m->numbers, &m->number, 1);
        ishmem_uint_put(m->numbers + 1, m->numbers, 1, 2);
    }
}

/* ---- Atomics ------------------------------------------------------------------------------------ */

CASE(wrong_atomic_and_put)
{
    if (me == 0) {
        ishmem_uint_atomic_inc(&m->number, 1);
    } else if (me == 2) {
        ishmem_uint_p(&m->number, 7, 1);
    }
}

CASE(wrong_atomic_and_get)
{
    if (me == 0) {
        ishmem_uint_atomic_add(&m->number, 2, 1);
    } else if (me == 2) {
        sink = (int)ishmem_uint_g(&m->number, 1);
    }
}

CASE(wrong_fetch_and_put)
{
    if (me == 0) {
        sink = (int)ishmem_uint_atomic_fetch(&m->number, 1);
    } else if (me == 2) {
        ishmem_uint_p(&m->number, 7, 1);
    }
}

CASE(wrong_atomic_then_get_of_one)
{
    if (me == 0) {
        ishmem_uint_atomic_inc(&m->number, 1);
        sink = (int)ishmem_uint_g(&m->number, 1);
    }
}

CASE(wrong_lock_of_atomics)
{
    while (ishmem_uint_atomic_compare_swap(&m->number, 0, 1, 0) != 0) {
    }
    ishmem_int_p(m->data, me, 0);
    ishmem_uint_atomic_set(&m->number, 0, 0);
}

CASE(wrong_counter)
{
    ishmem_int_p(m->data + me, 1, 0);
    ishmem_uint64_atomic_inc(m->flag, 0);
    if (me == 0) {
        await(m->flag, (uint64_t)ishmem_n_pes());
        int here[N];
        ishmem_int_get(here, m->data, N, 0);
    }
}

/* ---- Locks -------------------------------------------------------------------------------------- */

CASE(wrong_lock_on_one_side)
{
    if (me == 0) {
        ishmem_set_lock(m->lock);
        ishmem_int_p(m->data, 1, 1);
        ishmem_clear_lock(m->lock);
    } else if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_two_locks)
{
    if (me < 2) {
        ishmem_set_lock(m->lock + me);
        ishmem_int_p(m->data, me, 2);
        ishmem_clear_lock(m->lock + me);
    }
}

CASE(wrong_after_the_lock)
{
    ishmem_set_lock(m->lock);
    ishmem_clear_lock(m->lock);
    ishmem_int_p(m->data, me, 0);
}

CASE(wrong_test_lock)
{
    const int missed = ishmem_test_lock(m->lock);
    if (missed == 0) {
        ishmem_clear_lock(m->lock);
    }
    ishmem_int_p(m->data, me, 0);
}

CASE(wrong_get_of_lock)
{
    if (me == 0) {
        for (int pe = 0; pe < ishmem_n_pes(); pe++) {
            sink = (int)ishmem_long_g(m->lock, pe);
        }
    } else {
        ishmem_set_lock(m->lock);
        ishmem_clear_lock(m->lock);
    }
}

CASE(wrong_get_of_tested_lock)
{
    if (me == 0) {
        for (int pe = 0; pe < ishmem_n_pes(); pe++) {
            sink = (int)ishmem_long_g(m->lock, pe);
        }
    } else if (ishmem_test_lock(m->lock) == 0) {
        ishmem_clear_lock(m->lock);
    }
}

/* The PE that has given the lock back may go on before that is complete. */
CASE(wrong_get_of_cleared_lock)
{
    if (me == 1) {
        ishmem_set_lock(m->lock);
        ishmem_clear_lock(m->lock);
    }
    ishmem_sync_all();
    if (me == 0) {
        for (int pe = 0; pe < ishmem_n_pes(); pe++) {
            sink = (int)ishmem_long_g(m->lock, pe);
        }
    }
}

/* ---- More accesses to 8 bytes than are remembered ------------------------------------------------ */

/* Each of these programs has 8 bytes, where no other has left accesses. */
#define FRESH(M, NUMBER) ((M)->gathered + 6 * N + 2 * (NUMBER))
#define FRESH_BYTES(M, NUMBER) ((char *)(void *)FRESH(M, NUMBER))

/* PE 2's are of no more use to anybody. */
CASE(wrong_among_complete_puts)
{
    if (me == 0) {
        ishmem_char_p(FRESH_BYTES(m, 0), 1, 1);
    }
    ishmem_sync_all();
    if (me == 2) {
        for (int i = 1; i < 4; i++) {
            ishmem_char_p(FRESH_BYTES(m, 0) + i, 1, 1);
        }
        ishmem_quiet();
    }
    ishmem_sync_all();
    ishmem_sync_all(); /* all have returned from the first */
    if (me == 0) {
        ishmem_fence();
        ishmem_char_p(FRESH_BYTES(m, 0) + 4, 1, 1);
    }
    ishmem_sync_all();
    if (me == 1) {
        sink = ishmem_char_g(FRESH_BYTES(m, 0), 1);
    }
}

/* The last one of them stands for all. */
CASE(wrong_before_atomics)
{
    if (me == 0) {
        ishmem_int_p(FRESH(m, 1), 1, 1);
        for (int i = 0; i < 8; i++) {
            ishmem_fence();
            ishmem_int_atomic_inc(FRESH(m, 1) + 1, 1);
        }
    }
    ishmem_sync_all();
    if (me == 1) {
        READ(FRESH(m, 1));
    }
}

/* Each of PE 0's puts comes after the one before, which is of less use than PE 2's. */
CASE(wrong_before_ordered_puts)
{
    for (int i = 0; me == 2 && i < 3; i++) {
        ishmem_char_p(FRESH_BYTES(m, 2) + i, 1, 1);
    }
    ishmem_sync_all();
    for (int i = 3; me == 0 && i < 8; i++) {
        ishmem_fence();
        ishmem_char_p(FRESH_BYTES(m, 2) + i, 1, 1);
    }
    ishmem_sync_all();
    if (me == 1) {
        sink = ishmem_char_g(FRESH_BYTES(m, 2), 1);
    }
}

#define ROW(NAME) {#NAME, NAME},
const races_case_t wrong_cases[] = {
    ROW(wrong_put_flag_p) ROW(wrong_put_flag_put) ROW(wrong_put_flag_set) ROW(wrong_put_flag_add)
        ROW(wrong_put_flag_swap) ROW(wrong_put_signal_set) ROW(wrong_put_flag_test) ROW(
            wrong_put_flag_context) ROW(wrong_signal_before_data)
            ROW(wrong_put_signal_of_other_data) ROW(wrong_put_after_put_signal) ROW(
                wrong_fence_for_another_pe) ROW(wrong_fence_after_flag) ROW(wrong_another_flag)
                ROW(wrong_any_of_two) ROW(wrong_chain_is_cut) ROW(wrong_no_answer) ROW(
                    wrong_static_object) ROW(wrong_put_get) ROW(wrong_p_g) ROW(wrong_two_puts)
                    ROW(wrong_puts_that_touch) ROW(wrong_bytes) ROW(wrong_strides) ROW(
                        wrong_read_then_write) ROW(wrong_barrier_before) ROW(wrong_after_malloc)
                        ROW(wrong_after_calloc) ROW(wrong_put_put_of_one) ROW(wrong_put_get_of_one)
                            ROW(wrong_put_fence_get_of_one) ROW(wrong_reuse_of_source)
                                ROW(wrong_reuse_of_source_after_fence) ROW(
                                    wrong_reuse_of_signalled_source) ROW(wrong_source_is_written)
                                    ROW(wrong_get_nbi) ROW(wrong_get_nbi_twice) ROW(wrong_fetch_nbi)
                                        ROW(wrong_atomic_and_put) ROW(wrong_atomic_and_get) ROW(
                                            wrong_fetch_and_put) ROW(wrong_atomic_then_get_of_one)
                                            ROW(wrong_lock_of_atomics) ROW(wrong_counter) ROW(
                                                wrong_lock_on_one_side) ROW(wrong_two_locks)
                                                ROW(wrong_after_the_lock) ROW(wrong_test_lock) ROW(
                                                    wrong_get_of_lock) ROW(wrong_get_of_tested_lock)
                                                    ROW(wrong_get_of_cleared_lock)
                                                        ROW(wrong_among_complete_puts)
                                                            ROW(wrong_before_atomics)
                                                                ROW(wrong_before_ordered_puts){
                                                                    NULL, NULL}};
