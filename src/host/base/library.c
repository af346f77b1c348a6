/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds files that are installed with this library.
 */
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(ISHMEMI_PATH_BYTES >= PATH_MAX, "realpath writes up to PATH_MAX bytes");

bool ishmemi_library_beside(const char *name, char path[ISHMEMI_PATH_BYTES])
{
    Dl_info info;
    static const char anchor;
    char library[ISHMEMI_PATH_BYTES];
    if (!dladdr(&anchor, &info) || !realpath(info.dli_fname, library)) {
        return false;
    }
    /* In the folder for files that programs do not link, or in the library's own. */
    static const char *const folders[] = {"/ishmem", ""};
    char *const slash = strrchr(library, '/');
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const int length = snprintf(path, ISHMEMI_PATH_BYTES, "%.*s%s/%s", (int)(slash - library),
                                    library, folders[i], name);
        if (length < ISHMEMI_PATH_BYTES && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}
