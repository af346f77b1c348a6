/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which Level Zero driver runs.
 */
#ifndef ISHMEMI_DRIVER_H
#define ISHMEMI_DRIVER_H

#include <stdbool.h>

/* Names the driver that ISHMEM_DRIVER or the machine asks for to Level Zero's loader, unless the user has
 * named one.  Comes before the runtime starts: MPI may call zeInit itself, which fixes the choice.  In a
 * program that is linked with MPI, on a machine without NVIDIA's driver, it has been called when main
 * begins.  0, or -1 having said why. */
int ishmemi_driver_choose(void);

/* Initialises Level Zero.  0, or -1 having said why and what to do. */
int ishmemi_driver_start(void);

/* Whether the driver that runs still works while a program's static objects are destroyed.  Others, NVIDIA's
 * library among them, end in a handler of exit() that they have set when they started. */
bool ishmemi_driver_lives_at_exit(void);

#endif
