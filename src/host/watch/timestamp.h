/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Timestamps that kernels request.
 */
#ifndef ISHMEMI_TIMESTAMP_H
#define ISHMEMI_TIMESTAMP_H

#include "ishmemx.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>

/* For a kernel: stores the time in the cell, or ends the job if that is not possible. */
void ishmemi_timestamp_store(ishmemx_ts_handle_t cell);

/* Whether a time may be stored there at all. */
static inline bool ishmemi_timestamp_is_cell(ishmemx_ts_handle_t cell)
{
    return cell != 0 && cell % sizeof(uint64_t) == 0;
}

/* Ends the job because no time can be stored there. */
noreturn void ishmemi_timestamp_refuse(const char *routine, ishmemx_ts_handle_t cell);

#endif
