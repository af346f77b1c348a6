/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unique_id [PES]: a job without a launcher.  The first process makes an id, starts the others and joins
 * with them.
 */
#define _POSIX_C_SOURCE 200809L
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(int rank, int n, const nvshmemx_uniqueid_t *id)
{
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_set_attr_uniqueid_args(rank, n, id, &attributes);
    if (nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes) != NVSHMEMX_SUCCESS) {
        return 1;
    }
    int *const words = nvshmem_calloc(2, sizeof *words);
    nvshmem_int_p(words, 1, nvshmem_my_pe());
    nvshmem_barrier_all();
    nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, words + 1, words, 1);
    const int counted = nvshmem_int_g(words + 1, nvshmem_my_pe());
    printf("PE %d of %d counts %d\n", nvshmem_my_pe(), nvshmem_n_pes(), counted);
    fflush(stdout);
    nvshmem_barrier_all();
    nvshmem_free(words);
    nvshmem_finalize();
    return counted != n;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 2;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    if (nvshmemx_get_uniqueid(&id) != 0) {
        return 1;
    }
    for (int rank = 1; rank < n; rank++) {
        const pid_t child = fork();
        if (child == 0) {
            _exit(run(rank, n, &id));
        }
        if (child < 0) {
            perror("unique_id: fork");
            return 1;
        }
    }
    int is_wrong = run(0, n, &id);
    for (int rank = 1, status; rank < n; rank++) {
        is_wrong |= wait(&status) < 0 || status != 0;
    }
    return is_wrong;
}
