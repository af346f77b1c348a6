/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations: alone on an object, where all is known; and of several PEs on one,
 * where what they fetch must be an order of theirs.
 */
#include "chance.h"
#include "harness.h"
#include "plan.h"

#include <string.h>

static unsigned all[NUMBER_COUNT];
static size_t all_count;

void amo_open(void)
{
    for (unsigned i = 0; i < NUMBER_COUNT; i++) {
        if (routines[i].module == MODULE_AMO) {
            all[all_count++] = i;
        }
    }
}

static place_t pick_word(int pe, unsigned mode, size_t size)
{
    const unsigned where = WHERE_HEAP | (mode == MODE_HOST ? WHERE_STATIC : 0);
    return place_in(object_pick(where, size), pe, size, size);
}

static uint64_t low(const routine_t *routine, uint64_t bits)
{
    return routine->size == 4 ? bits & UINT32_MAX : bits;
}

static uint64_t random_value(const routine_t *routine)
{
    return routine->number == NUMBER_REAL ? number_bits(routine, (int64_t)chance_below(2000) - 1000)
                                          : low(routine, chance_bits());
}

void amo_plan(void)
{
    const unsigned number = all[chance_below(all_count)];
    const routine_t *const routine = &routines[number];
    const unsigned mode = plan_mode(routine_modes(number));
    const int pe = chance_pe(test_n);
    const int target = chance_pe(test_n);
    const place_t word = pick_word(target, mode, routine->size);
    place_t fetch = {NULL, 0, 0};
    if (mode == 0 || !claim(word, routine->size, true)) {
        return;
    }
    if (routine_has(routine, "_nbi")) {
        fetch =
            place_in(object_pick(WHERE_HEAP | WHERE_SHARED, 8), pe, routine->size, routine->size);
        if (!claim(fetch, routine->size, true)) {
            return;
        }
    }
    const uint64_t before = random_value(routine);
    place_store(word, routine->size, before);
    place_write(word, routine->size);
    call_t *const call = plan_add(number, pe, mode, plan_form());
    call->target = target;
    call->context = plan_context(pe, target, mode);
    call->dest = word;
    call->source = word;
    call->fetch = fetch;
    call->command.value = random_value(routine);
    call->command.cond = chance_percent(60) ? before : random_value(routine);
    plan_end_item();
}

/* ---- Contended ------------------------------------------------------------------------------- */

enum { MARKS, COUNTS, SWAPS, COMPARE_SWAPS };

/* One word, and the calls on it. */
typedef struct contest {
    int kind;
    place_t word;
    uint64_t before;
    int first;
    int count;
} contest_t;

#define MAX_CONTESTS 16
static contest_t contests[MAX_CONTESTS];
static int contest_count;
static unsigned long contest_step;

bool plan_is_contended(void)
{
    return contest_step == plan.step && contest_count > 0;
}

static const char *const marks[] = {"atomic_fetch_add", "atomic_fetch_or", "atomic_fetch_xor",
                                    "atomic_fetch_and"};

/* Some routine of the type of `like`, so named; `like` itself if there is none. */
static unsigned sibling(unsigned like, const char *action)
{
    const char *const name = routines[like].name;
    const size_t type = (size_t)(strchr(name, '_') - name);
    for (size_t i = 0; i < all_count; i++) {
        const routine_t *const routine = &routines[all[i]];
        if (strncmp(routine->name, name, type + 1) == 0 && routine_is(routine, action)) {
            return all[i];
        }
    }
    return like;
}

static bool any_of(const routine_t *routine, const char *const *actions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (routine_is(routine, actions[i])) {
            return true;
        }
    }
    return false;
}

static int contest_kind(const routine_t *routine)
{
    return any_of(routine, marks, 4)                    ? MARKS
           : routine_is(routine, "atomic_fetch_inc")    ? COUNTS
           : routine_is(routine, "atomic_swap")         ? SWAPS
           : routine_is(routine, "atomic_compare_swap") ? COMPARE_SWAPS
                                                        : -1;
}

/* The value of call i: a bit of its own for MARKS, else a number of its own. */
static uint64_t own_value(const routine_t *routine, int i)
{
    const uint64_t bit = UINT64_C(1) << i;
    if (routine_is(routine, "atomic_fetch_and")) {
        return low(routine, ~bit);
    }
    return contest_kind(routine) == MARKS ? number_bits(routine, (int64_t)bit)
                                          : number_bits(routine, 100 + i);
}

#define MAX_IN_CONTEST 20 /* bits that a float adds up exactly */

