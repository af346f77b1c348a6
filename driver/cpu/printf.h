/* SPDX-License-Identifier: BSD-3-Clause */
/* zed_rt_printf is declared in abi.h; this is the formatter under it, for tests. */
#ifndef ZED_COMPILE_PRINTF_H
#define ZED_COMPILE_PRINTF_H

#include "engine/abi.h"

#include <string>

namespace zed {

/* OpenCL C's format over arguments that were promoted, vectors as their elements. */
std::string format_text(const char *format, va_list arguments);

} // namespace zed

#endif
