/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tile of this PE.
 */
#ifndef ISHMEMI_TILE_H
#define ISHMEMI_TILE_H

#include "ishmemx.h"
#include <stdbool.h>

/* Collective.  Fills ishmemi_job.driver and .device: what attr names, else a tile of this host that
 * no other PE has.  0, or -1 having said why. */
int ishmemi_tile_choose(const ishmemx_attr_t *attr);
void ishmemi_tile_forget(void);

/* This process' handle of the tile of PE pe, NULL if it is on another host or not seen here. */
ze_device_handle_t ishmemi_tile_of_peer(int pe);

/* What ishmemi_job.device is. */
bool ishmemi_tile_is_cpu(void);
/* It has its memory in common with the host: a processor, or an integrated GPU. */
bool ishmemi_tile_is_integrated(void);

#endif
