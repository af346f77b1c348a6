/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-info: prints what libishmem is and what it finds here, under mpiexec for all PEs; with
 * --job, what the PEs of running jobs do; with --check, what hinders jobs here.
 */
#include "doctor.h"
#include "jobs.h"
#include "surroundings.h"
#include "tool.h"

#include <errno.h>
#include <getopt.h>
#include <ishmem.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME "ishmem-info"

enum { OPTION_CHECK = 256, OPTION_ROOT, OPTION_JOB, OPTION_PID, OPTION_JSON };

static const struct option long_options[] = {
    {"check", no_argument, NULL, OPTION_CHECK}, {"root", required_argument, NULL, OPTION_ROOT},
    {"job", no_argument, NULL, OPTION_JOB},     {"pid", required_argument, NULL, OPTION_PID},
    {"json", no_argument, NULL, OPTION_JSON},   {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},        {0}};

static const char usage[] =
    "usage: ishmem-info [OPTION]...\n"
    "       mpiexec -n PES ishmem-info [OPTION]...\n"
    "\n"
    "Prints libishmem's version and build, the tile of each PE, which PEs reach each other, and\n"
    "the environment variables and tuning tables in force.\n"
    "\n"
    "      --check             check what jobs need on this machine, print the command that\n"
    "                          corrects what is wrong, and fail if something is wrong\n"
    "      --root FOLDER       with --check, look for /dev, /proc and /sys below this folder\n"
    "      --job [NAME]        print what each PE of your jobs on this machine does and waits "
    "for;\n"
    "                          with NAME, only of jobs whose program has this name\n"
    "      --pid PID           with --job, only of the job to which this process belongs, or "
    "which\n"
    "                          this process has started\n"
    "      --json              print JSON\n"
    "  -h, --help              print this text\n"
    "  -V, --version           print the version\n";

static int print_info(bool as_json)
{
    if (setenv("ISHMEM_INFO", "1", 1) != 0 ||
        setenv("ISHMEM_INFO_FORMAT", as_json ? "json" : "text", 1) != 0) {
        perror(NAME);
        return EXIT_FAILURE;
    }
    ishmem_init();
    ishmem_finalize();
    return EXIT_SUCCESS;
}

typedef struct asked {
    enum { INFO, CHECK, JOBS } report;
    bool as_json;
    jobs_wanted_t jobs;
} asked_t;

static pid_t read_pid(const char *text)
{
    char *end;
    errno = 0;
    const long pid = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || pid <= 0 || pid > INT_MAX) {
        tool_misused(NAME, "--pid %s: expected the number of a process", text);
    }
    return (pid_t)pid;
}

static void take(asked_t *asked, int option, char **argv)
{
    switch (option) {
    case OPTION_CHECK:
        asked->report = CHECK;
        break;
    case OPTION_ROOT:
        surroundings_set_root(optarg);
        break;
    case OPTION_JOB:
        asked->report = JOBS;
        break;
    case OPTION_PID:
        asked->jobs.pid = read_pid(optarg);
        break;
    case OPTION_JSON:
        asked->as_json = true;
        break;
    case 'h':
        tool_answer(usage);
    case 'V':
        tool_answer_version(NAME);
    default:
        tool_misused_option(NAME, option, argv, long_options);
    }
}

/* The word that is not an option names the program of a job. */
static asked_t read_options(int argc, char **argv)
{
    asked_t asked = {.report = INFO};
    int option;
    while ((option = getopt_long(argc, argv, ":hV", long_options, NULL)) != -1) {
        take(&asked, option, argv);
    }
    if (asked.report == JOBS && optind < argc) {
        asked.jobs.program = argv[optind++];
    }
    if (optind < argc) {
        tool_misused(NAME, "unexpected argument '%s'; " NAME " --help lists the options",
                     argv[optind]);
    }
    if (asked.jobs.pid != 0 && asked.report != JOBS) {
        tool_misused(NAME, "--pid names a process of a job: expected --job as well");
    }
    return asked;
}

int main(int argc, char **argv)
{
    tool_start();
    opterr = 0;
    const asked_t asked = read_options(argc, argv);
    switch (asked.report) {
    case JOBS:
        return jobs_print(&asked.jobs, asked.as_json);
    case CHECK:
        return doctor_print(asked.as_json);
    default:
        return print_info(asked.as_json);
    }
}
