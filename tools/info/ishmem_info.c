/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_info: prints what libishmem is and what it finds here, under mpiexec for all PEs.
 */
#include <ishmem.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr,
                "usage: %s, or mpiexec -n PES %s\n"
                "Prints libishmem's version and build, the tile of each PE, which PEs reach each "
                "other, and the\nenvironment variables and tuning tables in force.\n",
                argv[0], argv[0]);
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
