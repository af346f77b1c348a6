/* SPDX-License-Identifier: BSD-3-Clause */
/* JSON, as far as the programs write it. */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <stdio.h>

/* The text in quotes. */
void tool_json_text(FILE *out, const char *text);

/* `"name": "text"`, after a comma if that is not "". */
void tool_json_field(FILE *out, const char *comma, const char *name, const char *text);

#endif
