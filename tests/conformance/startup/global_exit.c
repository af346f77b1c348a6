/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * global_exit CALLER STATUS OTHERS: PE CALLER ends the job with STATUS, or PEs do so at once (odd,
 * all), or PE 1 by a call that is an error (error), or before it has started (early); OTHERS says
 * where the other PEs are then.
 */
#include "require.h"

#include <ishmemx.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void stay(const char *where)
{
    uint64_t *const word = ishmem_calloc(1, sizeof *word);
    if (strcmp(where, "wait") == 0) {
        ishmem_uint64_wait_until(word, ISHMEM_CMP_EQ, 1);
    } else if (strcmp(where, "free") == 0) {
        ishmem_free(word);
    } else if (strcmp(where, "compute") == 0) {
        for (;;) {
            usleep(1000);
        }
    }
    ishmem_barrier_all();
}

static int calls(const char *caller, int me)
{
    if (strcmp(caller, "all") == 0) {
        return 1;
    }
    return strcmp(caller, "odd") == 0 ? me % 2 : me == atoi(caller);
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 4);
    const char *const rank = getenv("PMI_RANK");
    if (strcmp(argv[1], "early") == 0 && rank && strcmp(rank, "1") == 0) {
        (void)ishmem_my_pe();
    }
    ishmem_init();
    int me = ishmem_my_pe();
    if (strcmp(argv[1], "error") == 0 && me == 1) {
        ishmem_free(&me);
    } else if (calls(argv[1], me)) {
        /* More than a pipe's reader takes at a time; nothing of it may be lost. */
        for (int line = 0; line < 2000; line++) {
            printf("line %d of PE %d, which ends the job\n", line, me);
        }
        printf("the last line of PE %d\n", me);
        ishmem_global_exit(atoi(argv[2]));
    }
    stay(argv[3]);
    puts("the job goes on");
    ishmem_finalize();
    return 0;
}
