/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports the symmetric heap's objects to a driver that checks kernels' accesses (ze_cpu_ext.h).
 * With any other driver, all of this does nothing.
 */
#ifndef ISHMEMI_DRIVER_OBJECTS_H
#define ISHMEMI_DRIVER_OBJECTS_H

#include <stddef.h>

/* Called when the peers' heaps are mapped. */
void ishmemi_driver_objects_open(void);
void ishmemi_driver_objects_close(void);

/* How many bytes must stay free after each object, so that accesses past its end are detected. */
size_t ishmemi_driver_objects_space(void);

/* Offsets from the heap's start. */
void ishmemi_driver_objects_set(size_t offset, size_t bytes);
void ishmemi_driver_objects_remove(size_t offset);

#endif
