/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stacks of work-items: slabs of address space, each stack after a guard page.
 *
 * Colouring: hundreds of stacks are used only at their high ends.  If stacks were a power of two
 * apart, all these ends would fall into one cache set.  The guard page makes the distance one page
 * longer, and the ends move by a few lines within their page from one row of pages to the next.
 */
#include "run/stack.h"
#include "machine/settings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define SLAB_STACKS 256
#define COLOUR_BYTES 256 /* between adjacent ends in one set of pages */
#define COLOURS 16
#define PAGES_IN_A_ROW 16  /* after this many stacks, the colours of the pages repeat */
#define STACK_RESERVE 8192 /* for frames of the runtime and of libc, and for a signal's */
#if defined(ZED_TSAN)
#define KEEP_STACKS 256 /* ThreadSanitizer supports at most 8128 contexts */
#else
#define KEEP_STACKS 8192 /* a cache with more stacks releases all when its launch ends */
#endif
#define KEEP_BYTES ((size_t)1 << 30)
#define GUARDS_MAX 8192 /* guards that split mappings; the kernel allows 65530 mappings */

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/* Guard pages that this process has made with mprotect.  Relaxed: only a limit. */
static atomic_uint guards_split;

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t class_bytes(uint32_t size_class)
{
    return zed_settings_get()->stack_bytes << size_class;
}

uint32_t zed_stack_class(size_t bytes)
{
    uint32_t size_class = 0;
    while (size_class < ZED_STACK_CLASSES && class_bytes(size_class) <= ZED_STACK_MOST) {
        if (class_bytes(size_class) >= bytes + bytes / 4 + STACK_RESERVE) {
            return size_class;
        }
        size_class++;
    }
    return ZED_STACK_CLASSES;
}

size_t zed_stack_most(void)
{
    size_t largest = class_bytes(0);
    while (largest <= ZED_STACK_MOST / 2) {
        largest *= 2;
    }
    return (largest - STACK_RESERVE) / 5 * 4;
}

bool zed_stack_holds(const zed_stack_t *stack, uintptr_t address)
{
    const uintptr_t high = (uintptr_t)stack;
    return address < high && high - address <= class_bytes(stack->size_class) + page_bytes();
}

/* Newer kernels have guards that need no mapping of their own.  On older ones, only the first
 * thousands of stacks have guards. */
static void guard_install(zed_stack_slab_t *slab, char *page, size_t bytes)
{
    if (madvise(page, bytes, MADV_GUARD_INSTALL) == 0) {
        return;
    }
    if (atomic_fetch_add_explicit(&guards_split, 1, memory_order_relaxed) < GUARDS_MAX &&
        mprotect(page, bytes, PROT_NONE) == 0) {
        slab->guards_split++;
    } else {
        atomic_fetch_sub_explicit(&guards_split, 1, memory_order_relaxed);
    }
}

static zed_stack_slab_t *slab_create(uint32_t size_class)
{
    zed_stack_slab_t *slab = malloc(sizeof(*slab));
    if (!slab) {
        return NULL;
    }
    slab->count = SLAB_STACKS >> size_class;
    slab->count = slab->count == 0 ? 1 : slab->count;
    slab->stride = class_bytes(size_class) + page_bytes();
    slab->bytes = slab->stride * slab->count;
    slab->carved = 0;
    slab->guards_split = 0;
    slab->base = mmap(NULL, slab->bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab->base == MAP_FAILED) {
        free(slab);
        return NULL;
    }
    /* A huge page would be wasted on the few lines that a stack uses. */
    madvise(slab->base, slab->bytes, MADV_NOHUGEPAGE);
    return slab;
}

zed_stack_t *zed_stack_carve(zed_stack_cache_t *cache, uint32_t size_class)
{
    zed_stack_slab_t *slab = cache->slabs[size_class];
    if (!slab || slab->carved == slab->count) {
        slab = slab_create(size_class);
        if (!slab) {
            return NULL;
        }
        slab->next = cache->slabs[size_class];
        cache->slabs[size_class] = slab;
    }
    const uint32_t index = slab->carved++;
    char *low = slab->base + slab->stride * index;
    guard_install(slab, low, page_bytes());

    const size_t colour = index / PAGES_IN_A_ROW % COLOURS * COLOUR_BYTES;
    char *high = low + slab->stride - colour - sizeof(zed_stack_t);
    zed_stack_t *stack = (zed_stack_t *)((uintptr_t)high & ~(uintptr_t)63);
    stack->size_class = size_class;
    cache->carved++;
    cache->carved_bytes += slab->stride;
    return stack;
}

void *zed_stack_low(const zed_stack_t *stack, size_t *bytes)
{
    const size_t slack = COLOURS * COLOUR_BYTES + 128;
    *bytes = class_bytes(stack->size_class) - slack;
    return (char *)(uintptr_t)stack - *bytes;
}

void zed_stack_cache_trim(zed_stack_cache_t *cache)
{
    if (cache->carved <= KEEP_STACKS && cache->carved_bytes <= KEEP_BYTES) {
        return;
    }
    for (uint32_t i = 0; i < ZED_STACK_CLASSES; i++) {
        for (zed_stack_t *stack = cache->free[i]; stack; stack = stack->next) {
            zed_sanitizer_stack_end(&stack->sanitizer);
        }
        cache->free[i] = NULL;
        while (cache->slabs[i]) {
            zed_stack_slab_t *slab = cache->slabs[i];
            cache->slabs[i] = slab->next;
            atomic_fetch_sub_explicit(&guards_split, slab->guards_split, memory_order_relaxed);
            zed_sanitizer_forget(slab->base, slab->bytes);
            munmap(slab->base, slab->bytes);
            free(slab);
        }
    }
    cache->carved = 0;
    cache->carved_bytes = 0;
}
