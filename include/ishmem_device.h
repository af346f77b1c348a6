/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem inside kernels: the API for OpenCL C 2.0.  ishmemcc compiles kernels against this
 * header and links the device library.
 *
 * A kernel can call the routines without a context once the host has bound its module
 * (ishmemx_module_init or ishmemx_module_load).  The _ctx_ forms work on the context that they are
 * given, which a kernel may receive as an argument; they need no binding.  If a routine exists for
 * several types, its name without a type is overloaded: ishmem_put(dest, source, nelems, pe).
 *
 * Routines act for the work-item that calls them.  All work-items of a group call its _work_group or
 * _sub_group form, with the same arguments.  The group shares the work, the routine sees what the
 * work-items wrote before the call, and the result is the same on all of them.  sync_all and
 * barrier_all are for the whole job: each PE calls once, from one work-item or, in the _work_group
 * form, from one work-group.
 *
 * Forms: a routine in all forms is declared, for example for ishmem_int_put, as ishmem_int_put,
 * ishmem_ctx_int_put(ctx, ...), ishmemx_int_put_work_group, ishmemx_ctx_int_put_work_group,
 * ishmemx_int_put_sub_group and ishmemx_ctx_int_put_sub_group.  A routine that acts on this PE's own
 * memory has no _ctx_ forms.  The parameters are in routine_lists.h.
 *
 * Symmetric addresses, counts and PE numbers are as in ishmem.h.  Local sources and destinations
 * may be in any address space.
 *
 * With ISHMEM_CHECKS=2 the host reports a call with a bad argument and ends the job.  Until then the
 * routine returns 0 and does nothing.
 */
#ifndef ISHMEM_DEVICE_H
#define ISHMEM_DEVICE_H

#include "ishmem/device/declare.h"
#include "ishmem/types.h"

/* The default context; ishmemx_module_init stores it.  Read it, never assign to it. */
extern __global ishmem_ctx_t ISHMEMI_DEFAULT_CTX;
#define ISHMEM_CTX_DEFAULT ISHMEMI_DEFAULT_CTX
#define ISHMEM_CTX_INVALID ((ishmem_ctx_t)0)

/* ---- Query -------------------------------------------------------------------------- */

int ishmem_my_pe(void);
int ishmem_n_pes(void);
/* The address at which this PE reaches PE pe's copy of dest, or NULL if it cannot. */
void *ishmem_ptr(const void *dest, int pe);
void ishmem_info_get_version(int *major, int *minor);
/* name: at least ISHMEM_MAX_NAME_LEN bytes. */
void ishmem_info_get_name(char *name);

/* ---- Teams ---------------------------------------------------------------------------- */
/*
 * Handles are this PE's own.  They come from the host, as an argument of the kernel or in memory.  For
 * ISHMEM_TEAM_INVALID these routines return -1 or NULL.
 */
int ishmem_team_my_pe(ishmem_team_t team);
int ishmem_team_n_pes(ishmem_team_t team);
/* Stores the members that config_mask names and returns 0. */
int ishmem_team_get_config(ishmem_team_t team, long config_mask, ishmem_team_config_t *config);
/* The number that PE src_pe of src_team has in dest_team, or -1. */
int ishmem_team_translate_pe(ishmem_team_t src_team, int src_pe, ishmem_team_t dest_team);
/* The same as ishmem_ptr, for PE pe of the team. */
void *ishmem_team_ptr(ishmem_team_t team, const void *dest, int pe);

/* ---- Remote memory access, in all forms ------------------------------------------------ */
/*
 * put and get move blocks; put_nbi and get_nbi do so without blocking.  iput and iget move elements
 * that are strides apart, ishmemx_..._ibput and ibget blocks that are strides apart.  p and g move one
 * value.  Each p is one store and each g reads memory anew, so a kernel may poll with g.  Neither
 * orders other operations.
 *
 * put_signal and put_signal_nbi update the 64-bit word at sig_addr after the data: a PE that sees the
 * new signal sees the data.
 */
#define ISHMEMI_DECLARE_RMA(NAME, TYPE, A)                        \
    ISHMEMI_RMA_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE)       \
    ISHMEMI_RMA_VALUE_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE) \
    ISHMEMI_SIGNAL_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_DECLARE_RMA, )

#define ISHMEMI_DECLARE_SIZE(SIZE, BYTES, A)                         \
    ISHMEMI_SIZE_RMA_ROUTINES(ISHMEMI_DECLARE_SIZED, SIZE, BYTES)    \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(ISHMEMI_DECLARE_SIZED, SIZE, BYTES) \
    ISHMEMI_SIZE_STRIDED_ROUTINES(ISHMEMI_DECLARE_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(ISHMEMI_DECLARE_SIZE, )
ISHMEMI_SIZE_RMA_ROUTINES(ISHMEMI_DECLARE_SIZED, mem, 1)
ISHMEMI_SIZE_SIGNAL_ROUTINES(ISHMEMI_DECLARE_SIZED, mem, 1)

#define ISHMEMI_OVERLOAD_RMA(NAME, TYPE, A)                      \
    ISHMEMI_RMA_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE)       \
    ISHMEMI_RMA_VALUE_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE) \
    ISHMEMI_SIGNAL_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE)
