/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Children that a process in a job creates with fork.  They share its memory and its connections,
 * but none of the library's threads run in them.  To the other PEs, whatever a child did would come
 * from the parent.
 */
#ifndef ISHMEMI_FORKED_H
#define ISHMEMI_FORKED_H

/* From now on a child is not in the job: its first call of a routine ends it with a message, and
 * its exit does not affect the job. */
void ishmemi_forked_watch(void);

#endif
