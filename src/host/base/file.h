/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files that a user names.
 */
#ifndef ISHMEMI_FILE_H
#define ISHMEMI_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the path leads to a regular file; only these have an end and can be read without
 * blocking.  If not, `why` says what is wrong, as in "it is a directory". */
bool ishmemi_file_is_regular(const char *path, const char **why);

/* Returns the content of a regular file of at most `most` bytes, with a zero after it, which the
 * caller frees; NULL and `why` on failure. */
char *ishmemi_file_read(const char *path, size_t most, size_t *bytes, const char **why);

#endif
