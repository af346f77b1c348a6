/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls in kernels and on a command list that trace_test.py counts: of each PE with its neighbour.
 */
#include "launch.h"

#include "require.h"

enum { ROUNDS = 5, NELEMS = 128, QUEUED = 3 };

static void put_on_queue(int *data, int other)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ze_command_list_handle_t list;
    REQUIRE(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list) ==
            ZE_RESULT_SUCCESS);
    for (int i = 0; i < QUEUED; i++) {
        REQUIRE(ishmemx_int_p_on_queue(data, i, other, list, NULL, 0, NULL) == 0);
    }
    zeCommandListDestroy(list);
}

int main(void)
{
    ishmem_init();
    const int me = ishmem_my_pe();
    const int other = me ^ 1;
    int *const data = ishmem_calloc(NELEMS, sizeof *data);
    int *const source = ishmem_calloc(NELEMS, sizeof *source);
    uint64_t *const signal = ishmem_calloc(1, sizeof *signal);
    REQUIRE(data && source && signal && other < ishmem_n_pes());
    launch_open("traced_kernels");

    const launch_argument_t moves[] = {LAUNCH_ARGUMENT(data), LAUNCH_ARGUMENT(source),
                                       LAUNCH_ARGUMENT(other)};
    launch_run(launch_kernel("traced_moves"), (launch_shape_t){2, 4}, moves, LAUNCH_COUNT(moves));

    const int rounds = ROUNDS;
    const int answers = me % 2;
    const launch_argument_t signals[] = {LAUNCH_ARGUMENT(data),    LAUNCH_ARGUMENT(source),
                                         LAUNCH_ARGUMENT(signal),  LAUNCH_ARGUMENT(rounds),
                                         LAUNCH_ARGUMENT(answers), LAUNCH_ARGUMENT(other)};
    launch_run(launch_kernel("traced_signals"), (launch_shape_t){1, 1}, signals,
               LAUNCH_COUNT(signals));

    put_on_queue(data, other);
    launch_close();
    ishmem_finalize();
    return 0;
}
