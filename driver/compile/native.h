/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Native binaries: a module's blob after a header that identifies the driver and the machine that
 * it is for.  A program may keep a binary anywhere, so everything in it is checked.
 */
#ifndef ZED_COMPILE_NATIVE_H
#define ZED_COMPILE_NATIVE_H

#include "blob_view.h"

#include <string>

namespace zed {

Bytes native_wrap(const Bytes &blob, CompileTarget target);

/* False, with a sentence in *error, unless the bytes are complete and were made by this driver for
 * this target. */
bool native_unwrap(const uint8_t *bytes, size_t count, CompileTarget target, Bytes *blob,
                   std::string *error);

} // namespace zed

#endif
