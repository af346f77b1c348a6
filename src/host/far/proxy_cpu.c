/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The default: if the PEs of a machine are bound to different processors, the thread runs on one
 * near the tile to which no PE is bound, a different one for each PE as long as there are enough.
 * If all PEs may run on the same processors, the thread stays on those, and the scheduler decides.
 */
#include "proxy_cpu.h"
#include "allocate.h"

#include "agree.h"
#include "bootstrap.h"
#include "distance.h"
#include "env.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "proxy/proxy.h"
#include "proxy_cpu_pick.h"
#include <stdlib.h>

static ishmemi_cpus_t *allocate(size_t n_pes)
{
    return ishmemi_allocate_zeroed("the processors of the PEs", n_pes, sizeof(ishmemi_cpus_t));
}

/* hwloc reads the topology of the machine, which takes long: only where that is needed. */
static int pick(const ishmemi_cpus_t *bound, size_t count, size_t index)
{
    ishmemi_distance_t *const distance =
        ishmemi_proxy_cpu_may_pick(bound, count) ? ishmemi_distance_open() : NULL;
    ishmemi_cpus_t allowed;
    ishmemi_cpus_t near = {{0}};
    ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
    if (!distance) {
        return ISHMEMI_PROXY_CPU_ANY;
    }
    ishmemi_distance_allowed(distance, &allowed);
    if (zeDevicePciGetPropertiesExt(ishmemi_job.device, &pci) == ZE_RESULT_SUCCESS) {
        ishmemi_distance_near(distance, &pci.address, &near);
    }
    const int cpu = ishmemi_proxy_cpu_pick(bound, count, &allowed, &near, index);
    ishmemi_distance_close(distance);
    return cpu < 0 ? ISHMEMI_PROXY_CPU_ANY : cpu;
}

static int find(void)
{
    ishmemi_cpus_t own;
    ishmemi_cpus_t *const of_pe = allocate((size_t)ishmemi_job.n_pes);
    ishmemi_distance_binding(&own);
    ishmemi_allgather(&own, of_pe, sizeof own);
    ishmemi_cpus_t *const bound = allocate((size_t)ishmemi_job.machine_size);
    size_t count = 0;
    size_t index = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_is_on_machine(pe)) {
            index = pe == ishmemi_job.my_pe ? count : index;
            bound[count++] = of_pe[pe];
        }
    }
    const int cpu = pick(bound, count, index);
    free(bound);
    free(of_pe);
    return cpu;
}

/* The variable may differ between PEs, so that all of them call the collective `find`. */
int ishmemi_proxy_cpu_choose(void)
{
    const int found = find();
    int chosen = ishmemi_env.proxy_cpu;
    if (chosen == ISHMEMI_PROCESSOR_AUTO) {
        chosen = found;
    } else if (chosen == ISHMEMI_PROCESSOR_ANY) {
        chosen = ISHMEMI_PROXY_CPU_ANY;
    }
    if (chosen == ISHMEMI_PROXY_CPU_ANY) {
        ishmemi_debug("the proxy thread runs on any of this PE's processors");
    } else {
        ishmemi_debug("the proxy thread runs on processor %d", chosen);
    }
    return chosen;
}
