/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits and tests. */
#include "interpreter.h"

KERNEL_WAIT(CALL_TYPED_OWN)
INTERPRETER(KERNEL_WAIT(CASE_TYPED))
