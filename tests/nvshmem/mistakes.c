/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls whose arguments are wrong, one for each case: the words are in CMakeLists.txt.  Those that return a
 * status make the program end with 3.
 */
#include <nvshmemx.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED = 3 };

static int refused(int status)
{
    return status != NVSHMEMX_SUCCESS ? REFUSED : EXIT_SUCCESS;
}

/* Before the job. */
static int start_wrongly(const char *what)
{
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    if (strcmp(what, "flags") == 0) {
        return refused(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_SHMEM, &attributes));
    }
    if (strcmp(what, "attributes") == 0) {
        return refused(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, NULL));
    }
    if (strcmp(what, "id") == 0) {
        return refused(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes));
    }
    if (strcmp(what, "comm") == 0) {
        return refused(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes));
    }
    if (strcmp(what, "set_id") == 0) {
        return refused(nvshmemx_set_attr_uniqueid_args(0, 1, NULL, NULL));
    }
    return strcmp(what, "set_comm") == 0 ? refused(nvshmemx_set_attr_mpi_comm_args(NULL, NULL))
                                         : -1;
}

/* A regular list, which is not executed. */
static ze_command_list_handle_t regular_list(void)
{
    const ze_command_list_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list = NULL;
    if (zeCommandListCreate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list) !=
        ZE_RESULT_SUCCESS) {
        nvshmem_global_exit(1);
    }
    return list;
}

static int call_wrongly(const char *what, uint64_t *word)
{
    int *const number = (int *)(void *)word;
    if (strcmp(what, "pe") == 0) {
        nvshmem_int_p(number, 1, 2);
    } else if (strcmp(what, "config") == 0) {
        nvshmem_team_get_config(NVSHMEM_TEAM_WORLD, NULL);
    } else if (strcmp(what, "sig_op") == 0) {
        nvshmemx_signal_op(word, 1, 7, 0);
    } else if (strcmp(what, "stream_sig_op") == 0) {
        nvshmemx_signal_op_on_stream(word, 1, 7, 0, regular_list());
    } else if (strcmp(what, "no_stream") == 0) {
        nvshmemx_int_p_on_stream(number, 1, 0, NULL);
    } else if (strcmp(what, "no_stream_status") == 0) {
        nvshmem_global_exit(refused(
            nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, number, number, 1, NULL)));
    } else if (strcmp(what, "g_of_regular") == 0) {
        nvshmem_global_exit(nvshmemx_int_g_on_stream(number, 0, regular_list()));
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *const what = argc > 1 ? argv[1] : "";
    const int status = start_wrongly(what);
    if (status >= 0) {
        return status;
    }
    nvshmem_init();
    uint64_t *const word = nvshmem_calloc(1, sizeof *word);
    if (nvshmem_my_pe() == 0) {
        call_wrongly(what, word);
    }
    nvshmem_barrier_all(); /* the other PE waits until the job ends */
    nvshmem_finalize();
    return EXIT_SUCCESS;
}
