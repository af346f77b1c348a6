/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Timestamps that kernels ask for.
 */
#ifndef ISHMEMI_TIMESTAMP_H
#define ISHMEMI_TIMESTAMP_H

#include "ishmemx.h"

/* For a kernel: stores the time in the cell, or ends the job if there is none. */
void ishmemi_timestamp_store(ishmemx_ts_handle_t cell);

#endif
