/* SPDX-License-Identifier: BSD-3-Clause */
/* How the kernels of ring.cl put and get: blocking or not, and where this PE's end lies. */
#ifndef FORMS_H
#define FORMS_H

#define FORM_BLOCKING 0
#define FORM_NBI 1
#define FORM_PRIVATE 2
#define FORM_LOCAL 3

#ifdef __OPENCL_C_VERSION__
#include "ishmem_device.h"
#endif

#endif
