/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every PE writes to (or reads from) every PE, itself included, at the same time.  A PE's area has
 * one slot for each PE that writes to it.  All bytes of a slot, and of the local buffer of a get,
 * are compared with a model: what lies between the blocks and around them must not change.
 */
#include "strided_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

/* In elements. */
typedef struct shape {
    ptrdiff_t dst;
    ptrdiff_t sst;
    size_t bsize; /* 0: a routine for elements, else for blocks */
    size_t n;     /* elements or blocks */
} shape_t;

static const shape_t shapes[] = {
    {1, 1, 0, 7},    {2, 1, 0, 5},          {1, 3, 0, 5},    {3, 2, 0, 117}, {5, 7, 0, 0},
    {4, 9, 0, 1},    {11, 13, 0, 803},      {1, 2, 0, 4099}, {2, 2, 2, 5},   {5, 3, 2, 7},
    {16, 9, 9, 33},  {1, 1, 1, 3},          {4, 4, 3, 1},    {3, 5, 3, 0},   {300, 257, 256, 21},
    {2, 3, 1, 1025}, {9000, 8195, 8191, 2},
};
#define SHAPES (sizeof shapes / sizeof shapes[0])

#define LARGEST_ELEMENT ((size_t)16)

typedef struct buffers {
    unsigned char *area; /* symmetric: a slot for each PE */
    unsigned char *local;
    unsigned char *image;
    unsigned char *model;
    bool shared;
} buffers_t;

static size_t block_of(const shape_t *shape)
{
    return shape->bsize ? shape->bsize : 1;
}

static size_t span(ptrdiff_t stride, const shape_t *shape)
{
    return shape->n ? (shape->n - 1) * (size_t)stride + block_of(shape) : 0;
}

static size_t slot_bytes(ptrdiff_t stride, const shape_t *shape, size_t size)
{
    return 2 * TEST_GUARD_BYTES + span(stride, shape) * size;
}

static size_t slot_limit(void)
{
    size_t most = 0;
    for (size_t i = 0; i < SHAPES; i++) {
        const size_t to = slot_bytes(shapes[i].dst, &shapes[i], LARGEST_ELEMENT);
        const size_t from = slot_bytes(shapes[i].sst, &shapes[i], LARGEST_ELEMENT);
        most = to > most ? to : most;
        most = from > most ? from : most;
    }
    return most;
}

static buffers_t open_buffers(bool shared)
{
    buffers_t buffers = {.area = ishmem_malloc(slot_limit() * (size_t)test_n),
                         .image = malloc(slot_limit()),
                         .model = malloc(slot_limit()),
                         .shared = shared};
    buffers.local = shared ? memory_allocate_shared(slot_limit()) : malloc(slot_limit());
    if (!buffers.area || !buffers.local || !buffers.image || !buffers.model) {
        test_fatal("no memory for buffers");
    }
    return buffers;
}

static void close_buffers(buffers_t *buffers)
{
    if (buffers->shared) {
        memory_free_shared(buffers->local);
    } else {
        free(buffers->local);
    }
    free(buffers->model);
    free(buffers->image);
    ishmem_free(buffers->area);
}

static unsigned seed_of(int from, int to, size_t n)
{
    return (unsigned)from * 131u + (unsigned)to * 17u + (unsigned)n * 3u;
}

/* What a destination, guards included, is after the transfer of a source with the pattern. */
static void make_model(unsigned char *model, const shape_t *shape, size_t size, unsigned seed)
{
    memset(model, TEST_GUARD, slot_bytes(shape->dst, shape, size));
    const unsigned char *const source = test_pattern(seed);
    for (size_t i = 0; i < shape->n; i++) {
        memcpy(model + TEST_GUARD_BYTES + i * (size_t)shape->dst * size,
               source + i * (size_t)shape->sst * size, block_of(shape) * size);
    }
}

