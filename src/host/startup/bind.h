/* SPDX-License-Identifier: BSD-3-Clause */
/* Binds modules that the program does not bind itself, such as those of a runtime for SYCL. */
#ifndef ISHMEMI_BIND_H
#define ISHMEMI_BIND_H

#include <stdbool.h>

/* Once the job's default context is there.  By the driver, if it is the library's own: all modules of the process, also
 * those that are built later. */
void ishmemi_bind_open(void);
/* Before the context goes, and what ISHMEM_RACES has. */
void ishmemi_bind_close(void);
bool ishmemi_bind_is_by_driver(void);
/* By the program's own functions (ishmemi_sycl_at_start), if the driver cannot.  The job has been joined, and no lock
 * is held, as they call ishmemx_module_init. */
void ishmemi_bind_by_program(void);

#endif
