/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocks.h"

#include "common.h"
#include <string.h>

static size_t targets(void)
{
    return ishmemi_races.targets;
}

static uint32_t *clock_of_agent(int agent)
{
    return ishmemi_races.clocks + (size_t)agent * ishmemi_races_clock_words();
}

static uint32_t *clock_of_call(size_t team, uint64_t call)
{
    const size_t at = team * ISHMEMI_RACES_CALLS + call % ISHMEMI_RACES_CALLS;
    return ishmemi_races.clocks +
           ((size_t)ishmemi_races_agents() + at) * ishmemi_races_clock_words();
}

static uint32_t *clock_of_word(size_t at)
{
    const size_t first =
        (size_t)ishmemi_races_agents() + (size_t)ISHMEMI_RACES_TEAMS * ISHMEMI_RACES_CALLS;
    return ishmemi_races.clocks + (first + at) * ishmemi_races_clock_words();
}

static uint32_t *mine(void)
{
    return clock_of_agent(ishmemi_races.agent);
}

static size_t index_of(int agent, ishmemi_part_t part, int pe)
{
    const size_t first = (size_t)agent * ishmemi_races_agent_words();
    const size_t target = targets() == 1 ? 0 : (size_t)pe;
    switch (part) {
    case ISHMEMI_SENT:
        return first + 4 + target;
    case ISHMEMI_SIGNALLED:
        return first + 4 + targets() + target;
    case ISHMEMI_HELD:
        return first + 2;
    default:
        return first;
    }
}

/* How many of the agent's operations this clock includes. */
static uint32_t *issued_of(uint32_t *clock, int agent)
{
    return &clock[(size_t)agent * ishmemi_races_agent_words() + 1];
}

/* How many of them come before a fence that this clock includes. */
static uint32_t *fenced_of(uint32_t *clock, int agent)
{
    return &clock[(size_t)agent * ishmemi_races_agent_words() + 3];
}

/* Whether the same fence and the same quiet apply to what two agents of this PE send. */
static bool go_together(int agent, int other)
{
    return agent == other || (ishmemi_races_kind_of(agent) != ISHMEMI_TIMELINE_CONTEXT &&
                              ishmemi_races_kind_of(other) != ISHMEMI_TIMELINE_CONTEXT);
}

static void raise_to(uint32_t *word, uint32_t number)
{
    *word = *word < number ? number : *word;
}

/* An agent's own number is the largest: where it is read without the mutex, nothing changes. */
static void join(uint32_t *to, const uint32_t *from)
{
    const size_t words = (size_t)ishmemi_races.common->used_lines * (size_t)ishmemi_races.n *
                         ishmemi_races_agent_words();
    for (size_t i = 0; i < words; i++) {
        raise_to(&to[i], from[i]);
    }
}

/* What the agent does from now on is not part of what it has released. */
static void go_on(int agent)
{
    uint32_t *const number = &clock_of_agent(agent)[index_of(agent, ISHMEMI_PROGRAM, 0)];
    __atomic_store_n(number, *number + 1, __ATOMIC_RELAXED);
}

void ishmemi_clocks_begin(void)
{
    for (int agent = 0; agent < ishmemi_races_agents(); agent++) {
        clock_of_agent(agent)[index_of(agent, ISHMEMI_PROGRAM, 0)] = 1;
    }
}

uint32_t ishmemi_clock_number(int agent, ishmemi_part_t part)
{
    if (part == ISHMEMI_PROGRAM) {
        return __atomic_load_n(&clock_of_agent(agent)[index_of(agent, ISHMEMI_PROGRAM, 0)],
                               __ATOMIC_RELAXED);
    }
    return ishmemi_races.common->agents[agent].issued;
}

bool ishmemi_clock_has(int agent, ishmemi_part_t part, int pe, uint32_t number, bool sends)
{
    if (mine()[index_of(agent, part, pe)] >= number) {
        return true;
    }
    return sends && (part == ISHMEMI_SENT || part == ISHMEMI_SIGNALLED) &&
           ishmemi_races_pe_of(agent) == ishmemi_races.me &&
           go_together(agent, ishmemi_races.sender) && number <= *fenced_of(mine(), agent);
}

bool ishmemi_clock_all_have(int agent, ishmemi_part_t part, uint32_t number)
{
    for (int timeline = 0; timeline <= ishmemi_races.taken; timeline++) {
        const int other = ishmemi_races_agent_of(timeline);
        if (ishmemi_races_is_program(other) &&
            (timeline == 0 || ishmemi_races.users[timeline] > 0) &&
            clock_of_agent(other)[index_of(agent, part, ishmemi_races.me)] < number) {
            return false;
        }
    }
    return true;
}

