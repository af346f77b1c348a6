/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that calls exit() or returns from main without ishmem_finalize.  If all PEs end like
 * this, the job succeeds with a warning.  If others continue, they would wait for this PE forever,
 * so the job fails.
 */
#ifndef ISHMEMI_UNFINALIZED_H
#define ISHMEMI_UNFINALIZED_H

#include <stdbool.h>

/* From now on until ishmemi_unfinalized_disarm, a process that leaves by exit() ends the job. */
void ishmemi_unfinalized_arm(void);

/* From now on such a process first waits a while for the other PEs to end as well, and calls
 * `finalize` if they do.  may_be_late: in a C++ program this happens after its static objects have
 * been destroyed, because they may use the library and finalize it; otherwise before that. */
void ishmemi_unfinalized_set(void (*finalize)(void), bool may_be_late);

void ishmemi_unfinalized_disarm(void);

#endif
