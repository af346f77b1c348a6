/* SPDX-License-Identifier: BSD-3-Clause */
/* The transport to far PEs, and what serves them meanwhile. */
#ifndef ISHMEMI_FAR_OPEN_H
#define ISHMEMI_FAR_OPEN_H

#include <stdbool.h>

/* Collective: finds out whether the job has far PEs, and opens the transport if it has.  initialize:
 * the transport's runtime may be initialised.  0, or -1 having said why. */
int ishmemi_far_open(bool initialize);
/* Collective, when no routine is under way. */
void ishmemi_far_close(void);

#endif