ISHMEMI_OPENCL_TYPES(ISHMEMI_OVERLOAD_RMA, )

/* ---- Signals ------------------------------------------------------------------------ */

/* In all forms.  fence orders them and quiet completes them, as other AMOs. */
ISHMEMI_SIGNAL_WORD_ROUTINES(ISHMEMI_DECLARE)
/* This PE's own signal words: for a work-item, a work-group and a sub-group. */
ISHMEMI_OWN_SIGNAL_ROUTINES(ISHMEMI_DECLARE_OWN)

/* ---- Point-to-point synchronisation ------------------------------------------------- */
/*
 * wait_until and test, for one object and for sets (all, any, some, and the same with _vector), for
 * a work-item, a work-group and a sub-group.  An element whose status is not 0 is not in the set;
 * status may be NULL.  For an empty set all routines return at once: test_all returns 1, any returns
 * SIZE_MAX and some returns 0.  The lanes of a group share the set.
 *
 * A wait also returns when the job is being aborted: any returns SIZE_MAX, some 0.  A kernel whose
 * module is not bound cannot detect this, and any is not fair there.
 */
#define ISHMEMI_DECLARE_WAITS(NAME, TYPE, A) \
    ISHMEMI_WAIT_ROUTINES(ISHMEMI_DECLARE_TYPED_OWN, NAME, TYPE)
ISHMEMI_WAIT_TYPES(ISHMEMI_DECLARE_WAITS, )
#define ISHMEMI_OVERLOAD_WAITS(NAME, TYPE, A) \
    ISHMEMI_WAIT_ROUTINES(ISHMEMI_OVERLOAD_OWN, NAME, TYPE)
ISHMEMI_OPENCL_WAIT_TYPES(ISHMEMI_OVERLOAD_WAITS, )

/* ---- Atomic memory operations, in all forms --------------------------------------------- */
/*
 * A read after an operation that returns a value sees nothing older than that value.  fence orders the
 * operations that return none, and quiet completes them.  The result of an _nbi form is valid after
 * quiet.
 */
#define ISHMEMI_DECLARE_AMO_STD(NAME, TYPE, A) \
    ISHMEMI_AMO_STD_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE)
#define ISHMEMI_DECLARE_AMO_EXT(NAME, TYPE, A) \
    ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE)
#define ISHMEMI_DECLARE_AMO_BIT(NAME, TYPE, A) \
    ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE)
#define ISHMEMI_DECLARE_AMO_FLOAT(NAME, TYPE, A) \
    ISHMEMI_AMO_FLOAT_ROUTINES(ISHMEMI_DECLARE_TYPED, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(ISHMEMI_DECLARE_AMO_STD, )
ISHMEMI_AMO_EXT_TYPES(ISHMEMI_DECLARE_AMO_EXT, )
ISHMEMI_AMO_BIT_TYPES(ISHMEMI_DECLARE_AMO_BIT, )
ISHMEMI_AMO_FLOAT_TYPES(ISHMEMI_DECLARE_AMO_FLOAT, )

#define ISHMEMI_OVERLOAD_AMO_STD(NAME, TYPE, A) \
    ISHMEMI_AMO_STD_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE)
#define ISHMEMI_OVERLOAD_AMO_EXT(NAME, TYPE, A) \
    ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE)
#define ISHMEMI_OVERLOAD_AMO_BIT(NAME, TYPE, A) \
    ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE)
#define ISHMEMI_OVERLOAD_AMO_FLOAT(NAME, TYPE, A) \
    ISHMEMI_AMO_FLOAT_ROUTINES(ISHMEMI_OVERLOAD_ALL, NAME, TYPE)
ISHMEMI_OPENCL_AMO_TYPES(ISHMEMI_OVERLOAD_AMO_STD, )
ISHMEMI_OPENCL_EXT_TYPES(ISHMEMI_OVERLOAD_AMO_EXT, )
ISHMEMI_OPENCL_BIT_TYPES(ISHMEMI_OVERLOAD_AMO_BIT, )
ISHMEMI_AMO_FLOAT_TYPES(ISHMEMI_OVERLOAD_AMO_FLOAT, )

/* ---- Memory ordering ---------------------------------------------------------------- */
/*
 * The form of a group orders or completes the operations of all its work-items.  A quiet on one context
 * or for some PEs completes as much as a quiet on all of them.
 */
#define ISHMEMI_DECLARE_ORDER(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    ISHMEMI_DECLARE_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE)       \
    RESULT PREFIX##_ctx_##ROUTINE(ishmem_ctx_t ctx);               \
    RESULT ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx);   \
    RESULT ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx);
ISHMEMI_ORDER_ROUTINES(ISHMEMI_DECLARE_ORDER)

ISHMEMI_PES_ROUTINES(ISHMEMI_DECLARE)

