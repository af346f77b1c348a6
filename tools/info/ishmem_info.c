/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_info: prints what libishmem is and what it finds here, under mpiexec for all PEs; with --job,
 * what the PEs of running jobs do.
 */
#include "jobs.h"

#include <ishmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_usage(const char *program)
{
    fprintf(stderr,
            "usage: %s, or mpiexec -n PES %s\n"
            "Prints libishmem's version and build, the tile of each PE, which PEs reach each "
            "other, and the\nenvironment variables and tuning tables in force.\n\n"
            "       %s --job [--json]\n"
            "Prints what each PE of your jobs that have a PE on this machine does and waits for.\n",
            program, program, program);
    return EXIT_FAILURE;
}

static int print_info(void)
{
    if (setenv("ISHMEM_INFO", "1", 1) != 0) {
        perror("ishmem_info");
        return EXIT_FAILURE;
    }
    ishmem_init();
    ishmem_finalize();
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    bool job = false;
    bool as_json = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--job") == 0) {
            job = true;
        } else if (strcmp(argv[i], "--json") == 0) {
            as_json = true;
        } else {
            return print_usage(argv[0]);
        }
    }
    if (as_json && !job) {
        return print_usage(argv[0]);
    }
    return job ? jobs_print(as_json) : print_info();
}
