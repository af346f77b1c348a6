/* SPDX-License-Identifier: BSD-3-Clause */
/* The processors on which each PE may run, of those that ishmrun may use.  This is decided once;
 * the PEs' processes apply it. */
#include "ishmrun.h"

#include <hwloc.h>
#include <limits.h>
#include <stdlib.h>

static struct {
    hwloc_topology_t topology;
    hwloc_cpuset_t *sets; /* of the PEs; NULL: they are not bound */
    bool was_made;
} binding;

/* Loads the topology of the processors that this process may use, which may be fewer than the
 * machine has. */
static bool load(void)
{
    if (hwloc_topology_init(&binding.topology) != 0) {
        return false;
    }
    hwloc_cpuset_t const allowed = hwloc_bitmap_alloc();
    const bool is_loaded = allowed && hwloc_topology_load(binding.topology) == 0 &&
                           hwloc_get_cpubind(binding.topology, allowed, HWLOC_CPUBIND_PROCESS) == 0;
    binding.was_made =
        is_loaded &&
        !hwloc_bitmap_isincluded(hwloc_topology_get_allowed_cpuset(binding.topology), allowed);
    const bool is_restricted =
        is_loaded && hwloc_topology_restrict(binding.topology, allowed, 0) == 0;
    hwloc_bitmap_free(allowed);
    return is_restricted;
}

static void set_shares(int pes)
{
    hwloc_obj_t root = hwloc_get_root_obj(binding.topology);
    if (hwloc_get_nbobjs_by_type(binding.topology, HWLOC_OBJ_PU) >= pes &&
        hwloc_distrib(binding.topology, &root, 1, binding.sets, (unsigned)pes, INT_MAX, 0) == 0) {
        return;
    }
    free(binding.sets);
    binding.sets = NULL;
}

/* PEs beyond the number of cores share them in turn. */
static void set_cores(int pes)
{
    const int depth = hwloc_get_type_or_below_depth(binding.topology, HWLOC_OBJ_CORE);
    const unsigned cores = hwloc_get_nbobjs_by_depth(binding.topology, depth);
    for (int pe = 0; pe < pes; pe++) {
        const hwloc_obj_t core =
            hwloc_get_obj_by_depth(binding.topology, depth, (unsigned)pe % cores);
        binding.sets[pe] = hwloc_bitmap_dup(core->cpuset);
    }
}

void binding_open(binding_t kind, int pes)
{
    if (kind == BINDING_NONE || !load()) {
        return;
    }
    binding.sets = calloc((size_t)pes, sizeof *binding.sets);
    if (!binding.sets) {
        return;
    }
    if (kind == BINDING_CORE) {
        set_cores(pes);
    } else {
        set_shares(pes);
    }
}

void binding_take(int pe)
{
    if (binding.sets && binding.sets[pe]) {
        (void)hwloc_set_cpubind(binding.topology, binding.sets[pe], HWLOC_CPUBIND_PROCESS);
    }
}

bool binding_was_made(void)
{
    return binding.was_made;
}
