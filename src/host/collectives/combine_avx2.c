/* SPDX-License-Identifier: BSD-3-Clause */
/* Combining arrays, compiled for processors with AVX2. */
#define ISHMEMI_COMBINE_NAME ishmemi_combine_avx2
#include "combine_body.h"
