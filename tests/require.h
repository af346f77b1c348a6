/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The one check of small tests: a condition that does not hold ends the process, and with it the
 * job if it is in one.
 */
#ifndef REQUIRE_H
#define REQUIRE_H

#include <stdio.h>
#include <unistd.h>

#define REQUIRE(condition)                                                                \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            _exit(1);                                                                     \
        }                                                                                 \
    } while (0)

#endif
