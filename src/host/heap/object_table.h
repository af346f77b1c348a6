/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The live objects of the heap in device memory, for kernels that check their arguments
 * (ishmemi_objects_t in shared/state.h).  Only one thread at a time may call.
 */
#ifndef ISHMEMI_OBJECT_TABLE_H
#define ISHMEMI_OBJECT_TABLE_H

#include "object_index.h"

/* objects: the device address of the ishmemi_objects_t, which no kernel reads yet.  0, or -1 after
 * an error message. */
int ishmemi_object_table_open(uint64_t objects);
/* Called when no kernel reads the table any longer. */
void ishmemi_object_table_close(void);

/* The objects from `position` on have changed since the last publication. */
void ishmemi_object_table_changed(size_t position);
/* From now on, kernels find exactly these objects, and no mixture with the old ones.  0, or -1
 * after an error message. */
int ishmemi_object_table_publish(const ishmemi_object_array_t *live);

#endif
