/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file in memory that the program's data is moved into.
 */
#ifndef ISHMEMI_SEGMENT_FILE_H
#define ISHMEMI_SEGMENT_FILE_H

#include "ipc_method.h"
#include "segment_find.h"
#include <stdbool.h>

#define ISHMEMI_SEGMENT_WHY_BYTES ISHMEMI_IPC_WHY_BYTES

/*
 * Written by ishmem_init, the first time, and by a child after fork.  Offsets in the file are
 * distances from the first extent; what lies between extents is a hole in it.
 */
typedef struct ishmemi_segment_file {
    ishmemi_segment_extent_t extents[ISHMEMI_SEGMENT_EXTENTS];
    size_t count;
    uintptr_t start; /* of the first extent */
    size_t bytes;    /* to the end of the last */
    size_t shared;   /* of these, up to where all extents are mapped from the file */
    int descriptor;  /* -1 before the data is taken over */
    uint64_t device; /* device and inode: which file the descriptor was made for */
    uint64_t inode;
} ishmemi_segment_file_t;

extern ishmemi_segment_file_t ishmemi_segment_file;

/* Finds the program's data: fills extents, count, start and bytes. */
void ishmemi_segment_file_find(void);
/* Moves the data found into the file and maps it in place: fills the rest.  0, or -1 with the
 * reason in why, of ISHMEMI_SEGMENT_WHY_BYTES; part of the data may have been moved then. */
int ishmemi_segment_file_take(char *why);

/* Whether the descriptor is one of this file: a program may close descriptors that are not its
 * own. */
bool ishmemi_segment_file_is(int descriptor, uint64_t device, uint64_t inode);

/* From now on a child by fork gets the data as its own, and on_child is called in it with the reason
 * why its objects are not symmetric.  0, or an errno. */
int ishmemi_segment_watch_forks(void (*on_child)(const char *reason));

#endif
