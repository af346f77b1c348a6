/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks without an access whether memory that a program names is mapped.  Each check is a system
 * call, so use it for the arguments of rare calls only.
 */
#ifndef ISHMEMI_READABLE_H
#define ISHMEMI_READABLE_H

#include <stdbool.h>
#include <stddef.h>

/* Also returns true if the system cannot tell. */
bool ishmemi_is_readable(const void *address, size_t bytes);

/* Checks a handle of Level Zero, which is an address. */
static inline bool ishmemi_is_handle(const void *handle)
{
    return ishmemi_is_readable(handle, sizeof(void *));
}

#endif
