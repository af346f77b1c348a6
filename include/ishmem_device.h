/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem inside kernels: the API for OpenCL C 2.0.  ishmemcc compiles kernels against this
 * header and links the device library.
 *
 * A kernel calls the plain routines once the host has bound its module (ishmemx_module_init or
 * ishmemx_module_load).  The _ctx_ forms work on the context that they are given, which a kernel
 * may receive as an argument; they need no binding.  Where a routine exists for many types, the
 * name without a type is overloaded: ishmem_put(dest, source, nelems, pe).
 *
 * Routines act for the work-item that calls them.  The _work_group and _sub_group forms must be
 * called by all work-items of the group, with the same arguments; the group shares the work, what
 * its work-items have written before the call is seen by it, and results are the same on all.
 * sync_all and barrier_all are for the whole job: one call a PE, by one work-item or, in the
 * _work_group form, by one work-group.
 *
 * Forms: a routine that is said to have all forms is declared, for ishmem_int_put say, as
 * ishmem_int_put, ishmem_ctx_int_put(ctx, ...), ishmemx_int_put_work_group,
 * ishmemx_ctx_int_put_work_group, ishmemx_int_put_sub_group and ishmemx_ctx_int_put_sub_group.  One
 * that acts on this PE's own memory has no _ctx_ forms.  The parameters are in routine_lists.h.
 *
 * Symmetric addresses, counts and PE numbers are as in ishmem.h.  Local sources and destinations
 * may be in any address space.
 *
 * Under ISHMEM_CHECKS=2 a call with a bad argument is reported by the host, which ends the job;
 * until then the routine returns without having done anything, with 0.
 */
#ifndef ISHMEM_DEVICE_H
#define ISHMEM_DEVICE_H

#include "ishmem/device/declare.h"
#include "ishmem/types.h"

/* The default context; ishmemx_module_init stores it.  Read it, never assign it. */
extern __global ishmem_ctx_t ISHMEMI_DEFAULT_CTX;
#define ISHMEM_CTX_DEFAULT ISHMEMI_DEFAULT_CTX
#define ISHMEM_CTX_INVALID ((ishmem_ctx_t)0)

/* ---- Query -------------------------------------------------------------------------- */

int ishmem_my_pe(void);
int ishmem_n_pes(void);
/* The address by which this PE reaches PE pe's copy of dest, or NULL where it cannot. */
void *ishmem_ptr(const void *dest, int pe);
void ishmem_info_get_version(int *major, int *minor);
/* name: at least ISHMEM_MAX_NAME_LEN bytes. */
void ishmem_info_get_name(char *name);

/* ---- Teams ---------------------------------------------------------------------------- */
/*
 * Handles are this PE's own, from the host: as an argument of the kernel or in memory.  What is asked
 * of ISHMEM_TEAM_INVALID is -1, or NULL.
 */
int ishmem_team_my_pe(ishmem_team_t team);
int ishmem_team_n_pes(ishmem_team_t team);
/* Stores what config_mask names; 0. */
int ishmem_team_get_config(ishmem_team_t team, long config_mask, ishmem_team_config_t *config);
/* The number in dest_team of src_team's PE src_pe, or -1. */
int ishmem_team_translate_pe(ishmem_team_t src_team, int src_pe, ishmem_team_t dest_team);
/* As ishmem_ptr, for the team's PE pe. */
void *ishmem_team_ptr(ishmem_team_t team, const void *dest, int pe);

/* ---- Remote memory access, in all forms ------------------------------------------------ */
/*
 * Blocks: put, get; non-blocking: put_nbi, get_nbi; elements that are strides apart: iput, iget;
 * blocks that are strides apart: ishmemx_..._ibput, ibget.  One value: p, g.  Each p is one store
 * and each g reads memory anew, so that a kernel may poll by g; they order nothing.
 *
 * put_signal and put_signal_nbi update the 64-bit word at sig_addr behind the data: who sees the
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

#define ISHMEMI_PARAMETERS_signal_word(TYPE) TYPE *sig_addr, TYPE signal, int pe
#define ISHMEMI_PARAMETERS_own_signal(TYPE) const TYPE *sig_addr
#define ISHMEMI_PARAMETERS_await_signal(TYPE) TYPE *sig_addr, int cmp, TYPE cmp_value

/* In all forms; ordered by fence and quiet, as other AMOs. */
ISHMEMI_DECLARE(void, ishmemx, signal_set, signal_word, uint64_t)
ISHMEMI_DECLARE(void, ishmemx, signal_add, signal_word, uint64_t)
/* This PE's own signal words: for a work-item, a work-group and a sub-group. */
ISHMEMI_DECLARE_OWN(uint64_t, ishmem, signal_fetch, own_signal, uint64_t)
ISHMEMI_DECLARE_OWN(uint64_t, ishmem, signal_wait_until, await_signal, uint64_t)

