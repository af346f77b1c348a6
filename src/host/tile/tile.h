/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tile of this PE.
 */
#ifndef ISHMEMI_TILE_H
#define ISHMEMI_TILE_H

#include "ishmemx.h"
#include <stdbool.h>
#include <stdint.h>

/* Collective.  Sets ishmemi_job.driver and .device: the ones that attr names, or else a tile of
 * this host that no other PE has.  0, or -1 after an error message. */
int ishmemi_tile_choose(const ishmemx_attr_t *attr);
void ishmemi_tile_forget(void);

/* This process's handle of PE pe's tile; NULL if it is on another host or not visible here. */
ze_device_handle_t ishmemi_tile_of_peer(int pe);

/* Whether ishmemi_job.device is a processor. */
bool ishmemi_tile_is_cpu(void);
/* Whether it shares its memory with the host: a processor or an integrated GPU. */
bool ishmemi_tile_is_integrated(void);

/* The PCI number of the company that made ishmemi_job.device. */
#define ISHMEMI_VENDOR_INTEL 0x8086
#define ISHMEMI_VENDOR_NVIDIA 0x10de
uint32_t ishmemi_tile_vendor(void);
/* How many PEs of this machine share ishmemi_job.device. */
int ishmemi_tile_pes(void);
/* Whether a fill of one aligned word is one store.  Our own drivers' is; Intel's may store it in parts, which
 * a waiting PE could see. */
bool ishmemi_tile_stores_words(void);

#endif
