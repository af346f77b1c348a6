/* SPDX-License-Identifier: BSD-3-Clause */
/* What the report gathers from each PE, and the report as JSON. */
#ifndef ISHMEMI_PE_INFO_H
#define ISHMEMI_PE_INFO_H

#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>

/* What a PE reports about itself. */
typedef struct ishmemi_pe_info {
    char host[64];
    char device[ZE_MAX_DEVICE_NAME];
    uint8_t uuid[ZE_MAX_DEVICE_UUID_SIZE];
    int32_t sub_device; /* -1: the tile is a whole device */
    uint32_t threads;   /* that the tile runs at once */
    uint64_t heap_bytes;
    uint64_t memory_bytes; /* of the tile */
    int32_t local_rank;
    int32_t host_access;
    int32_t numa; /* node that the tile is at, or -1 */
    char pci[24]; /* its address, or "-" */
    char links[512];
    char apart[512]; /* why it does not reach some of the PEs */
} ishmemi_pe_info_t;

/* infos: [n_pes]; rows: the matrix of how PEs reach each other, [n_pes][n_pes] letters. */
void ishmemi_info_print_json(FILE *out, const ishmemi_pe_info_t *infos, const char *rows);

#endif
