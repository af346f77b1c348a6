/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered reductions of doubles by their quick ways, apart from the others because some tiles have no fp64.
 */
#define ISHMEMI_WITH_DOUBLE
#include "carry_out_quick.h"

QUICK_REDUCTIONS(double, ISHMEMI_CLASS_DOUBLE)
