/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For profiling libraries, which define shmem_NAME themselves and call pshmem_NAME, the routine of this
 * library.  Every routine of shmem.h whose name begins with shmem_ has both names.  Names without a type
 * are macros or overloads for those.
 */
#ifndef PSHMEM_H
#define PSHMEM_H

#include "shmem.h"

#include "ishmem/openshmem/profiling_routines.h"

#endif
