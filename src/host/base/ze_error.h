/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Texts for Level Zero's results.
 */
#ifndef ISHMEMI_ZE_ERROR_H
#define ISHMEMI_ZE_ERROR_H

#include <level_zero/ze_api.h>

const char *ishmemi_ze_error(ze_result_t result);

#endif
