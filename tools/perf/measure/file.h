/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the files that the program needs: its kernels and its script. */
#ifndef PERF_FILE_H
#define PERF_FILE_H

#include <limits.h>
#include <stdbool.h>

/* The path of a file; false if there is none, with the last one that was tried in `path`. */
bool perf_file_find(const char *name, char path[PATH_MAX]);

#endif
