/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Faults in kernels: SIGSEGV, SIGBUS, SIGFPE and SIGILL say which kernel did what before they take
 * the course that they would have taken anyway.
 */
#ifndef ZED_RUN_FAULT_H
#define ZED_RUN_FAULT_H

/* The calling thread is about to run kernels: their faults will be told, on a stack of the thread's
 * own, since the kernel's may be what is used up.  Later calls of the same thread cost a look. */
void zed_fault_watch(void);

#endif
