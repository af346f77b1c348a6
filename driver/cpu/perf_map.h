/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Names of kernels for perf, with ZECPU_PERF_MAP=1.
 */
#ifndef ZED_COMPILE_PERF_MAP_H
#define ZED_COMPILE_PERF_MAP_H

#include "compile/blob_view.h"

namespace zed {

void perf_map_add(const BlobView &blob, const void *base);

} // namespace zed

#endif
