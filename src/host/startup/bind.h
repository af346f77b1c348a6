/* SPDX-License-Identifier: BSD-3-Clause */
/* Binds modules that the program does not bind itself, such as those of a runtime for SYCL. */
#ifndef ISHMEMI_BIND_H
#define ISHMEMI_BIND_H

#include <stdbool.h>

/* Call it when the job's default context exists.  If the driver is the library's own, it binds all
 * modules of the process, including those that are built later. */
void ishmemi_bind_open(void);
/* Call it before the context and the state of ISHMEM_RACES are freed. */
void ishmemi_bind_close(void);
bool ishmemi_bind_is_by_driver(void);
/* If the driver cannot bind modules, calls the program's own functions (ishmemi_sycl_at_start).
 * Call it when the process has joined the job, without a lock, because they call
 * ishmemx_module_init. */
void ishmemi_bind_by_program(void);

#endif
