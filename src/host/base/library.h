/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The location of this library.
 */
#ifndef ISHMEMI_LIBRARY_H
#define ISHMEMI_LIBRARY_H

#include <stdbool.h>

#define ISHMEMI_PATH_BYTES 4096

/* Stores the absolute path of the file `name` next to this library: in ishmem/ there, or in the
 * library's own directory.  Returns true if it exists. */
bool ishmemi_library_beside(const char *name, char path[ISHMEMI_PATH_BYTES]);

#endif
