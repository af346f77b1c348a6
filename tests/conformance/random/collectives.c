/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of all families over all teams; and barriers and syncs between puts.
 */
#include "chance.h"
#include "harness.h"
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static unsigned all[NUMBER_COUNT];
static size_t all_count;

void collective_open(void)
{
    for (unsigned i = 0; i < NUMBER_COUNT; i++) {
        if (routines[i].module == MODULE_MOVES || routines[i].module == MODULE_REDUCE) {
            all[all_count++] = i;
        }
    }
}

static bool is_scan(const routine_t *routine)
{
    return routine_has(routine, "scan");
}

static bool is_scatter(const routine_t *routine)
{
    return routine_has(routine, "scatter");
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* A live team, and the mode of its collectives in this step; NULL if it has none that is wanted. */
static team_t *pick_team(unsigned *mode)
{
    team_t *const team = &teams[chance_below(MAX_TEAMS)];
    if (team->live && team->mode == 0) {
        team->mode = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    }
    *mode = team->mode;
    return team->live && team->mode != 0 ? team : NULL;
}

static uint64_t real_bits(const routine_t *routine, double value)
{
    uint64_t bits = 0;
    const float single = (float)value;
    if (routine->size == sizeof(double)) {
        memcpy(&bits, &value, sizeof value);
    } else {
        memcpy(&bits, &single, sizeof single);
    }
    return bits;
}

/* An operand whose combinations are exact, or, of a scan, have a known rounding. */
static uint64_t operand(const routine_t *routine)
{
    if (routine->number < NUMBER_REAL) {
        return chance_bits();
    }
    if (is_scan(routine)) {
        return real_bits(routine, ldexp((double)chance_below(1 << 22) + 1, -(int)chance_below(30)));
    }
    if (routine_has(routine, "prod")) {
        return number_bits(routine, chance_percent(50) ? -2 : 1);
    }
    return number_bits(routine, (int64_t)chance_below(7) - 3);
}

static void fill_operands(const routine_t *routine, const team_t *team, place_t source,
                          size_t elements)
{
    for (int m = 0; m < team->n; m++) {
        source.pe = team->members[m];
        for (size_t i = 0; i < elements; i++) {
            place_store(place_plus(source, i * routine->size), routine->size, operand(routine));
        }
        place_write(source, elements * routine->size);
    }
}

static size_t member_count(const routine_t *routine, size_t count)
{
    return routine_starts(routine, "collect") ? chance_below(count + 1) : count;
}

static bool claim_members(const team_t *team, place_t place, size_t bytes, bool writes)
{
    for (int m = 0; m < team->n; m++) {
        place.pe = team->members[m];
        if (!claim(place, bytes, writes)) {
            return false;
        }
    }
    return true;
}

/* Static objects are for hosts. */
static unsigned places(unsigned mode)
{
    return WHERE_HEAP | (mode == MODE_HOST ? WHERE_STATIC : 0);
}

void collective_plan(void)
{
    unsigned mode;
    const team_t *const team = pick_team(&mode);
    const unsigned number = all[chance_below(all_count)];
    const routine_t *const routine = &routines[number];
    const size_t members = team ? (size_t)team->n : 0;
    if (!team || !plan_has_room(team->n) || !(routine_modes(number) & mode)) {
        return;
    }
    const bool strided = routine->kind == KIND_gather_strided;
    const bool exchange = strided || routine_starts(routine, "alltoall") || is_scatter(routine);
    const bool gathers =
        strided || routine_starts(routine, "alltoall") || routine_has(routine, "collect");
    const size_t dst = strided ? 1 + chance_below(4) : 1;
    const size_t sst = strided ? 1 + chance_below(4) : 1;
    object_t *const to = object_pick(places(mode), 1024);
    object_t *const from = object_pick(places(mode), 1024);
    const size_t room = object_room(to) < object_room(from) ? object_room(to) : object_room(from);
    const size_t most = room / (routine->size * members * (dst > sst ? dst : sst));
    const size_t count = chance_count(most < 3000 ? most : 3000);
    const size_t dest_elements = gathers ? count * members * dst : count;
    const size_t source_elements = exchange ? count * members * sst : count;
    const bool in_place_allowed = routine_is(routine, "broadcast") || is_scan(routine) ||
                                  (routine->module == MODULE_REDUCE && !is_scatter(routine));
    const bool in_place = in_place_allowed && chance_percent(25);
    place_t dest = place_in(to, 0, dest_elements * routine->size, routine->size);
    place_t source =
        in_place ? dest : place_in(from, 0, source_elements * routine->size, routine->size);
    if (!claim_members(team, dest, dest_elements * routine->size, true) ||
        (!in_place && !claim_members(team, source, source_elements * routine->size,
                                     routine->module == MODULE_REDUCE))) {
        return;
    }
    if (routine->module == MODULE_REDUCE) {
        fill_operands(routine, team, source, source_elements);
    }
    const uint32_t form = plan_form();
    const int root = chance_pe(team->n);
    for (int m = 0; m < team->n; m++) {
        call_t *const call = plan_add(number, team->members[m], mode, form);
        dest.pe = source.pe = team->members[m];
        call->team = (int)(team - teams);
        call->dest = dest;
        call->source = source;
        call->command.nelems = member_count(routine, count);
        call->command.dst = (int64_t)dst;
        call->command.sst = (int64_t)sst;
        call->command.root = root;
    }
    plan.waits = true;
    plan_end_item();
}

/* ---- Barriers -------------------------------------------------------------------------------- */

static unsigned pick_sync(const team_t *team, bool *completes)
{
    *completes = chance_percent(50);
    if (team == &teams[WORLD] && chance_percent(50)) {
        return *completes ? NUMBER_barrier_all : NUMBER_sync_all;
    }
    return *completes ? NUMBER_team_barrier : NUMBER_team_sync;
}

static call_t *add_move(const team_t *team, int m, unsigned mode, uint32_t form, place_t dest,
                        place_t source, size_t bytes)
{
    const unsigned number = rma_pick(false, 0, mode);
    call_t *const call = plan_add(number, team->members[m], mode, form);
    source.pe = team->members[m];
    dest.pe = team->members[(m + 1) % team->n];
    call->target = dest.pe;
    call->dest = dest;
    call->source = source;
    call->command.nelems = bytes / routines[number].size;
    return call;
}

/* Each member puts to the next, all sync, and each passes on what it has got. */
void sync_plan(void)
{
    unsigned mode;
    const team_t *const team = pick_team(&mode);
    if (!team || !plan_has_room(4 * team->n)) {
        return;
    }
    const size_t bytes = 16 * (1 + chance_below(60));
    const place_t first = place_in(object_pick(WHERE_HEAP, bytes), 0, bytes, 16);
    const place_t second = place_in(object_pick(WHERE_HEAP, bytes), 0, bytes, 16);
    const place_t third = place_in(object_pick(WHERE_HEAP, bytes), 0, bytes, 16);
    if (!claim_members(team, first, bytes, false) || !claim_members(team, second, bytes, true) ||
        !claim_members(team, third, bytes, true)) {
        return;
    }
    const uint32_t form = plan_form();
    bool completes;
    const unsigned sync = pick_sync(team, &completes);
    for (int m = 0; m < team->n; m++) {
        add_move(team, m, mode, form, second, first, bytes);
        if (!completes) {
            plan_add(NUMBER_quiet, team->members[m], mode, form);
        }
    }
    for (int m = 0; m < team->n; m++) {
        plan_add(sync, team->members[m], mode, form)->team = (int)(team - teams);
    }
    for (int m = 0; m < team->n; m++) {
        add_move(team, m, mode, form, third, second, bytes);
    }
    plan.waits = true;
    plan_end_item();
}

/* ---- The model ------------------------------------------------------------------------------- */

/* As if it were one of the AMOs, which have the same arithmetic. */
static uint64_t by_amo(const routine_t *routine, const char *action, uint64_t a, uint64_t b)
{
    const routine_t amo = {.action = action, .number = routine->number, .size = routine->size};
    return amo_after(&amo, a, b, 0);
}

static uint64_t combine(const routine_t *routine, uint64_t a, uint64_t b)
{
    const int64_t x = bits_number(routine, a);
    const int64_t y = bits_number(routine, b);
    if (routine_starts(routine, "sum")) {
        return routine->number > NUMBER_REAL ? number_bits(routine, x + y)
                                             : by_amo(routine, "atomic_add", a, b);
    }
    if (routine_starts(routine, "prod")) {
        return routine->number == NUMBER_REAL ? number_bits(routine, x * y) : a * b;
    }
    if (routine_starts(routine, "max") || routine_starts(routine, "min")) {
        const bool less = routine->number == NUMBER_UNSIGNED ? (uint64_t)x < (uint64_t)y : x < y;
        return less == (routine->action[1] == 'a') ? b : a;
    }
    return by_amo(routine,
                  routine_starts(routine, "and")  ? "atomic_and"
                  : routine_starts(routine, "or") ? "atomic_or"
                                                  : "atomic_xor",
                  a, b);
}

/* What the members' sources were; member m's begins at m * stride. */
typedef struct operands {
    unsigned char *bytes;
    size_t stride;
} operands_t;

static uint64_t operand_at(const operands_t *operands, int member, size_t index, size_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, operands->bytes + (size_t)member * operands->stride + index * size, size);
    return bits;
}

