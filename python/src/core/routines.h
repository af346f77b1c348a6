/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines of the API, from the lists that make the names of C (ishmem/routine_lists.h).  Each has a form for
 * each type of its elements, and Python's routine chooses one by the type of the array.
 */
#ifndef ISHMEM_PYTHON_ROUTINES_H
#define ISHMEM_PYTHON_ROUTINES_H

#include "call.h"

#include <map>
#include <string>

/* What parameters a routine has: ISHMEMI_PARAMETERS_KIND. */
enum class Kind {
    copy,
    strided,
    blocks,
    signal,
    read,
    change,
    value,
    cond,
    read_nbi,
    change_nbi,
    value_nbi,
    cond_nbi,
    one,
    set,
    some,
    set_vector,
    some_vector,
    gather,
    gather_strided,
    from_root,
    reduce
};

struct Routine {
    Kind kind = Kind::copy;
    bool has_ctx = false;
    bool has_result = false;
    Invoke plain[CODES] = {};
    Invoke queued[CODES] = {};
};

/* By the name without a type: "put", "atomic_fetch_add", "sum_reduce". */
using Routines = std::map<std::string, Routine>;
const Routines &routines();

/* What the routine does. */
std::string describe(const char *name, bool queued);

void define_routines(nanobind::module_ &m);

#endif
