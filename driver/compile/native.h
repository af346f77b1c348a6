/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Native binaries: a module's blob after a header that says which driver made it for which
 * machine.  A program may keep one anywhere, so nothing in it is taken for granted.
 */
#ifndef ZED_COMPILE_NATIVE_H
#define ZED_COMPILE_NATIVE_H

#include "blob_view.h"

#include <string>

namespace zed {

Bytes native_wrap(const Bytes &blob, CompileTarget target);

/* False and a sentence in *error unless the bytes are whole, and of this driver for this target. */
bool native_unwrap(const uint8_t *bytes, size_t count, CompileTarget target, Bytes *blob,
                   std::string *error);

} // namespace zed

#endif
