/* SPDX-License-Identifier: BSD-3-Clause */
/* The modules of the process: which of them report, and the functions in whose place others stand here. */
#ifndef ISHMEMI_MODULES_H
#define ISHMEMI_MODULES_H

#include "report.h"

/* A module that is compiled to tell, by an address in it. */
void ishmemi_accesses_add_module(const void *address);
/* Whether the address is in one of them, or in the C++ library, which acts for them. */
bool ishmemi_accesses_is_program(const void *address);

/* Whether the address is in an implementation of OpenMP, whose threads count only while they work. */
bool ishmemi_accesses_keeps_threads(const void *address);

/* Whether an implementation of OpenMP by others than GCC tells what its threads wait for. */
extern bool ishmemi_accesses_openmp_tells;

/* The function of this name that comes after this program's. */
void *ishmemi_accesses_find(const char *name, const char *version);

/* Declares `real`, that function. */
#define REAL(NAME) REAL_OF(NAME, NULL)
#define REAL_OF(NAME, VERSION)                                           \
    static __typeof__(&(NAME)) real;                                     \
    if (!real) {                                                         \
        *(void **)(void *)&real = ishmemi_accesses_find(#NAME, VERSION); \
    }

#endif
