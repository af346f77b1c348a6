/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starts the compiler, which is a separate program (translate/): LLVM's memory is freed when it
 * ends, its symbols never meet those of another LLVM in the process, and input that makes it stop
 * with an assertion produces a build log and does not end the process.
 */
#ifndef ZED_COMPILE_COMPILER_H
#define ZED_COMPILE_COMPILER_H

#include "blob_view.h"
#include "engine/engine.h"

#include <functional>

namespace zed {

/* A compiler that neither takes nor sends a byte for this long is ended. */
constexpr uint64_t compiler_patience_ns = 600000000000;

/* Builds the blob of a module and fills *log in any case.  Calls at_work several times a second,
 * but only while the compiler computes. */
ze_result_t compiler_build(const zed_module_desc_t &desc, CompileTarget target,
                           const std::function<void()> &at_work, Bytes *blob, std::string *log);

} // namespace zed

#endif
