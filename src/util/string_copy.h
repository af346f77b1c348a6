/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A copy by the processor's string instruction.  With it, processors of AMD's family 26 (Zen 5)
 * take whole lines once source and destination no longer fit into the first cache, which is half as
 * fast again as by vectors.  libc used it for such blocks up to version 2.39.  Since 2.40 it never
 * does on AMD's processors, because older ones are slow with it if the destination is a little
 * after the source.
 */
#ifndef PROCESSOR_STRING_COPY_H
#define PROCESSOR_STRING_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Below this size, vectors are as fast or faster. */
#define STRING_COPY_LEAST ((size_t)32 << 10)

#if defined(__x86_64__)

#include <cpuid.h>

#define STRING_COPY_PAGE 4096
#define STRING_COPY_LINE 64

/* The ranges do not overlap. */
static inline void string_copy(void *destination, const void *source, size_t bytes)
{
    __asm__ volatile("rep movsb" : "+D"(destination), "+S"(source), "+c"(bytes) : : "memory");
}

/* Whether this processor copies blocks of STRING_COPY_LEAST or more bytes faster this way. */
static inline bool string_copy_is_fast(void)
{
    enum { FAMILY_OF_ZEN_5 = 26 };
    unsigned a, b, c, d;
    /* "AuthenticAMD". */
    if (!__get_cpuid(0, &a, &b, &c, &d) || b != signature_AMD_ebx || c != signature_AMD_ecx ||
        d != signature_AMD_edx || !__get_cpuid(1, &a, &b, &c, &d)) {
        return false;
    }
    return ((a >> 8) & 15U) + ((a >> 20) & 255U) >= FAMILY_OF_ZEN_5;
}

/* Whether it is also faster for these ranges: not if the destination is less than one line after
 * the source, modulo a page. */
static inline bool string_copy_suits(const void *destination, const void *source)
{
    const uintptr_t behind = ((uintptr_t)destination - (uintptr_t)source) % STRING_COPY_PAGE;
    return behind == 0 || behind >= STRING_COPY_LINE;
}

#else

static inline void string_copy(void *destination, const void *source, size_t bytes)
{
    memcpy(destination, source, bytes);
}

static inline bool string_copy_is_fast(void)
{
    return false;
}

static inline bool string_copy_suits(const void *destination, const void *source)
{
    (void)destination;
    (void)source;
    return false;
}

#endif

#endif
