/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For tests that inspect the driver's objects: they contain the driver and call it without a
 * loader.  Each public function that the driver implements is the driver's own, and a layer over
 * the engine counts what it returns.
 */
#ifndef ZED_TEST_DIRECT_H
#define ZED_TEST_DIRECT_H

#include "entries.h"

#include <stddef.h>

#define DIRECT_E(since, public, private) extern __typeof__(public) public __asm__("zed_" #private);
#define DIRECT_N(since, public, private)
#define DIRECT_U(since, count)
#define DIRECT(function, list) list(DIRECT_E, DIRECT_N, DIRECT_U)
ZED_TABLES(DIRECT)
#undef DIRECT
#undef DIRECT_E
#undef DIRECT_N
#undef DIRECT_U

/* Called after zeInit. */
void direct_count_engine(void);

/* What the engine has returned and not got back. */
size_t direct_memory_count(void);
size_t direct_module_count(void);

#endif
