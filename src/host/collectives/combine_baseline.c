/* SPDX-License-Identifier: BSD-3-Clause */
/* Combining arrays, compiled for every processor of the architecture. */
#define ISHMEMI_COMBINE_NAME ishmemi_combine_baseline
#include "combine_body.h"
