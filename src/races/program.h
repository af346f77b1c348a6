/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a program that is compiled with -fsanitize=thread reports to libishmem.  The archive
 * libishmem_accesses.a (program/) calls these functions, and libishmem.so (order/) defines them.
 * Their names are ABI: ISHMEM_RACES_0.1 in host/ishmem.map.
 */
#ifndef ISHMEMI_RACES_PROGRAM_H
#define ISHMEMI_RACES_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* libishmem.so may be older than the archive, so the archive tests whether they exist. */
#ifdef ISHMEMI_RACES_IN_ARCHIVE
#define ISHMEMI_RACES_FUNCTION __attribute__((weak))
#else
#define ISHMEMI_RACES_FUNCTION __attribute__((visibility("default")))
#endif

/* The program is about to load or store.  caller: the address after the instruction. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_access(const void *memory, size_t bytes, bool writes,
                                                 const void *caller);

/* The program is about to write with an atomic operation, or has read with one. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_atomic(const void *memory, bool writes);
/* The program is about to free memory of malloc() or a similar function. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_free(void *memory);

/* From now on, and until it ends, this thread reports what it waits for.  All threads that do not
 * report count as one with the program's first thread. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_begins(void);
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_ends(void);
/* Adds `more` to the number of running threads that report. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_count(int more);
/* This thread releases to an object of any kind, or acquires from it. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_tells(const void *object);
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_learns(const void *object);
/* The object no longer exists. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_forgets(const void *object);
/* Threads wait for each other without a report: from now on, all threads count as one. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_unseen(void);
/* Whether libishmem looks for races. */
ISHMEMI_RACES_FUNCTION bool ishmemi_races_thread_is_seen(void);

#endif
