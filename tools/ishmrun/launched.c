/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * `mpiexec -n 4 ishmrun PROGRAM`, as Intel SHMEM's users write it: a launcher has started the
 * processes, so this one becomes the program of its PE, on its share of the machine's processors.
 */
#include "ishmrun.h"

#include "runtime/ishmrun.h"
#include "runtime/launcher.h"
#include "tool.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How launchers number the processes of a host. */
static const struct {
    const char *rank;
    const char *size;
} local_names[] = {
    {ISHMEMI_ISHMRUN_RANK, ISHMEMI_ISHMRUN_SIZE},
    {"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    {"PALS_LOCAL_RANKID", "PALS_LOCAL_SIZE"},
    {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"},
};
#define LOCAL_NAMES (sizeof local_names / sizeof *local_names)

/* -1 if the environment does not have it as a number that a PE may have. */
static int read_number(const char *variable)
{
    const char *const text = secure_getenv(variable);
    const int number = text ? read_pes(text) : 0;
    return number > 0 || (text && strcmp(text, "0") == 0) ? number : -1;
}

/* An interactive shell in an allocation of Slurm is a launched process, too, the only one of its
 * step. */
bool is_launched(void)
{
    if (secure_getenv(ISHMEMI_ISHMRUN_RANK)) {
        return true;
    }
    const ishmemi_launcher_t launcher = ishmemi_launcher_find();
    return launcher.kind != ISHMEMI_LAUNCHER_NONE &&
           (launcher.size > 1 || !secure_getenv("SLURM_JOB_ID"));
}

bool becoming_program_is_due(const options_t *options)
{
    const bool asks_for_job =
        options->pes > 0 || options->hosts || options->host_file || options->launcher;
    return !asks_for_job && is_launched();
}

static void bind(binding_t kind)
{
    for (size_t i = 0; i < LOCAL_NAMES; i++) {
        const int rank = read_number(local_names[i].rank);
        const int size = read_number(local_names[i].size);
        if (rank >= 0 && rank < size) {
            binding_open(kind, size);
            if (!binding_was_made()) {
                binding_take(rank);
            }
            return;
        }
    }
}

_Noreturn void become_program(const options_t *options)
{
    if (options->label) {
        misused("-l: the launcher that started this process labels its output; ishmrun labels "
                "that of a job that it starts itself");
    }
    bind(options->binding);
    execvp(options->command[0], options->command);
    const int why = errno;
    if (tool_is_first()) {
        fprintf(stderr, "ishmrun: cannot run %s: %s\n", options->command[0], strerror(why));
    }
    exit(CANNOT_RUN);
}
