/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers with a fraction, printed with a point whatever the program's locale, because programs
 * read the output, too.  All numbers with a fraction are printed by these functions.
 */
#ifndef ISHMEMI_UTIL_DECIMAL_H
#define ISHMEMI_UTIL_DECIMAL_H

#include <stdio.h>
#include <string.h>

/* For the largest number, with a sign and some decimals. */
#define ISHMEMI_DECIMAL_BYTES 352

/* Puts a point into a number that was printed with %f or %g.  A locale's decimal point may have
 * several bytes. */
static inline char *ishmemi_decimal_point(char *text)
{
    char *const mark = text + strspn(text, " -+0123456789");
    const size_t bytes = strcspn(mark, "0123456789");
    if (bytes > 0 && mark > text && mark[bytes] != '\0' && *mark != 'e') {
        *mark = '.';
        memmove(mark + 1, mark + bytes, strlen(mark + bytes) + 1);
    }
    return text;
}

static inline char *ishmemi_decimal(char text[ISHMEMI_DECIMAL_BYTES], double value, int decimals)
{
    snprintf(text, ISHMEMI_DECIMAL_BYTES, "%.*f", decimals, value);
    return ishmemi_decimal_point(text);
}

static inline char *ishmemi_significant(char text[ISHMEMI_DECIMAL_BYTES], double value, int digits)
{
    snprintf(text, ISHMEMI_DECIMAL_BYTES, "%.*g", digits, value);
    return ishmemi_decimal_point(text);
}

/* As arguments for %s: the text lives as long as the block. */
#define ISHMEMI_DECIMAL(VALUE, DECIMALS) \
    ishmemi_decimal((char[ISHMEMI_DECIMAL_BYTES]){0}, VALUE, DECIMALS)
#define ISHMEMI_SIGNIFICANT(VALUE, DIGITS) \
    ishmemi_significant((char[ISHMEMI_DECIMAL_BYTES]){0}, VALUE, DIGITS)

#endif
