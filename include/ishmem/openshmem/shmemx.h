/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Extensions of OpenSHMEM.  Those of libishmem have their own names: include ishmemx.h for them.
 */
#ifndef SHMEMX_H
#define SHMEMX_H

#include "shmem.h"

#endif
