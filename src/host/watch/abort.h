/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The abort words, which end waits of hosts and kernels.
 */
#ifndef ISHMEMI_ABORT_H
#define ISHMEMI_ABORT_H

/* Sets the word of every heap that is mapped here, if the job has heaps yet; a step of
 * ishmemi_exit_job. */
void ishmemi_abort_announce(int status);

#endif
