/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The watcher's way to the words of this PE's head (shared/state.h) while kernels run: loads and
 * stores where the host can, else Level Zero copies on a list of their own, which no kernel holds
 * up. Any thread may call, one is served at a time.
 */
#ifndef ISHMEMI_HEAD_H
#define ISHMEMI_HEAD_H

#include <stddef.h>
#include <stdint.h>

/* 0, or -1 having said why. */
int ishmemi_head_open(void);
void ishmemi_head_close(void);

/* Acquire: what is loaded afterwards is no older. */
uint64_t ishmemi_head_load(const uint64_t *word);
/* Release: what was stored before is there first. */
void ishmemi_head_store(uint64_t *word, uint64_t value);
/* A block that nobody writes at this time; at most a piece of mail. */
void ishmemi_head_load_block(void *destination, const void *source, size_t bytes);

#endif