/* ---- Distributed locks ----------------------------------------------------------------- */
/*
 * For a work-item, a work-group and a sub-group.  Locks are shared with the host's routines.
 * Work-items of a sub-group must not set the same lock separately: on a GPU a waiting work-item may
 * keep the one that holds the lock from continuing.  test_lock returns 0 if it acquired the lock.
 */
ISHMEMI_LOCK_ROUTINES(ISHMEMI_DECLARE_OWN)

/* ---- Collectives -------------------------------------------------------------------- */

/*
 * For a work-item, a work-group and a sub-group; ishmem.h describes each.  All members of a team make
 * the same calls on it, with groups of the same kind, and each PE makes one call at a time on a team.
 * Without a team they are over the world.  The result is 0, or a nonzero value for a team that does
 * not exist or if the job is being aborted.
 */
ISHMEMI_SYNC_ROUTINES(ISHMEMI_DECLARE_OWN)
ISHMEMI_TEAM_SYNC_ROUTINES(ISHMEMI_DECLARE_OWN)

#define ISHMEMI_DECLARE_COLLECTIVES(NAME, TYPE, A) \
    ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_DECLARE_COLLECTIVE, NAME, TYPE)
#define ISHMEMI_DECLARE_REDUCE_BIT(NAME, TYPE, A) \
    ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_DECLARE_COLLECTIVE, NAME, TYPE)
#define ISHMEMI_DECLARE_REDUCE_ARITH(NAME, TYPE, A) \
    ISHMEMI_REDUCE_ARITH_ROUTINES(ISHMEMI_DECLARE_COLLECTIVE, NAME, TYPE)
#define ISHMEMI_DECLARE_REDUCE_HALF(NAME, TYPE, A) \
    ISHMEMI_REDUCE_HALF_ROUTINES(ISHMEMI_DECLARE_COLLECTIVE, NAME, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_DECLARE_COLLECTIVES, )
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(ISHMEMI_DECLARE_COLLECTIVE_SIZED, mem, 1)
ISHMEMI_REDUCE_BIT_TYPES(ISHMEMI_DECLARE_REDUCE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(ISHMEMI_DECLARE_REDUCE_ARITH, )
ISHMEMI_REDUCE_HALF_TYPES(ISHMEMI_DECLARE_REDUCE_HALF, )

#define ISHMEMI_OVERLOAD_COLLECTIVES(NAME, TYPE, A) \
    ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_OVERLOAD_COLLECTIVE, NAME, TYPE)
#define ISHMEMI_OVERLOAD_REDUCE_BIT(NAME, TYPE, A) \
    ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_OVERLOAD_COLLECTIVE, NAME, TYPE)
#define ISHMEMI_OVERLOAD_REDUCE_ARITH(NAME, TYPE, A) \
    ISHMEMI_REDUCE_ARITH_ROUTINES(ISHMEMI_OVERLOAD_COLLECTIVE, NAME, TYPE)
ISHMEMI_OPENCL_TYPES(ISHMEMI_OVERLOAD_COLLECTIVES, )
ISHMEMI_OPENCL_REDUCE_BIT_TYPES(ISHMEMI_OVERLOAD_REDUCE_BIT, )
ISHMEMI_OPENCL_TYPES(ISHMEMI_OVERLOAD_REDUCE_ARITH, )

/* ---- Utilities ----------------------------------------------------------------------- */
/*
 * ishmemx_print(text), (text, type) or (file, line, function, text, type): the host prints the
 * text as its own ishmemx_print does; the default type is ISHMEMX_MSG_DEBUG.  Text, function and
 * file share ISHMEMI_MAIL_TEXT_BYTES, the text first; what does not fit is cut off.  Strings may be
 * in any address space, but either both file and function are literals or neither is.
 */
void ishmemx_print(const char *file, long line, const char *function, const char *text,
                   ishmemx_print_msg_type_t type);
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *file, long line, __constant const char *function,
              const char *text, ishmemx_print_msg_type_t type) __asm__("ishmemi_print_from");
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *file, long line, __constant const char *function,
              __constant const char *text,
              ishmemx_print_msg_type_t type) __asm__("ishmemi_print_literal_from");
ISHMEMI_OVERLOAD(void)
ishmemx_print(const char *text, ishmemx_print_msg_type_t type) __asm__("ishmemi_print");
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *text,
              ishmemx_print_msg_type_t type) __asm__("ishmemi_print_literal");
ISHMEMI_OVERLOAD(void) ishmemx_print(const char *text) __asm__("ishmemi_print_debug");
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *text) __asm__("ishmemi_print_literal_debug");

/* The host stores its clock, in ns, in the cell of the handle.  The first routine returns when it has
 * done so, the second at once. */
void ishmemx_timestamp(ishmemx_ts_handle_t destination);
void ishmemx_timestamp_nbi(ishmemx_ts_handle_t destination);

/* nop sends an empty request to the host and waits for the answer; nop_no_r does not wait; debug_test
 * asks the host to print a line on stderr. */
void ishmemx_nop(void);
void ishmemx_nop_no_r(void);
void ishmemx_debug_test(void);

#endif
