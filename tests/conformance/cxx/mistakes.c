/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls that are wrong, one for each MISTAKE, with the words by which a compiler says so.
 */
#include "ishmemx.h"

struct pair {
    int a;
    int b;
};

#define ON (ze_command_list_handle_t)0, (ze_event_handle_t)0, 0, (ze_event_handle_t *)0

void mistake(struct pair *pairs, int *ints, double *doubles, short *shorts);
void mistake(struct pair *pairs, int *ints, double *doubles, short *shorts)
{
    (void)pairs;
    (void)ints;
    (void)doubles;
    (void)shorts;
/* clang-format off */
#if MISTAKE == 0
    /* None: the file itself is right. */
#elif MISTAKE == 1 /* ncompatible pointer type */
    ishmem_put(ints, doubles, 1, 0);
#elif MISTAKE == 2 /* ncompatible pointer type */
    ishmem_put(ISHMEM_CTX_DEFAULT, ints, doubles, 1, 0);
#elif MISTAKE == 3 /* ncompatible pointer type */
    ishmem_collect(ints, doubles, 1);
#elif MISTAKE == 4 /* ishmem_put is for char, short, int, long, long long, their signed */
    ishmem_put(pairs, pairs, 1, 0);
#elif MISTAKE == 5 /* ishmem_get is for char, short, int, long, long long, their signed */
    ishmem_get(ISHMEM_CTX_DEFAULT, pairs, pairs, 1, 0);
#elif MISTAKE == 6 /* ishmem_atomic_inc is for int, long, long long and their unsigned forms */
    ishmem_atomic_inc(shorts, 0);
#elif MISTAKE == 7 /* ishmem_atomic_or is for unsigned int, unsigned long, unsigned long long, int32_t */
    ishmem_atomic_or(doubles, 1, 0);
#elif MISTAKE == 8 /* ishmem_wait_until is for short, int, long, long long and their unsigned forms */
    ishmem_wait_until(doubles, ISHMEM_CMP_EQ, 1);
#elif MISTAKE == 9 /* ishmem_broadcast is for char, short, int, long, long long, their signed */
    ishmem_broadcast(ISHMEM_TEAM_WORLD, pairs, pairs, 1, 0);
#elif MISTAKE == 10 /* ishmemx_put_on_queue is for char, short, int, long, long long, their signed */
    ishmemx_put_on_queue(pairs, pairs, 1, 0, ON);
#elif MISTAKE == 11 /* too few arguments to function */
    ishmem_put(ints, ints, 1);
#elif MISTAKE == 12 /* ishmem_int_collect takes 4 arguments, or one less without its team|no matching .* .ishmem_int_collect. */
    ishmem_int_collect(ints);
#elif MISTAKE == 13 /* ishmem_int_collect takes 4 arguments, or one less without its team|no matching .* .ishmem_int_collect. */
    ishmem_int_collect(ISHMEM_TEAM_WORLD, ints, ints, 1, 0);
#elif MISTAKE == 14 /* ishmem_alltoalls takes 6 arguments, or one less without its team */
    ishmem_alltoalls(ints, ints, 1);
#elif MISTAKE == 15 /* ishmemx_int_broadcast_on_queue takes 10 arguments, or one less|no matching .* .ishmemx_int_broadcast_on_queue. */
    ishmemx_int_broadcast_on_queue(ints, ints, 1, ON);
#elif MISTAKE == 16 /* ishmemx_print takes 1, 2 or 5 arguments */
    ishmemx_print("text", ISHMEMX_MSG_ERROR, 3);
#endif
}
