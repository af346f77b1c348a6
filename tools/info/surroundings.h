/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the checks of ishmem-info --check use: files of the system, and the job that this process is
 * in.
 */
#ifndef ISHMEM_INFO_SURROUNDINGS_H
#define ISHMEM_INFO_SURROUNDINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Sets the folder below which /dev, /proc and /sys are searched; "" for the system's own.  Called
 * once, before the checks. */
void surroundings_set_root(const char *root);

/* `path` below that folder; a static text, which the next call replaces. */
const char *surroundings_path(const char *path);

/* The first line of a file below that folder; false if it cannot be read. */
bool surroundings_line(const char *path, char *line, size_t bytes);

/* The number that a file holds, or `otherwise`. */
long surroundings_number(const char *path, long otherwise);

/* The PEs that the launcher has started together, and those on this machine, as far as the launcher
 * reports them. */
int surroundings_pes(void);
int surroundings_pes_here(void);

/* Whether this process is the first of its job on this machine. */
bool surroundings_is_first_here(void);

/* Processors that this process may use. */
int surroundings_processors(void);

/* The file next to the library that this program runs with, where the library looks for modules and
 * drivers. */
bool surroundings_beside_library(const char *name, char path[PATH_MAX]);

/* The value of a variable of the environment; "" if it is not set. */
const char *surroundings_variable(const char *name);

#endif
