/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which Level Zero driver runs.
 */
#ifndef ISHMEMI_DRIVER_H
#define ISHMEMI_DRIVER_H

/* Initialises Level Zero; where the machine has no Intel GPU and the user named no driver, with the
 * CPU driver that comes with this library.  0, or -1 having said why and what to do. */
int ishmemi_driver_start(void);

#endif
