/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of cutovers.
 */
#include "cutovers.h"

#include <inttypes.h>

ishmemi_cutovers_t ishmemi_cutovers;

#define COUNT(field, name) +1
enum { CUTOVERS = 0 ISHMEMI_CUTOVERS(COUNT) };

#define NAME(field, name) name,
static const char *const names[CUTOVERS] = {ISHMEMI_CUTOVERS(NAME)};

#define VALUE(field, name) &ishmemi_cutovers.field,
static uint64_t *const values[CUTOVERS] = {ISHMEMI_CUTOVERS(VALUE)};

static ishmemi_source_t sources[CUTOVERS];

void ishmemi_cutovers_open(void)
{
    ishmemi_cutovers = (ishmemi_cutovers_t){0};
    for (int i = 0; i < CUTOVERS; i++) {
        sources[i] = ISHMEMI_SOURCE_NONE;
    }
}

const char *ishmemi_cutovers_lacking(void)
{
    for (int i = 0; i < CUTOVERS; i++) {
        if (sources[i] == ISHMEMI_SOURCE_NONE) {
            return names[i];
        }
    }
    return NULL;
}

int ishmemi_cutovers_add(const ishmemi_row_t *row, ishmemi_source_t source)
{
    static const char *const ways[] = {"kernel"};
    const int index = ishmemi_row_find(names, CUTOVERS, row->name, row->name_length);
    if (index < 0 || ishmemi_row_find(ways, 1, row->way, row->way_length) < 0 ||
        row->most_members != ISHMEMI_CHOICE_MEMBERS || row->paths != ISHMEMI_PATHS_ALL) {
        return -1;
    }
    if (sources[index] < source) {
        *values[index] = row->most_bytes;
        sources[index] = source;
    }
    return 0;
}

void ishmemi_cutovers_print(FILE *out, ishmemi_row_print_fn print)
{
    for (int i = 0; i < CUTOVERS; i++) {
        char text[64];
        if (*values[i] == ISHMEMI_CHOICE_BYTES) {
            snprintf(text, sizeof text, "%s:kernel", names[i]);
        } else {
            snprintf(text, sizeof text, "%s:kernel<%" PRIu64, names[i], *values[i]);
        }
        print(out, text, sources[i]);
    }
}
