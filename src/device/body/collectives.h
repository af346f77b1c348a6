/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Before any header of shared/collective: its bodies are compiled for kernels.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVES_H
#define ISHMEMI_DEVICE_COLLECTIVES_H

#define ISHMEMI_COLLECTIVE_LANGUAGE "device/body/collective_language.h"

#endif
