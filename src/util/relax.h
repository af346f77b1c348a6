/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The hint that a polling loop gives its processor between two polls: the core's other thread may
 * use what this one would waste.
 */
#ifndef ISHMEMI_UTIL_RELAX_H
#define ISHMEMI_UTIL_RELAX_H

static inline void ishmemi_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory"); /* `yield` is a no-op on most cores */
#endif
}

#endif
