/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens and closes the transport to far PEs, with its thread. */
#ifndef ISHMEMI_FAR_OPEN_H
#define ISHMEMI_FAR_OPEN_H

#include <stdbool.h>

/* Collective: finds out whether the job has far PEs, and opens the transport if it does.
 * initialize: the transport's runtime may be initialised.  Returns 0, or -1 after logging why; PEs
 * may differ, so the caller makes them agree. */
int ishmemi_far_open(bool initialize);
/* Collective, when no routine is under way. */
void ishmemi_far_close(void);

#endif
