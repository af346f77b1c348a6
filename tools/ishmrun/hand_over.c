/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command lines of launchers.  Each gets the hosts and the number of PEs of each, so that all
 * launchers put the PEs where the options say.
 */
#include "ishmrun.h"

#include "runtime/ishmrun.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern char **environ;

typedef struct line {
    char **words; /* the last one is NULL */
    size_t count;
} line_t;

static void add_word(line_t *line, char *word)
{
    char **const more = realloc(line->words, (line->count + 2) * sizeof *more);
    if (!more || !word) {
        refuse("no memory for a command line");
    }
    line->words = more;
    more[line->count++] = word;
    more[line->count] = NULL;
}

__attribute__((format(printf, 2, 3))) static void add(line_t *line, const char *format, ...)
{
    char *word = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&word, format, arguments) < 0) {
        word = NULL;
    }
    va_end(arguments);
    add_word(line, word);
}

/* The hosts, separated by commas; with_pes: as HOST:PES. */
static char *list_hosts(const hosts_t *hosts, bool with_pes)
{
    char *text = NULL;
    size_t bytes;
    FILE *const stream = open_memstream(&text, &bytes);
    for (size_t i = 0; stream && i < hosts->count; i++) {
        fprintf(stream, "%s%s", i > 0 ? "," : "", hosts->list[i].name);
        if (with_pes) {
            fprintf(stream, ":%d", hosts->list[i].pes);
        }
    }
    if (!stream || fclose(stream) != 0) {
        refuse("no memory for the list of hosts");
    }
    return text;
}

/* ---- MPICH and its relatives ----------------------------------------------------------------- */

static void add_mpich(line_t *line, const options_t *options, const hosts_t *hosts, int pes)
{
    const int each = hosts_each(hosts);
    add(line, "-n");
    add(line, "%d", pes);
    if (hosts->count > 0) {
        add(line, "-hosts");
        add_word(line, list_hosts(hosts, each == 0));
    }
    if (each > 0) {
        add(line, "-ppn");
        add(line, "%d", each);
    }
    if (options->label) {
        add(line, "-prepend-rank");
    }
    if (options->binding_said && options->binding != BINDING_SHARE) {
        add(line, "-bind-to");
        add(line, options->binding == BINDING_CORE ? "core" : "none");
    }
}

/* ---- Open MPI -------------------------------------------------------------------------------- */

/* What its launcher would not pass on: variables of this library, of drivers, and of the network
 * under MPI. */
static bool is_wanted(const char *variable)
{
    static const char *const beginnings[] = {
        "ISHMEM_", "ISHMEMX_", "SHMEM_", "ZECPU_", "ZE_", "NEO", "UCX_", "FI_", "LD_LIBRARY_PATH="};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(variable, beginnings[i], strlen(beginnings[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void add_open_mpi(line_t *line, const options_t *options, const hosts_t *hosts, int pes)
{
    add(line, "-np");
    add(line, "%d", pes);
    if (hosts->count > 0) {
        add(line, "--host");
        add_word(line, list_hosts(hosts, true));
        add(line, "--map-by");
        add(line, "slot");
    }
    if (options->label) {
        add(line, "--tag-output");
    }
    if (options->binding_said && options->binding != BINDING_SHARE) {
        add(line, "--bind-to");
        add(line, options->binding == BINDING_CORE ? "core" : "none");
    }
    for (char **variable = environ; *variable; variable++) {
        if (is_wanted(*variable)) {
            add(line, "-x");
            add(line, "%.*s", (int)strcspn(*variable, "="), *variable);
        }
    }
}

/* ---- Slurm ----------------------------------------------------------------------------------- */

/* Hosts with different numbers of PEs go to srun in a file, which has a line for each PE.  srun
 * reads it itself, and it ends with srun. */
static void list_for_slurm(const hosts_t *hosts)
{
    char path[64];
    const int file = memfd_create("hosts of ishmrun", 0);
    for (size_t i = 0; file >= 0 && i < hosts->count; i++) {
        for (int pe = 0; pe < hosts->list[i].pes; pe++) {
            dprintf(file, "%s\n", hosts->list[i].name);
        }
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || lseek(file, 0, SEEK_SET) != 0 || setenv("SLURM_HOSTFILE", path, 1) != 0) {
        refuse("cannot make a list of hosts for srun: %s", strerror(errno));
    }
}

/* Whether srun needs an option for PMIx, by which the library and Open MPI join the job. */
static bool wants_pmix(const char *program)
{
    return ISHMRUN_PMIX && !secure_getenv("SLURM_MPI_TYPE") &&
           launcher_says(program, "--mpi=list", "pmix");
}

/* pes 0: as many as the allocation is for. */
static void add_slurm(line_t *line, const options_t *options, const hosts_t *hosts, int pes)
{
    const int each = hosts_each(hosts);
    add(line, "--kill-on-bad-exit=1");
    if (wants_pmix(line->words[0])) {
        add(line, "--mpi=pmix");
    }
    if (pes > 0) {
        add(line, "--ntasks=%d", pes);
    }
    if (each > 0) {
        add(line, "--nodes=%zu", hosts->count);
        add(line, "--ntasks-per-node=%d", each);
        add(line, "--distribution=block");
        char *const list = list_hosts(hosts, false);
        add(line, "--nodelist=%s", list);
        free(list);
    } else if (hosts->count > 0) {
        list_for_slurm(hosts);
        add(line, "--distribution=arbitrary");
    }
    if (options->label) {
        add(line, "--label");
    }
    if (options->binding_said && options->binding != BINDING_SHARE) {
        add(line, "--cpu-bind=%s", options->binding == BINDING_CORE ? "cores" : "none");
    }
}

/* ---- Handing over ---------------------------------------------------------------------------- */

bool hand_over_is_due(const options_t *options)
{
    return options->hosts || options->host_file || options->launcher || launcher_has_allocation();
}

_Noreturn void hand_over(const options_t *options)
{
    hosts_t hosts;
    char wrong[ISHMRUN_SENTENCE];
    if (!hosts_read(options, &hosts, wrong)) {
        misused("%s", wrong);
    }
    const launcher_t launcher = launcher_find(options->launcher);
    const bool is_slurm = launcher.kind == LAUNCHER_SLURM;
    int pes = options->pes;
    if (hosts.count > 0) {
        pes = hosts_divide(&hosts, options->pes, wrong);
        if (pes == 0) {
            misused("%s", wrong);
        }
    } else if (pes == 0 && !is_slurm) {
        pes = 1;
    }
    if (!is_slurm) { /* which knows its hosts */
        hosts_require_names(&hosts);
    }
    line_t line = {0};
    add(&line, "%s", launcher.program);
    (is_slurm                             ? add_slurm
     : launcher.kind == LAUNCHER_OPEN_MPI ? add_open_mpi
                                          : add_mpich)(&line, options, &hosts, pes);
    for (char **word = options->command; *word; word++) {
        add(&line, "%s", *word);
    }
    /* Another ishmrun may have started this one. */
    unsetenv(ISHMEMI_ISHMRUN_SOCKET);
    unsetenv(ISHMEMI_ISHMRUN_RANK);
    unsetenv(ISHMEMI_ISHMRUN_SIZE);
    execvp(line.words[0], line.words);
    fprintf(stderr, "ishmrun: cannot run %s: %s\n", line.words[0], strerror(errno));
    exit(CANNOT_RUN);
}
