/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Errors as values: what the handler of ishmemx_set_error_handler is told, and what calls return.
 *
 *     host_errors           every class of error that a call can return from, also by threads
 *     host_errors nested    an error in the handler
 *     host_errors mismatch  a collective that differs between PEs
 *     host_errors death     another PE dies
 */
#include "harness.h"
#include "ishmemx.h"
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 200, LATE_US = 300000 };

static int *ints; /* symmetric */
static _Thread_local struct {
    int calls;
    int code;
    int ends_job;
    char sentence[256];
} told;
static int data;

static void handler(const ishmemx_error_t *error, void *given)
{
    told.calls++;
    told.code = error->code;
    told.ends_job = error->ends_job;
    snprintf(told.sentence, sizeof told.sentence, "%s", error->sentence);
    if (test_n > 0) {
        test_check(given == &data, "the handler is given %p", given);
        test_check(error->pe == test_me, "the error is of PE %d", error->pe);
    }
    if (error->ends_job) {
        fprintf(stderr, "ishmem: PE %d: %s, and the handler is told, with code %d\n", error->pe,
                error->sentence, error->code);
    }
}

/* The call before has told the handler this, once. */
static void expect(int code, const char *part)
{
    test_check(told.calls == 1, "the handler was called %d times for '%s'", told.calls, part);
    test_check(told.code == code, "the code is %d, expected %d, for '%s'", told.code, code, part);
    test_check(!told.ends_job, "the job is to end for '%s'", part);
    test_check(strstr(told.sentence, part) != NULL, "the sentence is '%s', expected '%s'",
               told.sentence, part);
    told.calls = 0;
}

