/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counts the Level Zero objects of this process that are alive, through the loader's tracing layer
 * (ZE_ENABLE_TRACING_LAYER=1 in the environment).  It sees what goes through the loader, whoever
 * calls.
 */
#ifndef LIVE_OBJECTS_H
#define LIVE_OBJECTS_H

/* From here on objects are counted.  0, or -1 having said why. */
int live_objects_watch(void);

/* Prints a line for each kind that has objects alive, or has had more destroyed than created.
 * Returns how many kinds. */
int live_objects_report(void);

/* How many kinds have been created at all: 0 says that the tracer sees nothing. */
int live_objects_kinds_seen(void);

#endif
