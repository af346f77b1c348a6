/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory file that holds the program's data.
 */
#ifndef ISHMEMI_SEGMENT_FILE_H
#define ISHMEMI_SEGMENT_FILE_H

#include "ipc_method.h"
#include "segment_find.h"
#include <stdbool.h>

#define ISHMEMI_SEGMENT_WHY_BYTES ISHMEMI_IPC_WHY_BYTES

/*
 * ishmem_init writes this at its first call, and a child after fork().  Offsets in the file are
 * distances from the first extent; the gaps between extents are holes in the file.
 */
typedef struct ishmemi_segment_file {
    ishmemi_segment_extent_t extents[ISHMEMI_SEGMENT_EXTENTS];
    size_t count;
    uintptr_t start; /* start of the first extent */
    size_t bytes;    /* up to the end of the last extent */
    size_t shared;   /* of these, how many are mapped from the file */
    int descriptor;  /* -1 until the data is moved */
    uint64_t device; /* device and inode: the file for which the descriptor was made */
    uint64_t inode;
} ishmemi_segment_file_t;

extern ishmemi_segment_file_t ishmemi_segment_file;

/* Finds the program's data and fills extents, count, start and bytes. */
void ishmemi_segment_file_find(void);
/* Moves the data into the file, maps it in place, and fills the rest.  0, or -1 with the reason in
 * why, of ISHMEMI_SEGMENT_WHY_BYTES; part of the data may then have been moved. */
int ishmemi_segment_file_take(char *why);

/* Whether the descriptor still refers to this file: programs may close descriptors that are not
 * their own. */
bool ishmemi_segment_file_is(int descriptor, uint64_t device, uint64_t inode);

/* From now on, a child of fork() gets its own copy of the data, and on_child is called in it with
 * the reason why its objects are not symmetric.  0, or an errno. */
int ishmemi_segment_watch_forks(void (*on_child)(const char *reason));

#endif
