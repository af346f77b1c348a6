/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last accesses to each 8 bytes of symmetric memory, a few of them, and whether a new one is ordered
 * with all that touch the same bytes; and what is under way in other memory.  All of this is called under the mutex (common.h).
 */
#ifndef ISHMEMI_RACES_SHADOW_H
#define ISHMEMI_RACES_SHADOW_H

#include "access.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This agent's access. */
void ishmemi_shadow_touch(int pe, uint64_t place, uint64_t bytes,
                          const ishmemi_shadow_access_t *access, ishmemi_races_found_t *found);

/* Whether the agent, one of this PE, has accessed these bytes so since it has last told others anything: another
 * access would find and leave nothing new.  Without the mutex. */
bool ishmemi_shadow_knows(int agent, int pe, uint64_t place, uint64_t bytes,
                          ishmemi_access_kind_t kind);

/* Memory of this PE that is not symmetric, where only accesses are remembered that are under way, of operations that
 * are not complete and of timelines, and while the program has several threads, theirs. */
void ishmemi_shadow_touch_own(const void *memory, uint64_t bytes,
                              const ishmemi_shadow_access_t *access, bool remembers,
                              ishmemi_races_found_t *found);
/* Whether the agent's access would find and leave nothing.  Without the mutex. */
bool ishmemi_shadow_knows_own(int agent, const void *memory, uint64_t bytes,
                              ishmemi_access_kind_t kind);
/* The program has completed what it has sent. */
void ishmemi_shadow_forget(void);
/* The memory may become another's. */
void ishmemi_shadow_free(const void *memory, uint64_t bytes);
/* The program begins its first thread. */
void ishmemi_shadow_expect_threads(void);
void ishmemi_shadow_end_own(void);

/* What has been written into these bytes has been seen by this PE. */
void ishmemi_shadow_seen(int pe, uint64_t place, uint64_t bytes);

#endif
