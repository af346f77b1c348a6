/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ring: a token goes round all PEs.
 *
 *     mpiexec -n 4 ring [LAPS]
 *
 * One kernel launch a PE: the hosts take no part until the last lap is over.  Each PE then prints
 * what it received and checks it: the token counts its visits and adds up the numbers, from 1, of
 * the PEs that it visited.
 */
#include "launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_LAPS = 3, MAX_LAPS = 100000, PRINTED_LAPS = 5 };

static long parse_laps(int argc, char **argv)
{
    char *end = "";
    const long laps = argc > 1 ? strtol(argv[1], &end, 10) : DEFAULT_LAPS;

    return argc > 2 || *end != '\0' || laps < 1 || laps > MAX_LAPS ? 0 : laps;
}

/* The token that PE me receives in a lap. */
static void expected_token(int me, int n_pes, long lap, uint64_t token[2])
{
    const uint64_t whole_laps = (uint64_t)(me == 0 ? lap : lap - 1);
    const uint64_t before = (uint64_t)me;

    token[0] = whole_laps * (uint64_t)n_pes + before;
    token[1] = whole_laps * (uint64_t)n_pes * ((uint64_t)n_pes + 1) / 2 + before * (before + 1) / 2;
}

static int check_log(const uint64_t *log, long laps, int me, int n_pes)
{
    const int from = (me + n_pes - 1) % n_pes;
    int wrong = 0;

    for (long lap = 1; lap <= laps; lap++) {
        const uint64_t *token = log + 2 * (lap - 1);
        uint64_t expected[2];
        expected_token(me, n_pes, lap, expected);
        const int right = token[0] == expected[0] && token[1] == expected[1];
        if (lap <= PRINTED_LAPS || !right)
            printf("PE %d: lap %ld: token from PE %d with %" PRIu64 " visits, sum %" PRIu64 "%s\n",
                   me, lap, from, token[0], token[1], right ? "" : ": WRONG");
        wrong += !right;
    }
    if (laps > PRINTED_LAPS)
        printf("PE %d: %ld laps in all\n", me, laps);
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv)
{
    ishmem_init();
    const int me = ishmem_my_pe();
    const int n_pes = ishmem_n_pes();
    const uint32_t laps = (uint32_t)parse_laps(argc, argv);
    if (laps == 0) {
        if (me == 0)
            fprintf(stderr, "usage: ring [LAPS], LAPS from 1 to %d\n", MAX_LAPS);
        ishmem_finalize();
        return 2;
    }

    const size_t log_bytes = (size_t)laps * 2 * sizeof(uint64_t);
    uint64_t *words = ishmem_calloc(6, sizeof(uint64_t));
    uint64_t *device_log = ishmem_calloc(1, log_bytes);
    uint64_t *log = malloc(log_bytes);
    if (words == NULL || device_log == NULL || log == NULL)
        launch_fail("no room for the log of %u laps", laps);
    uint64_t *outgoing = words;
    uint64_t *incoming = words + 2;
    uint64_t *arrived = words + 4;
    uint64_t *wrong_pes = words + 5;

    launch_program_t program;
    ze_kernel_handle_t kernel;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(outgoing), LAUNCH_ARGUMENT(incoming),
                                           LAUNCH_ARGUMENT(arrived), LAUNCH_ARGUMENT(device_log),
                                           LAUNCH_ARGUMENT(laps)};
    launch_open("ring.spv", &program);
    launch_kernel_create(&program, "ring", 1, 5, arguments, &kernel);
    launch_start(&program, kernel, 1, false);
    launch_wait(&program);

    ishmem_getmem(log, device_log, log_bytes, me);
    if (check_log(log, (long)laps, me, n_pes) != 0)
        ishmem_uint64_atomic_add(wrong_pes, 1, 0);
    ishmem_barrier_all();
    const uint64_t wrong = ishmem_uint64_g(wrong_pes, 0);
    if (me == 0)
        printf("ring: %s: %u laps over %d PEs\n", wrong == 0 ? "PASS" : "FAIL", laps, n_pes);

    launch_kernel_destroy(kernel);
    launch_close(&program);
    free(log);
    ishmem_free(device_log);
    ishmem_free(words);
    ishmem_finalize();
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
