/* SPDX-License-Identifier: BSD-3-Clause */
#include "number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool perf_number_read(const char *text, size_t least, size_t most, size_t *number)
{
    static const char suffixes[] = "KMG";
    char *end;
    errno = 0;
    const unsigned long long digits = strtoull(text, &end, 10);
    const bool is_number = errno == 0 && *text >= '0' && *text <= '9';
    unsigned shift = 0;
    if (*end != '\0') {
        const char *const suffix = strchr(suffixes, *end & ~0x20);
        if (!suffix || *suffix == '\0') {
            return false;
        }
        shift = 10 * (unsigned)(suffix - suffixes + 1);
        end++;
    }
    if (!is_number || *end != '\0' || digits > most >> shift || (size_t)digits << shift < least) {
        return false;
    }
    *number = (size_t)digits << shift;
    return true;
}