static void reduce(const call_t *calls, const operands_t *operands, int m, int members)
{
    const routine_t *const routine = &routines[calls->number];
    const size_t count = calls->command.nelems;
    const size_t first = is_scatter(routine) ? (size_t)m * count : 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = members == 0 ? 0 : operand_at(operands, 0, first + i, routine->size);
        for (int k = 1; k < members; k++) {
            value = combine(routine, value, operand_at(operands, k, first + i, routine->size));
        }
        place_store(place_plus(calls[m].dest, i * routine->size), routine->size, value);
    }
}

/* `count` elements of member `from` from index `first` on; strides in elements. */
static void deliver(place_t dest, const operands_t *operands, int from, size_t first, size_t count,
                    size_t size, size_t dst, size_t sst)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(place_image(place_plus(dest, i * dst * size)),
               operands->bytes + (size_t)from * operands->stride + (first + i * sst) * size, size);
    }
}

static void move_data(const call_t *calls, const operands_t *operands, int m, int n)
{
    const routine_t *const routine = &routines[calls->number];
    const size_t size = routine->size;
    const size_t count = calls->command.nelems;
    const size_t dst = (size_t)calls->command.dst;
    const size_t sst = (size_t)calls->command.sst;
    place_t dest = calls[m].dest;
    if (routine_starts(routine, "broadcast")) {
        deliver(dest, operands, calls->command.root, 0, count, size, 1, 1);
        return;
    }
    for (int k = 0; k < n; k++) {
        const bool exchange = routine_starts(routine, "alltoall");
        const size_t part = calls[k].command.nelems;
        deliver(dest, operands, k, exchange ? (size_t)m * count * sst : 0, part, size, dst, sst);
        dest = place_plus(dest, part * dst * size);
    }
}

void apply_collective(const call_t *calls)
{
    const routine_t *const routine = &routines[calls->number];
    const int n = teams[calls->team].n;
    const object_t *const from = calls->source.object;
    operands_t operands = {.stride = from->bytes - calls->source.at};
    operands.bytes = malloc((size_t)n * operands.stride);
    if (!operands.bytes) {
        test_fatal("no memory for the operands of a collective");
    }
    for (int m = 0; m < n; m++) {
        memcpy(operands.bytes + (size_t)m * operands.stride, place_image(calls[m].source),
               operands.stride);
    }
    for (int m = 0; m < n; m++) {
        if (routine->module == MODULE_REDUCE) {
            reduce(calls, &operands, m,
                   routine_is(routine, "sum_exscan")   ? m
                   : routine_is(routine, "sum_inscan") ? m + 1
                                                       : n);
        } else {
            move_data(calls, &operands, m, n);
        }
    }
    free(operands.bytes);
}
