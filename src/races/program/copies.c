/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies by the C library's functions: GCC does not tell of them, so the linker puts these in their place with
 * -Wl,--wrap=memcpy and so on.  They are a file of their own, which nobody needs without those options.
 */
#include "report.h"

#include <stddef.h>

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);

void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    tell(from, bytes, false, CALLER);
    tell(to, bytes, true, CALLER);
    return __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    tell(from, bytes, false, CALLER);
    tell(to, bytes, true, CALLER);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int value, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes)
{
    tell(to, bytes, true, CALLER);
    return __real_memset(to, value, bytes);
}
