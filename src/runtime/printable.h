/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes text from files, command lines and the environment safe for a terminal, which would obey
 * control characters.
 */
#ifndef ISHMEMI_PRINTABLE_H
#define ISHMEMI_PRINTABLE_H

#include <string.h>

/* Replaces the text's control characters with question marks, including those of UTF-8 above 127,
 * except the ones in `kept`. */
static inline void ishmemi_make_printable(char *text, const char *kept)
{
    for (unsigned char *c = (unsigned char *)text; *c; c++) {
        const int is_high = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;
        if (is_high || ((*c < ' ' || *c == 0x7f) && !strchr(kept, *c))) {
            c[0] = '?';
            c[is_high] = '?';
        }
    }
}

#endif
