/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether memory that a program names is there, found out without touching it: for arguments of rare
 * calls, as it takes a system call.
 */
#ifndef ISHMEMI_READABLE_H
#define ISHMEMI_READABLE_H

#include <stdbool.h>
#include <stddef.h>

/* True as well where the system does not tell. */
bool ishmemi_is_readable(const void *address, size_t bytes);

/* What a handle of Level Zero, which is an address, leads to. */
static inline bool ishmemi_is_handle(const void *handle)
{
    return ishmemi_is_readable(handle, sizeof(void *));
}

#endif
