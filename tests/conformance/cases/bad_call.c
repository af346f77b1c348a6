/* SPDX-License-Identifier: BSD-3-Clause */
#include "bad_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bad_call_make(const bad_call_t *calls, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(calls[i].name, name) == 0) {
            calls[i].make();
            printf("%s: the call returned\n", name);
            return EXIT_SUCCESS;
        }
    }
    printf("no such case: %s\n", name);
    return EXIT_SUCCESS;
}