void amo_contended_plan(void)
{
    const unsigned number = all[chance_below(all_count)];
    const routine_t *const routine = &routines[number];
    const int kind = contest_kind(routine);
    const int target = chance_pe(test_n);
    const place_t word = pick_word(target, MODE_KERNEL, routine->size);
    if (contest_step != plan.step) {
        contest_count = 0;
        contest_step = plan.step;
    }
    if (kind < 0 || plan_mode(routine_modes(number)) == 0 || contest_count == MAX_CONTESTS ||
        !plan_has_room(MAX_IN_CONTEST) || !claim(word, routine->size, true)) {
        return;
    }
    const bool is_and = routine_is(routine, "atomic_fetch_and");
    const uint64_t before = is_and ? low(routine, UINT64_MAX) : 0;
    place_store(word, routine->size, before);
    place_write(word, routine->size);
    contest_t *const contest = &contests[contest_count++];
    *contest = (contest_t){kind, word, before, plan.count, 2 + chance_pe(MAX_IN_CONTEST - 1)};
    static const char *const silent[] = {"atomic_add", "atomic_or", "atomic_xor", "atomic_and"};
    for (int i = 0; i < contest->count; i++) {
        const int pe = chance_pe(test_n);
        unsigned which = number;
        for (int m = 0; kind == MARKS && m < 4 && chance_percent(10); m++) {
            which = routine_is(routine, marks[m]) ? sibling(number, silent[m]) : which;
        }
        call_t *const call = plan_add(which, pe, plan_mode(routine_modes(which)), plan_form());
        call->target = target;
        call->context = plan_context(pe, target, call->mode);
        call->dest = word;
        call->source = word;
        call->command.value = own_value(routine, i);
        call->command.cond = before;
        call->check = CHECK_LATER;
        call->result_bytes = routine->size;
    }
    plan_end_item();
}

static bool fetches(const call_t *call)
{
    return routine_has(&routines[call->number], "fetch") ||
           routine_has(&routines[call->number], "swap");
}

/* Whether the fetched value says that call `other` of the contest came before. */
static bool saw(const contest_t *contest, const call_t *call, int other)
{
    const uint64_t seen = (uint64_t)bits_number(&routines[call->number], call->seen);
    const uint64_t value = contest->before ? ~seen : seen;
    return value >> other & 1;
}

/* Of two calls on one stream of a PE the plan's order is theirs. */
static bool same_stream(const call_t *a, const call_t *b)
{
    return a->pe == b->pe && a->mode == MODE_HOST && b->mode == MODE_HOST;
}

static const char *check_marks(const contest_t *contest)
{
    const call_t *const calls = plan.calls + contest->first;
    for (int i = 0; i < contest->count; i++) {
        if (!fetches(&calls[i])) {
            continue;
        }
        if (saw(contest, &calls[i], i)) {
            return "an AMO fetched what it stored itself";
        }
        for (int k = 0; k < contest->count; k++) {
            if (k != i && fetches(&calls[k]) &&
                saw(contest, &calls[i], k) == saw(contest, &calls[k], i)) {
                return "of two AMOs both or neither came first";
            }
            if (k < i && same_stream(&calls[i], &calls[k]) && fetches(&calls[k]) &&
                !saw(contest, &calls[i], k)) {
                return "an AMO did not see an earlier one of its host";
            }
        }
    }
    uint64_t value = contest->before;
    for (int i = 0; i < contest->count; i++) {
        value = amo_after(&routines[calls[i].number], value, calls[i].command.value, 0);
    }
    place_store(contest->word, calls->result_bytes, value);
    return NULL;
}

static const char *check_counts(const contest_t *contest)
{
    const call_t *const calls = plan.calls + contest->first;
    uint64_t numbers = 0;
    for (int i = 0; i < contest->count; i++) {
        const uint64_t seen = calls[i].seen;
        if (seen >= (uint64_t)contest->count || (numbers >> seen & 1)) {
            return "two increments fetched the same number, or one beyond their count";
        }
        numbers |= UINT64_C(1) << seen;
    }
    place_store(contest->word, calls->result_bytes, (uint64_t)contest->count);
    return NULL;
}

/* Each value is fetched once at most; one is left. */
static const char *check_swaps(const contest_t *contest)
{
    const call_t *const calls = plan.calls + contest->first;
    bool first_seen = false;
    bool taken[MAX_IN_CONTEST] = {false};
    for (int i = 0; i < contest->count; i++) {
        int from = -1;
        for (int k = 0; k < contest->count; k++) {
            from = calls[i].seen == calls[k].command.value ? k : from;
        }
        bool *const flag = from < 0 ? &first_seen : &taken[from];
        if (from == i || *flag || (from < 0 && calls[i].seen != contest->before)) {
            return "swaps fetched the same value twice, or one that nobody stored";
        }
        *flag = true;
    }
    for (int k = 0; k < contest->count; k++) {
        if (!taken[k]) {
            place_store(contest->word, calls->result_bytes, calls[k].command.value);
        }
    }
    return NULL;
}

/* One found the old value; all others fetched that one's, or found it before. */
static const char *check_compare_swaps(const contest_t *contest)
{
    const call_t *const calls = plan.calls + contest->first;
    int winner = -1;
    for (int i = 0; i < contest->count; i++) {
        if (calls[i].seen == contest->before) {
            if (winner >= 0) {
                return "two of the compare-swaps of one value succeeded";
            }
            winner = i;
        }
    }
    if (winner < 0) {
        return "none of the compare-swaps of one value succeeded";
    }
    for (int i = 0; i < contest->count; i++) {
        if (i != winner && calls[i].seen != calls[winner].command.value) {
            return "a compare-swap fetched what nobody stored";
        }
    }
    place_store(contest->word, calls->result_bytes, calls[winner].command.value);
    return NULL;
}

const char *amo_contended_check(void)
{
    for (const contest_t *contest = contests; contest < contests + contest_count; contest++) {
        const char *const wrong = contest->kind == MARKS    ? check_marks(contest)
                                  : contest->kind == COUNTS ? check_counts(contest)
                                  : contest->kind == SWAPS  ? check_swaps(contest)
                                                            : check_compare_swaps(contest);
        if (wrong) {
            return wrong;
        }
    }
    return NULL;
}
