/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem in C++17: the host API without types in its names.  ishmem_put(dest, source, nelems,
 * pe), or ishmem_put<T>(...), is the put of the type that dest points to.  With a context as an
 * additional first argument it is the put on that context.  A collective with a team as its first
 * argument is over that team, without one over the world.  ishmemx_put_on_queue(dest, source, nelems,
 * pe, queue) puts the operation on a command list; signal_event, num_waits and waits may follow.  If a
 * routine does not exist for a type, the compiler reports that and lists the types.
 *
 * The first pointer to data selects the routine, and the other arguments convert to its type: with a
 * long x, ishmem_p(&x, 1, pe) puts a long.
 *
 * The templates expand from routine_lists.h; their types are those of type_lists.h.
 */
#ifndef ISHMEM_HPP
#define ISHMEM_HPP

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#if __cplusplus < 201703L
#error "ishmem.hpp needs C++17: compile with -std=c++17 or later"
#else

#include "ishmem.h"
#include "ishmemx.h"

#include "ishmem/templates.h"

#endif
#endif
