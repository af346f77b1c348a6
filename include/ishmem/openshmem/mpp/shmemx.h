/* SPDX-License-Identifier: BSD-3-Clause */
/* Deprecated: the name that shmemx.h had. */
#include "../shmemx.h"