/* ---- Point-to-point synchronisation ------------------------------------------------- */
/*
 * wait_until and test, of one object and of sets (all, any, some, and the same with _vector), for
 * a work-item, a work-group and a sub-group.  An element whose status is not 0 is no member of
 * the set; status may be NULL.  Of a set without members, all returns at once (test: 1), any
 * returns SIZE_MAX and some returns 0.  The lanes of a group share the set.
 *
 * A wait returns, too, when the job is being aborted: any with SIZE_MAX, some with 0.  In a kernel
 * whose module is not bound it cannot know of that, and any has no means to give all elements their
 * turn.
 */
#define ISHMEMI_DECLARE_WAITS(NAME, TYPE, A) \
    ISHMEMI_WAIT_ROUTINES(ISHMEMI_DECLARE_TYPED_OWN, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(ISHMEMI_DECLARE_WAITS, )
#define ISHMEMI_OVERLOAD_WAITS(NAME, TYPE, A) \
    ISHMEMI_WAIT_ROUTINES(ISHMEMI_OVERLOAD_OWN, NAME, TYPE)
ISHMEMI_OPENCL_AMO_TYPES(ISHMEMI_OVERLOAD_WAITS, )

/* ---- Atomic memory operations, in all forms --------------------------------------------- */
/*
 * What is read after one that returns a value is no older than that value.  Those that return
 * none are ordered by fence and quiet.  The result of an _nbi form is there after quiet.
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
 * A group's form orders or completes the operations of all of its work-items.  Every operation of a
 * kernel is complete on each PE alike, so that a context's or a PE's own quiet does as much as the
 * others.
 */
#define ISHMEMI_DECLARE_ORDER(ROUTINE)                         \
    void ishmem_##ROUTINE(void);                               \
    void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx);               \
    void ishmemx_##ROUTINE##_work_group(void);                 \
    void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx); \
    void ishmemx_##ROUTINE##_sub_group(void);                  \
    void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx);
ISHMEMI_DECLARE_ORDER(fence)
ISHMEMI_DECLARE_ORDER(quiet)

#define ISHMEMI_PARAMETERS_pes(TYPE) const TYPE *target_pes, size_t npes
ISHMEMI_DECLARE(void, ishmem, pe_quiet, pes, int)

/* ---- Distributed locks ----------------------------------------------------------------- */
/*
 * For a work-item, a work-group and a sub-group; shared with the host's routines.  Work-items of
 * a sub-group must not want one lock separately: on a GPU one that waits may keep the other from
 * going on.  test_lock returns 0 when it has taken the lock.
 */
#define ISHMEMI_PARAMETERS_lock(TYPE) TYPE *lock
ISHMEMI_DECLARE_OWN(void, ishmem, set_lock, lock, long)
ISHMEMI_DECLARE_OWN(void, ishmem, clear_lock, lock, long)
ISHMEMI_DECLARE_OWN(int, ishmem, test_lock, lock, long)

/* ---- Collectives -------------------------------------------------------------------- */

/*
 * For a work-item, a work-group and a sub-group; what each does is in ishmem.h.  All members of a
 * team make the same calls on it, with groups of the same kind; at most one call of a PE is in
 * progress on a team.  Without a team they are over the world.  Results are 0, and not 0 for a team
 * that does not exist or when the job is being aborted.
 */
#define ISHMEMI_PARAMETERS_nothing(TYPE) void
#define ISHMEMI_PARAMETERS_team(TYPE) ishmem_team_t team
ISHMEMI_DECLARE_OWN(void, ishmem, sync_all, nothing, void)
ISHMEMI_DECLARE_OWN(void, ishmem, barrier_all, nothing, void)
ISHMEMI_DECLARE_OWN(int, ishmem, team_sync, team, void)
ISHMEMI_DECLARE_OWN(int, ishmemx, team_barrier, team, void)

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
 * text as its own ishmemx_print does; without a type it is ISHMEMX_MSG_DEBUG.  Text, function and
 * file share ISHMEMI_MAIL_TEXT_BYTES, the text first; what does not fit is cut off.  Strings are
 * in any address space, but file and function are both literals or both not.
 */
void ishmemx_print(const char *file, long line, const char *function, const char *text,
                   ishmemx_print_msg_type_t type);
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *file, long line, __constant const char *function,
              const char *text, ishmemx_print_msg_type_t type) __asm__("ishmemi_print_from");
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *file, long line, __constant const char *function,
              __constant const char *text, ishmemx_print_msg_type_t type)
    __asm__("ishmemi_print_literal_from");
ISHMEMI_OVERLOAD(void)
ishmemx_print(const char *text, ishmemx_print_msg_type_t type) __asm__("ishmemi_print");
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *text, ishmemx_print_msg_type_t type)
    __asm__("ishmemi_print_literal");
ISHMEMI_OVERLOAD(void) ishmemx_print(const char *text) __asm__("ishmemi_print_debug");
ISHMEMI_OVERLOAD(void)
ishmemx_print(__constant const char *text) __asm__("ishmemi_print_literal_debug");

/* The host stores its clock, in ns, where the handle says; the first returns when it has, the
 * second at once. */
void ishmemx_timestamp(ishmemx_ts_handle_t destination);
void ishmemx_timestamp_nbi(ishmemx_ts_handle_t destination);

#endif
