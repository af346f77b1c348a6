/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See leftovers.h.  A file of the program's own is not touched: only names by which MPICH and UCX
 * call theirs are removed.
 */
#include "leftovers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const prefixes[] = {"/dev/shm/mpich_shar_tmp", "/dev/shm/ucx_shm_posix_"};

static bool is_leftover(const char *path)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (strncmp(path, prefixes[i], strlen(prefixes[i])) == 0) {
            return true;
        }
    }
    return false;
}

void ishmemi_leftovers_remove(void)
{
    char line[512];
    FILE *const maps = fopen("/proc/self/maps", "re");
    while (maps && fgets(line, sizeof line, maps)) {
        char *const path = strchr(line, '/');
        if (path && is_leftover(path)) {
            /* Of a name that is gone already the line says so, and there is no such file. */
            path[strcspn(path, "\n")] = '\0';
            (void)unlink(path);
        }
    }
    if (maps) {
        fclose(maps);
    }
}
