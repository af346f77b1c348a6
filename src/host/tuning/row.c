/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads rows of tuning tables.
 */
#include "row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char ends[] = ", \t\r\n";

int ishmemi_row_find(const char *const *words, int count, const char *word, size_t length)
{
    for (int i = 0; i < count; i++) {
        if (words[i] && strlen(words[i]) == length && strncmp(words[i], word, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* Reads a number with an optional K, M or G and moves *text past it. */
static bool read_number(const char **text, uint64_t *number)
{
    if (**text < '0' || **text > '9') {
        return false;
    }
    char *end;
    errno = 0;
    const unsigned long long digits = strtoull(*text, &end, 10);
    static const char suffixes[] = "KMG";
    const char *const suffix = *end ? strchr(suffixes, *end) : NULL;
    const unsigned shift = suffix ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
    if (errno != 0 || digits > (UINT64_MAX >> shift)) {
        return false;
    }
    *number = (uint64_t)digits << shift;
    *text = suffix ? end + 1 : end;
    return true;
}

static bool read_paths(const char **text, uint32_t *paths)
{
    static const char *const words[] = {"near", "far", "hosts"};
    static const uint32_t meanings[] = {ISHMEMI_PATHS_REACHABLE, ISHMEMI_PATH_PUSH,
                                        ISHMEMI_PATH_HOSTS};
    const size_t length = strcspn(*text, "<@/, \t\r\n");
    const int word = ishmemi_row_find(words, 3, *text, length);
    *text += length;
    *paths = word >= 0 ? meanings[word] : 0;
    return word >= 0;
}

static bool read_most(const char **text, ishmemi_row_t *row)
{
    const char what = *(*text)++;
    switch (what) {
    case '<':
        return read_number(text, &row->most_bytes);
    case '@':
        return read_number(text, &row->most_members);
    default:
        return read_paths(text, &row->paths);
    }
}

bool ishmemi_row_read(const char **text, ishmemi_row_t *row)
{
    *row = (ishmemi_row_t){.name = *text,
                           .name_length = strcspn(*text, ":, \t\r\n"),
                           .most_bytes = ISHMEMI_CHOICE_BYTES,
                           .most_members = ISHMEMI_CHOICE_MEMBERS,
                           .paths = ISHMEMI_PATHS_ALL};
    *text += row->name_length;
    if (**text != ':') {
        return false;
    }
    row->way = ++*text;
    row->way_length = strcspn(*text, "<@/, \t\r\n");
    *text += row->way_length;
    while (**text == '<' || **text == '@' || **text == '/') {
        if (!read_most(text, row)) {
            return false;
        }
    }
    return **text == '\0' || strchr(ends, **text);
}
