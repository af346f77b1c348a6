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

/* A value of getopt_long for an option without a letter. */
#define DISABLE_BIND 256

static const char usage[] =
    "usage: ishmrun [OPTION]... PROGRAM [ARGUMENT...]\n"
    "\n"
    "Starts a job of libishmem: on this machine without MPI, on other hosts through a launcher.\n"
    "\n"
    "  -n, --np PES            number of PEs (default 1, or as many as the hosts take)\n"
    "  -l, --label             put the number of the PE before each line of output\n"
    "  -b, --bind share|core|none\n"
    "                          the processors of each PE: an equal share, if there is a processor\n"
    "                          for each PE (the default on this machine); its own core; or all\n"
    "                          that ishmrun may use\n"
    "  -H, --hosts HOSTS       the hosts of the PEs: HOST or HOST:PES, separated by commas. The\n"
    "                          first host runs PEs 0 to PES - 1. Hosts without a number take "
    "equal\n"
    "                          shares\n"
    "  -f, --hostfile FILE     the same from a file, one host on each line: HOST, HOST:PES or\n"
    "                          HOST slots=PES\n"
    "  -L, --launcher mpich|openmpi|slurm|FILE\n"
    "                          the launcher for other hosts: mpiexec.hydra, mpirun, srun, or the\n"
    "                          path of one of them. By default srun in a Slurm allocation, else\n"
    "                          the first that is found\n"
    "  -c, --disable-cpu-bind  the same as --bind none\n"
    "  -g, --disable-gpu-bind, -x, --enable-xpu-smi\n"
    "                          nothing: the library itself finds the tile of each PE\n"
    "  -h, --help              print this text\n"
    "  -V, --version           print the version\n"
    "\n"
    "A process that a launcher has started, as in `mpiexec -n 4 ishmrun PROGRAM`, becomes\n"
    "PROGRAM, on an equal share of the processors unless the launcher has bound it. There -n\n"
    "without a number, or --disable-bind, means --bind none. With a number, or hosts, or a\n"
    "launcher, ishmrun starts a job of its own.\n"
    "\n"
    "In a Slurm allocation srun starts the PEs, unless the allocation is this host alone. Without\n"
    "-n there is one PE for each task.\n"
    "\n"
    "On this machine the exit status is 0 if all PEs end with 0. Otherwise it is the status of "
    "the\n"
    "first PE that fails, or 128 plus the number of the signal that ended it, and ishmrun ends "
    "the\n"
    "other PEs. ishmrun passes its signals on to all PEs, except those that it was started to\n"
    "ignore. For other hosts the launcher decides on the status, the signals and the labels.\n";

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
    misused("-b %s: expected share, core or none", text);
}

static void bind_to(options_t *options, binding_t binding)
{
    options->binding = binding;
    options->binding_said = true;
}

/* Intel SHMEM's -n has no value, so what getopt took for one is the next word, or letters of other
 * options that stand in the same word. */
static void take_disable_bind(options_t *options, char *const argv[])
{
    bind_to(options, BINDING_NONE);
    if (optarg && optarg == argv[optind - 1]) {
        optind--;
    } else if (optarg && strspn(optarg, "cgnx") != strlen(optarg)) {
        misused("-n%s: expected a number of PEs, or letters of -c, -g, -n and -x", optarg);
    }
}

static void take_pes(options_t *options, char *const argv[])
{
    options->pes = optarg ? read_pes(optarg) : 0;
    if (options->pes > 0) {
        return;
    }
    if (is_launched()) {
        take_disable_bind(options, argv);
    } else {
        misused("-n %s: expected a number of PEs from 1 to %d", optarg, ISHMRUN_PES_MAX);
    }
}

static void take(options_t *options, int option, char *const argv[])
{
    switch (option) {
    case 'n':
        take_pes(options, argv);
        break;
    case DISABLE_BIND:
    case 'c':
        bind_to(options, BINDING_NONE);
        break;
    case 'l':
        options->label = true;
        break;
    case 'b':
        bind_to(options, read_binding(optarg));
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
        tool_answer(usage);
    case 'V':
        tool_answer_version("ishmrun");
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
                                          {"disable-cpu-bind", no_argument, NULL, 'c'},
                                          {"disable-gpu-bind", no_argument, NULL, 'g'},
                                          {"disable-bind", no_argument, NULL, DISABLE_BIND},
                                          {"enable-xpu-smi", no_argument, NULL, 'x'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'V'},
                                          {0}};
    options_t options = {.binding = BINDING_SHARE};
    int option;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "+:n:lb:H:f:L:cgxhV", names, NULL)) != -1) {
        if (option == '?' || option == ':') {
            tool_misused_option("ishmrun", option, argv, names);
        }
        take(&options, option, argv);
    }
    if (options.hosts && options.host_file) {
        misused("--hosts and --hostfile both name the hosts: expected one of them");
    }
    if (!argv[optind]) {
        misused("no program is named; ishmrun --help lists the options");
    }
    options.command = argv + optind;
    return options;
}
