/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What ISHMEM_CHECKS=2 knows of the symmetric heap: its live objects, for the checks of the host
 * and, in device memory, for those of kernels.  Without it, all of this does nothing.
 */
#ifndef ISHMEMI_OBJECTS_H
#define ISHMEMI_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a call's argument must be.  The text after it says what it is instead. */
#define ISHMEMI_OBJECTS_EXPECTED "a part of one allocated object of the symmetric heap; this "

/* table: the device address of the kernels' ishmemi_objects_t; 0: no kernel checks.  0, or -1 after
 * an error message. */
int ishmemi_objects_open(uint64_t table);
void ishmemi_objects_close(void);

/* Called by one thread at a time; errors end the job.  routine: the one that changes the heap. */
void ishmemi_objects_add(const char *routine, const void *object, size_t bytes);
void ishmemi_objects_resize(const char *routine, const void *object, size_t bytes);
void ishmemi_objects_remove(const void *object);
/* From now on, kernels see all the changes at once. */
void ishmemi_objects_publish(const char *routine);

/* Whether all these bytes belong to one live object; if not, `text` says what they are instead.
 * Any thread. */
bool ishmemi_objects_hold(const void *start, size_t bytes, char *text, size_t text_bytes);
/* Describes what a kernel has found: object_start and object_bytes are those of the last object
 * that starts at or before `start`; 0 and 0 if there is none. */
void ishmemi_objects_describe(uint64_t start, uint64_t bytes, uint64_t object_start,
                              uint64_t object_bytes, char *text, size_t text_bytes);

#endif
