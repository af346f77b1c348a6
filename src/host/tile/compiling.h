/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Says what takes long at the first start on a machine.  The driver for NVIDIA GPUs keeps what it has
 * compiled, so later starts are quick; without a word, the first one looks like a job that hangs.
 */
#ifndef ISHMEMI_COMPILING_H
#define ISHMEMI_COMPILING_H

#include <pthread.h>

/* Belongs to the caller, from begin to end. */
typedef struct ishmemi_compiling {
    const char *what;
    int ended; /* an eventfd, readable when the compilation has ended; -1: there is no thread */
    pthread_t thread;
} ishmemi_compiling_t;

/* PE 0 says that it compiles `what` for its GPU, if that has not ended after some seconds.  Silent on a
 * processor, where compilation is part of each PE's work. */
void ishmemi_compiling_begin(ishmemi_compiling_t *compiling, const char *what);
void ishmemi_compiling_end(ishmemi_compiling_t *compiling);

#endif
