/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Specialisation constants in the caller's form: an id and a pointer to a value, whose size only
 * the module's words define.
 */
#ifndef ZED_COMPILE_SPEC_CONSTANTS_H
#define ZED_COMPILE_SPEC_CONSTANTS_H

#include "engine/engine.h"

#include <utility>
#include <vector>

namespace zed {

/* Ids and values of those constants of image number `index` for which the caller gives a value. */
std::vector<std::pair<uint32_t, uint64_t>> spec_constants(const zed_module_desc_t &desc,
                                                          uint32_t index);

} // namespace zed

#endif
