/* SPDX-License-Identifier: BSD-3-Clause */
/* Deprecated: the name that shmem.h had. */
#include "../shmem.h"
