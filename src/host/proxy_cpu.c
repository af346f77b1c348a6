/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * By default a processor near the tile that no PE of this host is bound to, another for each PE as
 * far as there are enough.  Where the PEs are bound to all processors, or to none in particular,
 * the scheduler knows best.
 */
#include "proxy_cpu.h"

#include "bootstrap.h"
#include "distance.h"
#include "env.h"
#include "job.h"
#include "log.h"
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

static int find(void)
{
    ishmemi_distance_t *const distance = ishmemi_distance_open();
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    ishmemi_cpus_t own = {{0}};
    ishmemi_cpus_t *const of_pe = calloc(n_pes, sizeof *of_pe);
    if (!of_pe) {
        ishmemi_fatal("no host memory for the bindings of %zu PEs", n_pes);
    }
    if (distance) {
        ishmemi_distance_binding(distance, &own);
    }
    ishmemi_allgather(&own, of_pe, sizeof own);
    int cpu = ISHMEMI_PROXY_CPU_ANY;
    if (distance) {
        ishmemi_cpus_t bound = {{0}};
        for (size_t pe = 0; pe < n_pes; pe++) {
            const bool is_here =
                ishmemi_job.host_of[pe] == ishmemi_job.host_of[ishmemi_job.my_pe];
            for (size_t i = 0; is_here && i < sizeof bound.bits / sizeof *bound.bits; i++) {
                bound.bits[i] |= of_pe[pe].bits[i];
            }
        }
        ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
        const bool has_pci =
            zeDevicePciGetPropertiesExt(ishmemi_job.device, &pci) == ZE_RESULT_SUCCESS;
        cpu = ishmemi_distance_free_cpu(distance, has_pci ? &pci.address : NULL, &bound,
                                        ishmemi_job.local_rank);
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
        ishmemi_debug("the proxy's thread runs on any processor");
    } else {
        ishmemi_debug("the proxy's thread runs on processor %d", chosen);
    }
    *cpu = chosen;
    return 0;
}
