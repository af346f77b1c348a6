/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A few of the last accesses to each 8 bytes of symmetric memory, and whether a new access is
 * ordered with all of them that touch the same bytes; and the accesses that are under way in other
 * memory.  The caller holds the mutex (common.h), except where a comment says otherwise.
 */
#ifndef ISHMEMI_RACES_SHADOW_H
#define ISHMEMI_RACES_SHADOW_H

#include "access.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An access of this agent. */
void ishmemi_shadow_touch(int pe, uint64_t place, uint64_t bytes,
                          const ishmemi_shadow_access_t *access, ishmemi_races_found_t *found);

/* Whether the agent, one of this PE's, has already made such an access to these bytes since its
 * last release: another one would find and record nothing new.  Without the mutex. */
bool ishmemi_shadow_knows(int agent, int pe, uint64_t place, uint64_t bytes,
                          ishmemi_access_kind_t kind);

/* Memory of this PE that is not symmetric.  Only accesses that are under way are remembered there:
 * those of operations that are not complete, and those of command lists; and those of the program's
 * threads while it has several. */
void ishmemi_shadow_touch_own(const void *memory, uint64_t bytes,
                              const ishmemi_shadow_access_t *access, bool remembers,
                              ishmemi_races_found_t *found);
/* Whether the agent's access would find and record nothing.  Without the mutex. */
bool ishmemi_shadow_knows_own(int agent, const void *memory, uint64_t bytes,
                              ishmemi_access_kind_t kind);
/* The program has completed what it has sent. */
void ishmemi_shadow_forget(void);
/* The memory may get another owner. */
void ishmemi_shadow_free(const void *memory, uint64_t bytes);
/* The program is starting its first thread. */
void ishmemi_shadow_expect_threads(void);
void ishmemi_shadow_end_own(void);

/* This PE has seen what was written into these bytes. */
void ishmemi_shadow_seen(int pe, uint64_t place, uint64_t bytes);

#endif
