/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a program that is compiled with -fsanitize=thread reports to libishmem: program/, which is libishmem_accesses.a,
 * calls these functions, and order/, in libishmem.so, defines them.  Their names are ABI: ISHMEM_RACES_0.1 in
 * host/ishmem.map.
 */
#ifndef ISHMEMI_RACES_PROGRAM_H
#define ISHMEMI_RACES_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* libishmem.so may be older than the archive, so the archive asks whether it has them. */
#ifdef ISHMEMI_RACES_IN_ARCHIVE
#define ISHMEMI_RACES_FUNCTION __attribute__((weak))
#else
#define ISHMEMI_RACES_FUNCTION __attribute__((visibility("default")))
#endif

/* The program is about to load or store.  caller: the address after the instruction. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_access(const void *memory, size_t bytes, bool writes,
                                                 const void *caller);

/* The program is about to write by an atomic operation, or has read by one. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_atomic(const void *memory, bool writes);
/* The program is about to free memory of malloc and its relatives. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_free(void *memory);

/* From now on this thread reports what it waits for, until it ends.  Threads that do not count as one with the
 * program's first. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_begins(void);
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_ends(void);
/* `more` threads that report are added to those that run. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_count(int more);
/* This thread releases, or acquires, by an object of any kind. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_tells(const void *object);
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_learns(const void *object);
/* The object is no more. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_forgets(const void *object);
/* Threads wait for each other in ways that are not reported: from now on all count as one. */
ISHMEMI_RACES_FUNCTION void ishmemi_races_thread_unseen(void);
/* Whether libishmem looks for races. */
ISHMEMI_RACES_FUNCTION bool ishmemi_races_thread_is_seen(void);

#endif
