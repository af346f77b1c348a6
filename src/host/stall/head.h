/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The watcher's access to this PE's head (shared/state.h) while kernels run: loads and stores if
 * the host can, else Level Zero copies on a list of their own, which no kernel delays.  Any thread
 * may call; one is served at a time.
 */
#ifndef ISHMEMI_HEAD_H
#define ISHMEMI_HEAD_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0, or -1 after logging why. */
int ishmemi_head_open(void);
void ishmemi_head_close(void);

/* Acquire: later loads see nothing older. */
uint64_t ishmemi_head_load(const uint64_t *word);
/* Release: earlier stores are visible first. */
void ishmemi_head_store(uint64_t *word, uint64_t value);
/* A block that nobody writes at this time; at most as large as ishmemi_head_t.waits. */
void ishmemi_head_load_block(void *destination, const void *source, size_t bytes);

#endif
