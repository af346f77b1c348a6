/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs, wrong and right ones (case.h), that load and store themselves: compiled with -fsanitize=thread,
 * linked with libishmem_accesses.a.
 *
 *     races_program wrong|right [NAME]
 */
#include "case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile int sink;

static struct {
    int values[N];
} statics;

/* ---- Wrong -------------------------------------------------------------------------------------- */

CASE(wrong_load_before_wait)
{
    if (me == 0) {
        ishmem_int_put_signal(m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    } else if (me == 1) {
        sink = m->data[3];
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
    }
}

CASE(wrong_load_after_other_flag)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        sink = m->data[N - 1];
    }
}

CASE(wrong_spin_on_volatile)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        while (*(volatile uint64_t *)m->flag == 0) {
        }
        sink = m->data[0];
    }
}

CASE(wrong_store_without_barrier)
{
    if (me == 0) {
        m->data[1] = 5;
    } else if (me == 1) {
        sink = ishmem_int_g(m->data + 1, 0);
    }
}

CASE(wrong_memset_without_barrier)
{
    memset(m->data, me, sizeof m->data);
    ishmem_int_put(m->data, m->other, N, (me + 1) % 3);
}

CASE(wrong_memcpy_without_quiet)
{
    int copy[N];
    ishmem_int_put(m->data, ones, N, (me + 1) % 3);
    ishmem_sync_all();
    memcpy(copy, m->data, sizeof copy);
    sink = copy[me];
}

CASE(wrong_store_to_peer)
{
    memory_t *const peer = ishmem_ptr(m, (me + 1) % 3);
    if (peer) {
        peer->number = 1;
    } else {
        ishmem_uint32_p(&m->number, 1, (me + 1) % 3);
    }
    m->number = 2;
}

CASE(wrong_source_of_put_nbi)
{
    int source[N] = {0};
    if (me == 0) {
        ishmem_int_put_nbi(m->data, source, N, 1);
        source[2] = 4;
        ishmem_quiet();
    }
}

CASE(wrong_dest_of_get_nbi)
{
    int dest[N] = {0};
    if (me == 0) {
        ishmem_int_get_nbi(dest, m->data, N, 1);
        sink = dest[1];
        ishmem_quiet();
    }
}

CASE(wrong_dest_of_fetch_nbi)
{
    unsigned before = 0;
    if (me == 0) {
        ishmem_uint32_atomic_fetch_add_nbi(&before, &m->number, 1, 1);
        sink = (int)before;
        ishmem_quiet();
    }
}

CASE(wrong_static_object)
{
    if (me == 0) {
        ishmem_int_put(statics.values, ones, N, 1);
    } else if (me == 1) {
        statics.values[2]++;
    }
}

CASE(wrong_store_between_broadcasts)
{
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 2);
    if (me == 1) {
        m->data[0] = 4;
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 2);
}

/* Both sides are calls. */
CASE(wrong_source_is_dest_of_get_nbi)
{
    int both[N] = {0};
    if (me == 0) {
        ishmem_int_get_nbi(both, m->data, N, 1);
        ishmem_int_put(m->other, both, N, 1);
        ishmem_quiet();
    }
}

/* ---- Right -------------------------------------------------------------------------------------- */

CASE(right_load_after_wait)
{
    if (me == 0) {
        ishmem_int_put_signal(m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        sink = m->data[3];
        m->flag[0] = 0;
    }
}

CASE(right_spin_on_atomic)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        while (__atomic_load_n(m->flag, __ATOMIC_ACQUIRE) == 0) {
        }
        sink = m->data[0];
    }
}

CASE(right_store_and_barrier)
{
    m->data[1] = 5;
    ishmem_sync_all();
    sink = ishmem_int_g(m->data + 1, (me + 1) % 3);
}

CASE(right_memset_and_barrier)
{
    memset(m->data, me, sizeof m->data);
    ishmem_barrier_all();
    ishmem_int_put(m->data, m->other, N, (me + 1) % 3);
}

CASE(right_memcpy_and_barrier)
{
    int copy[N];
    ishmem_int_put(m->data, ones, N, (me + 1) % 3);
    ishmem_barrier_all();
    memcpy(copy, m->data, sizeof copy);
    sink = copy[me];
}

