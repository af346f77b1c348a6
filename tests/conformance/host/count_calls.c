/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A profiling library, which counts calls: preloaded, or linked before libishmem.
 */
#include <pishmem.h>
#include <stdarg.h>

long counted_puts;
long counted_bytes;
long counted_barriers;
long counted_quiets;
long counted_level;

void ishmem_int_put(int *dest, const int *source, size_t nelems, int pe)
{
    counted_puts++;
    counted_bytes += (long)(nelems * sizeof *source);
    pishmem_int_put(dest, source, nelems, pe);
}

void ishmem_barrier_all(void)
{
    counted_barriers++;
    pishmem_barrier_all();
}

void ishmem_quiet(void)
{
    counted_quiets++;
    pishmem_quiet();
}

void ishmem_pcontrol(int level, ...)
{
    va_list arguments;
    va_start(arguments, level);
    counted_level = level == 2 ? va_arg(arguments, long) : level;
    va_end(arguments);
}
