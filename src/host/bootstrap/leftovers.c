/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See leftovers.h.  Only names that MPICH and UCX give their files are removed, never a file of the
 * program.
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
            /* If the name is already gone, the line says so, and there is no such file. */
            path[strcspn(path, "\n")] = '\0';
            (void)unlink(path);
        }
    }
    if (maps) {
        fclose(maps);
    }
}
