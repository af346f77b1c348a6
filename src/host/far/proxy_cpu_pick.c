/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See proxy_cpu_pick.h.
 */
#include "proxy_cpu_pick.h"

#include <stdbool.h>
#include <string.h>

#define WORDS (ISHMEMI_CPUS_MOST / 64)

static bool is_set(const ishmemi_cpus_t *cpus, unsigned cpu)
{
    return cpus->bits[cpu / 64] >> (cpu % 64) & 1;
}

static size_t count_of(const ishmemi_cpus_t *cpus)
{
    size_t count = 0;
    for (unsigned cpu = 0; cpu < ISHMEMI_CPUS_MOST; cpu++) {
        count += is_set(cpus, cpu);
    }
    return count;
}

bool ishmemi_proxy_cpu_may_pick(const ishmemi_cpus_t *bound, size_t count)
{
    size_t pe = 1;
    while (pe < count && memcmp(&bound[pe], &bound[0], sizeof *bound) == 0) {
        pe++;
    }
    return pe < count;
}

static void leave_free(ishmemi_cpus_t *cpus, const ishmemi_cpus_t *bound, size_t count)
{
    for (size_t pe = 0; pe < count; pe++) {
        for (size_t i = 0; i < WORDS; i++) {
            cpus->bits[i] &= ~bound[pe].bits[i];
        }
    }
}

int ishmemi_proxy_cpu_pick(const ishmemi_cpus_t *bound, size_t count, const ishmemi_cpus_t *allowed,
                           const ishmemi_cpus_t *near, size_t index)
{
    if (!ishmemi_proxy_cpu_may_pick(bound, count)) {
        return -1;
    }
    ishmemi_cpus_t from = *allowed;
    leave_free(&from, bound, count);
    ishmemi_cpus_t best = from;
    for (size_t i = 0; i < WORDS; i++) {
        best.bits[i] &= near->bits[i];
    }
    if (count_of(&best) == 0) {
        best = from;
    }
    const size_t left = count_of(&best);
    if (left == 0) {
        return -1;
    }
    unsigned cpu = 0;
    for (size_t skip = index % left; skip > 0 || !is_set(&best, cpu); cpu++) {
        skip -= is_set(&best, cpu);
    }
    return (int)cpu;
}
