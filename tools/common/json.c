/* SPDX-License-Identifier: BSD-3-Clause */
/* Bytes above 127 are passed on: they are UTF-8 where the text is. */
#include "json.h"

void tool_json_text(FILE *out, const char *text)
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

void tool_json_field(FILE *out, const char *comma, const char *name, const char *text)
{
    fprintf(out, "%s\"%s\": ", comma, name);
    tool_json_text(out, text);
}
