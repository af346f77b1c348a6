/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The locks that the host of this PE holds, for the report of a stall.
 */
#ifndef ISHMEMI_HELD_H
#define ISHMEMI_HELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_HELD_SLOTS 16

/* A lock of this PE's host threads, by its address.  Locks beyond the number of slots are not
 * noted. */
void ishmemi_held_take(const void *lock);
void ishmemi_held_give_back(const void *lock);

/* Whether this PE's host holds the lock, as far as it is noted. */
bool ishmemi_held_has(const void *lock);

/* Returns the lock in a slot, or NULL, and when it was first seen, in ns of CLOCK_MONOTONIC; 0:
 * after the watcher's last look. */
const void *ishmemi_held_read(size_t slot, uint64_t *since_ns);
/* The watcher's look: notes the time for locks that are held. */
void ishmemi_held_look(uint64_t now_ns);

#endif
