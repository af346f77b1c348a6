/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The places in a program that call: the routine and the address after the call, as text that all
 * PEs share.
 */
#ifndef ISHMEMI_RACES_SITES_H
#define ISHMEMI_RACES_SITES_H

#include "ze_cpu_ext.h"
#include <stdbool.h>
#include <stdint.h>

void ishmemi_sites_open(void);
void ishmemi_sites_close(void);

/* The site of this thread's call of the routine.  routine: a constant string. */
uint32_t ishmemi_site_here(const char *routine);
/* The site of an access of the program.  The caller holds the mutex (common.h). */
uint32_t ishmemi_site_of_program(const void *caller);
/* Whether the site is an access of the program. */
bool ishmemi_site_is_program(uint32_t site);
/* The site of a kernel's access, or of its call of the routine.  The caller holds the mutex
 * (common.h). */
uint32_t ishmemi_site_of_kernel(const char *routine, const ze_cpu_kernel_location_t *location);
/* Text such as "ishmem_int_put at ./program+0x1234", which does not change once the site has a
 * number. */
const char *ishmemi_site_text(uint32_t site);

#endif
