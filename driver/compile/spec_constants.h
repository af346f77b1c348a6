/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Specialisation constants as the caller gives them: an id and a pointer to a
 * value whose size only the module's words give.
 */
#ifndef ZED_COMPILE_SPEC_CONSTANTS_H
#define ZED_COMPILE_SPEC_CONSTANTS_H

#include "engine/engine.h"

#include <utility>
#include <vector>

namespace zed {

/* Ids and values of the constants that image number `index` both has and is given. */
std::vector<std::pair<uint32_t, uint64_t>> spec_constants(const zed_module_desc_t &desc,
                                                          uint32_t index);

} // namespace zed

#endif
