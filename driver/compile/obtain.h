/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gets a module's blob from a native binary, from the disk cache, or from the compiler, in the same
 * way for all engines.
 */
#ifndef ZED_COMPILE_OBTAIN_H
#define ZED_COMPILE_OBTAIN_H

#include "blob_view.h"
#include "engine/engine.h"

#include <string>

namespace zed {

/* The blob has been checked, and is for the target.  The compiler's messages go to *log. */
ze_result_t obtain_blob(const zed_module_desc_t &desc, CompileTarget target, Bytes *blob,
                        std::string *log);

} // namespace zed

#endif
