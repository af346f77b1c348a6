/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where this library lies.
 */
#ifndef ISHMEMI_LIBRARY_H
#define ISHMEMI_LIBRARY_H

#include <stdbool.h>

#define ISHMEMI_PATH_BYTES 4096

/* Stores the absolute path of the file `name` in this library's directory.  True if it exists. */
bool ishmemi_library_beside(const char *name, char path[ISHMEMI_PATH_BYTES]);

#endif
