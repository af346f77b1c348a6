/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The code of loaded modules, to find out what an instruction belongs to.
 */
#ifndef ZED_RUN_CODE_H
#define ZED_RUN_CODE_H

#include "engine/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A module's code.  The owner keeps it, and everything that it points to, until
 * zed_code_forget(). */
typedef struct zed_code {
    uintptr_t begin;
    uintptr_t end;
    const zed_code_line_t *lines;
    size_t line_count; /* 0: the module was compiled without -g */
    const char *strings;
    struct zed_code *next;
} zed_code_t;

void zed_code_note(zed_code_t *code);
void zed_code_forget(zed_code_t *code);

/* The source line of the instruction; false if it is not known.  Safe in a signal handler of a
 * thread that runs a kernel, because the kernel's module cannot go away meanwhile. */
bool zed_code_find_line(uintptr_t instruction, const char **file, uint32_t *line);

#ifdef __cplusplus
}
#endif

#endif
