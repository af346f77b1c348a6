/* SPDX-License-Identifier: BSD-3-Clause */
/* In the build tree the files are next to the program; otherwise they are where they were
 * installed. */
#include "file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool perf_file_find(const char *name, char path[PATH_MAX])
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash) {
        *slash = '\0';
    }
    static const char *const places[] = {".", PERF_INSTALLED};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const int used = snprintf(path, PATH_MAX, "%s/%s/perf/%s", program, places[i], name);
        if (used < PATH_MAX && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}