bool ishmemi_clock_everybody_has(int agent, ishmemi_part_t part, int pe, uint32_t number)
{
    bool has = true;
    for (int other = 0; has && other < ishmemi_races.n; other++) {
        has = clock_of_agent(other)[index_of(agent, part, pe)] >= number;
    }
    return has;
}

bool ishmemi_clock_knows_sender(int agent, uint32_t number)
{
    const ishmemi_races_agent_t *const sender = &ishmemi_races.common->agents[agent];
    const uint32_t at = number % ISHMEMI_RACES_STARTS;
    return sender->issued - number < ISHMEMI_RACES_STARTS &&
           mine()[index_of(sender->starter[at], ISHMEMI_PROGRAM, 0)] >= sender->start[at];
}

void ishmemi_clock_send(void)
{
    ishmemi_races_agent_t *const sender = &ishmemi_races.common->agents[ishmemi_races.sender];
    const uint32_t at = ++sender->issued % ISHMEMI_RACES_STARTS;
    sender->start[at] = ishmemi_clock_number(ishmemi_races.agent, ISHMEMI_PROGRAM);
    sender->starter[at] = (uint8_t)ishmemi_races.agent;
    *issued_of(mine(), ishmemi_races.sender) = sender->issued;
}

void ishmemi_clock_fence(void)
{
    for (int timeline = 0; timeline <= ishmemi_races.taken; timeline++) {
        const int agent = ishmemi_races_agent_of(timeline);
        if (go_together(agent, ishmemi_races.sender)) {
            *fenced_of(mine(), agent) = *issued_of(mine(), agent);
        }
    }
}

/* Marks the agent's operations up to a number as complete in a clock. */
static void complete(uint32_t *clock, int agent, int pe, uint32_t number)
{
    raise_to(&clock[index_of(agent, ISHMEMI_SENT, pe)], number);
    raise_to(&clock[index_of(agent, ISHMEMI_SIGNALLED, pe)], number);
}

void ishmemi_clock_quiet(bool all)
{
    for (int timeline = 0; timeline <= ishmemi_races.taken; timeline++) {
        const int agent = ishmemi_races_agent_of(timeline);
        if (!all && !go_together(agent, ishmemi_races.sender)) {
            continue;
        }
        const uint32_t issued = *issued_of(mine(), agent);
        for (int pe = 0; pe < (int)targets(); pe++) {
            complete(mine(), agent, pe, issued);
        }
        raise_to(&mine()[index_of(agent, ISHMEMI_HELD, 0)], issued);
    }
    ishmemi_clock_fence();
}

void ishmemi_clock_join_all(void)
{
    const int agents = (int)ishmemi_races.common->used_lines * ishmemi_races.n;
    for (int agent = 0; agent < agents; agent++) {
        join(mine(), clock_of_agent(agent));
        for (int pe = 0; pe < (int)targets(); pe++) {
            complete(mine(), agent, pe, ishmemi_races.common->agents[agent].issued);
        }
        raise_to(&mine()[index_of(agent, ISHMEMI_HELD, 0)],
                 ishmemi_races.common->agents[agent].issued);
        /* What they do from now on is not ordered. */
        go_on(agent);
    }
}

void ishmemi_clock_join_program(void)
{
    for (int timeline = 0; timeline <= ishmemi_races.taken; timeline++) {
        const int agent = ishmemi_races_agent_of(timeline);
        if (ishmemi_races_is_program(agent) && agent != ishmemi_races.agent) {
            join(mine(), clock_of_agent(agent));
            go_on(agent);
        }
    }
}

void ishmemi_clock_release_to(uint32_t *known)
{
    join(known, mine());
    go_on(ishmemi_races.agent);
}

void ishmemi_clock_acquire_from(const uint32_t *known)
{
    join(mine(), known);
}

/* ---- Words ------------------------------------------------------------------------------------- */

#define NONE SIZE_MAX

/* The index of the word's clock.  NONE: it has none, and gets none. */
static size_t find_word(int pe, uint64_t place, bool makes)
{
    uint64_t *const words = ishmemi_races.common->words;
    const uint64_t key = (place + 1) << 8 | (uint64_t)(unsigned)pe;
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % ISHMEMI_RACES_WORDS;
    for (size_t tries = 0; tries < ISHMEMI_RACES_WORDS / 2; tries++) {
        if (words[at] == key) {
            return at;
        }
        if (words[at] == 0) {
            if (makes) {
                words[at] = key;
            }
            return makes ? at : NONE;
        }
        at = (at + 1) % ISHMEMI_RACES_WORDS;
    }
    ishmemi_races_set_unknown();
    return NONE;
}

