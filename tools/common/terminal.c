/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Launchers give processes pipes and copy their output to their own.  A launcher is an ancestor of
 * the processes on its machine.  It is recognised by its name, because a pipe of a shell's pipeline
 * looks the same.  ishmrun does not count: it leaves its own output to the processes, or passes on
 * whole lines.
 */
#include "terminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ANCESTORS = 8, NAME_BYTES = 32 };

static bool is_launcher(const char *name)
{
    static const char *const launchers[] = {"mpiexec", "mpirun", "orterun", "prterun", "srun"};
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        if (strncmp(name, launchers[i], strlen(launchers[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* The name of a process; returns its parent, or 0. */
static int read_process(int process, char name[NAME_BYTES])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *const file = fopen(path, "re");
    char line[256];
    int parent = 0;
    name[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        (void)(sscanf(line, "Name: %31[^\n]", name) || sscanf(line, "PPid: %d", &parent));
    }
    if (file) {
        fclose(file);
    }
    return parent;
}

static int find_launcher(void)
{
    int process = (int)getppid();
    for (int i = 0; i < MOST_ANCESTORS && process > 1; i++) {
        char name[NAME_BYTES];
        const int parent = read_process(process, name);
        if (is_launcher(name)) {
            return process;
        }
        process = parent;
    }
    return 0;
}

static bool is_pipe(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

bool tool_on_terminal(int descriptor)
{
    if (isatty(descriptor)) {
        return true;
    }
    const int launcher = is_pipe(descriptor) ? find_launcher() : 0;
    if (launcher == 0) {
        return false;
    }
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", launcher, descriptor);
    const int opened = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    const bool terminal = opened >= 0 && isatty(opened);
    if (opened >= 0) {
        close(opened);
    }
    return terminal;
}
