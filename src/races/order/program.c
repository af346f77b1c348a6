/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program's own loads and stores, if it is compiled to report them (src/races/program).
 */
#include "races/program.h"

#include "clocks.h"
#include "common.h"
#include "places.h"
#include "race.h"
#include "race_streams.h"
#include "shadow.h"
#include "sites.h"

/* The same as at the beginning of a call. */
static void catch_up(void)
{
    ishmemi_race_streams_begin_call();
    if (ishmemi_races.common->agents[ishmemi_races_agent_of(0)].has_kernels != 0) {
        ishmemi_clock_join_all();
    }
}

/* Most accesses end early: the memory is not symmetric, or the access is known already. */
void ishmemi_races_access(const void *memory, size_t bytes, bool writes, const void *caller)
{
    if (!ishmemi_races.common || bytes == 0) {
        return;
    }
    int number;
    const uint64_t place = ishmemi_local_place_of(memory, &number);
    const uint64_t most = ishmemi_races.units * 8;
    const bool is_symmetric = place < most && bytes <= most - place;
    const ishmemi_access_kind_t kind = writes ? ISHMEMI_WRITES : ISHMEMI_READS;
    const int agent = ishmemi_races_agent_of(ishmemi_races_line_here());
    if (is_symmetric ? ishmemi_shadow_knows(agent, number, place, bytes, kind)
                     : ishmemi_shadow_knows_own(agent, memory, bytes, kind)) {
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    ishmemi_races_lock();
    catch_up();
    const ishmemi_shadow_access_t access = {ishmemi_site_of_program(caller), kind, ISHMEMI_PROGRAM,
                                            false, false};
    if (is_symmetric) {
        ishmemi_shadow_touch(number, place, bytes, &access, &found);
    } else {
        ishmemi_shadow_touch_own(memory, bytes, &access, false, &found);
    }
    ishmemi_races_unlock();
    ishmemi_race_report_all(&found);
}

void ishmemi_races_atomic(const void *memory, bool writes)
{
    int number;
    const uint64_t place =
        ishmemi_races.common ? ishmemi_local_place_of(memory, &number) : ISHMEMI_NOWHERE;
    if (place == ISHMEMI_NOWHERE) {
        if (writes) {
            ishmemi_races_thread_tells(memory);
        } else {
            ishmemi_races_thread_learns(memory);
        }
        return;
    }
    ishmemi_races_lock();
    if (writes) {
        ishmemi_clock_release(number, place, false);
    } else {
        ishmemi_clock_acquire(number, place);
    }
    ishmemi_races_unlock();
}
