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
#define FORM_ELEMENTS 4          /* plus one of the four above */

/* By a group: the forms above as they are for a work-group, and from here on for a sub-group. */
#define FORM_SUB_GROUP 4

/* Operations of the AMO kernels. */
#define AMO_FETCH 0
#define AMO_SET 1
#define AMO_FETCH_ADD 2
#define AMO_ADD 3
#define AMO_COMPARE_SWAP 4

#endif
