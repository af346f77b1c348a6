/* SPDX-License-Identifier: BSD-3-Clause */
/* Every routine by its name without a type, in C++. */
#include "generic.c"
