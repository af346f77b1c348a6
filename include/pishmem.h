/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For profiling libraries, which define ishmem_NAME themselves and call pishmem_NAME, the routine of this
 * library:
 *
 *     void ishmem_int_put(int *dest, const int *source, size_t nelems, int pe)
 *     {
 *         bytes += nelems * sizeof(int);
 *         pishmem_int_put(dest, source, nelems, pe);
 *     }
 *
 * Every host routine has both names, ishmemx_NAME likewise with pishmemx_NAME.  A profiling library is
 * linked before libishmem, or preloaded.  Names without a type are macros or overloads for those with one.
 * A profiling library does not see the calls that libishmem makes to its own routines.  If nothing can be
 * linked or preloaded, use ishmemx_tool_register.
 */
#ifndef PISHMEM_H
#define PISHMEM_H

#include "ishmemx.h"

#include "ishmem/profiling_routines.h"

#endif
