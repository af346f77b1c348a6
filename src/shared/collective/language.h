/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the collectives' bodies need of where they are compiled.  Whoever includes them names a header of
 * its own by ISHMEMI_COLLECTIVE_LANGUAGE, which gives
 *
 *     ISHMEMI_GLOBAL, ISHMEMI_INLINE, ISHMEMI_BODY
 *     ISHMEMI_ATOMIC_STORE, for a uint64_t with ISHMEMI_RELEASE or ISHMEMI_RELAXED
 *     ishmemi_group_...         groups
 *     ishmemi_caller_t          who calls: in kernels the state's address
 *     ishmemi_translate         a peer's copy of an object in the heap, or of its block
 *     ishmemi_copy, ishmemi_copy_strided
 *     ishmemi_member_address    a near member's copy, as ishmemi_translate; 0: the member is far; then
 *     ishmemi_push_far, ishmemi_push_far_strided, ishmemi_flag_far
 *     ishmemi_push_flag_far     a word, unless 0, with data behind it, and then a flag; by one lane,
 *                               and after all that it has pushed to this PE
 *     ishmemi_caller_choices    the address of the table of choice.h
 *     ishmemi_has_far           whether any PE is; then
 *     ishmemi_complete          does what quiet does; else
 *     ISHMEMI_FENCE_COMPLETE    completes what one lane has stored
 *     ishmemi_fences_late       whether a flag that releases is quicker than that
 *     ishmemi_team_wait, ishmemi_team_wait_word    below
 *     ishmemi_team_note_call    counts a call on a team, and keeps the routine for the report of a stall
 *     ishmemi_string_t          a string of the program
 *     ishmemi_combine           combine.h, by one of the lanes that share the work
 */
#ifndef ISHMEM_COLLECTIVE_LANGUAGE_H
#define ISHMEM_COLLECTIVE_LANGUAGE_H

#ifndef ISHMEMI_COLLECTIVE_LANGUAGE
#error "libishmem: define the language in which the collectives' bodies are compiled"
#endif
#include ISHMEMI_COLLECTIVE_LANGUAGE

#endif
