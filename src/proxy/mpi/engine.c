/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See engine.h.
 */
#include "engine.h"

#include <stdint.h>
#include <stdlib.h>

ishmemi_mpi_engine_t ishmemi_mpi_engine = {.comm = MPI_COMM_NULL};

void ishmemi_mpi_check(int code, const char *call, int pe)
{
    if (code == MPI_SUCCESS) {
        return;
    }
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    (void)MPI_Error_string(code, text, &length);
    if (pe < 0) {
        ishmemi_mpi_engine.request->fatal("%s failed while this PE served other hosts: %.*s", call,
                                          length, text);
    }
    ishmemi_mpi_engine.request->fatal("PE %d can no longer be reached: %s failed: %.*s", pe, call,
                                      length, text);
}

void *ishmemi_mpi_allocate(size_t count, size_t bytes)
{
    void *const memory = bytes <= SIZE_MAX / count ? malloc(count * bytes) : NULL;
    if (!memory) {
        ishmemi_mpi_engine.request->fatal(
            "cannot allocate host memory for %zu objects of %zu bytes", count, bytes);
    }
    return memory;
}
