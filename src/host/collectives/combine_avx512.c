/* SPDX-License-Identifier: BSD-3-Clause */
/* Combining arrays, compiled for processors with AVX-512. */
#define ISHMEMI_COMBINE_NAME ishmemi_combine_avx512
#include "combine_body.h"
