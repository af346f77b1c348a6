/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies between the host and the tile's memory that no kernel delays, complete on return.  They
 * have their own synchronous list and a block of host memory that the tile reaches.  One caller at
 * a time.
 */
#ifndef ISHMEMI_COPY_LIST_H
#define ISHMEMI_COPY_LIST_H

#include <level_zero/ze_api.h>
#include <stddef.h>

/* Initially {0}. */
typedef struct ishmemi_copy_list {
    ze_command_list_handle_t list; /* NULL: not open */
    void *block;
    size_t block_bytes;
} ishmemi_copy_list_t;

/* 0, or -1 after an error message. */
int ishmemi_copy_list_open(size_t block_bytes, ishmemi_copy_list_t *list);
void ishmemi_copy_list_close(ishmemi_copy_list_t *list);

/* Both end the process if the tile no longer responds.  load: `bytes` is at most the size of the
 * block; store: larger data does not use the block. */
void ishmemi_copy_list_load(const ishmemi_copy_list_t *list, void *destination, const void *source,
                            size_t bytes);
void ishmemi_copy_list_store(const ishmemi_copy_list_t *list, void *destination, const void *source,
                             size_t bytes);

#endif
