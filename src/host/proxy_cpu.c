/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * By default, where the PEs of a machine are bound to processors one by one, one near the tile to which
 * none is bound, another for each PE as far as there are enough.  Where all may run on the same ones,
 * the thread stays within those, and the scheduler knows best.
 */
#include "proxy_cpu.h"

#include "agree.h"
#include "bootstrap.h"
#include "distance.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "proxy_cpu_pick.h"
#include "../proxy/proxy.h"
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static int parse(const char *text, int *cpu)
{
    char *end;
    errno = 0;
    const unsigned long number = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && number < CPU_SETSIZE) {
        *cpu = (int)number;
        return 0;
    }
    ishmemi_error("ISHMEM_PROXY_CPU is %s; expected auto, any or the number of a processor", text);
    return -1;
}

static ishmemi_cpus_t *allocate(size_t n_pes)
{
    ishmemi_cpus_t *const bindings = calloc(n_pes, sizeof *bindings);
    if (!bindings) {
        ishmemi_fatal("no host memory for the bindings of %zu PEs", n_pes);
    }
    return bindings;
}

static int pick(const ishmemi_distance_t *distance, const ishmemi_cpus_t *of_pe)
{
    ishmemi_cpus_t allowed;
    ishmemi_cpus_t near = {{0}};
    ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
    ishmemi_distance_allowed(distance, &allowed);
    if (zeDevicePciGetPropertiesExt(ishmemi_job.device, &pci) == ZE_RESULT_SUCCESS) {
        ishmemi_distance_near(distance, &pci.address, &near);
    }
    ishmemi_cpus_t *const bound = allocate((size_t)ishmemi_job.n_pes);
    size_t count = 0;
    size_t index = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_is_on_machine(pe)) {
            index = pe == ishmemi_job.my_pe ? count : index;
            bound[count++] = of_pe[pe];
        }
    }
    const int cpu = ishmemi_proxy_cpu_pick(bound, count, &allowed, &near, index);
    free(bound);
    return cpu < 0 ? ISHMEMI_PROXY_CPU_ANY : cpu;
}

static int find(void)
{
    ishmemi_distance_t *const distance = ishmemi_distance_open();
    ishmemi_cpus_t own = {{0}};
    ishmemi_cpus_t *const of_pe = allocate((size_t)ishmemi_job.n_pes);
    if (distance) {
        ishmemi_distance_binding(distance, &own);
    }
    ishmemi_allgather(&own, of_pe, sizeof own);
    int cpu = ISHMEMI_PROXY_CPU_ANY;
    if (distance) {
        cpu = pick(distance, of_pe);
        ishmemi_distance_close(distance);
    }
    free(of_pe);
    return cpu;
}

/* The variable may differ between PEs, whom `find` needs all. */
int ishmemi_proxy_cpu_choose(int *cpu)
{
    const char *const text = ishmemi_env.proxy_cpu;
    int chosen = find();
    if (strcmp(text, "any") == 0) {
        chosen = ISHMEMI_PROXY_CPU_ANY;
    } else if (strcmp(text, "auto") != 0 && parse(text, &chosen) != 0) {
        return -1;
    }
    if (chosen == ISHMEMI_PROXY_CPU_ANY) {
        ishmemi_debug("the proxy's thread runs on any processor of this PE's");
    } else {
        ishmemi_debug("the proxy's thread runs on processor %d", chosen);
    }
    *cpu = chosen;
    return 0;
}
