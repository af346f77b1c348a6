/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies by the C library's functions.  GCC does not report them, so the linker replaces the
 * functions with these (-Wl,--wrap=memcpy and so on).  They have a file of their own because nobody
 * needs them without these options.
 */
#include "report.h"

#include <stddef.h>

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);

void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    report(from, bytes, false, CALLER);
    report(to, bytes, true, CALLER);
    return __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    report(from, bytes, false, CALLER);
    report(to, bytes, true, CALLER);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int value, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes)
{
    report(to, bytes, true, CALLER);
    return __real_memset(to, value, bytes);
}
