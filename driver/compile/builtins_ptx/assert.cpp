/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The function that DPC++ expects of the driver for a failed assert.  NVIDIA's driver has one, too:
 * it prints file, line, function, block, thread and expression, and ends the kernel with an error.
 */
#include "../builtins/opencl.h"

extern "C" __attribute__((noreturn)) void __assertfail(const char *expression, const char *file,
                                                       uint line, const char *function,
                                                       ulong character_bytes);

extern "C" void __devicelib_assert_fail(const char *expression, const char *file, uint line,
                                        const char *function, ulong, ulong, ulong, ulong, ulong,
                                        ulong)
{
    __assertfail(expression, file, line, function ? function : "", 1);
}
