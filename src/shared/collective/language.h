/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the collectives' bodies need from the language in which they are compiled.  An includer
 * defines ISHMEMI_COLLECTIVE_LANGUAGE as the name of its own header, which provides
 *
 *     ISHMEMI_GLOBAL, ISHMEMI_INLINE, ISHMEMI_BODY
 *     ISHMEMI_ATOMIC_STORE      of a uint64_t, with ISHMEMI_RELEASE or ISHMEMI_RELAXED
 *     ishmemi_group_...         groups of work-items
 *     ishmemi_caller_t          what the bodies know of the caller; in kernels the state's address
 *     ishmemi_translate         the address of a PE's copy of an object in the heap, or of its block
 *     ishmemi_copy, ishmemi_copy_two, ishmemi_copy_strided
 *     ishmemi_member_address    the address of a near member's copy, as from ishmemi_translate; 0 if
 *                               the member is far.  For far members:
 *     ishmemi_push_far, ishmemi_push_far_strided, ishmemi_flag_far
 *     ishmemi_push_flag_far     pushes a word (if its pointer is not 0), then data, then a flag; by
 *                               one lane, after everything that it has pushed to this PE
 *     ishmemi_caller_choices    the address of the table of choice.h
 *     ishmemi_has_far           whether any PE is far.  If so,
 *     ishmemi_complete          does what quiet does; otherwise
 *     ISHMEMI_FENCE_COMPLETE    completes what one lane has stored, and
 *     ishmemi_fences_late       says whether a flag that releases is faster than that fence
 *     ishmemi_caller_block, ishmemi_caller_first_flag
 *                               these fields of a team
 *     ishmemi_count_apart       adds 1 to a word of this PE that the caller does not load
 *     ishmemi_store_after       stores a number after all that the lane has stored and seen
 *     ishmemi_team_wait         waits for a number in this PE's block
 *     ishmemi_team_seen         the number there; what was released with it has been acquired
 *     ishmemi_team_peek         the same, but nothing has been acquired
 *     ishmemi_team_wait_word    waits for a word of an exchange and returns its data
 *     ishmemi_team_note_call    counts a call on a team, and keeps the routine for the report of a
 *                               stall
 *     ishmemi_string_t          a string of the program
 *     ishmemi_combine           see combine.h; called by each lane that shares the work
 *     ishmemi_fold              only where ISHMEMI_FOLDS is defined: combines all members' elements at
 *                               source and stores the result at all members' dest, at once; by each
 *                               lane that shares the work.  It returns how many bytes it has done,
 *                               from the first on; the rest is the caller's.  (A thread combines
 *                               block by block, because a block stays in its cache.)
 *     ishmemi_fold_pair         the same for two operands of this PE's, with the result in dest and, if
 *                               that is not 0, at another address
 */
#ifndef ISHMEM_COLLECTIVE_LANGUAGE_H
#define ISHMEM_COLLECTIVE_LANGUAGE_H

#ifndef ISHMEMI_COLLECTIVE_LANGUAGE
#error "libishmem: define the language in which the collectives' bodies are compiled"
#endif
#include ISHMEMI_COLLECTIVE_LANGUAGE

#endif
