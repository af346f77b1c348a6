/* SPDX-License-Identifier: BSD-3-Clause */
/* The module ishmem._core. */
#include "array.h"
#include "call.h"
#include "modules.h"
#include "routines.h"

NB_MODULE(_core, m)
{
    raise_errors();
    define_array(m);
    define_start(m);
    define_order(m);
    define_teams(m);
    define_kernels(m);
    define_tools(m);
    define_routines(m);
}
