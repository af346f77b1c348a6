/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put, get, p and g of every type and size, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "rma_cases.h"
#include <string.h>

#define TYPED_CALLS(NAME, TYPE, A)                                                               \
    static void NAME##_put(const rma_routines_t *self, void *dest, const void *source,           \
                           size_t nelems, int pe)                                                \
    {                                                                                            \
        (void)self;                                                                              \
        ishmem_##NAME##_put(dest, source, nelems, pe);                                           \
    }                                                                                            \
    static void NAME##_get(const rma_routines_t *self, void *dest, const void *source,           \
                           size_t nelems, int pe)                                                \
    {                                                                                            \
        (void)self;                                                                              \
        ishmem_##NAME##_get(dest, source, nelems, pe);                                           \
    }                                                                                            \
    static void NAME##_p(const rma_routines_t *self, void *dest, uint64_t bits, int pe)          \
    {                                                                                            \
        TYPE value;                                                                              \
        (void)self;                                                                              \
        memcpy(&value, &bits, sizeof value);                                                     \
        ishmem_##NAME##_p(dest, value, pe);                                                      \
    }                                                                                            \
    static uint64_t NAME##_g(const rma_routines_t *self, const void *source, int pe)             \
    {                                                                                            \
        const TYPE value = ishmem_##NAME##_g(source, pe);                                        \
        uint64_t bits = 0;                                                                       \
        (void)self;                                                                              \
        memcpy(&bits, &value, sizeof value);                                                     \
        return bits;                                                                             \
    }
ISHMEMI_RMA_TYPES(TYPED_CALLS, )

#define SIZED_CALLS(SIZE, BYTES, A)                                                              \
    static void put##SIZE(const rma_routines_t *self, void *dest, const void *source,            \
                          size_t nelems, int pe)                                                 \
    {                                                                                            \
        (void)self;                                                                              \
        ishmem_put##SIZE(dest, source, nelems, pe);                                              \
    }                                                                                            \
    static void get##SIZE(const rma_routines_t *self, void *dest, const void *source,            \
                          size_t nelems, int pe)                                                 \
    {                                                                                            \
        (void)self;                                                                              \
        ishmem_get##SIZE(dest, source, nelems, pe);                                              \
    }
ISHMEMI_SIZES(SIZED_CALLS, )
SIZED_CALLS(mem, 1, )

#define TYPED_ROW(NAME, TYPE, A)                                                                 \
    {.name = "ishmem_" #NAME,                                                                    \
     .size = sizeof(TYPE),                                                                       \
     .alignment = sizeof(TYPE),                                                                  \
     .put = NAME##_put,                                                                          \
     .get = NAME##_get,                                                                          \
     .p = NAME##_p,                                                                              \
     .g = NAME##_g},
#define SIZED_ROW(SIZE, BYTES, A)                                                                \
    {.name = "ishmem_" #SIZE, .size = BYTES, .alignment = 1, .put = put##SIZE, .get = get##SIZE},

static const rma_routines_t table[] = {ISHMEMI_RMA_TYPES(TYPED_ROW, ) ISHMEMI_SIZES(SIZED_ROW, )
                                           SIZED_ROW(mem, 1, )};

/* A count of zero touches nothing, wherever the addresses point. */
static void zero_counts(void)
{
    char byte = 'x';
    ishmem_putmem(NULL, NULL, 0, test_me);
    ishmem_getmem(&byte, NULL, 0, test_me);
    ishmem_int_put(NULL, NULL, 0, test_n - 1);
    ishmem_double_get(NULL, NULL, 0, test_n - 1);
    test_check(byte == 'x', "a get of no bytes stored something");
}

int main(void)
{
    const rma_caller_t caller = {
        .name = "the host", .shared = false, .block_bytes = RMA_LARGEST_BLOCK};
    test_start();
    test_family("rma");
    rma_cases(&caller, table, sizeof table / sizeof table[0]);
    zero_counts();
    return test_finish();
}
