/* SPDX-License-Identifier: BSD-3-Clause */
#include "nvcc.h"

#include "find.h"
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 40 };
extern char **environ;

static bool run(const char *const *arguments)
{
    pid_t process;
    int status = 0;
    /* posix_spawn changes no argument. */
    return posix_spawn(&process, arguments[0], NULL, NULL, (char *const *)(uintptr_t)arguments,
                       environ) == 0 &&
           waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool compile(const char *compiler, const char *source, const char *architecture_option,
                    const char *const *options, size_t n_options, const char *object)
{
    const char *arguments[MOST_ARGUMENTS + 1] = {
        compiler, "-std=c++17", "-rdc=true", "-cubin", architecture_option, "-o", object, source};
    size_t count = 8;
    if (n_options > MOST_ARGUMENTS - count) {
        return false;
    }
    memcpy(arguments + count, options, n_options * sizeof *options);
    return run(arguments);
}

bool perf_nvcc(const char *source, const char *architecture, const char *const *options,
               size_t n_options, const char *library, const char *code)
{
    char compiler[PERF_FIND_PATH];
    char linker[PERF_FIND_PATH];
    char object[PATH_MAX + 32];
    char architecture_option[32];
    if (!perf_find_program("nvcc", compiler) || !perf_find_program("nvlink", linker)) {
        return false;
    }
    snprintf(architecture_option, sizeof architecture_option, "-arch=%s", architecture);
    /* nvlink knows an object by the end of its name. */
    snprintf(object, sizeof object, "%s.cubin", code);
    const char *const linking[] = {linker, architecture_option, object, library, "-o", code, NULL};
    const bool made =
        compile(compiler, source, architecture_option, options, n_options, object) && run(linking);
    unlink(object);
    return made;
}
