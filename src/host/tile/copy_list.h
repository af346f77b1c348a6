/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies between the host and the tile's memory that no kernel holds up, complete on return: a
 * synchronous list of their own, and a block of host memory that the tile knows.  One caller at a
 * time.
 */
#ifndef ISHMEMI_COPY_LIST_H
#define ISHMEMI_COPY_LIST_H

#include <level_zero/ze_api.h>
#include <stddef.h>

/* Start from {0}. */
typedef struct ishmemi_copy_list {
    ze_command_list_handle_t list; /* NULL: not open */
    void *block;
    size_t block_bytes;
} ishmemi_copy_list_t;

/* 0, or -1 having said why. */
int ishmemi_copy_list_open(size_t block_bytes, ishmemi_copy_list_t *list);
void ishmemi_copy_list_close(ishmemi_copy_list_t *list);

/* End the process if the tile no longer answers.  load: no more bytes than the block has; store: more
 * go without it. */
void ishmemi_copy_list_load(const ishmemi_copy_list_t *list, void *destination, const void *source,
                            size_t bytes);
void ishmemi_copy_list_store(const ishmemi_copy_list_t *list, void *destination, const void *source,
                             size_t bytes);

#endif
