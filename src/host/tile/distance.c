/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distances from hwloc.
 */
#include "distance.h"

#include <hwloc.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

struct ishmemi_distance {
    hwloc_topology_t topology;
    hwloc_bitmap_t binding; /* this process's processors */
    hwloc_obj_t here;       /* the smallest object that contains them all */
};

/* Only hwloc's components for Linux and PCI are useful: the others start runtimes of GPUs. */
static int load(hwloc_topology_t topology)
{
    static const char *const unwanted[] = {"levelzero", "opencl", "cuda", "nvml", "rsmi", "gl"};
    for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++) {
        hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
                                      unwanted[i]);
    }
    hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
    return hwloc_topology_load(topology);
}

ishmemi_distance_t *ishmemi_distance_open(void)
{
    ishmemi_distance_t *const distance = calloc(1, sizeof *distance);
    if (!distance || hwloc_topology_init(&distance->topology) != 0) {
        free(distance);
        return NULL;
    }
    distance->binding = hwloc_bitmap_alloc();
    if (distance->binding && load(distance->topology) == 0 &&
        hwloc_get_cpubind(distance->topology, distance->binding, HWLOC_CPUBIND_PROCESS) == 0) {
        distance->here = hwloc_get_obj_covering_cpuset(distance->topology, distance->binding);
    }
    if (!distance->here) {
        ishmemi_distance_close(distance);
        return NULL;
    }
    return distance;
}

void ishmemi_distance_close(ishmemi_distance_t *distance)
{
    hwloc_bitmap_free(distance->binding);
    hwloc_topology_destroy(distance->topology);
    free(distance);
}

unsigned ishmemi_distance_to(const ishmemi_distance_t *distance,
                             const ze_pci_address_ext_t *address)
{
    const hwloc_obj_t device = hwloc_get_pcidev_by_busid(
        distance->topology, address->domain, address->bus, address->device, address->function);
    if (!device) {
        return 0;
    }
    const hwloc_obj_t there = hwloc_get_non_io_ancestor_obj(distance->topology, device);
    const hwloc_obj_t common =
        hwloc_get_common_ancestor_obj(distance->topology, distance->here, there);
    const int nearer = distance->here->depth < there->depth ? distance->here->depth : there->depth;
    return (unsigned)(nearer - common->depth);
}

static void copy(hwloc_const_bitmap_t from, ishmemi_cpus_t *cpus)
{
    *cpus = (ishmemi_cpus_t){0};
    for (unsigned i = 0; i < ISHMEMI_CPUS_MOST; i++) {
        cpus->bits[i / 64] |= (uint64_t)hwloc_bitmap_isset(from, i) << (i % 64);
    }
}

void ishmemi_distance_binding(ishmemi_cpus_t *cpus)
{
    cpu_set_t *const set = CPU_ALLOC(ISHMEMI_CPUS_MOST);
    const size_t bytes = CPU_ALLOC_SIZE(ISHMEMI_CPUS_MOST);
    *cpus = (ishmemi_cpus_t){0};
    if (set && sched_getaffinity(getpid(), bytes, set) == 0) {
        for (unsigned i = 0; i < ISHMEMI_CPUS_MOST; i++) {
            cpus->bits[i / 64] |= (uint64_t)(CPU_ISSET_S(i, bytes, set) != 0) << (i % 64);
        }
    }
    CPU_FREE(set);
}

void ishmemi_distance_allowed(const ishmemi_distance_t *distance, ishmemi_cpus_t *cpus)
{
    copy(hwloc_topology_get_allowed_cpuset(distance->topology), cpus);
}

void ishmemi_distance_near(const ishmemi_distance_t *distance, const ze_pci_address_ext_t *address,
                           ishmemi_cpus_t *cpus)
{
    const hwloc_obj_t device = hwloc_get_pcidev_by_busid(
        distance->topology, address->domain, address->bus, address->device, address->function);
    *cpus = (ishmemi_cpus_t){0};
    if (device) {
        copy(hwloc_get_non_io_ancestor_obj(distance->topology, device)->cpuset, cpus);
    }
}
