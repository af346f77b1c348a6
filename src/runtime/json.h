/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The JSON that the library and the programs write.  Bytes above 127 pass unchanged: they are UTF-8
 * if the text is.
 */
#ifndef ISHMEMI_JSON_H
#define ISHMEMI_JSON_H

#include <stdio.h>

/* Writes the text in quotes. */
static inline void ishmemi_json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < ' ') {
            fprintf(out, "\\u%04x", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

/* Writes `"name": "text"` after `comma`, which separates it from the field before, or is "". */
static inline void ishmemi_json_field(FILE *out, const char *comma, const char *name,
                                      const char *text)
{
    fprintf(out, "%s\"%s\": ", comma, name);
    ishmemi_json_text(out, text);
}

#endif
