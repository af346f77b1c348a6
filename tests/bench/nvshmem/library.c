/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process has both libraries: NVSHMEM works in a heap of its own.
 */
#include "library.h"

#include "find.h"
#include <dlfcn.h>
#include <ishmemx.h>
#include <stdio.h>
#include <stdlib.h>

enum { INIT_WITH_UNIQUEID = 1 << 3, ID_BYTES = 128 };

/* What NVSHMEM is started with.  Of its versions of these, the first is known to all releases. */
typedef struct unique_id {
    int version;
    char internal[ID_BYTES - sizeof(int)];
} unique_id_t;

typedef struct id_arguments {
    int version;
    unique_id_t *id;
    int pe;
    int n_pes;
} id_arguments_t;

typedef struct start_arguments {
    int version;
    id_arguments_t id;
    char rest[96];
} start_arguments_t;

typedef struct start {
    int version;
    void *mpi_communicator;
    start_arguments_t arguments;
} start_t;

#define FIRST_VERSION(TYPE) ((1 << 16) + (int)sizeof(TYPE))

perf_nvshmem_library_t perf_nvshmem_library;

/* ---- NVSHMEM --------------------------------------------------------------------------------- */

static void open_nvshmem(void)
{
    perf_nvshmem_library_t *const library = &perf_nvshmem_library;
    library->handle = perf_find_library((const char *const[]){"libnvshmem_host.so.3", NULL});
    if (!library->handle) {
        perf_beside_fail(
            "no libnvshmem_host.so.3; set NVSHMEM_HOME to the directory that has it in "
            "lib, or LD_LIBRARY_PATH");
    }
#define FIND_NVSHMEM(RESULT, NAME, ARGUMENTS) \
    perf_find_symbol(library->handle, #NAME, &library->NAME);
    PERF_NVSHMEM_FUNCTIONS(FIND_NVSHMEM)
    perf_find_beside(dlsym(library->handle, "nvshmem_quiet"));
}

void perf_nvshmem_start(size_t bytes)
{
    perf_cuda_open();
    open_nvshmem();
    char heap[32];
    snprintf(heap, sizeof heap, "%zu", bytes + ((size_t)64 << 20));
    setenv("NVSHMEM_SYMMETRIC_SIZE", heap, 0);
    unique_id_t id = {.version = FIRST_VERSION(unique_id_t)};
    if (ishmem_my_pe() == 0) {
        perf_beside_check(perf_nvshmem_library.nvshmemx_get_uniqueid(&id), "nvshmemx_get_uniqueid");
    }
    perf_beside_share(&id, sizeof id);
    start_t start = {.version = FIRST_VERSION(start_t),
                     .arguments = {.version = FIRST_VERSION(start_arguments_t),
                                   .id = {.version = FIRST_VERSION(id_arguments_t)}}};
    perf_nvshmem_library_t *const library = &perf_nvshmem_library;
    perf_beside_check(
        library->nvshmemx_set_attr_uniqueid_args(ishmem_my_pe(), ishmem_n_pes(), &id, &start),
        "nvshmemx_set_attr_uniqueid_args");
    perf_beside_check(library->nvshmemx_hostlib_init_attr(INIT_WITH_UNIQUEID, &start),
                      "nvshmemx_hostlib_init_attr");
}

void perf_nvshmem_end(void)
{
    perf_nvshmem_library.nvshmemx_hostlib_finalize();
}
