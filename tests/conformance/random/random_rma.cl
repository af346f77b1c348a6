/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies, single values and signals. */
#include "interpreter.h"

KERNEL_RMA_TYPED(CALL_TYPED)
KERNEL_RMA_SIZED(CALL_SIZED)
INTERPRETER(KERNEL_RMA_TYPED(CASE_TYPED) KERNEL_RMA_SIZED(CASE_SIZED))
