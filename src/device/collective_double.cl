/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions for reductions and scans of doubles, in a file of their own because they need
 * fp64. */
#define ISHMEMI_WITH_DOUBLE
#include "collective_reduce_body.h"

#define ANY_DOUBLE(NAME, GROUP) DEFINE_ANY(NAME, GROUP, ISHMEMI_CLASS_DOUBLE, 0)
#define CALL_DOUBLE(NAME, GROUP)                                                                   \
    DEFINE_REDUCE_CALL(NAME, GROUP, ishmemi_library_reduce_words_double,                           \
                       ishmemi_library_reduce_slices_double, ishmemi_library_reduce_of_two_double, \
                       ishmemi_library_reduce_any_double)
#define SCAN_DOUBLE(NAME, GROUP) DEFINE_ANY(NAME, GROUP, ISHMEMI_CLASS_DOUBLE, 1)
#define SLICES_DOUBLE(NAME, GROUP) DEFINE_REDUCE_SLICES(NAME, GROUP, ISHMEMI_CLASS_DOUBLE)
DEFINE_REDUCTIONS(double, ANY_DOUBLE, SLICES_DOUBLE, CALL_DOUBLE, ISHMEMI_CLASS_DOUBLE)
FOR_GROUPS(SCAN_DOUBLE, ishmemi_library_scan_double)
