/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of the host whose arguments do not lie in one live object of the heap; ISHMEM_CHECKS=2
 * finds them.
 */
#include "bad_call.h"
#include "harness.h"
#include "ishmem.h"
#include <stdlib.h>

enum { BYTES = 1000, INTS = BYTES / 4 };

/* Of BYTES bytes each, but for `gone`: that was one of 4096 bytes, and is freed. */
static struct {
    char *first;
    char *gone;
    char *last;
    char *never; /* nothing was ever here */
} heap;

static int local[2 * INTS];

static int *ints(char *object)
{
    return (int *)(void *)object;
}

static long *longs(char *object)
{
    return (long *)(void *)object;
}

static uint64_t *words(char *object)
{
    return (uint64_t *)(void *)object;
}

static void put_past_end(void)
{
    ishmem_int_put(ints(heap.first), local, INTS + 6, 1);
}

static void put_from_inside_past_end(void)
{
    ishmem_int_put_nbi(ints(heap.first) + 200, local, 51, 0);
}

static void put_source_past_end(void)
{
    ishmem_int_put(ints(heap.first), ints(heap.last) + 1, INTS, 1);
}

static void get_freed(void)
{
    ishmem_getmem(local, heap.gone + 100, 1, 1);
}

static void get_dest_freed(void)
{
    ishmem_int_get(ints(heap.gone), ints(heap.first), 1, 1);
}

static void p_behind(void)
{
    ishmem_char_p(heap.first + BYTES, 1, 0);
}

static void g_never(void)
{
    (void)ishmem_int_g(ints(heap.never), 1);
}

static void iput_past_end(void)
{
    ishmem_int_iput(ints(heap.first), local, 3, 1, 85, 0);
}

static void iget_dest_past_end(void)
{
    ishmem_int_iget(ints(heap.last), ints(heap.first), 125, 1, 3, 1);
}

static void ibput_freed(void)
{
    ishmemx_int_ibput(ints(heap.gone), local, 4, 4, 2, 3, 1);
}

static void amo_freed(void)
{
    (void)ishmem_int_atomic_fetch_add(ints(heap.gone), 1, 1);
}

static void amo_fetch_freed(void)
{
    ishmem_int_atomic_fetch_inc_nbi(ints(heap.gone), ints(heap.first), 1);
}

static void sig_addr_freed(void)
{
    ishmem_int_put_signal(ints(heap.first), local, 1, words(heap.gone), 1, ISHMEM_SIGNAL_SET, 1);
}

static void signal_add_never(void)
{
    ishmemx_signal_add(words(heap.never), 1, 1);
}

static void wait_freed(void)
{
    ishmem_int_wait_until(ints(heap.gone), ISHMEM_CMP_EQ, 77);
}

static void ivars_past_end(void)
{
    (void)ishmem_int_test_any(ints(heap.first), INTS + 1, NULL, ISHMEM_CMP_EQ, 77);
}

static void status_freed(void)
{
    (void)ishmem_int_test_any(ints(heap.first), 2, ints(heap.gone), ISHMEM_CMP_EQ, 77);
}

static void lock_freed(void)
{
    ishmem_set_lock(longs(heap.gone));
}

static void broadcast_past_end(void)
{
    (void)ishmem_int_broadcast(ISHMEM_TEAM_WORLD, ints(heap.first), ints(heap.last), INTS + 1, 0);
}

static void fcollect_past_end(void)
{
    (void)ishmem_int_fcollect(ISHMEM_TEAM_WORLD, ints(heap.first), ints(heap.last), INTS);
}

static void alltoalls_source_freed(void)
{
    (void)ishmem_int_alltoalls(ISHMEM_TEAM_WORLD, ints(heap.first), ints(heap.gone), 1, 1, 1);
}

static void reduce_source_never(void)
{
    (void)ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, ints(heap.first), ints(heap.never), 1);
}

/* The block moves, as `last` lies after it. */
static void realloc_old(void)
{
    if (ishmem_realloc(heap.first, 100000) != heap.first) {
        ishmem_int_p(ints(heap.first), 1, 1);
    }
}

static void realloc_shorter(void)
{
    if (ishmem_realloc(heap.first, 500) == heap.first) {
        ishmem_int_put(ints(heap.first), local, 126, 1);
    }
}

static const bad_call_t cases[] = {
    BAD_CALL(put_past_end),
    BAD_CALL(put_from_inside_past_end),
    BAD_CALL(put_source_past_end),
    BAD_CALL(get_freed),
    BAD_CALL(get_dest_freed),
    BAD_CALL(p_behind),
    BAD_CALL(g_never),
    BAD_CALL(iput_past_end),
    BAD_CALL(iget_dest_past_end),
    BAD_CALL(ibput_freed),
    BAD_CALL(amo_freed),
    BAD_CALL(amo_fetch_freed),
    BAD_CALL(sig_addr_freed),
    BAD_CALL(signal_add_never),
    BAD_CALL(wait_freed),
    BAD_CALL(ivars_past_end),
    BAD_CALL(status_freed),
    BAD_CALL(lock_freed),
    BAD_CALL(broadcast_past_end),
    BAD_CALL(fcollect_past_end),
    BAD_CALL(alltoalls_source_freed),
    BAD_CALL(reduce_source_never),
    BAD_CALL(realloc_old),
    BAD_CALL(realloc_shorter),
};

int main(int argc, char **argv)
{
    ishmem_init();
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    heap.first = ishmem_malloc(BYTES);
    heap.gone = ishmem_malloc(4096);
    heap.last = ishmem_malloc(BYTES);
    ishmem_free(heap.gone);
    heap.never = heap.last + 65536;
    return bad_call_make(cases, sizeof cases / sizeof cases[0], argc == 2 ? argv[1] : "");
}
