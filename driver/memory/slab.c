/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * memfd files, and their blocks for small allocations.  A slab is a file cut into blocks of one
 * size, a power of two; a set bit means a free block.  One lock guards everything, because
 * allocation is not on a hot path.  It is held while the watcher maps a new slab.
 */
#include "memory/slab.h"
#include "memory/guard.h"
#include "memory/label.h"
#include "util/align.h"
#include "util/file_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK_LEAST_SHIFT 6
#define BLOCK_MOST_SHIFT 20
#define CLASSES (BLOCK_MOST_SHIFT - BLOCK_LEAST_SHIFT + 1)
#define SLAB_BYTES_LEAST ((size_t)2 << 20)
#define SLAB_BLOCKS_LEAST 64 /* so slabs of the largest blocks take 64 MiB of address space */
#define RETURN_BYTES ((size_t)64 << 10) /* freed blocks of this size or more release their pages */

struct zed_slab {
    zed_file_t file;
    zed_slab_t *next;
    uint32_t block_shift;
    uint32_t count;
    uint32_t free_count;
    uint32_t hint; /* no word before this one has a free block */
    /* One bit per block. */
    uint64_t *used; /* freed without releasing its pages, which may contain old data */
    uint64_t free[];
};

#define WATCHED_BLOCK_MAX ((size_t)32 << 10) /* of a slab of 2 MiB */

/* Written once, before the first mapping; NULL: nothing is watched. */
static const zed_mapping_calls_t *watcher;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static zed_slab_t *slabs[CLASSES]; /* under the lock */

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- Files --------------------------------------------------------------------------------- */

void zed_mapping_watch(const zed_mapping_calls_t *calls)
{
    watcher = calls;
}

/* With an engine whose device must know what is mapped, there are no guards. */
static bool is_guarded(void)
{
    return !watcher && zed_guard_is_on();
}

size_t zed_slab_block_most(void)
{
    if (is_guarded()) {
        return 0;
    }
    return watcher ? WATCHED_BLOCK_MAX : ZED_SLAB_BLOCK_MAX;
}

void zed_file_unmap(void *base, size_t bytes)
{
    if (watcher) {
        watcher->unmapping(base);
    }
    if (is_guarded()) {
        zed_guard_retire(base, bytes);
    } else {
        munmap(base, bytes);
    }
}

/* A mapping between guards. */
static void *guarded_map(int descriptor, size_t offset, size_t bytes, size_t alignment)
{
    void *base = zed_guard_reserve(bytes, alignment);
    if (base && mmap(base, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE,
                     descriptor, (off_t)offset) == MAP_FAILED) {
        const int error = errno;
        zed_guard_retire(base, bytes);
        errno = error;
        return NULL;
    }
    return base;
}

void *zed_file_map(int descriptor, size_t offset, size_t bytes, size_t alignment)
{
    if (is_guarded()) {
        return guarded_map(descriptor, offset, bytes, alignment);
    }
    const size_t page = page_bytes();
    const size_t slack = alignment > page ? alignment : 0;
    if (bytes > SIZE_MAX - slack) {
        errno = ENOMEM;
        return NULL;
    }
    char *room =
        mmap(NULL, bytes + slack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        return NULL;
    }
    const size_t skip = slack == 0 ? 0 : (alignment - (uintptr_t)room % alignment) % alignment;
    char *base = mmap(room + skip, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_FIXED | MAP_NORESERVE, descriptor, (off_t)offset);
    if (base == MAP_FAILED) {
        const int error = errno;
        munmap(room, bytes + slack);
        errno = error;
        return NULL;
    }
    if (skip != 0) {
        munmap(room, skip);
    }
    if (slack != skip) {
        munmap(base + bytes, slack - skip);
    }
    if (watcher && !watcher->mapped(base, bytes)) {
        munmap(base, bytes);
        errno = ENOMEM;
        return NULL;
    }
    return base;
}

static size_t page_round(size_t bytes)
{
    const size_t page = page_bytes();
    return ishmemi_align_up(bytes, page);
}

bool zed_file_create(size_t bytes, size_t alignment, uint32_t labels, zed_file_t *file)
{
    const size_t rounded = page_round(bytes);
    const size_t whole = rounded + page_round((size_t)labels * ZED_LABEL_BYTES);
    const int descriptor = memfd_create("zed-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) {
        return false;
    }
    char *base = NULL;
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    const bool has_size = ftruncate(descriptor, (off_t)whole) == 0;
    ishmemi_file_limit_end(&limit);
    if (has_size && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0) {
        base = zed_file_map(descriptor, 0, rounded, alignment);
    }
    if (!base) {
        const int error = errno;
        close(descriptor);
        errno = error;
        return false;
    }
    *file = (zed_file_t){.descriptor = descriptor, .base = base, .bytes = rounded};
    return true;
}

