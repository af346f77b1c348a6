/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that a compiler calls with -fsanitize=thread, for ISHMEM_RACES: each reports to
 * libishmem what the program is about to load or store.  Programs link this library instead of the
 * compiler's own.
 */
#include "memory.h"
#include "modules.h"
#include "openmp_tool.h"
#include "report.h"

#include <stddef.h>
#include <string.h>

/* ---- Loads and stores ---------------------------------------------------------------------------- */

#define ACCESS(NAME, BYTES, WRITES)            \
    void NAME(const void *memory);             \
    void NAME(const void *memory)              \
    {                                          \
        report(memory, BYTES, WRITES, CALLER); \
    }
#define ACCESSES(BYTES)                                         \
    ACCESS(__tsan_read##BYTES, BYTES, false)                    \
    ACCESS(__tsan_write##BYTES, BYTES, true)                    \
    ACCESS(__tsan_read_write##BYTES, BYTES, true)               \
    ACCESS(__tsan_unaligned_read##BYTES, BYTES, false)          \
    ACCESS(__tsan_unaligned_write##BYTES, BYTES, true)          \
    ACCESS(__tsan_unaligned_read_write##BYTES, BYTES, true)     \
    ACCESS(__tsan_volatile_read##BYTES, BYTES, false)           \
    ACCESS(__tsan_volatile_write##BYTES, BYTES, true)           \
    ACCESS(__tsan_unaligned_volatile_read##BYTES, BYTES, false) \
    ACCESS(__tsan_unaligned_volatile_write##BYTES, BYTES, true)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

#define RANGE(NAME, WRITES)                      \
    void NAME(const void *memory, size_t bytes); \
    void NAME(const void *memory, size_t bytes)  \
    {                                            \
        report(memory, bytes, WRITES, CALLER);   \
    }
RANGE(__tsan_read_range, false)
RANGE(__tsan_write_range, true)

/* The pointer to an object's virtual functions is not data of the program. */
void __tsan_vptr_read(const void *memory);
void __tsan_vptr_read(const void *memory)
{
    (void)memory;
}
void __tsan_vptr_update(const void *memory, const void *value);
void __tsan_vptr_update(const void *memory, const void *value)
{
    (void)memory;
    (void)value;
}

void __tsan_init(void);
void __tsan_init(void)
{
    ishmemi_accesses_open_memory();
    ishmemi_accesses_open_openmp();
    ishmemi_accesses_add_module(CALLER);
}
void __tsan_func_entry(const void *caller);
void __tsan_func_entry(const void *caller)
{
    (void)caller;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

/* ---- Copies, by Clang ----------------------------------------------------------------------------- */

void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memcpy(void *to, const void *from, size_t bytes)
{
    report(from, bytes, false, CALLER);
    report(to, bytes, true, CALLER);
    return memcpy(to, from, bytes);
}

void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes)
{
    report(from, bytes, false, CALLER);
    report(to, bytes, true, CALLER);
    return memmove(to, from, bytes);
}

void *__tsan_memset(void *to, int value, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes)
{
    report(to, bytes, true, CALLER);
    return memset(to, value, bytes);
}
