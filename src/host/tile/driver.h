/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which Level Zero driver is used.
 */
#ifndef ISHMEMI_DRIVER_H
#define ISHMEMI_DRIVER_H

#include <stdbool.h>

/* Names the driver that ISHMEM_DRIVER or the machine requires to Level Zero's loader, unless the
 * user has named one.  Called before the runtime starts, because MPI may call zeInit, which fixes
 * the choice.  In a program that is linked with MPI, on a machine without NVIDIA's driver, it runs
 * before main.  0, or -1 after an error message. */
int ishmemi_driver_choose(void);

/* Initialises Level Zero.  0, or -1 after a message with the reason and a remedy. */
int ishmemi_driver_start(void);

/* Whether the driver still works while a program's static objects are destroyed.  Some drivers,
 * NVIDIA's library among them, end in an exit() handler that they register when they start. */
bool ishmemi_driver_lives_at_exit(void);

#endif
