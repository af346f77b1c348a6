/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The device state: what kernels know of the job.
 */
#ifndef ISHMEMI_STATE_H
#define ISHMEMI_STATE_H

#include "shared/state.h"
#include <stddef.h>

/* Writes the state into device memory and fills ishmemi_job.default_ctx.  0, or -1 having said
 * why. */
int ishmemi_state_open(void);
void ishmemi_state_close(void);

/* The first differences of a state's own, of its n_pes. */
void ishmemi_state_set_deltas(ishmemi_state_t *of, const int64_t *deltas);

/* What the default context's state holds. */
const ishmemi_state_t *ishmemi_state_default(void);

/* Writes what a module's variable ISHMEMI_DEFAULT_CTX begins with when it is bound: the state's address and, where a
 * compiler has made room for it, the state.  Returns the number of bytes, at most ZE_CPU_MODULE_VARIABLE_MAX.  A
 * variable that is shorter has what fits. */
size_t ishmemi_state_variable(char *value);

#endif
