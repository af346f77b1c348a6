/* SPDX-License-Identifier: BSD-3-Clause */
/* What the report gathers, and its form for programs. */
#ifndef ISHMEMI_INFO_LINE_H
#define ISHMEMI_INFO_LINE_H

#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>

/* What a PE says of itself. */
typedef struct ishmemi_connection {
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
    char apart[512]; /* what this PE says of those whom it does not reach */
} ishmemi_connection_t;

/* lines: of each PE; rows: of the matrix of reach, a letter for each peer. */
void ishmemi_info_print_json(FILE *out, const ishmemi_connection_t *lines, const char *rows);

#endif
