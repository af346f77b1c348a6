/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * plugin PART HOW: loads the part (part.c) and closes it, three times: finalized each time (often), only the last
 * time (once), or left to the library when the program exits (never).
 */
#include "require.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    enum { TIMES = 3 };
    REQUIRE(argc == 3);
    for (int i = 0; i < TIMES; i++) {
        void *const part = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        if (!part) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        bool (*use_library)(bool);
        *(void **)&use_library = dlsym(part, "use_library");
        const bool is_last = i == TIMES - 1;
        const bool finalizes =
            strcmp(argv[2], "often") == 0 || (strcmp(argv[2], "once") == 0 && is_last);
        REQUIRE(use_library(finalizes));
        REQUIRE(dlclose(part) == 0);
    }
    puts("the program ends");
    return 0;
}
