/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The way to the compiler, which is a program of its own (translate/): LLVM's
 * memory is gone when it ends, its symbols never meet those of another LLVM in
 * the process, and input that makes it stop with an assertion costs a build log
 * and not the process.
 */
#ifndef ZED_COMPILE_COMPILER_H
#define ZED_COMPILE_COMPILER_H

#include "blob_view.h"
#include "engine/engine.h"

#include <functional>

namespace zed {

/* A compiler that takes and gives no byte for so long is ended. */
constexpr uint64_t compiler_patience_ns = 600000000000;

/* Builds the blob of a module; *log gets what there is to say in any case.  at_work is called several
 * times a second, but only while the compiler computes. */
ze_result_t compiler_build(const zed_module_desc_t &desc, CompileTarget target,
                           const std::function<void()> &at_work, Bytes *blob, std::string *log);

} // namespace zed

#endif
