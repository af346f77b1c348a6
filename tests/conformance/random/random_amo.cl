/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic memory operations. */
#include "interpreter.h"

KERNEL_AMO(CALL_TYPED)
INTERPRETER(KERNEL_AMO(CASE_TYPED))