CASE(right_stores_to_peer)
{
    memory_t *const peer = ishmem_ptr(m, (me + 1) % 3);
    if (peer) {
        peer->number = 1;
    }
    ishmem_sync_all();
    m->number = 2;
}

CASE(right_atomics_on_peer)
{
    memory_t *const peer = ishmem_ptr(m, 0);
    if (peer) {
        __atomic_fetch_add(&peer->number, 1, __ATOMIC_RELAXED);
    }
    ishmem_sync_all();
    sink = (int)m->number;
}

CASE(right_source_after_quiet)
{
    int source[N] = {0};
    if (me == 0) {
        ishmem_int_put_nbi(m->data, source, N, 1);
        sink = source[2];
        ishmem_quiet();
        source[2] = 4;
    }
}

CASE(right_source_of_put)
{
    int source[N] = {0};
    if (me == 0) {
        ishmem_int_put(m->data, source, N, 1);
        source[2] = 4;
    }
}

CASE(right_dest_after_quiet)
{
    int dest[N] = {0};
    if (me == 0) {
        ishmem_int_get_nbi(dest, m->data, N, 1);
        ishmem_quiet();
        sink = dest[1];
    }
}

CASE(right_dest_of_reduction)
{
    for (int i = 0; i < N; i++) {
        m->other[i] = me;
    }
    ishmem_int_sum_reduce(m->data, m->other, N);
    for (int i = 0; i < N; i++) {
        sink = m->data[i];
        m->other[i] = 1;
    }
}

CASE(right_static_object)
{
    if (me == 0) {
        ishmem_int_put(statics.values, ones, N, 1);
    }
    ishmem_barrier_all();
    statics.values[2]++;
}

CASE(right_lock)
{
    ishmem_set_lock(m->lock);
    if (me == 0) {
        m->data[0]++;
    } else {
        ishmem_int_p(m->data, ishmem_int_g(m->data, 0) + 1, 0);
    }
    ishmem_clear_lock(m->lock);
}

CASE(right_other_bytes)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, 1, 1);
    } else if (me == 1) {
        m->data[1] = 3;
    }
}

#define HOST(NAME) {#NAME, NAME},
static const races_case_t wrong[] = {
    HOST(wrong_load_before_wait) HOST(wrong_load_after_other_flag) HOST(wrong_spin_on_volatile)
        HOST(wrong_store_without_barrier) HOST(wrong_memset_without_barrier)
            HOST(wrong_memcpy_without_quiet) HOST(wrong_store_to_peer) HOST(wrong_source_of_put_nbi)
                HOST(wrong_dest_of_get_nbi) HOST(wrong_dest_of_fetch_nbi) HOST(wrong_static_object)
                    HOST(wrong_store_between_broadcasts)
                        HOST(wrong_source_is_dest_of_get_nbi){NULL, NULL}};
static const races_case_t right[] = {
    HOST(right_load_after_wait) HOST(right_spin_on_atomic) HOST(right_store_and_barrier)
        HOST(right_memset_and_barrier) HOST(right_memcpy_and_barrier) HOST(right_stores_to_peer)
            HOST(right_atomics_on_peer) HOST(right_source_after_quiet) HOST(right_source_of_put)
                HOST(right_dest_after_quiet) HOST(right_dest_of_reduction) HOST(right_static_object)
                    HOST(right_lock) HOST(right_other_bytes){NULL, NULL}};

static void run(const races_case_t *one, int me)
{
    memory_t *const m = ishmem_calloc(1, sizeof *m);
    if (!m) {
        ishmem_global_exit(EXIT_FAILURE);
    }
    ishmem_barrier_all();
    one->run(m, me);
    ishmem_barrier_all();
    ishmem_free(m);
    if (me == 0) {
        printf("has run %s\n", one->name);
    }
}

int main(int argc, char **argv)
{
    ishmem_init();
    const bool is_wrong = argc > 1 && strcmp(argv[1], "wrong") == 0;
    for (const races_case_t *one = is_wrong ? wrong : right; one->name; one++) {
        if (argc < 3 || strcmp(one->name, argv[2]) == 0) {
            run(one, ishmem_my_pe());
        }
    }
    ishmem_finalize();
    return EXIT_SUCCESS;
}