static void transfers(void)
{
    int local = 5;
    ishmem_int_put(ints, &local, 1, test_n);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_put: argument pe is ");
    ishmem_int_get(&local, NULL, 1, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_get: argument source is NULL");
    ishmem_int_iput(ints, &local, 0, 1, 2, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_iput: argument dst is 0");
    ishmem_int_p(&local, 7, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_p: argument dest is ");
    test_check(ishmem_int_g(ints, -1) == 0, "g returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_g: argument pe is -1");
    ishmem_ctx_int_put(ISHMEM_CTX_DEFAULT, ints, NULL, 1, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_ctx_int_put: argument source is NULL");
    ishmem_ctx_int_p(ISHMEM_CTX_INVALID, ints, 7, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_ctx_int_p: argument ctx is ISHMEM_CTX_INVALID");
    ishmem_int_p(ints, 7, INT_MIN);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_p: argument pe is -2147483648");
    test_check(local == 5, "local is %d", local);
}

static void words(void)
{
    size_t indices[2];
    long *const no_lock = (long *)(void *)((char *)ints + 4);
    uint64_t on_stack = 0;
    uint64_t *const no_signal = &on_stack;
    int number = 0;
    test_check(ishmem_int_atomic_fetch_add(ints, 1, test_n) == 0, "fetch_add returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_atomic_fetch_add: argument pe is ");
    ishmem_int_atomic_fetch_inc_nbi(NULL, ints, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "_atomic_fetch_inc_nbi: argument fetch is NULL");
    ishmem_int_wait_until(ints, 99, 1);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_wait_until: argument cmp is 99");
    test_check(ishmem_int_test(&number, ISHMEM_CMP_EQ, 0) == 0, "test returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_test: argument ivar is ");
    test_check(ishmem_int_test_any(ints, 2, NULL, 99, 0) == SIZE_MAX, "test_any returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_test_any: argument cmp is 99");
    test_check(ishmem_int_wait_until_some(ints, 2, NULL, NULL, ISHMEM_CMP_EQ, 0) == 0, "some");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_wait_until_some: argument indices is NULL");
    test_check(ishmem_int_wait_until_any(ints, 2, NULL, 99, 0) == SIZE_MAX, "any");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_wait_until_any: argument cmp is 99");
    (void)indices;
    ishmem_int_put_signal(ints, ints + 1, 1, no_signal, 1, ISHMEM_SIGNAL_SET, 0);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_put_signal: argument sig_addr is ");
    test_check(ishmem_signal_wait_until(no_signal, ISHMEM_CMP_EQ, 1) == 0, "signal_wait_until");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_signal_wait_until: argument sig_addr is ");
    ishmem_set_lock(no_lock);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_set_lock: argument lock is ");
    test_check(ishmem_test_lock(no_lock) == 1, "test_lock returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_test_lock: argument lock is ");
}

static void teams(void)
{
    const ishmem_team_t no_team = 77;
    ishmem_team_t made = no_team;
    test_check(ishmem_team_my_pe(no_team) == -1, "team_my_pe returns");
    expect(ISHMEMX_ERROR_TEAM, "ishmem_team_my_pe: argument team is 77, expected a live team");
    test_check(ishmem_team_sync(no_team) == -1, "team_sync returns");
    expect(ISHMEMX_ERROR_TEAM, "ishmem_team_sync: argument team is 77");
    test_check(ishmem_int_sum_reduce(no_team, ints, ints, 1) == -1, "sum_reduce returns");
    expect(ISHMEMX_ERROR_TEAM, "ishmem_int_sum_reduce: argument team is 77");
    test_check(ishmem_int_broadcast(ISHMEM_TEAM_WORLD, ints, ints, 1, test_n) == -1, "broadcast");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_broadcast: argument PE_root is ");
    test_check(ishmem_int_fcollect(ISHMEM_TEAM_WORLD, &made, ints, 1) == -1, "fcollect returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_fcollect: argument dest is ");
    test_check(ishmem_team_split_strided(no_team, 0, 1, 1, NULL, 0, &made) == -1, "split returns");
    expect(ISHMEMX_ERROR_TEAM, "ishmem_team_split_strided: argument parent_team is 77");
    test_check(made == ISHMEM_TEAM_INVALID, "the new team is %d", (int)made);
    test_check(ishmemx_team_sync_on_queue(no_team, NULL, NULL, NULL, 0, NULL) == -1, "on queue");
    expect(ISHMEMX_ERROR_TEAM, "ishmemx_team_sync_on_queue: argument team is 77");
    ishmem_team_destroy(ISHMEM_TEAM_WORLD);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_team_destroy: argument team is ISHMEM_TEAM_WORLD");
}

static void memory(void)
{
    test_check(!ishmem_malloc((size_t)1 << 50), "malloc returns");
    expect(ISHMEMX_ERROR_MEMORY, "ishmem_malloc: the symmetric heap is exhausted: requested");
    test_check(!ishmem_calloc(SIZE_MAX, 16), "calloc returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_calloc: argument count is ");
    test_check(!ishmem_align(24, 8), "align returns");
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_align: argument alignment is 24");
    ishmem_ctx_destroy(ISHMEM_CTX_DEFAULT);
    expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_ctx_destroy: argument ctx is ISHMEM_CTX_DEFAULT");
}

static void *in_thread(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        ishmem_int_p(ints, 7, test_n + i);
        expect(ISHMEMX_ERROR_ARGUMENT, "ishmem_int_p: argument pe is ");
    }
    return unused;
}

static void threads(void)
{
    pthread_t all[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&all[i], NULL, in_thread, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(all[i], NULL);
    }
}

static void fail_again(const ishmemx_error_t *error, void *given)
{
    (void)given;
    fprintf(stderr, "first: %s\n", error->sentence);
    (void)ishmem_int_g(ints, -2);
}

static void end(const char *how)
{
    if (strcmp(how, "nested") == 0) {
        ishmemx_set_error_handler(fail_again, NULL);
        (void)ishmem_int_g(ints, -1);
    } else if (strcmp(how, "mismatch") == 0) {
        ishmem_int_broadcast(ISHMEM_TEAM_WORLD, ints, ints, 1, test_me);
    } else if (test_me == 1) {
        usleep(LATE_US);
        raise(SIGKILL);
    }
    ishmem_barrier_all();
    ishmem_barrier_all();
}

int main(int argc, char **argv)
{
    ishmemx_set_error_handler(handler, &data);
    const int too_early = ishmem_my_pe();
    ishmemx_set_error_handler(NULL, NULL);
    test_start_threads();
    test_family("errors as values");
    test_check(too_early == -1, "my_pe returns %d before ishmem_init", too_early);
    expect(ISHMEMX_ERROR_NOT_READY, "ishmem_my_pe: called before ishmem_init");
    ints = ishmem_calloc(16, sizeof *ints);
    ishmemx_set_error_handler(handler, &data);
    if (argc > 1) {
        end(argv[1]);
        return EXIT_SUCCESS;
    }
    transfers();
    words();
    teams();
    memory();
    threads();
    for (int i = 0; i < 16; i++) {
        const int found = ishmem_int_g(&ints[i], test_me);
        test_check(found == 0, "element %d is %d", i, found);
    }
    ishmemx_set_error_handler(NULL, NULL);
    return test_finish();
}
