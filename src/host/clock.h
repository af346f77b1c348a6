/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host's clock, as ishmemx_timestamp has it.
 */
#ifndef ISHMEMI_CLOCK_H
#define ISHMEMI_CLOCK_H

#include "ishmemx.h"

/* For a kernel: stores the time in the cell, or ends the job if there is none. */
void ishmemi_clock_store(ishmemx_ts_handle_t cell);

#endif
