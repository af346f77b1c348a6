/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered reductions by their quick ways, of all kinds of elements but doubles.
 */
#include "carry_out_quick.h"

QUICK_REDUCTIONS(integer, ISHMEMI_CLASS_INTEGER)
QUICK_REDUCTIONS(float, ISHMEMI_CLASS_FLOAT)
