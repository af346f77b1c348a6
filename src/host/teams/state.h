/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The device state: what kernels know of the job.
 */
#ifndef ISHMEMI_STATE_H
#define ISHMEMI_STATE_H

#include "shared/state.h"
#include <stddef.h>

/* Writes the state into device memory and sets ishmemi_job.default_ctx.  0, or -1 after an error
 * message. */
int ishmemi_state_open(void);
void ishmemi_state_close(void);

/* Fills the state's first_deltas, for as many of its n_pes as fit. */
void ishmemi_state_set_deltas(ishmemi_state_t *of, const int64_t *deltas);

/* The contents of the default context's state. */
const ishmemi_state_t *ishmemi_state_default(void);

/* Writes the initial contents of a module's variable ISHMEMI_DEFAULT_CTX, for when it is bound: the
 * state's address and, after ZE_CPU_MODULE_STATE_OFFSET, the state itself, if the compiler has made
 * room for it.  Returns the number of bytes, at most ZE_CPU_MODULE_VARIABLE_MAX.  A shorter
 * variable gets as much as fits. */
size_t ishmemi_state_variable(char *value);

#endif