void ishmemi_clock_release(int pe, uint64_t place, bool with_data)
{
    const size_t at = find_word(pe, place, true);
    if (at != NONE) {
        uint32_t *const word = clock_of_word(at);
        join(word, mine());
        const int sender = ishmemi_races.sender;
        for (int timeline = 0; timeline <= ishmemi_races.taken; timeline++) {
            const int agent = ishmemi_races_agent_of(timeline);
            if (go_together(agent, sender)) {
                complete(word, agent, pe, *fenced_of(mine(), agent));
            }
        }
        if (with_data) {
            const uint32_t issued = ishmemi_races.common->agents[sender].issued;
            raise_to(&word[index_of(sender, ISHMEMI_SIGNALLED, pe)], issued);
            /* The put no longer reads its source either, which is in this PE's memory. */
            raise_to(&word[index_of(sender, ISHMEMI_SIGNALLED, ishmemi_races.me)], issued);
        }
    }
    go_on(ishmemi_races.agent);
}

void ishmemi_clock_acquire(int pe, uint64_t place)
{
    if (ishmemi_races_has_unknown()) {
        ishmemi_clock_join_all();
        return;
    }
    const size_t at = find_word(pe, place, false);
    if (at != NONE) {
        join(mine(), clock_of_word(at));
    }
}

/* ---- Teams ------------------------------------------------------------------------------------- */

static size_t find_team(uint64_t id)
{
    ishmemi_races_team_t *const teams = ishmemi_races.common->teams;
    size_t slot = NONE;
    for (size_t i = 0; i < ISHMEMI_RACES_TEAMS; i++) {
        if (teams[i].id == id) {
            return i;
        }
        if (teams[i].id == 0 && slot == NONE) {
            slot = i;
        }
    }
    if (slot == NONE) {
        ishmemi_races_set_unknown();
        return NONE;
    }
    teams[slot].id = id;
    return slot;
}

ishmemi_clock_call_t ishmemi_clock_join_begin(uint64_t team, int32_t members, bool gives)
{
    const size_t at = find_team(team);
    if (at == NONE) {
        return (ishmemi_clock_call_t){NONE, 0, 0, 0};
    }
    ishmemi_races_team_t *const found = &ishmemi_races.common->teams[at];
    const uint64_t number = ++found->calls[ishmemi_races.me];
    if (gives) {
        join(clock_of_call(at, number), mine());
        go_on(ishmemi_races.agent);
    }
    /* Once all members have called, a new team may have the same number. */
    if (members > 0 && ++found->began == members) {
        found->id = UINT64_MAX;
    }
    return (ishmemi_clock_call_t){at, number, members, 0};
}

void ishmemi_clock_join_end(const ishmemi_clock_call_t *call, bool takes)
{
    if (ishmemi_races_has_unknown()) {
        ishmemi_clock_join_all();
    }
    if (call->team == NONE) {
        return;
    }
    if (takes) {
        join(mine(), clock_of_call(call->team, call->number));
    }
    ishmemi_races_team_t *const team = &ishmemi_races.common->teams[call->team];
    if (call->members > 0 && ++team->ended == call->members) {
        memset(team, 0, sizeof *team);
    }
}

/* If some calls are not seen, the members' counts of a team's collects do not match. */
static bool are_all_seen(void)
{
    bool all = true;
    for (int pe = 0; pe < ishmemi_races.n; pe++) {
        all = all && ishmemi_races.common->agents[pe].has_kernels == 0;
    }
    return all;
}

void ishmemi_clock_collect(ishmemi_clock_call_t *call, uint64_t bytes)
{
    if (call->team == NONE) {
        return;
    }
    ishmemi_races_team_t *const team = &ishmemi_races.common->teams[call->team];
    call->collect = ++team->collects[ishmemi_races.me];
    ishmemi_races_collect_t *const collect = &team->collect[call->collect % ISHMEMI_RACES_COLLECTS];
    if (collect->number != call->collect) {
        *collect = (ishmemi_races_collect_t){call->collect, 0};
    }
    collect->bytes += bytes;
}

uint64_t ishmemi_clock_collected(const ishmemi_clock_call_t *call)
{
    if (call->collect == 0 || !are_all_seen()) {
        return 0;
    }
    const ishmemi_races_team_t *const team = &ishmemi_races.common->teams[call->team];
    const ishmemi_races_collect_t *const collect =
        &team->collect[call->collect % ISHMEMI_RACES_COLLECTS];
    return collect->number == call->collect ? collect->bytes : 0;
}
