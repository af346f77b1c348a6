/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Children by fork of a process that is in a job.  They share its memory, its connections and nothing else: none of
 * the library's threads run in them, and what they would do, they would do as the parent.
 */
#ifndef ISHMEMI_FORKED_H
#define ISHMEMI_FORKED_H

/* From now on a child is in no job: its first call of a routine ends it with a sentence, and its exit is its own. */
void ishmemi_forked_watch(void);

#endif
