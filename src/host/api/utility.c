/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmemx_print and ishmemx_timestamp; the test of the mail from kernels to the host; the handler
 * of errors; tools that observe calls.
 */
#include "check.h"
#include "fatal.h"
#include "print.h"
#include "reach.h"
#include "timestamp.h"
#include "tools.h"
#include "util/clock.h"
#include <stdio.h>

/* In parentheses, because it is also the name of a macro. */
void(ishmemx_print)(const char *file, long line, const char *func, const char *out,
                    ishmemx_print_msg_type_t msg_type)
{
    if (!out) {
        (void)ishmemi_refuse_argument("ishmemx_print", "out", "NULL", "a string");
        return;
    }
    ishmemi_print(file, line, func, out, (int)msg_type);
}

static void timestamp(const char *routine, ishmemx_ts_handle_t dst)
{
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
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

void ishmemx_nop(void)
{
    ISHMEMI_REQUIRE(ishmemi_check_ready("ishmemx_nop"));
}

void ishmemx_nop_no_r(void)
{
    ISHMEMI_REQUIRE(ishmemi_check_ready("ishmemx_nop_no_r"));
}

void ishmemx_debug_test(void)
{
    ISHMEMI_REQUIRE(ishmemi_check_ready("ishmemx_debug_test"));
    ishmemi_print_test("the host");
}

void ishmemx_set_error_handler(ishmemx_error_handler_t handler, void *data)
{
    ishmemi_error_set_handler(handler, data);
}

/* ---- Tools ----------------------------------------------------------------------------------- */

void ishmem_pcontrol(int level, ...)
{
    (void)level;
}

/* The short ways of put, get and AMO are closed while tools are notified, and open otherwise. */
static void follow(void)
{
    if (ishmemi_job.initialized) {
        ishmemi_reach_open();
    }
}

int ishmemx_tool_register(const ishmemx_tool_t *tool)
{
    if (tool && tool->size != sizeof *tool) {
        (void)ishmemi_refuse_argument(
            "ishmemx_tool_register", "tool->size", ishmemi_text("%zu", tool->size).text,
            ishmemi_text("%zu, sizeof(ishmemx_tool_t)", sizeof *tool).text);
        return -1;
    }
    if (!tool || (!tool->begin && !tool->end)) {
        (void)ishmemi_refuse_argument("ishmemx_tool_register", "tool", tool ? "empty" : "NULL",
                                      "a tool with a callback");
        return -1;
    }
    const int number = ishmemi_tools_add(tool);
    follow();
    return number;
}

int ishmemx_tool_unregister(int tool)
{
    const bool removed = ishmemi_tools_remove(tool);
    follow();
    return removed ? 0 : -1;
}
