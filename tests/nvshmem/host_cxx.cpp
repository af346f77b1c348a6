/* SPDX-License-Identifier: BSD-3-Clause */
/* The same in C++. */
#include "host.c"
