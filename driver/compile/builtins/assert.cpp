/* SPDX-License-Identifier: BSD-3-Clause */
/* The function that DPC++ expects of the driver for a failed assert. */
#include "opencl.h"

using generic_text = __attribute__((address_space(4))) const char *;

extern "C" void __devicelib_assert_fail(generic_text expression, generic_text file, uint line,
                                        generic_text function, ulong x, ulong y, ulong z, ulong,
                                        ulong, ulong)
{
    const uint64_t item[3] = {x, y, z};
    zed_rt_assert((const char *)expression, (const char *)file, line, (const char *)function, item);
}
