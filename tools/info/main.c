/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-info: prints what libishmem is and what it finds here, under mpiexec for all PEs; with --job,
 * what the PEs of running jobs do; with --check, what hinders jobs here.
 */
#include "doctor.h"
#include "jobs.h"
#include "surroundings.h"
#include "tool.h"

#include <errno.h>
#include <ishmem.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ishmem-info, or mpiexec -n PES ishmem-info\n"
    "Prints libishmem's version and build, the tile of each PE, which PEs "
    "reach each other, and the\n"
    "environment variables and tuning tables in force.\n"
    "\n"
    "  --check        print for each thing that jobs need here whether it is "
    "good, and the command that\n"
    "                 mends it; fails if something is wrong\n"
    "  --root FOLDER  look for /dev, /proc and /sys below this folder, with "
    "--check\n"
    "  --job [NAME]   print what each PE of your jobs that have a PE on this "
    "machine does and waits for;\n"
    "                 with NAME, of those whose program has this name\n"
    "  --pid PID      with --job, of the one that has this process, or that "
    "this process has started\n"
    "  --json         print JSON\n"
    "  --version      print the version\n"
    "  -h, --help     print this text\n";

static int print_info(bool as_json)
{
    if (setenv("ISHMEM_INFO", "1", 1) != 0 ||
        setenv("ISHMEM_INFO_FORMAT", as_json ? "json" : "text", 1) != 0) {
        perror("ishmem-info");
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
        tool_refuse_line("ishmem-info: --pid %s: expected the number of a process", text);
    }
    return (pid_t)pid;
}

/* Takes the option at *i and what belongs to it. */
static void take(asked_t *asked, char **argv, int *i)
{
    const char *const option = argv[*i];
    const char *const next = argv[*i + 1];
    if (strcmp(option, "--job") == 0) {
        asked->report = JOBS;
        if (next && *next != '-') {
            asked->jobs.program = argv[++*i];
        }
    } else if (strcmp(option, "--pid") == 0 && next) {
        asked->jobs.pid = read_pid(argv[++*i]);
    } else if (strcmp(option, "--check") == 0) {
        asked->report = CHECK;
    } else if (strcmp(option, "--root") == 0 && next) {
        surroundings_set_root(argv[++*i]);
    } else if (strcmp(option, "--json") == 0) {
        asked->as_json = true;
    } else if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
        tool_answer(usage);
    } else if (strcmp(option, "--version") == 0) {
        tool_answer_version("ishmem-info");
    } else {
        tool_refuse(usage);
    }
}

int main(int argc, char **argv)
{
    asked_t asked = {.report = INFO};
    tool_start();
    for (int i = 1; i < argc; i++) {
        take(&asked, argv, &i);
    }
    if (asked.jobs.pid != 0 && asked.report != JOBS) {
        tool_refuse_line("ishmem-info: --pid names a process of a job: expected --job as well");
    }
    switch (asked.report) {
    case JOBS:
        return jobs_print(&asked.jobs, asked.as_json);
    case CHECK:
        return doctor_print(asked.as_json);
    default:
        return print_info(asked.as_json);
    }
}
