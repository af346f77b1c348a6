/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_info: says what libishmem is and finds here.  Under mpiexec it speaks for all PEs.
 */
#include <ishmem.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr,
                "usage: %s, or mpiexec -n PES %s\n"
                "Prints libishmem's version and build, the PEs' tiles and who reaches whom, and the "
                "environment.\n", argv[0], argv[0]);
        return EXIT_FAILURE;
    }
    if (setenv("ISHMEM_INFO", "1", 1) != 0) {
        perror("ishmem_info");
        return EXIT_FAILURE;
    }
    ishmem_init();
    ishmem_finalize();
    return EXIT_SUCCESS;
}
