/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program's own data, its global and static objects, as symmetric objects of host routines.
 *
 * The executable's writable data is moved into a memory file, which is mapped where the data was,
 * so that the PEs of a host can map each other's.  On every path the objects are plain shared
 * memory: the host loads, stores and atomically updates them even if it cannot access heaps.
 * Kernels cannot name them.  static_data.h has the table of the objects.
 */
#ifndef ISHMEMI_SEGMENT_H
#define ISHMEMI_SEGMENT_H

#include "static_data.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds the program's data and makes it shareable, in a job of more than one PE.  If something
 * prevents that, it is not an error: see ishmemi_segment_why.  The data stays where it is and
 * shareable until the process ends. */
void ishmemi_segment_take(void);
/* Collective, after ishmemi_ipc_open: maps the data of the peers and fills ishmemi_segment, on all
 * PEs or on none. */
void ishmemi_segment_open(void);
void ishmemi_segment_close(void);

/* Why static objects are not symmetric; "" if they are. */
const char *ishmemi_segment_why(void);

#endif
