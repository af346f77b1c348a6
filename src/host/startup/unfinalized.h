/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that ends by exit(), or returns from main, without ishmem_finalize.  If all PEs come to
 * their end so, the job ends well with a warning; if others go on, which would wait for this PE for
 * ever, the job ends.
 */
#ifndef ISHMEMI_UNFINALIZED_H
#define ISHMEMI_UNFINALIZED_H

#include <stdbool.h>

/* From now on until ishmemi_unfinalized_disarm, a process that leaves by exit() ends the job. */
void ishmemi_unfinalized_arm(void);

/* From now on it first waits some time for the others to come to their end as well, and calls
 * `finalize` if they do.  may_be_late: in a C++ program when its
 * static objects have been destroyed, which may use the library and finalize it; otherwise before that. */
void ishmemi_unfinalized_set(void (*finalize)(void), bool may_be_late);

void ishmemi_unfinalized_disarm(void);

#endif
