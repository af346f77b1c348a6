/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports the program's own accesses, and what its threads wait for, to libishmem (src/host/races/program.h).  An
 * older libishmem has none of these.
 */
#ifndef ISHMEMI_ACCESSES_H
#define ISHMEMI_ACCESSES_H

#include <stdbool.h>
#include <stddef.h>

/* The program is about to load or store; caller: after the instruction. */
extern void ishmemi_races_access(const void *memory, size_t bytes, bool writes, const void *caller)
    __attribute__((weak));
/* The program is about to write by an atomic operation, or has read by one. */
extern void ishmemi_races_atomic(const void *memory, bool writes) __attribute__((weak));
/* The program is about to free this. */
extern void ishmemi_races_free(void *memory) __attribute__((weak));

/* This thread tells what it waits for, and does so no more. */
extern void ishmemi_races_thread_begins(void) __attribute__((weak));
extern void ishmemi_races_thread_ends(void) __attribute__((weak));
/* So many more of them run. */
extern void ishmemi_races_thread_count(int more) __attribute__((weak));
/* By an object of any kind. */
extern void ishmemi_races_thread_tells(const void *object) __attribute__((weak));
extern void ishmemi_races_thread_learns(const void *object) __attribute__((weak));
extern void ishmemi_races_thread_forgets(const void *object) __attribute__((weak));
/* What threads wait for is not told: they count as one. */
extern void ishmemi_races_thread_unseen(void) __attribute__((weak));
/* Whether anybody is to be told. */
extern bool ishmemi_races_thread_is_seen(void) __attribute__((weak));

static inline void tell(const void *memory, size_t bytes, bool writes, const void *caller)
{
    if (ishmemi_races_access) {
        ishmemi_races_access(memory, bytes, writes, caller);
    }
}

static inline void tell_atomic(const void *memory, bool writes)
{
    if (ishmemi_races_atomic) {
        ishmemi_races_atomic(memory, writes);
    }
}

static inline bool is_seen(void)
{
    return ishmemi_races_thread_is_seen && ishmemi_races_thread_is_seen();
}

#define CALLER __builtin_return_address(0)

/* Before the program frees anything. */
void ishmemi_accesses_open_memory(void);

/* So that the program has it. */
void ishmemi_accesses_open_openmp(void);

/* A module that is compiled to tell, by an address in it. */
void ishmemi_accesses_add_module(const void *address);
/* Whether the address is in one of them, or in the C++ library, which acts for them. */
bool ishmemi_accesses_is_program(const void *address);

/* Whether the address is in an implementation of OpenMP, whose threads count only while they work. */
bool ishmemi_accesses_keeps_threads(const void *address);

/* Whether an implementation of OpenMP by others than GCC tells what its threads wait for. */
extern bool ishmemi_accesses_openmp_tells;

/* The function of this name that comes after this program's. */
void *ishmemi_accesses_find(const char *name, const char *version);

/* Declares `real`, that function. */
#define REAL(NAME) REAL_OF(NAME, NULL)
#define REAL_OF(NAME, VERSION)                                           \
    static __typeof__(&(NAME)) real;                                     \
    if (!real) {                                                         \
        *(void **)(void *)&real = ishmemi_accesses_find(#NAME, VERSION); \
    }

#endif
