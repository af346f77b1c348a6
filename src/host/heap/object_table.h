/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The live objects of the heap in device memory, for kernels that check their arguments
 * (ishmemi_objects_t in shared/state.h).  One thread at a time.
 */
#ifndef ISHMEMI_OBJECT_TABLE_H
#define ISHMEMI_OBJECT_TABLE_H

#include "object_index.h"

/* objects: the device address of the ishmemi_objects_t, which no kernel reads yet.  0, or -1 having
 * said why. */
int ishmemi_object_table_open(uint64_t objects);
/* No kernel reads the table any more. */
void ishmemi_object_table_close(void);

/* The objects from `position` on are not the same as when they were last published. */
void ishmemi_object_table_changed(size_t position);
/* Kernels find these objects from now on, and no mixture with those before.  0, or -1 having said
 * why. */
int ishmemi_object_table_publish(const ishmemi_object_array_t *live);

#endif
