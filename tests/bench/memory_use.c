/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See memory_use.h.  A heap may be cut into several mappings, so that it is known by the inode of
 * the mapping that contains one of its addresses.
 */
#define _POSIX_C_SOURCE 200809L
#include "memory_use.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct mapping {
    uintptr_t start;
    uintptr_t end;
    uint64_t inode;
    double bytes; /* proportional set size */
} mapping_t;

enum { MAX_MAPPINGS = 16384, LINE_BYTES = 1024 };

static size_t read_mappings(FILE *smaps, mapping_t *mappings)
{
    char line[LINE_BYTES];
    size_t count = 0;

    while (fgets(line, sizeof(line), smaps) != NULL) {
        mapping_t mapping = {0};
        uint64_t kilobytes;
        /* NOLINTNEXTLINE(cert-err34-c): the operating system writes these numbers. */
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %" SCNu64, &mapping.start,
                   &mapping.end, &mapping.inode) == 3) {
            if (count == MAX_MAPPINGS)
                return 0;
            mappings[count++] = mapping;
            /* NOLINTNEXTLINE(cert-err34-c): as above */
        } else if (count > 0 && sscanf(line, "Pss: %" SCNu64 " kB", &kilobytes) == 1) {
            mappings[count - 1].bytes = (double)kilobytes * 1024.0;
        }
    }
    return count;
}

/* True if the mapping, or another one of the same inode, contains one of the addresses. */
static bool is_excluded(const mapping_t *mapping, const mapping_t *mappings, size_t count,
                        const void *const *excluded, size_t excluded_count)
{
    for (size_t i = 0; i < count; i++) {
        const mapping_t *other = &mappings[i];
        if (other != mapping && (other->inode == 0 || other->inode != mapping->inode))
            continue;
        for (size_t k = 0; k < excluded_count; k++) {
            const uintptr_t address = (uintptr_t)excluded[k];
            if (other->start <= address && address < other->end)
                return true;
        }
    }
    return false;
}

double memory_use_beyond(const void *const *excluded, size_t excluded_count)
{
    FILE *smaps = fopen("/proc/self/smaps", "r");
    mapping_t *mappings = malloc(MAX_MAPPINGS * sizeof(*mappings));
    double bytes = -1.0;

    if (smaps != NULL && mappings != NULL) {
        const size_t count = read_mappings(smaps, mappings);
        if (count > 0) {
            bytes = 0.0;
            for (size_t i = 0; i < count; i++)
                if (!is_excluded(&mappings[i], mappings, count, excluded, excluded_count))
                    bytes += mappings[i].bytes;
        }
    }
    if (smaps != NULL)
        fclose(smaps);
    free(mappings);
    return bytes;
}
