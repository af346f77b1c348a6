/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before a program (LD_PRELOAD) and makes it one that uses the MPI of which OTHER_MPI is the
 * version.
 */
#include <stdio.h>
#include <stdlib.h>

#define MOST_BYTES 256 /* of the shortest MPI_MAX_LIBRARY_VERSION_STRING */

int MPI_Get_library_version(char *version, int *length);

__attribute__((visibility("default"))) int MPI_Get_library_version(char *version, int *length)
{
    const char *const text = getenv("OTHER_MPI");
    *length = snprintf(version, MOST_BYTES, "%s", text ? text : "");
    return 0;
}
