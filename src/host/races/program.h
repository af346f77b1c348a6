/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libishmem_accesses.a tells, in programs that are compiled with -fsanitize=thread.
 */
#ifndef ISHMEMI_RACES_PROGRAM_H
#define ISHMEMI_RACES_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

/* The program is about to load or store; caller: after the instruction. */
void ishmemi_races_access(const void *memory, size_t bytes, bool writes, const void *caller);

/* The program is about to write by an atomic operation, or has read by one. */
void ishmemi_races_atomic(const void *memory, bool writes);
/* The program is about to free this, which malloc or its kin have given. */
void ishmemi_races_free(void *memory);

/* This thread tells from now on what it waits for.  Others count as one with the program's first. */
void ishmemi_races_thread_begins(void);
void ishmemi_races_thread_ends(void);
/* So many more threads that tell run. */
void ishmemi_races_thread_count(int more);
/* What this thread has done comes before what those do who learn from this object later. */
void ishmemi_races_thread_tells(const void *object);
void ishmemi_races_thread_learns(const void *object);
/* The object is no more. */
void ishmemi_races_thread_forgets(const void *object);
/* Threads wait for each other in ways that are not told: from now on all count as one. */
void ishmemi_races_thread_unseen(void);
/* Whether anybody is to be told. */
bool ishmemi_races_thread_is_seen(void);

#pragma GCC visibility pop

/* With the job's beginning and end (races.h). */
void ishmemi_race_threads_open(void);
void ishmemi_race_threads_close(void);

#endif
