/* SPDX-License-Identifier: BSD-3-Clause */
#include "bad_call.h"

#include "harness.h"
#include "ishmem.h"
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

size_t bad_call_room(const void *block)
{
    const char *const start = block;
    size_t room = 0;
    size_t outside = 1;
    while (ishmem_addr_accessible(start + outside, test_me)) {
        room = outside;
        outside *= 2;
    }
    while (outside - room > 1) {
        const size_t middle = room + (outside - room) / 2;
        if (ishmem_addr_accessible(start + middle, test_me)) {
            room = middle;
        } else {
            outside = middle;
        }
    }
    return outside;
}
