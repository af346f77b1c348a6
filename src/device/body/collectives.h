/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Include this before any header of shared/collective: their bodies are then compiled for kernels.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVES_H
#define ISHMEMI_DEVICE_COLLECTIVES_H

#define ISHMEMI_COLLECTIVE_LANGUAGE "device/body/collective_language.h"

#endif
