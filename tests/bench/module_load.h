/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long a fresh process takes to build a module from a SPIR-V file, with and without the CPU
 * driver's disk cache.
 */
#ifndef MODULE_LOAD_H
#define MODULE_LOAD_H

#define MODULE_LOAD_OPTION "--load-module"

/* What the program does when it is started with MODULE_LOAD_OPTION FILE: builds the module and
 * prints the seconds.  Returns the exit status. */
int module_load_child(const char *file);

/* Starts this program again, twice, with a cache directory of its own, empty at first.  Seconds;
 * negative: it failed, having said why. */
void module_load_measure(const char *file, double *uncached, double *cached);

#endif
