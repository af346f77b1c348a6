/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The language of the collectives' bodies (shared/collective/language.h), as far as it is the same for
 * every thread of a processor.  The rest of the language comes before this file.
 */
#ifndef ISHMEMI_PROCESSOR_LANGUAGE_H
#define ISHMEMI_PROCESSOR_LANGUAGE_H

ISHMEMI_INLINE void ishmemi_copy_two(ishmemi_caller_t caller, char *first, const char *first_source,
                                     char *second, const char *second_source, size_t bytes,
                                     size_t lane, size_t lanes)
{
    ishmemi_copy(caller, first, first_source, bytes, lane, lanes);
    ishmemi_copy(caller, second, second_source, bytes, lane, lanes);
}

ISHMEMI_INLINE uint64_t ishmemi_caller_block(ishmemi_caller_t caller,
                                             ISHMEMI_GLOBAL const ishmemi_team_t *team)
{
    (void)caller;
    return team->block;
}

ISHMEMI_INLINE uint64_t ishmemi_caller_first_flag(ishmemi_caller_t caller,
                                                  ISHMEMI_GLOBAL const ishmemi_team_t *team)
{
    (void)caller;
    return team->first_flag;
}

ISHMEMI_INLINE void ishmemi_store_after(ishmemi_caller_t caller, uint64_t address, uint64_t number)
{
    (void)caller;
    ISHMEMI_ATOMIC_STORE(uint64_t, address, number, ISHMEMI_RELEASE);
}

ISHMEMI_INLINE void ishmemi_count_apart(uint64_t address)
{
    ++*(uint64_t *)(uintptr_t)address;
}

ISHMEMI_INLINE int ishmemi_fences_late(ishmemi_caller_t caller)
{
    (void)caller;
    return 1;
}

#endif
