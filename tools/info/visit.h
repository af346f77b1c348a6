/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A question to a PE of a running job, which is found by its name in the abstract Unix namespace,
 * and the PE's answer.
 */
#ifndef ISHMEM_INFO_VISIT_H
#define ISHMEM_INFO_VISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define VISIT_NAME_BYTES 108

typedef enum visit_result {
    VISIT_ANSWERED,
    VISIT_SILENT,    /* no answer in time, or a longer one than a job sends */
    VISIT_OTHER_USER /* another user listens there, and has been sent nothing */
} visit_result_t;

/* name: after the @.  *text: the answer, of `bytes` bytes and a zero, to be freed. */
visit_result_t visit(const char *name, char question, char **text, size_t *bytes);

/* Prints a text that another process has sent.  Control characters are printed as their numbers,
 * and, except in JSON, everything that is not ASCII. */
void visit_print(FILE *out, const char *text, size_t bytes, bool as_json);

#endif
