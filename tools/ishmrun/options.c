/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line. */
#include "ishmrun.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
    "usage: ishmrun [-n PES] [-l] [-b] PROGRAM [ARGUMENT...]\n"
    "Starts a job of libishmem on this machine, without MPI.\n"
    "\n"
    "  -n, --np PES   number of PEs (default 1)\n"
    "  -l, --label    put the number of its PE before each line of output\n"
    "  -b, --bind     give each PE a processor of its own\n"
    "  -h, --help     print this text\n"
    "  -V, --version  print the version\n"
    "\n"
    "The status is 0 if all PEs end with 0.  Otherwise it is that of the first PE that fails, or "
    "128\n"
    "plus the number of the signal that ended it; the other PEs are then ended as well.\n";

static int read_pes(const char *text)
{
    char *end;
    errno = 0;
    const long pes = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || errno != 0 || pes < 1 || pes > ISHMRUN_PES_MAX) {
        fprintf(stderr, "ishmrun: -n %s: expected a number of PEs from 1 to %d\n", text,
                ISHMRUN_PES_MAX);
        exit(EXIT_FAILURE);
    }
    return (int)pes;
}

options_t options_read(int argc, char **argv)
{
    static const struct option names[] = {
        {"np", required_argument, NULL, 'n'}, {"label", no_argument, NULL, 'l'},
        {"bind", no_argument, NULL, 'b'},     {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},  {0}};
    options_t options = {.pes = 1};
    int option;
    while ((option = getopt_long(argc, argv, "+n:lbhV", names, NULL)) != -1) {
        switch (option) {
        case 'n':
            options.pes = read_pes(optarg);
            break;
        case 'l':
            options.label = true;
            break;
        case 'b':
            options.bind = true;
            break;
        case 'h':
            fputs(usage, stdout);
            exit(EXIT_SUCCESS);
        case 'V':
            puts("ishmrun (libishmem) " ISHMRUN_VERSION);
            exit(EXIT_SUCCESS);
        default:
            fputs(usage, stderr);
            exit(EXIT_FAILURE);
        }
    }
    if (!argv[optind]) {
        fprintf(stderr, "ishmrun: no program is named\n%s", usage);
        exit(EXIT_FAILURE);
    }
    options.command = argv + optind;
    return options;
}
