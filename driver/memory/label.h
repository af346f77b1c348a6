/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Labels: a memory file contains one for each exported allocation in it.  They come after the
 * memory in the file, where no mapping reaches, so no kernel can overwrite one.  A descriptor whose
 * file position is that of a label names the allocation and needs no other data with it: the
 * position is passed on with the descriptor, both by SCM_RIGHTS and by pidfd_getfd.
 *
 * The process that owns the file writes its labels.  Any process with a descriptor may read them,
 * and may forge them.  So a reader relies on a label only where a forged one can do no harm.
 */
#ifndef ZED_RUN_LABEL_H
#define ZED_RUN_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#define ZED_LABEL_BYTES 32

typedef struct zed_label {
    uint64_t offset; /* of the memory in the file */
    uint64_t bytes;
    uint16_t kind; /* zed_memory_kind_t */
    uint16_t tile;
} zed_label_t;

bool zed_label_write(int descriptor, uint64_t position, const zed_label_t *label);
void zed_label_clear(int descriptor, uint64_t position);

/* false unless the descriptor is a memory file, open for reading and writing, that can neither
 * shrink nor grow, with a label at the position that names memory before it. */
bool zed_label_read(int descriptor, uint64_t position, zed_label_t *label);

/* Detects damage, but not forgery. */
uint32_t zed_label_checksum(const void *bytes, uint64_t count);

#endif
