/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs that use MPI themselves, and programs that bring a communicator or a device.
 */
#include "require.h"

#include <ishmemx.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void start_mpi(int level)
{
    int provided;
    MPI_Init_thread(NULL, NULL, level, &provided);
    REQUIRE(provided >= level);
}

static void check_job(int rank, int size)
{
    REQUIRE(ishmem_my_pe() == rank && ishmem_n_pes() == size);
    int *const word = ishmem_calloc(1, sizeof *word);
    REQUIRE(word);
    ishmem_int_p(word, rank + 1, (rank + 1) % size);
    ishmem_barrier_all();
    REQUIRE(ishmem_int_g(word, rank) == (rank + size - 1) % size + 1);
    ishmem_free(word);
}

/* The program's communicator is as it was. */
static void check_communicator(MPI_Comm comm, int size)
{
    int sum = 0;
    const int one = 1;
    REQUIRE(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS);
    REQUIRE(sum == size);
}

static void run_in(MPI_Comm comm, void *attribute)
{
    int rank, size, finalized;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int round = 0; round < 3; round++) {
        ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
        attr.initialize_runtime = false;
        attr.mpi_comm = attribute;
        ishmemx_init_attr(&attr);
        check_job(rank, size);
        check_communicator(comm, size);
        ishmem_finalize();
        check_communicator(comm, size);
        MPI_Finalized(&finalized);
        REQUIRE(!finalized);
    }
}

/* Halves of the world are jobs of their own, side by side. */
static void run_subset(void)
{
    int rank;
    MPI_Comm half;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    run_in(half, &half);
    MPI_Comm_free(&half);
}

static void run_device(void)
{
    ishmem_init();
    const ze_driver_handle_t driver = ishmemx_ze_driver();
    const ze_device_handle_t device = ishmemx_ze_device();
    ishmem_finalize();
    const ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_context_handle_t context;
    REQUIRE(zeContextCreate(driver, &desc, &context) == ZE_RESULT_SUCCESS);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int with_driver = 0; with_driver < 2; with_driver++) {
        ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
        attr.driver = with_driver ? driver : NULL;
        attr.context = context;
        attr.device = device;
        ishmemx_init_attr(&attr);
        REQUIRE(ishmemx_ze_driver() == driver && ishmemx_ze_context() == context &&
                ishmemx_ze_device() == device);
        check_job(rank, size);
        ishmem_finalize();
    }
    REQUIRE(zeContextDestroy(context) == ZE_RESULT_SUCCESS);
}

static void run_levels(const char *name)
{
    static const char *const names[] = {"single", "funneled", "serialized", "multiple"};
    const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                          MPI_THREAD_MULTIPLE};
    for (int i = 0; i < 4; i++) {
        if (strcmp(names[i], name) == 0) {
            start_mpi(levels[i]);
            run_in(MPI_COMM_WORLD, NULL);
            int provided = -1;
            if (levels[i] >= MPI_THREAD_SERIALIZED) {
                /* To other hosts, threads take turns where they do for MPI. */
                const bool in_turn =
                    levels[i] == MPI_THREAD_SERIALIZED && getenv("ISHMEM_PES_PER_NODE");
                const int expected = in_turn ? ISHMEM_THREAD_SERIALIZED : ISHMEM_THREAD_MULTIPLE;
                REQUIRE(ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &provided) == 0);
                REQUIRE(provided == expected);
                ishmem_query_thread(&provided);
                REQUIRE(provided == expected);
                ishmem_finalize();
            }
        }
    }
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 2);
    run_levels(argv[1]);
    int initialized;
    MPI_Initialized(&initialized);
    if (!initialized) {
        /* PEs that do not share memory need more. */
        start_mpi(getenv("ISHMEM_PES_PER_NODE") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE);
    }
    if (strcmp(argv[1], "too-low") == 0) {
        ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, NULL);
    } else if (strcmp(argv[1], "subset") == 0) {
        run_subset();
    } else if (strcmp(argv[1], "world") == 0) {
        MPI_Comm world = MPI_COMM_WORLD;
        run_in(world, &world);
    } else if (strcmp(argv[1], "device") == 0) {
        run_device();
    }
    MPI_Finalize();
    return 0;
}
