/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Faults in kernels: on SIGSEGV, SIGBUS, SIGFPE and SIGILL, a message says which kernel did what.
 * Then the signal takes its usual course.
 */
#ifndef ZED_RUN_FAULT_H
#define ZED_RUN_FAULT_H

/* The calling thread is about to run kernels: their faults will be reported, on a signal stack of
 * the thread, because the kernel's stack may be exhausted.  Later calls of the same thread are
 * cheap. */
void zed_fault_watch(void);

#endif
