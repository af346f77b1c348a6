/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs, wrong and right ones.  Each is a function that all PEs call, of three at least, between two
 * barriers, with memory of its own.
 */
#ifndef RACES_CASE_H
#define RACES_CASE_H

#include <ishmem.h>
#include <ishmemx.h>
#include <stddef.h>
#include <stdint.h>

#define N 16

typedef struct memory {
    int data[N];
    int other[N];
    int gathered[8 * N];
    uint64_t flag[4];
    long lock[2];
    unsigned number;
    unsigned numbers[4];
} memory_t;

typedef struct races_case {
    const char *name;
    void (*run)(memory_t *m, int me);
} races_case_t;

extern const races_case_t wrong_cases[];
extern const races_case_t wrong_collective_cases[];
extern const races_case_t wrong_context_cases[];
extern const races_case_t right_cases[];
extern const races_case_t right_context_cases[];

/* A case has a name in the program's symbols, where reports find it. */
#define CASE(NAME)                                                                   \
    __attribute__((noinline, visibility("default"))) void NAME(memory_t *m, int me); \
    void NAME(memory_t *m __attribute__((unused)), int me __attribute__((unused)))

/* Sinks for what is read. */
extern volatile int sink;

static inline __attribute__((always_inline)) void await(uint64_t *flag, uint64_t value)
{
    ishmem_uint64_wait_until(flag, ISHMEM_CMP_GE, value);
}

/* What a PE reads of its own memory, by a routine. */
#define READ(OBJECT) (sink = ishmem_int_g((OBJECT), me))
#define WRITE(OBJECT, VALUE) ishmem_int_p((OBJECT), (VALUE), me)

/* One PE is later than another by what is not seen: a file, which the job's PEs name alike. */
void tell_unseen(void);
void await_unseen(void);

static const int ones[N] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

#endif
