/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put, get, p and g, for every type, size and for bytes.
 */
#include "transfer.h"

static inline void put(const char *routine, void *dest, const void *source, size_t nelems,
                       size_t size, size_t alignment, int pe)
{
    ishmemi_check_transfer(routine, ISHMEMI_PUT, dest, source, nelems, size, alignment, pe);
    ishmemi_transfer_put(dest, source, nelems * size, pe);
}

static inline void get(const char *routine, void *dest, const void *source, size_t nelems,
                       size_t size, size_t alignment, int pe)
{
    ishmemi_check_transfer(routine, ISHMEMI_GET, source, dest, nelems, size, alignment, pe);
    ishmemi_transfer_get(dest, source, nelems * size, pe);
}

/* Values go by their bits, little-endian in the low bytes of a word. */
static inline void p(const char *routine, void *dest, const void *value, size_t size, int pe)
{
    ishmemi_check_object(routine, "dest", dest, size, pe);
    uint64_t bits = 0;
    memcpy(&bits, value, size);
    ishmemi_transfer_store(ishmemi_peer_address(dest, pe), size, bits);
}

static inline void g(const char *routine, void *value, const void *source, size_t size, int pe)
{
    ishmemi_check_object(routine, "source", source, size, pe);
    const uint64_t bits = ishmemi_transfer_load(ishmemi_peer_address(source, pe), size);
    memcpy(value, &bits, size);
}

#define TYPED(NAME, TYPE, A)                                                                     \
    void ishmem_##NAME##_put(TYPE *dest, const TYPE *source, size_t nelems, int pe)              \
    {                                                                                            \
        put("ishmem_" #NAME "_put", dest, source, nelems, sizeof(TYPE), _Alignof(TYPE), pe);     \
    }                                                                                            \
    void ishmem_##NAME##_get(TYPE *dest, const TYPE *source, size_t nelems, int pe)              \
    {                                                                                            \
        get("ishmem_" #NAME "_get", dest, source, nelems, sizeof(TYPE), _Alignof(TYPE), pe);     \
    }                                                                                            \
    void ishmem_##NAME##_p(TYPE *dest, TYPE value, int pe)                                       \
    {                                                                                            \
        p("ishmem_" #NAME "_p", dest, &value, sizeof(TYPE), pe);                                 \
    }                                                                                            \
    TYPE ishmem_##NAME##_g(const TYPE *source, int pe)                                           \
    {                                                                                            \
        TYPE value;                                                                              \
        g("ishmem_" #NAME "_g", &value, source, sizeof(TYPE), pe);                               \
        return value;                                                                            \
    }
ISHMEMI_RMA_TYPES(TYPED, )

#define SIZED(SIZE, BYTES, A)                                                                    \
    void ishmem_put##SIZE(void *dest, const void *source, size_t nelems, int pe)                 \
    {                                                                                            \
        put("ishmem_put" #SIZE, dest, source, nelems, BYTES, 1, pe);                             \
    }                                                                                            \
    void ishmem_get##SIZE(void *dest, const void *source, size_t nelems, int pe)                 \
    {                                                                                            \
        get("ishmem_get" #SIZE, dest, source, nelems, BYTES, 1, pe);                             \
    }
ISHMEMI_SIZES(SIZED, )

void ishmem_putmem(void *dest, const void *source, size_t nelems, int pe)
{
    put("ishmem_putmem", dest, source, nelems, 1, 1, pe);
}

void ishmem_getmem(void *dest, const void *source, size_t nelems, int pe)
{
    get("ishmem_getmem", dest, source, nelems, 1, 1, pe);
}
