/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations.  Floating-point values are set and fetched by their bits.
 */
#include "transfer.h"

static inline uint64_t fetch_add(const char *routine, void *dest, size_t size, uint64_t value,
                                 int pe)
{
    ishmemi_check_object(routine, "dest", dest, size, pe);
    void *const object = ishmemi_peer_address(dest, pe);
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_fetch_add(object, size, value);
    }
    return ishmemi_access->amo(ISHMEMI_AMO_ADD, size, object, value, 0);
}

static inline void add(const char *routine, void *dest, size_t size, uint64_t value, int pe)
{
    ishmemi_check_object(routine, "dest", dest, size, pe);
    ishmemi_transfer_add(ishmemi_peer_address(dest, pe), size, value);
}

static inline uint64_t compare_swap(const char *routine, void *dest, size_t size, uint64_t cond,
                                    uint64_t value, int pe)
{
    ishmemi_check_object(routine, "dest", dest, size, pe);
    void *const object = ishmemi_peer_address(dest, pe);
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_compare_swap(object, size, value, cond);
    }
    return ishmemi_access->amo(ISHMEMI_AMO_COMPARE_SWAP, size, object, value, cond);
}

static inline void fetch(const char *routine, void *value, const void *source, size_t size, int pe)
{
    ishmemi_check_object(routine, "source", source, size, pe);
    const uint64_t bits = ishmemi_transfer_load(ishmemi_peer_address(source, pe), size);
    memcpy(value, &bits, size);
}

static inline void set(const char *routine, void *dest, const void *value, size_t size, int pe)
{
    ishmemi_check_object(routine, "dest", dest, size, pe);
    uint64_t bits = 0;
    memcpy(&bits, value, size);
    ishmemi_transfer_store(ishmemi_peer_address(dest, pe), size, bits);
}

#define STANDARD(NAME, TYPE, A)                                                                  \
    TYPE ishmem_##NAME##_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value, int pe)          \
    {                                                                                            \
        return (TYPE)compare_swap("ishmem_" #NAME "_atomic_compare_swap", dest, sizeof(TYPE),    \
                                  (uint64_t)cond, (uint64_t)value, pe);                          \
    }                                                                                            \
    TYPE ishmem_##NAME##_atomic_fetch_add(TYPE *dest, TYPE value, int pe)                        \
    {                                                                                            \
        return (TYPE)fetch_add("ishmem_" #NAME "_atomic_fetch_add", dest, sizeof(TYPE),          \
                               (uint64_t)value, pe);                                             \
    }                                                                                            \
    void ishmem_##NAME##_atomic_add(TYPE *dest, TYPE value, int pe)                              \
    {                                                                                            \
        add("ishmem_" #NAME "_atomic_add", dest, sizeof(TYPE), (uint64_t)value, pe);             \
    }
ISHMEMI_AMO_STD_TYPES(STANDARD, )

#define EXTENDED(NAME, TYPE, A)                                                                  \
    TYPE ishmem_##NAME##_atomic_fetch(const TYPE *source, int pe)                                \
    {                                                                                            \
        TYPE value;                                                                              \
        fetch("ishmem_" #NAME "_atomic_fetch", &value, source, sizeof(TYPE), pe);                \
        return value;                                                                            \
    }                                                                                            \
    void ishmem_##NAME##_atomic_set(TYPE *dest, TYPE value, int pe)                              \
    {                                                                                            \
        set("ishmem_" #NAME "_atomic_set", dest, &value, sizeof(TYPE), pe);                      \
    }
ISHMEMI_AMO_EXT_TYPES(EXTENDED, )
