/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The processor of a proxy's thread: never that of a PE where PEs are bound one by one, near the device
 * if it can be; never outside of what all PEs have in common.
 */
#include "proxy_cpu_pick.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 4

/* Sets are ranges "a-b", of one digit each; "" is none. */
static ishmemi_cpus_t range(const char *text)
{
    ishmemi_cpus_t cpus = {{0}};
    for (char cpu = *text; cpu != '\0' && cpu <= text[2]; cpu++) {
        cpus.bits[0] |= (uint64_t)1 << (cpu - '0');
    }
    return cpus;
}

static void check(const char *what, int picked, int expected)
{
    if (picked != expected) {
        fprintf(stderr, "%s: processor %d instead of %d\n", what, picked, expected);
        exit(1);
    }
}

static void require(const char *what, const char *const *bound, size_t count, const char *allowed,
                    const char *near, size_t index, int expected)
{
    ishmemi_cpus_t sets[MOST];
    for (size_t pe = 0; pe < count; pe++) {
        sets[pe] = range(bound[pe]);
    }
    const ishmemi_cpus_t all = range(allowed);
    const ishmemi_cpus_t device = range(near);
    check(what, ishmemi_proxy_cpu_pick(sets, count, &all, &device, index), expected);
}

/* Beyond the first word. */
static void require_high(void)
{
    ishmemi_cpus_t bound[2] = {{{0}}, {{0}}};
    ishmemi_cpus_t allowed = {{0}};
    const ishmemi_cpus_t near = {{0}};
    bound[0].bits[0] = 1;
    bound[1].bits[1] = 1;
    allowed.bits[0] = 1;
    allowed.bits[1] = 3;
    allowed.bits[31] = (uint64_t)1 << 63;
    check("a processor above 64", ishmemi_proxy_cpu_pick(bound, 2, &allowed, &near, 0), 65);
    check("the last processor", ishmemi_proxy_cpu_pick(bound, 2, &allowed, &near, 1), 2047);
}

int main(void)
{
    require("one PE", (const char *[]){"0-0"}, 1, "0-7", "", 0, -1);
    require("not bound", (const char *[]){"0-7", "0-7"}, 2, "0-7", "", 0, -1);
    require("a taskset of the job", (const char *[]){"2-3", "2-3"}, 2, "0-7", "0-7", 1, -1);
    require("one by one: the first", (const char *[]){"0-0", "1-1"}, 2, "0-7", "", 0, 2);
    require("one by one: the second", (const char *[]){"0-0", "1-1"}, 2, "0-7", "", 1, 3);
    require("fewer than PEs", (const char *[]){"0-0", "1-1", "2-2"}, 3, "0-4", "", 2, 3);
    require("in halves: none is left", (const char *[]){"0-3", "4-7"}, 2, "0-7", "", 0, -1);
    require("near the device", (const char *[]){"0-0", "4-4"}, 2, "0-7", "4-7", 0, 5);
    require("near the device, in turn", (const char *[]){"0-0", "4-4"}, 2, "0-7", "4-7", 4, 6);
    require("near it all are taken", (const char *[]){"4-5", "6-7"}, 2, "0-7", "4-7", 1, 1);
    require("not outside of what is allowed", (const char *[]){"0-0", "1-1"}, 2, "0-2", "3-7", 5,
            2);
    require("unknown bindings", (const char *[]){"", ""}, 2, "0-7", "", 0, -1);
    require_high();
    return 0;
}
