/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Routines that write single elements, or a few, into the heap of a near PE store each once: a PE that waits for
 * the element and then gives it another value does not lose that one.
 */
#include "harness.h"
#include "ishmemx.h"
#include "stores_once.h"

#define MOST 16

static struct {
    char from[MOST];
    uint64_t *signal;
    char *object;
    size_t bytes;
    int pe;
} put;

static void put_bytes(void *unused)
{
    (void)unused;
    ishmem_putmem(put.object, put.from, put.bytes, put.pe);
}

static void put_bytes_nbi(void *unused)
{
    (void)unused;
    ishmem_putmem_nbi(put.object, put.from, put.bytes, put.pe);
}

static void put_longs(void *unused)
{
    (void)unused;
    ishmem_long_put((long *)(void *)put.object, (const long *)(const void *)put.from,
                    put.bytes / sizeof(long), put.pe);
}

static void put_with_signal(void *unused)
{
    (void)unused;
    ishmem_putmem_signal(put.object, put.from, put.bytes, put.signal, 1, ISHMEM_SIGNAL_SET, put.pe);
}

static void put_strided(void *unused)
{
    (void)unused;
    ishmem_int16_iput((int16_t *)(void *)put.object, (const int16_t *)(const void *)put.from, 1, 1,
                      put.bytes / 2, put.pe);
}

static void put_block(void *unused)
{
    (void)unused;
    ishmemx_int16_ibput((int16_t *)(void *)put.object, (const int16_t *)(const void *)put.from, 8,
                        8, put.bytes / 2, 1, put.pe);
}

static void put_one(void *unused)
{
    (void)unused;
    int64_t value;
    memcpy(&value, put.from, sizeof value);
    ishmem_int64_p((int64_t *)(void *)put.object, value, put.pe);
}

static void check(const char *name, void (*call)(void *), size_t element)
{
    char *const destination = ishmem_ptr(put.object, put.pe);
    memset(destination, 0, MOST);
    const stores_once_call_t once = {.destination = destination,
                                     .expected = put.from,
                                     .element = element,
                                     .count = put.bytes / element,
                                     .call = call};
    test_check(stores_once(&once),
               "%s of %zu bytes to PE %d: an element of %zu bytes is not stored once", name,
               put.bytes, put.pe, element);
}

static void check_all(size_t element)
{
    for (put.bytes = element; put.bytes <= MOST; put.bytes += element) {
        check("putmem", put_bytes, element);
        check("putmem_nbi", put_bytes_nbi, element);
        check("putmem_signal", put_with_signal, element);
        if (element >= sizeof(int16_t)) {
            check("int16_ibput", put_block, element);
        }
        if (element == sizeof(int16_t)) {
            check("int16_iput", put_strided, element);
        }
        if (element == sizeof(long)) {
            check("long_put", put_longs, element);
        }
    }
    put.bytes = sizeof(int64_t);
    check("int64_p", put_one, sizeof(int64_t));
}

int main(void)
{
    test_start();
    test_family("once");
    put.object = ishmem_calloc(1, MOST);
    put.signal = ishmem_calloc(1, sizeof *put.signal);
    for (int i = 0; i < MOST; i++) {
        put.from[i] = (char)(i + 1);
    }
    if (test_me == 0) {
        for (put.pe = 0; put.pe < test_n; put.pe++) {
            for (size_t element = 1; element <= MOST; element *= 2) {
                check_all(element);
            }
        }
    }
    ishmem_barrier_all();
    return test_finish();
}
