/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * memfd files, whole or in blocks.  A file has one descriptor however many blocks it is cut into,
 * so thousands of small allocations need few descriptors.  No file ever shrinks (it is sealed), so
 * a mapping of it, here or in another process, can never fault for being past the end.
 */
#ifndef ZED_RUN_SLAB_H
#define ZED_RUN_SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Larger requests get a file of their own. */
#define ZED_SLAB_BLOCK_MAX ((size_t)1 << 20)

typedef struct zed_file {
    int descriptor;
    char *base;
    size_t bytes; /* of the mapping; the file's labels stand after them */
} zed_file_t;

typedef struct zed_slab zed_slab_t;

/* Where a block lies; what memory_export tells. */
typedef struct zed_block {
    zed_slab_t *slab;
    uint32_t index;
    const zed_file_t *file;
    size_t offset; /* in the file */
} zed_block_t;

/* A new file with room for labels (label.h), mapped at a multiple of `alignment`; false with errno
 * set if that fails. */
bool zed_file_create(size_t bytes, size_t alignment, uint32_t labels, zed_file_t *file);
void zed_file_destroy(zed_file_t *file);

/* Maps `bytes` of a descriptor from a page-aligned offset on; NULL with errno set on failure. */
void *zed_file_map(int descriptor, size_t offset, size_t bytes, size_t alignment);
void zed_file_unmap(void *base, size_t bytes);

/* An engine whose device has to know what is mapped.  Its pages are there from then on, and stay. */
typedef struct zed_mapping_calls {
    bool (*mapped)(void *base, size_t bytes); /* false: the mapping goes again */
    void (*unmapping)(void *base);
} zed_mapping_calls_t;

/* Before the first mapping. */
void zed_mapping_watch(const zed_mapping_calls_t *calls);

/* The largest request that gets a block: ZED_SLAB_BLOCK_MAX, less where pages stay, none with guards. */
size_t zed_slab_block_most(void);

/* A block of at least `bytes`, aligned, all zeros; both at most zed_slab_block_most(). */
bool zed_slab_take(size_t bytes, size_t alignment, zed_block_t *block);
void zed_slab_put(const zed_block_t *block);

#endif
