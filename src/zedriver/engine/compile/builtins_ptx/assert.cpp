/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What DPC++ leaves to the driver of an assert that fails.  NVIDIA's driver has it, too: it writes block,
 * thread, file, line, function and expression, and ends the kernel with an error.
 */
#include "../builtins/opencl.h"

extern "C" void __assertfail(const char *expression, const char *file, uint line,
                             const char *function, ulong character_bytes);

/* Taken by the first item that fails. */
static __attribute__((address_space(1))) uint zed_assert_told;

extern "C" void __devicelib_assert_fail(const char *expression, const char *file, uint line,
                                        const char *function, ulong, ulong, ulong, ulong, ulong,
                                        ulong)
{
    uint before;
    __asm__ volatile("atom.global.exch.b32 %0, [%1], 1;"
                     : "=r"(before)
                     : "l"(&zed_assert_told)
                     : "memory");
    if (before == 0)
        __assertfail(expression, file, line, function ? function : "", 1);
    __asm__ volatile("exit;");
}
