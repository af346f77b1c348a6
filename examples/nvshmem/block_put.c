/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel in which a work-group sends together and waits for a signal: block_put.cl.
 */
#include "launch.h"

#include <nvshmemx.h>
#include <stdio.h>

enum { ITEMS = 16 };

static int count_wrong(const float *incoming, uint32_t count, int previous)
{
    int wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        wrong += nvshmem_float_g(incoming + i, nvshmem_my_pe()) != 2 * ((float)previous + (float)i);
    }
    return wrong;
}

int main(void)
{
    nvshmem_init();
    const int me = nvshmem_my_pe(), n = nvshmem_n_pes();
    const uint32_t count = 100;
    float *const incoming = nvshmem_calloc(count, sizeof *incoming);
    float *const outgoing = nvshmem_calloc(count, sizeof *outgoing);
    uint64_t *const arrived = nvshmem_calloc(1, sizeof *arrived);

    launch_program_t program;
    ze_kernel_handle_t kernel;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(incoming), LAUNCH_ARGUMENT(outgoing),
                                           LAUNCH_ARGUMENT(count), LAUNCH_ARGUMENT(arrived)};
    launch_open("block_put.spv", &program);
    launch_kernel_create(&program, "exchange", ITEMS, 4, arguments, &kernel);
    launch_start(&program, kernel, 1, false);
    launch_wait(&program);
    launch_kernel_destroy(kernel);
    launch_close(&program);

    const int wrong = count_wrong(incoming, count, (me + n - 1) % n);
    printf("PE %d: %d of %u elements are wrong\n", me, wrong, count);
    nvshmem_barrier_all();
    nvshmem_free(arrived);
    nvshmem_free(outgoing);
    nvshmem_free(incoming);
    nvshmem_finalize();
    return wrong != 0;
}
