/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the host library defines a collective of ishmem/routine_lists.h: one line, which calls the
 * family's body.
 */
#ifndef ISHMEMI_COLLECTIVE_DEFINE_H
#define ISHMEMI_COLLECTIVE_DEFINE_H

#include "collective.h"
#include "ishmem.h"

/* The arguments, under the names that they have in routine_lists.h. */
#define CALL(ROUTINE, COUNT, SIZE, ALIGNMENT) \
    &(const ishmemi_call_t){ROUTINE, team, dest, source, COUNT, SIZE, ALIGNMENT}

/* The name is in parentheses because it is that of a macro, too. */
#define DEFINE_COLLECTIVE(FUNCTION, KIND, TYPE, BODY)    \
    int(FUNCTION)(ISHMEMI_PARAMETERS_##KIND(TYPE))       \
    {                                                    \
        return BODY;                                     \
    }

#endif
