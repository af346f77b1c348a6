/* SPDX-License-Identifier: BSD-3-Clause */
/* The formatter of zed_rt_printf (abi.h), for tests. */
#ifndef ZED_COMPILE_PRINTF_H
#define ZED_COMPILE_PRINTF_H

#include "engine/abi.h"

#include <string>

namespace zed {

/* OpenCL C's format for promoted arguments, with vectors as their elements. */
std::string format_text(const char *format, va_list arguments);

} // namespace zed

#endif
