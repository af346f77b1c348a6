/* SPDX-License-Identifier: BSD-3-Clause */
/* Combining arrays, compiled for what every processor of its kind has. */
#define ISHMEMI_COMBINE_NAME ishmemi_combine_baseline
#include "combine_body.h"
