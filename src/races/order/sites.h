/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where a program calls: the routine and the address after the call, in words that all PEs share.
 */
#ifndef ISHMEMI_RACES_SITES_H
#define ISHMEMI_RACES_SITES_H

#include "ze_cpu_ext.h"
#include <stdbool.h>
#include <stdint.h>

void ishmemi_sites_open(void);
void ishmemi_sites_close(void);

/* Of this thread's call of the routine, a constant string. */
uint32_t ishmemi_site_here(const char *routine);
/* Of the program's access; under the mutex (common.h). */
uint32_t ishmemi_site_of_program(const void *caller);
/* Whether it is one of the program's accesses. */
bool ishmemi_site_is_program(uint32_t site);
/* Of a kernel's access, or of its call of the routine; under the mutex (common.h). */
uint32_t ishmemi_site_of_kernel(const char *routine, const ze_cpu_kernel_location_t *place);
/* In words: "ishmem_int_put at ./program+0x1234".  Constant once it has a number. */
const char *ishmemi_site_text(uint32_t site);

#endif
