/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the collectives' bodies need of where they are compiled.  In kernels it is the language of
 * the device bodies.  Anything else names a header of its own by ISHMEMI_COLLECTIVE_LANGUAGE, which
 * gives, as device/language.h and its neighbours do,
 *
 *     ISHMEMI_GLOBAL, ISHMEMI_INLINE
 *     ISHMEMI_ATOMIC_STORE, for a uint64_t with ISHMEMI_RELEASE only; ISHMEMI_FENCE_COMPLETE
 *     ishmemi_group_...         groups
 *     ishmemi_caller_t          who calls: in kernels the state's address
 *     ishmemi_translate         a peer's copy of an object in the heap, or of its block
 *     ishmemi_copy, ishmemi_copy_strided
 *     ishmemi_team_wait         below
 *     ishmemi_combine           combine.h
 */
#ifndef ISHMEM_COLLECTIVE_LANGUAGE_H
#define ISHMEM_COLLECTIVE_LANGUAGE_H

#include "../team_block.h"

#ifdef __OPENCL_C_VERSION__

#include "../device/copy.h"
#include "../device/wait.h"

typedef ishmem_ctx_t ishmemi_caller_t;

/* Waits until the number at the address is at least `number`.  Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_team_wait(ishmemi_caller_t caller, uint64_t address, uint64_t number)
{
    return ishmemi_poll(caller, address, sizeof number, 0, ISHMEM_CMP_GE, number) < number;
}

#elif defined(ISHMEMI_COLLECTIVE_LANGUAGE)

#include ISHMEMI_COLLECTIVE_LANGUAGE

#else
#error "libishmem: who compiles the collectives' bodies says in which language"
#endif

#endif
