/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * plot.py runs in the first Python that has matplotlib, because the user's own Python may lack
 * Debian's modules.
 */
#include "plot.h"

#include "file.h"
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFUSED = 1, NO_MATPLOTLIB = 3, NOT_RUN = 127 };

extern char **environ;

/* Runs plot.py with two arguments and returns its status. */
static int run_in(const char *python, const char *first, const char *second, int input)
{
    char script[PATH_MAX];
    if (!perf_file_find("plot.py", script)) {
        fprintf(stderr, "ishmem-perf: --plot: there is no %s\n", script);
        return REFUSED;
    }
    char *const arguments[] = {(char *)python, script, (char *)first, (char *)second, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    if (input >= 0) {
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    }
    const int error = posix_spawnp(&child, python, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        return NOT_RUN;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : REFUSED;
}

static bool run(const char *file, const char *first, const char *second, int input)
{
    static const char *const pythons[] = {"python3", "/usr/bin/python3"};
    for (size_t i = 0; i < sizeof pythons / sizeof *pythons; i++) {
        const int status = run_in(pythons[i], first, second, input);
        if (status != NO_MATPLOTLIB && status != NOT_RUN) {
            return status == 0;
        }
    }
    fprintf(stderr,
            "ishmem-perf: --plot %s: needs Python with matplotlib; on Debian: apt-get install "
            "python3-matplotlib\n",
            file);
    return false;
}

bool perf_plot_check(const char *file)
{
    return run(file, "--check", file, -1);
}

bool perf_plot_draw(const char *file, const char *title, int rows)
{
    return run(file, file, title, rows);
}