void zed_file_destroy(zed_file_t *file)
{
    zed_file_unmap(file->base, file->bytes);
    close(file->descriptor);
}

/* ---- Slabs --------------------------------------------------------------------------------- */

static uint32_t shift_for(size_t bytes)
{
    uint32_t shift = BLOCK_LEAST_SHIFT;
    while ((size_t)1 << shift < bytes) {
        shift++;
    }
    return shift;
}

static zed_slab_t *slab_create(uint32_t block_shift)
{
    const size_t bytes_least = (size_t)SLAB_BLOCKS_LEAST << block_shift;
    const size_t bytes = bytes_least > SLAB_BYTES_LEAST ? bytes_least : SLAB_BYTES_LEAST;
    const uint32_t count = (uint32_t)(bytes >> block_shift);
    zed_slab_t *slab = malloc(sizeof(*slab) + 2 * (count / 64) * sizeof(uint64_t));
    if (!slab) {
        return NULL;
    }
    if (!zed_file_create(bytes, (size_t)1 << block_shift, count, &slab->file)) {
        const int error = errno;
        free(slab);
        errno = error;
        return NULL;
    }
    slab->block_shift = block_shift;
    slab->count = count;
    slab->free_count = count;
    slab->hint = 0;
    slab->used = slab->free + count / 64;
    for (uint32_t i = 0; i < count / 64; i++) {
        slab->free[i] = UINT64_MAX;
        slab->used[i] = 0;
    }
    return slab;
}

/* Takes a block of a slab that has a free one.  Returns whether the block may contain old data. */
static bool block_take(zed_slab_t *slab, zed_block_t *block)
{
    uint32_t word = slab->hint;
    while (slab->free[word] == 0) {
        word++;
    }
    const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(slab->free[word]);
    slab->free[word] &= slab->free[word] - 1;
    slab->free_count--;
    slab->hint = word;
    *block = (zed_block_t){.slab = slab,
                           .index = index,
                           .file = &slab->file,
                           .offset = (size_t)index << slab->block_shift};
    return slab->used[word] >> (index % 64) & 1;
}

bool zed_slab_take(size_t bytes, size_t alignment, zed_block_t *block)
{
    const uint32_t shift = shift_for(bytes > alignment ? bytes : alignment);
    zed_slab_t **list = &slabs[shift - BLOCK_LEAST_SHIFT];

    pthread_mutex_lock(&lock);
    zed_slab_t *slab = *list;
    while (slab && slab->free_count == 0) {
        slab = slab->next;
    }
    if (!slab) {
        slab = slab_create(shift);
        if (slab) {
            slab->next = *list;
            *list = slab;
        }
    }
    const bool used = slab && block_take(slab, block);
    pthread_mutex_unlock(&lock);
    if (used) {
        memset(slab->file.base + block->offset, 0, (size_t)1 << shift);
    }
    return slab;
}

/* Whether another slab of the list has a free block, so that an empty one need not be kept. */
static bool others_free(const zed_slab_t *list, const zed_slab_t *except)
{
    for (const zed_slab_t *slab = list; slab; slab = slab->next) {
        if (slab != except && slab->free_count != 0) {
            return true;
        }
    }
    return false;
}

void zed_slab_put(const zed_block_t *block)
{
    zed_slab_t *slab = block->slab;
    zed_slab_t **list = &slabs[slab->block_shift - BLOCK_LEAST_SHIFT];
    const size_t bytes = (size_t)1 << slab->block_shift;
    const bool keeps_pages = bytes < RETURN_BYTES || watcher;
    if (!keeps_pages) {
        madvise(slab->file.base + block->offset, bytes, MADV_REMOVE);
    }

    pthread_mutex_lock(&lock);
    const uint32_t word = block->index / 64;
    slab->free[word] |= UINT64_C(1) << (block->index % 64);
    slab->used[word] |= (uint64_t)keeps_pages << (block->index % 64);
    slab->free_count++;
    slab->hint = word < slab->hint ? word : slab->hint;
    const bool surplus = slab->free_count == slab->count && others_free(*list, slab);
    if (surplus) {
        while (*list != slab) {
            list = &(*list)->next;
        }
        *list = slab->next;
    }
    pthread_mutex_unlock(&lock);
    if (surplus) {
        zed_file_destroy(&slab->file);
        free(slab);
    }
}
