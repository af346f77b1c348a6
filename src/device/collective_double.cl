/* SPDX-License-Identifier: BSD-3-Clause */
/* What is behind reductions and scans of doubles, apart from the others: it needs fp64. */
#define ISHMEMI_WITH_DOUBLE
#include "collective_reduce_body.h"

#define DEFINE_REDUCE_DOUBLE(NAME, GROUP) DEFINE_REDUCE(NAME, GROUP, ISHMEMI_CLASS_DOUBLE, 0)
#define DEFINE_SCAN_DOUBLE(NAME, GROUP) DEFINE_REDUCE(NAME, GROUP, ISHMEMI_CLASS_DOUBLE, 1)
FOR_GROUPS(DEFINE_REDUCE_DOUBLE, ishmemi_library_reduce_double)
FOR_GROUPS(DEFINE_SCAN_DOUBLE, ishmemi_library_scan_double)
