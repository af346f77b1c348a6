/* SPDX-License-Identifier: BSD-3-Clause */
#include "beside.h"

const perf_beside_t *const perf_beside = NULL;
