/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fault MODE [MS]: a job whose PE 1 is killed by SIGKILL in the middle of MODE, where the others
 * would wait for it for ever; after MS milliseconds, or never if they are 0.
 */
#include <ishmem.h>
#include <ishmemx.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { VICTIM = 1, BYTES = 2 << 20, KILLED_AFTER_MS = 400 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static void *kill_later(void *ms)
{
    sleep_ms(*(const long *)ms);
    raise(SIGKILL);
    return NULL;
}

static void start_killer(long ms)
{
    static long delay;
    pthread_t thread;
    delay = ms;
    if (pthread_create(&thread, NULL, kill_later, &delay) != 0) {
        abort();
    }
}

/* In a job that is being joined nobody has a number but the launcher's. */
static int launched_rank(void)
{
    const char *const rank = getenv(getenv("PMI_RANK") ? "PMI_RANK" : "PMIX_RANK");
    return rank ? atoi(rank) : 0;
}

int main(int argc, char **argv)
{
    const char *const mode = argc > 1 ? argv[1] : "";
    const long killed_after_ms = argc > 2 ? atol(argv[2]) : KILLED_AFTER_MS;
    if (strcmp(mode, "init") == 0 && launched_rank() == VICTIM) {
        start_killer(killed_after_ms);
    }
    int provided;
    ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &provided);
    const int me = ishmem_my_pe();
    char *const block = ishmem_calloc(1, BYTES);
    char *const local = calloc(1, BYTES);
    uint64_t *const word = ishmem_calloc(1, sizeof *word);
    const int to = me == VICTIM ? 0 : VICTIM;
    ishmem_barrier_all();
    if (me == VICTIM && killed_after_ms > 0) {
        start_killer(killed_after_ms);
    }
    for (;;) {
        if (strcmp(mode, "put") == 0) {
            ishmem_putmem(block, local, BYTES, to);
            ishmem_quiet();
        } else if (strcmp(mode, "get") == 0) {
            ishmem_getmem(local, block, BYTES, to);
        } else if (strcmp(mode, "amo") == 0) {
            (void)ishmem_uint64_atomic_fetch_inc(word, to);
        } else if (strcmp(mode, "wait") == 0) {
            ishmem_uint64_wait_until(word, ISHMEM_CMP_EQ, 1);
        } else if (strcmp(mode, "compute") == 0 || (me == VICTIM && killed_after_ms > 0)) {
            sleep_ms(1);
        } else {
            ishmem_barrier_all();
        }
    }
}
