/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmemx_print and ishmemx_timestamp.
 */
#include "check.h"
#include "fatal.h"
#include "print.h"
#include "processor/clock.h"
#include "timestamp.h"

/* In parentheses, as it is the name of a macro, too. */
void(ishmemx_print)(const char *file, long line, const char *func, const char *out,
                    ishmemx_print_msg_type_t msg_type)
{
    if (!out) {
        ishmemi_fatal_argument("ishmemx_print", "out", "NULL", "a string");
    }
    ishmemi_print(file, line, func, out, (int)msg_type);
}

static void timestamp(const char *routine, ishmemx_ts_handle_t dst)
{
    ishmemi_check_ready(routine);
    if (!ishmemi_timestamp_is_cell(dst)) {
        ishmemi_timestamp_refuse(routine, dst);
    }
    *(uint64_t *)dst = ishmemi_clock_now();
}

void ishmemx_timestamp(ishmemx_ts_handle_t dst)
{
    timestamp("ishmemx_timestamp", dst);
}

void ishmemx_timestamp_nbi(ishmemx_ts_handle_t dst)
{
    timestamp("ishmemx_timestamp_nbi", dst);
}
