/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every PE writes to (or reads from) every PE, itself included, at the same time.  A PE's area has
 * one slot for each PE that writes to it; a slot has guard bytes on both sides, and so has the local
 * buffer of a get.
 */
#include "rma_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

#define MAX_OFFSET 16 /* elements */

typedef struct buffers {
    unsigned char *area;  /* symmetric: a slot for each PE */
    uint64_t *signals;    /* symmetric: a word for each PE */
    unsigned char *local; /* a slot for each PE: no source changes under a put */
    unsigned char *image; /* what memory_read read */
    bool shared;
} buffers_t;

typedef struct shape {
    size_t nelems;
    size_t dest_offset; /* bytes */
    size_t source_offset;
} shape_t;

static size_t slot_limit(void)
{
    return RMA_LARGEST_BLOCK + 2 * TEST_GUARD_BYTES + MAX_OFFSET * 16;
}

static buffers_t open_buffers(const rma_caller_t *caller)
{
    const size_t area_bytes = slot_limit() * (size_t)test_n;
    buffers_t buffers = {.area = ishmem_align(4096, area_bytes),
                         .signals = ishmem_malloc((size_t)test_n * sizeof(uint64_t)),
                         .image = malloc(area_bytes),
                         .shared = caller->shared};
    buffers.local = caller->shared ? memory_allocate_shared(area_bytes) : malloc(area_bytes);
    if (!buffers.area || !buffers.signals || !buffers.local || !buffers.image) {
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
    free(buffers->image);
    ishmem_free(buffers->signals);
    ishmem_free(buffers->area);
}

/* Bytes of a slot: a guard, the offset, the block, a guard. */
static size_t slot_bytes(const shape_t *shape, size_t size)
{
    const size_t bytes = 2 * TEST_GUARD_BYTES + shape->dest_offset + shape->nelems * size;
    return (bytes + 15) / 16 * 16;
}

/* The n-th shape for an element; false past the last.  Offsets are in bytes where alignment allows
 * them, else in elements; large blocks go with few of them. */
static bool shape_at(size_t n, const rma_caller_t *caller, const rma_routines_t *routines,
                     shape_t *shape)
{
    const size_t counts[] = {
        0, 1, 2, 7, 4096 / routines->size + 3, caller->block_bytes / routines->size};
    const size_t offsets[][2] = {{0, 0}, {1, 0}, {0, 3}, {5, 7}};
    const size_t count_total = sizeof counts / sizeof counts[0];
    const size_t offset_total = sizeof offsets / sizeof offsets[0];
    if (n >= count_total * offset_total) {
        return false;
    }
    shape->nelems = counts[n / offset_total];
    shape->dest_offset = offsets[n % offset_total][0] * routines->alignment;
    shape->source_offset = offsets[n % offset_total][1] * routines->alignment;
    return true;
}

static unsigned seed_of(int from, int to, size_t n)
{
    return (unsigned)from * 131u + (unsigned)to * 17u + (unsigned)n * 3u;
}

/* This PE's slots hold what the other PEs put there, and nothing else has changed. */
static void check_slots(const buffers_t *buffers, const char *what, const rma_caller_t *caller,
                        const rma_routines_t *routines, const shape_t *shape, size_t n)
{
    const size_t slot = slot_bytes(shape, routines->size);
    const size_t bytes = shape->nelems * routines->size;
    memory_read(buffers->image, buffers->area, slot * (size_t)test_n);
    for (int from = 0; from < test_n; from++) {
        const unsigned char *const start = buffers->image + slot * (size_t)from;
        const size_t head = TEST_GUARD_BYTES + shape->dest_offset;
        test_check(test_is_guard(start, head) &&
                       test_is_guard(start + head + bytes, slot - head - bytes),
                   "%s %s from %s: bytes around the block from PE %d changed (%zu elements, "
                   "offset %zu)",
                   routines->name, what, caller->name, from, shape->nelems, shape->dest_offset);
        test_check(memcmp(start + head, test_pattern(seed_of(from, test_me, n)), bytes) == 0,
                   "%s %s from %s: wrong data from PE %d (%zu elements, offsets %zu, %zu)",
                   routines->name, what, caller->name, from, shape->nelems, shape->dest_offset,
                   shape->source_offset);
    }
}

/* Makes the slots all guard, on every PE. */
static void clear_slots(const buffers_t *buffers, const rma_routines_t *routines,
                        const shape_t *shape)
{
    memory_fill(buffers->area, TEST_GUARD, slot_bytes(shape, routines->size) * (size_t)test_n);
    ishmem_barrier_all();
}

/* This PE's slot on the others. */
static unsigned char *my_block(const buffers_t *buffers, const rma_routines_t *routines,
                               const shape_t *shape)
{
    return buffers->area + slot_bytes(shape, routines->size) * (size_t)test_me + TEST_GUARD_BYTES +
           shape->dest_offset;
}

/* The source of a put to PE `to`. */
static unsigned char *make_source(const buffers_t *buffers, const rma_routines_t *routines,
                                  const shape_t *shape, int to, size_t n)
{
    unsigned char *const source = buffers->local + slot_limit() * (size_t)to + shape->source_offset;
    memcpy(source, test_pattern(seed_of(test_me, to, n)), shape->nelems * routines->size);
    return source;
}

static void put_cases(const buffers_t *buffers, const rma_caller_t *caller,
                      const rma_routines_t *routines)
{
    shape_t shape;
    for (size_t n = caller->first; shape_at(n, caller, routines, &shape); n += caller->step) {
        clear_slots(buffers, routines, &shape);
        for (int i = 0; i < test_n; i++) {
            const int to = (test_me + i) % test_n;
            routines->put(routines, my_block(buffers, routines, &shape),
                          make_source(buffers, routines, &shape, to, n), shape.nelems, to);
        }
        ishmem_barrier_all();
        check_slots(buffers, "put", caller, routines, &shape, n);
        ishmem_barrier_all();
    }
}

static void get_cases(const buffers_t *buffers, const rma_caller_t *caller,
                      const rma_routines_t *routines)
{
    shape_t shape;
    for (size_t n = caller->first; shape_at(n, caller, routines, &shape); n += caller->step) {
        const size_t bytes = shape.nelems * routines->size;
        unsigned char *const source = buffers->area + shape.source_offset;
        memory_write(source, test_pattern(seed_of(test_me, 0, n)), bytes ? bytes : 1);
        ishmem_barrier_all();
        const size_t head = TEST_GUARD_BYTES + shape.dest_offset;
        for (int i = 0; i < test_n; i++) {
            const int from = (test_me + i) % test_n;
            memset(buffers->local, TEST_GUARD, head + bytes + TEST_GUARD_BYTES);
            routines->get(routines, buffers->local + head, source, shape.nelems, from);
            test_check(test_is_guard(buffers->local, head) &&
                           test_is_guard(buffers->local + head + bytes, TEST_GUARD_BYTES),
                       "%s get from %s: bytes around the block changed (%zu elements, offset %zu)",
                       routines->name, caller->name, shape.nelems, shape.dest_offset);
            test_check(memcmp(buffers->local + head, test_pattern(seed_of(from, 0, n)), bytes) == 0,
                       "%s get from %s: wrong data of PE %d (%zu elements, offsets %zu, %zu)",
                       routines->name, caller->name, from, shape.nelems, shape.dest_offset,
                       shape.source_offset);
        }
        ishmem_barrier_all();
    }
}

/* Every PE stores one element in its slot everywhere, then loads everyone's from everywhere. */
static void scalar_cases(const buffers_t *buffers, const rma_caller_t *caller,
                         const rma_routines_t *routines)
{
    const shape_t shapes[] = {{1, 0, 0}, {1, routines->size, 0}, {1, 3 * routines->size, 0}};
    for (size_t n = 0; n < sizeof shapes / sizeof shapes[0]; n++) {
        const shape_t *const shape = &shapes[n];
        clear_slots(buffers, routines, shape);
        for (int to = 0; to < test_n; to++) {
            uint64_t bits = 0;
            memcpy(&bits, test_pattern(seed_of(test_me, to, n)), routines->size);
            routines->p(routines, my_block(buffers, routines, shape), bits, to);
        }
        ishmem_barrier_all();
        check_slots(buffers, "p", caller, routines, shape, n);
        for (int on = 0; on < test_n; on++) {
            for (int from = 0; from < test_n; from++) {
                const unsigned char *const source =
                    buffers->area + slot_bytes(shape, routines->size) * (size_t)from +
                    TEST_GUARD_BYTES + shape->dest_offset;
                const uint64_t bits = routines->g(routines, source, on);
                test_check(memcmp(&bits, test_pattern(seed_of(from, on, n)), routines->size) == 0,
                           "%s g from %s: wrong value of PE %d", routines->name, caller->name, on);
            }
        }
        ishmem_barrier_all();
    }
}

void rma_cases(const rma_caller_t *caller, const rma_routines_t *table, size_t count)
{
    buffers_t buffers = open_buffers(caller);
    for (const rma_routines_t *routines = table; routines < table + count; routines++) {
        if (routines->put) {
            put_cases(&buffers, caller, routines);
        }
        if (routines->get) {
            get_cases(&buffers, caller, routines);
        }
        if (routines->p && routines->g) {
            scalar_cases(&buffers, caller, routines);
        }
    }
    close_buffers(&buffers);
}

/* As put_cases; who sees the signal of a PE looks at its block, with no barrier between. */
static void put_signal_cases(const buffers_t *buffers, const rma_caller_t *caller,
                             const rma_routines_t *routines)
{
    shape_t shape;
    for (size_t n = caller->first; shape_at(n, caller, routines, &shape); n += caller->step) {
        const bool add = n % 2 != 0;
        memory_fill(buffers->signals, 0, (size_t)test_n * sizeof(uint64_t));
        clear_slots(buffers, routines, &shape);
        const uint64_t high = (uint64_t)1 << 40;
        if (add) {
            /* A signal that is there already is added to. */
            for (int to = 0; to < test_n; to++) {
                ishmem_uint64_p(&buffers->signals[test_me], high, to);
            }
        }
        ishmem_barrier_all();
        for (int i = 0; i < test_n; i++) {
            const int to = (test_me + i) % test_n;
            routines->put_signal(routines, my_block(buffers, routines, &shape),
                                 make_source(buffers, routines, &shape, to, n), shape.nelems,
                                 &buffers->signals[test_me], (uint64_t)n + 7,
                                 add ? ISHMEM_SIGNAL_ADD : ISHMEM_SIGNAL_SET, to);
        }
        for (int from = 0; from < test_n; from++) {
            const uint64_t expected = (uint64_t)n + 7 + (add ? high : 0);
            const uint64_t seen =
                ishmem_signal_wait_until(&buffers->signals[from], ISHMEM_CMP_EQ, expected);
            test_check(seen == expected && ishmem_signal_fetch(&buffers->signals[from]) == expected,
                       "%s put_signal from %s: wrong signal of PE %d", routines->name, caller->name,
                       from);
        }
        check_slots(buffers, "put_signal", caller, routines, &shape, n);
        ishmem_barrier_all();
    }
}

void signal_cases(const rma_caller_t *caller, const rma_routines_t *table, size_t count)
{
    buffers_t buffers = open_buffers(caller);
    for (const rma_routines_t *routines = table; routines < table + count; routines++) {
        if (routines->put_signal) {
            put_signal_cases(&buffers, caller, routines);
        }
    }
    close_buffers(&buffers);
}
