/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communication on a command list, the place of a stream: a put, a barrier, a sum, and a value that the host
 * waits for.
 */
#include "launch.h"

#include <nvshmemx.h>
#include <stdio.h>

int main(void)
{
    nvshmem_init();
    const int me = nvshmem_my_pe(), n = nvshmem_n_pes();
    int *const words = nvshmem_calloc(3, sizeof *words);
    const int number = me + 1;
    ze_command_list_handle_t stream;
    launch_list_create(&stream);

    /* Level Zero orders the commands of a list by barriers. */
    nvshmemx_int_put_on_stream(words, &number, 1, (me + 1) % n, stream);
    zeCommandListAppendBarrier(stream, NULL, 0, NULL);
    nvshmemx_barrier_all_on_stream(stream);
    zeCommandListAppendBarrier(stream, NULL, 0, NULL);
    int status = nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, words + 1, words, 1, stream);
    zeCommandListAppendBarrier(stream, NULL, 0, NULL);
    const int sum = nvshmemx_int_g_on_stream(words + 1, me, stream);
    const int received = nvshmem_int_g(words, me);

    const int is_wrong = status != 0 || sum != n * (n + 1) / 2 || received != (me + n - 1) % n + 1;
    printf("PE %d: received %d, and all of them are %d: %s\n", me, received, sum,
           is_wrong ? "WRONG" : "right");
    nvshmem_barrier_all();
    launch_list_destroy(stream);
    nvshmem_free(words);
    nvshmem_finalize();
    return is_wrong;
}
