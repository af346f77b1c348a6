/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * memfd files, whole or in blocks.  A file has one descriptor however many blocks it is cut into,
 * so thousands of small allocations need few descriptors.  Files are sealed and never shrink, so a
 * mapping, here or in another process, can never fault because it is past the end.
 */
#ifndef ZED_RUN_SLAB_H
#define ZED_RUN_SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A larger request gets its own file. */
#define ZED_SLAB_BLOCK_MAX ((size_t)1 << 20)

typedef struct zed_file {
    int descriptor;
    char *base;
    size_t bytes; /* of the mapping; the file's labels follow */
} zed_file_t;

typedef struct zed_slab zed_slab_t;

/* The position of a block, which memory_export reports. */
typedef struct zed_block {
    zed_slab_t *slab;
    uint32_t index;
    const zed_file_t *file;
    size_t offset; /* in the file */
} zed_block_t;

/* A new file with room for labels (label.h), mapped at a multiple of `alignment`; false with errno
 * set on failure. */
bool zed_file_create(size_t bytes, size_t alignment, uint32_t labels, zed_file_t *file);
void zed_file_destroy(zed_file_t *file);

/* Maps `bytes` of a descriptor from a page-aligned offset; NULL with errno set on failure. */
void *zed_file_map(int descriptor, size_t offset, size_t bytes, size_t alignment);
void zed_file_unmap(void *base, size_t bytes);

/* For an engine whose device must know what is mapped.  From then on, the pages exist and stay. */
typedef struct zed_mapping_calls {
    bool (*mapped)(void *base, size_t bytes); /* false: the mapping is removed again */
    void (*unmapping)(void *base);
} zed_mapping_calls_t;

/* Called before the first mapping. */
void zed_mapping_watch(const zed_mapping_calls_t *calls);

/* The largest request that gets a block: ZED_SLAB_BLOCK_MAX, less if pages stay, 0 with guards. */
size_t zed_slab_block_most(void);

/* A block of at least `bytes`, aligned and zeroed.  Size and alignment are at most
 * zed_slab_block_most(). */
bool zed_slab_take(size_t bytes, size_t alignment, zed_block_t *block);
void zed_slab_put(const zed_block_t *block);

#endif
