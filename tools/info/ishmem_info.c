/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_info: prints what libishmem is and what it finds here, under mpiexec for all PEs; with --job,
 * what the PEs of running jobs do; with --check, what hinders jobs here.
 */
#include "doctor.h"
#include "jobs.h"
#include "surroundings.h"
#include "tool.h"

#include <ishmem.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ishmem_info, or mpiexec -n PES ishmem_info\n"
    "Prints libishmem's version and build, the tile of each PE, which PEs "
    "reach each other, and the\n"
    "environment variables and tuning tables in force.\n"
    "\n"
    "  --check        print for each thing that jobs need here whether it is "
    "good, and the command that\n"
    "                 mends it; fails if something is wrong\n"
    "  --root FOLDER  look for /dev, /proc and /sys below this folder, with "
    "--check\n"
    "  --job          print what each PE of your jobs that have a PE on this "
    "machine does and waits for\n"
    "  --json         print JSON\n"
    "  --version      print the version\n"
    "  -h, --help     print this text\n";

static int print_info(bool as_json)
{
    if (setenv("ISHMEM_INFO", "1", 1) != 0 ||
        setenv("ISHMEM_INFO_FORMAT", as_json ? "json" : "text", 1) != 0) {
        perror("ishmem_info");
        return EXIT_FAILURE;
    }
    ishmem_init();
    ishmem_finalize();
    return EXIT_SUCCESS;
}

typedef int (*report_fn)(bool as_json);

int main(int argc, char **argv)
{
    report_fn report = print_info;
    bool as_json = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--job") == 0) {
            report = jobs_print;
        } else if (strcmp(argv[i], "--check") == 0) {
            report = doctor_print;
        } else if (strcmp(argv[i], "--root") == 0 && i + 1 < argc) {
            surroundings_set_root(argv[++i]);
        } else if (strcmp(argv[i], "--json") == 0) {
            as_json = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            tool_answer(usage);
        } else if (strcmp(argv[i], "--version") == 0) {
            tool_answer_version("ishmem_info");
        } else {
            tool_refuse(usage);
        }
    }
    return report(as_json);
}
