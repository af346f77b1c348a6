/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line. */
#include "ishmrun.h"

#include "runtime/printable.h"
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ishmrun [-n PES] [-l] [-b KIND] [-H HOSTS | -f FILE] [-L LAUNCHER] PROGRAM "
    "[ARGUMENT...]\n"
    "Starts a job of libishmem: on this machine without MPI, on other hosts by a launcher.\n"
    "\n"
    "  -n, --np PES         number of PEs (default 1, or what the hosts take)\n"
    "  -l, --label          put the number of its PE before each line of output\n"
    "  -b, --bind KIND      what each PE may run on: share, an equal share of the processors, if "
    "there\n"
    "                       is one for each PE (the default on this machine); core, a core of its "
    "own;\n"
    "                       none, all that ishmrun may use\n"
    "  -H, --hosts HOSTS    where the PEs run: HOST or HOST:PES, separated by commas. PEs 0 to\n"
    "                       PES - 1 are on the first one. Hosts without a number have equal "
    "shares\n"
    "  -f, --hostfile FILE  the same from a file, a host on each line: HOST, HOST:PES or\n"
    "                       HOST slots=PES\n"
    "  -L, --launcher NAME  what starts the PEs there: mpich (mpiexec.hydra), openmpi (mpirun), "
    "slurm\n"
    "                       (srun), or the path of one of these. By default srun in an allocation "
    "of\n"
    "                       Slurm, else the first of them that is found\n"
    "  -h, --help           print this text\n"
    "  -V, --version        print the version\n"
    "\n"
    "In an allocation of Slurm srun starts the PEs, unless the allocation is of this host alone. "
    "Without\n"
    "-n there are as many as it has tasks.\n"
    "\n"
    "On this machine the status is 0 if all PEs end with 0. Otherwise it is that of the first PE "
    "that\n"
    "fails, or 128 plus the number of the signal that ended it; the other PEs are then ended as "
    "well.\n"
    "Signals that ishmrun gets go to all PEs, but for those that it was started to ignore. A "
    "launcher\n"
    "decides both for its jobs, and how a label looks.\n";

_Noreturn void refuse(const char *format, ...)
{
    char sentence[ISHMRUN_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    ishmemi_make_printable(sentence, "");
    fprintf(stderr, "ishmrun: %s\n", sentence);
    exit(EXIT_FAILURE);
}

int read_pes(const char *text)
{
    char *end;
    errno = 0;
    const long pes = *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : 0;
    return pes >= 1 && pes <= ISHMRUN_PES_MAX && *end == '\0' && errno == 0 ? (int)pes : 0;
}

static binding_t read_binding(const char *text)
{
    static const char *const names[] = {
        [BINDING_SHARE] = "share", [BINDING_CORE] = "core", [BINDING_NONE] = "none"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) == 0) {
            return (binding_t)i;
        }
    }
    refuse("-b %s: expected share, core or none", text);
}

static void take(options_t *options, int option)
{
    switch (option) {
    case 'n':
        options->pes = read_pes(optarg);
        if (options->pes == 0) {
            refuse("-n %s: expected a number of PEs from 1 to %d", optarg, ISHMRUN_PES_MAX);
        }
        break;
    case 'l':
        options->label = true;
        break;
    case 'b':
        options->binding = read_binding(optarg);
        options->binding_said = true;
        break;
    case 'H':
        options->hosts = optarg;
        break;
    case 'f':
        options->host_file = optarg;
        break;
    case 'L':
        options->launcher = optarg;
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

options_t options_read(int argc, char **argv)
{
    static const struct option names[] = {{"np", required_argument, NULL, 'n'},
                                          {"label", no_argument, NULL, 'l'},
                                          {"bind", required_argument, NULL, 'b'},
                                          {"hosts", required_argument, NULL, 'H'},
                                          {"hostfile", required_argument, NULL, 'f'},
                                          {"launcher", required_argument, NULL, 'L'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'V'},
                                          {0}};
    options_t options = {.binding = BINDING_SHARE};
    int option;
    while ((option = getopt_long(argc, argv, "+n:lb:H:f:L:hV", names, NULL)) != -1) {
        take(&options, option);
    }
    if (options.hosts && options.host_file) {
        refuse("--hosts and --hostfile both name the hosts: expected one of them");
    }
    if (!argv[optind]) {
        fprintf(stderr, "ishmrun: no program is named\n%s", usage);
        exit(EXIT_FAILURE);
    }
    options.command = argv + optind;
    return options;
}
