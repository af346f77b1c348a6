/* SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

#include "common.h"
#include "env.h"
#include "fatal.h"
#include "log.h"
#include "sites.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TEXT_BYTES 900

static void describe_place(const ishmemi_race_t *race, char *text, size_t bytes)
{
    if (race->memory) {
        snprintf(text, bytes, "address %p of PE %d", race->memory, ishmemi_races.world[race->pe]);
        return;
    }
    const bool in_heap = race->place < ishmemi_races.heap_bytes;
    snprintf(text, bytes, "%s + 0x%" PRIx64 " of PE %d", in_heap ? "heap" : "the program's data",
             in_heap ? race->place : race->place - ishmemi_races.heap_bytes,
             ishmemi_races.world[race->pe]);
}

static const char *verb(ishmemi_access_kind_t kind)
{
    static const char *const verbs[] = {"reads", "writes", "reads atomically",
                                        "changes atomically"};
    return verbs[kind];
}

static int pe_of(int agent)
{
    return ishmemi_races.world[ishmemi_races_pe_of(agent)];
}

static bool is_on_context(int agent)
{
    return ishmemi_races_kind_of(agent) == ISHMEMI_TIMELINE_CONTEXT;
}

/* Both are agents of this PE. */
static bool are_threads(int agent, int other)
{
    return ishmemi_races_is_program(agent) && ishmemi_races_is_program(other);
}

/* Says why nothing orders the two, and what would. */
static void advise(const ishmemi_race_t *race, char *text, size_t bytes)
{
    const ishmemi_race_side_t *const before = &race->before;
    const int pe = pe_of(before->agent);
    const int now = pe_of(race->now.agent);
    if (pe == now && is_on_context(before->agent)) {
        snprintf(text, bytes,
                 "the first is complete after ishmem_ctx_quiet on its context; others do not "
                 "complete it");
    } else if (pe == now && before->agent != race->now.agent && !race->knows_sender) {
        snprintf(text, bytes,
                 are_threads(before->agent, race->now.agent)
                     ? "the accesses are by two threads, and no lock, barrier, thread start or "
                       "thread end orders them"
                     : "no event and no wait for a command list or a queue orders the accesses");
    } else if (before->part != ISHMEMI_PROGRAM && pe == now) {
        snprintf(
            text, bytes,
            "the first is complete after ishmem_quiet on PE %d; ishmem_fence orders puts to one PE",
            pe);
    } else if (race->knows_sender) {
        snprintf(text, bytes,
                 "PE %d has synchronised with later calls of PE %d, but the first access is "
                 "complete only after "
                 "ishmem_quiet or, for data sent to the same PE, ishmem_fence",
                 now, pe);
    } else {
        snprintf(text, bytes,
                 "no barrier, signal, wait, lock or atomic operation orders the accesses");
    }
}

static void report(const ishmemi_race_t *race)
{
    char place[64];
    char advice[320];
    char text[TEXT_BYTES];
    describe_place(race, place, sizeof place);
    advise(race, advice, sizeof advice);
    snprintf(text, sizeof text,
             "data race on %zu byte%s at %s:\n"
             "    PE %d %s in %s\n"
             "    PE %d %s in %s\n"
             "    %s",
             race->bytes, race->bytes == 1 ? "" : "s", place, pe_of(race->before.agent),
             verb(race->before.kind), ishmemi_site_text(race->before.site), pe_of(race->now.agent),
             verb(race->now.kind), ishmemi_site_text(race->now.site), advice);
    if (ishmemi_env.races == ISHMEMI_RACES_END) {
        ishmemi_fatal("%s", text);
    }
    ishmemi_warn("%s", text);
}

void ishmemi_race_report_all(const ishmemi_races_found_t *found)
{
    for (int i = 0; i < found->count; i++) {
        report(&found->races[i]);
    }
}
