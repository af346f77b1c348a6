/* SPDX-License-Identifier: BSD-3-Clause */
/* The modules of the process: which of them report, and the functions that this library
 * replaces. */
#ifndef ISHMEMI_MODULES_H
#define ISHMEMI_MODULES_H

#include "report.h"

/* A module that is compiled to report, by an address in it. */
void ishmemi_accesses_add_module(const void *address);
/* Whether the address is in one of them, or in a C++ or OpenMP library, which acts for them. */
bool ishmemi_accesses_is_program(const void *address);

/* Whether the address is in an OpenMP library.  Its threads count only while they work. */
bool ishmemi_accesses_keeps_threads(const void *address);

/* Whether an OpenMP library other than GCC's reports what its threads wait for. */
extern bool ishmemi_accesses_openmp_reports;

/* The next function of this name after the program's own. */
void *ishmemi_accesses_find(const char *name, const char *version);

/* Declares `real`, which is that function. */
#define REAL(NAME) REAL_OF(NAME, NULL)
#define REAL_OF(NAME, VERSION)                                           \
    static __typeof__(&(NAME)) real;                                     \
    if (!real) {                                                         \
        *(void **)(void *)&real = ishmemi_accesses_find(#NAME, VERSION); \
    }

#endif
