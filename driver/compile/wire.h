/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The messages between the driver and the compiler, which is a separate program: a request (target,
 * images, flags, constants), then an answer (result, log, blob).  Both programs are from one build;
 * numbers are in the host's format.
 */
#ifndef ZED_COMPILE_WIRE_H
#define ZED_COMPILE_WIRE_H

#include "blob_view.h"
#include "engine/engine.h"

#include <string>
#include <utility>
#include <vector>

namespace zed {

struct CompileImage {
    Bytes words;
    std::string flags;
    std::vector<std::pair<uint32_t, uint64_t>> constants;
};

struct CompileAnswer {
    ze_result_t result;
    std::string log;
    Bytes blob;
};

/* The beginning of the compiler's line on its standard error when LLVM gives up on code. */
constexpr const char *stopped_in_code = "LLVM stopped";

/* `words`: the last line of a compiler that failed at the same request, or empty.  If given, the
 * code is for any processor of the machine's architecture, and its log explains why. */
Bytes wire_request(const zed_module_desc_t &desc, CompileTarget target, const std::string &words);
bool wire_read_request(const Bytes &bytes, CompileTarget *target, std::string *words,
                       std::vector<CompileImage> *images);
Bytes wire_answer(const CompileAnswer &answer);
bool wire_read_answer(const Bytes &bytes, CompileAnswer *answer);

} // namespace zed

#endif