static void put(const strided_routines_t *routines, const shape_t *shape, void *dest,
                const void *source, int pe)
{
    if (shape->bsize) {
        routines->ibput(routines, dest, source, shape->dst, shape->sst, shape->bsize, shape->n, pe);
    } else {
        routines->iput(routines, dest, source, shape->dst, shape->sst, shape->n, pe);
    }
}

static void get(const strided_routines_t *routines, const shape_t *shape, void *dest,
                const void *source, int pe)
{
    if (shape->bsize) {
        routines->ibget(routines, dest, source, shape->dst, shape->sst, shape->bsize, shape->n, pe);
    } else {
        routines->iget(routines, dest, source, shape->dst, shape->sst, shape->n, pe);
    }
}

static void put_case(const buffers_t *buffers, const char *caller,
                     const strided_routines_t *routines, size_t n)
{
    const shape_t *const shape = &shapes[n];
    const size_t size = routines->size;
    const size_t slot = (slot_bytes(shape->dst, shape, size) + 15) / 16 * 16;
    memory_fill(buffers->area, TEST_GUARD, slot * (size_t)test_n);
    ishmem_barrier_all();
    for (int i = 0; i < test_n; i++) {
        const int to = (test_me + i) % test_n;
        memcpy(buffers->local, test_pattern(seed_of(test_me, to, n)),
               span(shape->sst, shape) * size);
        put(routines, shape, buffers->area + slot * (size_t)test_me + TEST_GUARD_BYTES,
            buffers->local, to);
    }
    ishmem_barrier_all();
    for (int from = 0; from < test_n; from++) {
        const size_t bytes = slot_bytes(shape->dst, shape, size);
        memory_read(buffers->image, buffers->area + slot * (size_t)from, bytes);
        make_model(buffers->model, shape, size, seed_of(from, test_me, n));
        test_check(memcmp(buffers->image, buffers->model, bytes) == 0,
                   "%s strided put from %s: wrong bytes from PE %d (strides %td, %td, blocks of "
                   "%zu, %zu of them)",
                   routines->name, caller, from, shape->dst, shape->sst, block_of(shape), shape->n);
    }
    ishmem_barrier_all();
}

static void get_case(const buffers_t *buffers, const char *caller,
                     const strided_routines_t *routines, size_t n)
{
    const shape_t *const shape = &shapes[n];
    const size_t size = routines->size;
    const size_t source_bytes = span(shape->sst, shape) * size;
    if (source_bytes > 0) {
        memory_write(buffers->area, test_pattern(seed_of(test_me, 0, n)), source_bytes);
    }
    ishmem_barrier_all();
    for (int i = 0; i < test_n; i++) {
        const int from = (test_me + i) % test_n;
        const size_t bytes = slot_bytes(shape->dst, shape, size);
        memset(buffers->local, TEST_GUARD, bytes);
        get(routines, shape, buffers->local + TEST_GUARD_BYTES, buffers->area, from);
        make_model(buffers->model, shape, size, seed_of(from, 0, n));
        test_check(memcmp(buffers->local, buffers->model, bytes) == 0,
                   "%s strided get from %s: wrong bytes of PE %d (strides %td, %td, blocks of %zu, "
                   "%zu of them)",
                   routines->name, caller, from, shape->dst, shape->sst, block_of(shape), shape->n);
    }
    ishmem_barrier_all();
}

void strided_cases(const char *caller, bool shared, const strided_routines_t *table, size_t count,
                   unsigned step, unsigned first)
{
    buffers_t buffers = open_buffers(shared);
    for (const strided_routines_t *routines = table; routines < table + count; routines++) {
        for (size_t n = first; n < SHAPES; n += step) {
            if (shapes[n].bsize ? routines->ibput != NULL : routines->iput != NULL) {
                put_case(&buffers, caller, routines, n);
            }
            if (shapes[n].bsize ? routines->ibget != NULL : routines->iget != NULL) {
                get_case(&buffers, caller, routines, n);
            }
        }
    }
    close_buffers(&buffers);
}
