/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports of arguments that this library does not pass on.
 */
#ifndef NVSHMEM_REFUSE_H
#define NVSHMEM_REFUSE_H

/* Prints the line for a bad argument. */
void nvshmem_complain(const char *routine, const char *argument, const char *value,
                      const char *expected);
/* The same, and ends the job. */
void nvshmem_refuse(const char *routine, const char *argument, const char *value,
                    const char *expected);
/* Ends the job unless sig_op is NVSHMEM_SIGNAL_SET or _ADD. */
void nvshmem_check_sig_op(const char *routine, int sig_op);

#endif
