/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The forms in which a kernel can call a routine.  The kernels of a family take the form as an
 * argument; one kernel has the forms of a work-item and another those of groups, because only the
 * latter wait for one another.  For OpenCL C and C.
 */
#ifndef FORMS_H
#define FORMS_H

/* By a work-item: ishmem_int_put, ishmem_ctx_int_put, ishmem_put, ishmem_put with a context; and
 * element by element, by p or g. */
#define FORM_FLAT 0
#define FORM_CTX 1
#define FORM_OVERLOAD 2
#define FORM_OVERLOAD_CTX 3
#define FORM_ELEMENTS 4 /* plus one of the four above */

/* By a group: the forms above as they are for a work-group, and from here on for a sub-group. */
#define FORM_SUB_GROUP 4

/* Cases of a switch over the forms, from FIRST on.  GROUP: nothing, _work_group or _sub_group;
 * ARGUMENTS: a macro that gives them; the kernel has a `ctx`. */
#define FORM_CASES(FIRST, PREFIX, NAME, ROUTINE, GROUP, ARGUMENTS) \
    case FIRST + FORM_FLAT:                                        \
        PREFIX##_##NAME##_##ROUTINE##GROUP(ARGUMENTS);             \
        break;                                                     \
    case FIRST + FORM_CTX:                                         \
        PREFIX##_ctx_##NAME##_##ROUTINE##GROUP(ctx, ARGUMENTS);    \
        break;                                                     \
    case FIRST + FORM_OVERLOAD:                                    \
        PREFIX##_##ROUTINE##GROUP(ARGUMENTS);                      \
        break;                                                     \
    case FIRST + FORM_OVERLOAD_CTX:                                \
        PREFIX##_##ROUTINE##GROUP(ctx, ARGUMENTS);                 \
        break;
/* The same for routines that are named by a size, which are not overloaded. */
#define FORM_SIZED_CASES(FIRST, PREFIX, ROUTINE, GROUP, ARGUMENTS) \
    case FIRST + FORM_FLAT:                                        \
        PREFIX##_##ROUTINE##GROUP(ARGUMENTS);                      \
        break;                                                     \
    case FIRST + FORM_CTX:                                         \
        PREFIX##_ctx_##ROUTINE##GROUP(ctx, ARGUMENTS);             \
        break;

/* Operations of the AMO kernels. */
#define AMO_FETCH 0
#define AMO_SET 1
#define AMO_FETCH_ADD 2
#define AMO_ADD 3
#define AMO_COMPARE_SWAP 4

#endif
