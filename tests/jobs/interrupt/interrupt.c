/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * interrupt: a timer's signal handler puts to the next PE while main puts and waits for its puts.  Where PEs load and
 * store each other's memory all of it works, and the program ends after a while; where a routine is interrupted that
 * moves data through MPI, the job ends with a sentence instead of waiting for ever.
 */
#include "require.h"

#include <ishmem.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { WORDS = 4096, ROUNDS = 20000 };

static long *words; /* symmetric */
static int next;
static volatile sig_atomic_t interrupts;

static void put(int number)
{
    (void)number;
    ishmem_long_p(words + WORDS, 1, next);
    interrupts++;
}

int main(void)
{
    ishmem_init();
    next = (ishmem_my_pe() + 1) % ishmem_n_pes();
    words = ishmem_calloc(WORDS + 1, sizeof *words);
    long *const local = calloc(WORDS, sizeof *local);
    REQUIRE(words && local);
    ishmem_barrier_all();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = put;
    action.sa_flags = SA_RESTART;
    REQUIRE(sigaction(SIGALRM, &action, NULL) == 0);
    const struct itimerval often = {{0, 200}, {0, 200}};
    REQUIRE(setitimer(ITIMER_REAL, &often, NULL) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        ishmem_long_put(words, local, WORDS, next);
        ishmem_quiet();
    }
    const struct itimerval never = {{0, 0}, {0, 0}};
    REQUIRE(setitimer(ITIMER_REAL, &never, NULL) == 0);
    REQUIRE(interrupts > 0);
    ishmem_barrier_all();
    ishmem_finalize();
    return 0;
}
