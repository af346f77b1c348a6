/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the PEs of a machine know of each other and of their collects, with all of them in this process, so that who is
 * slow is not left to chance.
 */
#include "clocks.h"
#include "common.h"
#include "require.h"

#include <stdlib.h>
#include <string.h>

#define PES 3
#define TEAM 7

ishmemi_races_t ishmemi_races;

static void open_clocks(void)
{
    const size_t clocks =
        PES + (size_t)ISHMEMI_RACES_TEAMS * ISHMEMI_RACES_CALLS + ISHMEMI_RACES_WORDS;
    free(ishmemi_races.common);
    free(ishmemi_races.clocks);
    ishmemi_races = (ishmemi_races_t){.n = PES, .timelines = 1, .targets = 1};
    ishmemi_races.common = calloc(1, sizeof *ishmemi_races.common);
    ishmemi_races.clocks = calloc(clocks * ishmemi_races_clock_words(), sizeof(uint32_t));
    REQUIRE(ishmemi_races.common && ishmemi_races.clocks);
    ishmemi_races.common->used_lines = 1;
    ishmemi_clocks_begin();
}

static void be(int pe)
{
    ishmemi_races.me = pe;
    ishmemi_races.agent = ishmemi_races.sender = ishmemi_races_agent_of(0);
}

static ishmemi_clock_call_t begin(int pe, uint64_t bytes)
{
    be(pe);
    ishmemi_clock_call_t call = ishmemi_clock_join_begin(TEAM, 0, true);
    ishmemi_clock_collect(&call, bytes);
    return call;
}

static void end(int pe, const ishmemi_clock_call_t *call, uint64_t bytes)
{
    be(pe);
    REQUIRE(ishmemi_clock_collected(call) == bytes);
    ishmemi_clock_join_end(call, true);
}

/* PE 0 is in its next collect while the others are about to return from this one. */
static void test_collects(void)
{
    open_clocks();
    uint64_t before = 0;
    ishmemi_clock_call_t slow[PES];
    for (uint64_t number = 1; number < 20; number++) {
        const ishmemi_clock_call_t first = begin(0, number);
        for (int pe = 1; pe < PES; pe++) {
            if (number > 1) {
                end(pe, &slow[pe], before);
            }
            slow[pe] = begin(pe, number * 10 * (uint64_t)(pe - 1));
        }
        before = number * 11;
        end(0, &first, before);
    }
}

/* Its collects in kernels are in nobody's numbers. */
static void test_unseen(void)
{
    open_clocks();
    ishmemi_clock_call_t calls[PES];
    for (int pe = 0; pe < PES; pe++) {
        calls[pe] = begin(pe, 8);
    }
    end(0, &calls[0], 24);
    ishmemi_races.common->agents[2].has_kernels = 1;
    end(1, &calls[1], 0);
}

/* When the last PE has learnt of it. */
static void test_everybody(void)
{
    open_clocks();
    be(0);
    const uint32_t number = ishmemi_clock_number(0, ISHMEMI_PROGRAM);
    ishmemi_clock_call_t calls[PES];
    for (int pe = 0; pe < PES; pe++) {
        calls[pe] = begin(pe, 0);
    }
    for (int pe = 0; pe < PES; pe++) {
        REQUIRE(!ishmemi_clock_everybody_has(0, ISHMEMI_PROGRAM, 0, number));
        be(pe);
        ishmemi_clock_join_end(&calls[pe], true);
    }
    REQUIRE(ishmemi_clock_everybody_has(0, ISHMEMI_PROGRAM, 0, number));
}

int main(void)
{
    test_collects();
    test_unseen();
    test_everybody();
    return 0;
}
