/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long a wait naps that polls for what wakes nobody: a small part of the time that it has taken
 * so far.  So it ends little later than it could, and a program that measures a kernel from the
 * host measures little of the nap.  A wait begins to nap after ISHMEMI_NAP_FIRST nanoseconds.
 */
#ifndef ISHMEMI_UTIL_NAP_H
#define ISHMEMI_UTIL_NAP_H

#include <stdint.h>

#define ISHMEMI_NAP_FIRST 2000000
#define ISHMEMI_NAP_MOST 500000
#define ISHMEMI_WAITED_PER_NAP 32

static inline uint64_t ishmemi_nap_after(uint64_t waited)
{
    const uint64_t nap = waited / ISHMEMI_WAITED_PER_NAP;
    return nap < ISHMEMI_NAP_MOST ? nap : ISHMEMI_NAP_MOST;
}

#endif
