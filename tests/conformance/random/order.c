/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is known only by an order: puts to one place with a fence or a quiet between them, signals
 * and flags that a PE waits for before it passes the data on, tests of sets, and locks.
 */
#include "chance.h"
#include "harness.h"
#include "ishmem.h"
#include "plan.h"

#include <string.h>

/* Both sides of a copy of `bytes` bytes, claimed; a local side that is known to host and kernels.
 */
static bool pick_sides(place_t *from, int from_pe, place_t *to, int to_pe, size_t bytes)
{
    object_t *const source = object_pick(WHERE_HEAP, bytes);
    object_t *const dest = object_pick(WHERE_HEAP, bytes);
    if (!source || !dest) {
        return false;
    }
    *from = place_in(source, from_pe, bytes, 16);
    *to = place_in(dest, to_pe, bytes, 16);
    return claim(*from, bytes, false) && claim(*to, bytes, true);
}

static size_t pick_bytes(void)
{
    const size_t bytes = 16 * (1 + chance_count(4000));
    return object_pick(WHERE_HEAP, bytes) ? bytes : 64;
}

/* A call that puts `bytes` bytes (a multiple of 16) from a place to another PE's. */
static call_t *add_put(int pe, unsigned mode, uint32_t form, int context, place_t dest,
                       place_t source, size_t bytes)
{
    const unsigned number = rma_pick(false, 0, mode);
    call_t *const call = plan_add(number, pe, mode, form);
    call->target = dest.pe;
    call->context = context;
    call->dest = dest;
    call->source = source;
    call->command.nelems = bytes / routines[number].size;
    return call;
}

static void add_order(unsigned number, int pe, unsigned mode, uint32_t form, int context,
                      int target)
{
    call_t *const call = plan_add(number, pe, mode, form);
    call->target = target;
    call->context = context;
}

/* Two puts to one place; or a put, and a get of what it stored; the same PE, stream and context. */
void order_plan(void)
{
    const unsigned mode = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    const int pe = chance_pe(test_n);
    const int target = chance_pe(test_n);
    const uint32_t form = plan_form();
    const size_t bytes = pick_bytes();
    place_t first, second, dest;
    if (!pick_sides(&first, pe, &dest, target, bytes)) {
        return;
    }
    object_t *const other = object_pick(WHERE_HEAP, bytes);
    second = place_in(other, pe, bytes, 16);
    const bool back = chance_percent(40);
    if (!claim(second, bytes, back)) {
        return;
    }
    const int context = plan_context(pe, target, mode);
    add_put(pe, mode, form, context, dest, first, bytes);
    if (!back) {
        const bool quiet = chance_percent(30);
        add_order(quiet ? NUMBER_quiet : NUMBER_fence, pe, mode, form, context, target);
        add_put(pe, mode, form, context, dest, second, bytes);
        plan_end_item();
        return;
    }
    const bool alone = mode != MODE_QUEUE && chance_percent(50);
    add_order(alone ? NUMBER_pe_quiet : NUMBER_quiet, pe, mode, form, context, target);
    const unsigned number = rma_pick(true, 0, mode);
    call_t *const get = plan_add(number, pe, mode, form);
    get->target = target;
    get->context = context;
    get->dest = second;
    get->source = dest;
    get->command.nelems = bytes / routines[number].size;
    plan_end_item();
}

/* A routine of a family, by its action. */
static unsigned find_action(unsigned module, const char *action, unsigned mode)
{
    for (;;) {
        const unsigned number = (unsigned)chance_below(NUMBER_COUNT);
        if (routines[number].module == module && routine_is(&routines[number], action) &&
            (routine_modes(number) & mode)) {
            return number;
        }
    }
}

static unsigned find_signal_put(unsigned mode)
{
    for (;;) {
        const unsigned number = (unsigned)chance_below(NUMBER_COUNT);
        if (routines[number].kind == KIND_signal && (routine_modes(number) & mode)) {
            return number;
        }
    }
}

/* pe sends to `to` and signals; that waits, and passes the data on to a third. */
void signal_plan(void)
{
    const int pe = chance_pe(test_n);
    const int to = chance_pe(test_n);
    const int third = chance_pe(test_n);
    const size_t bytes = pick_bytes();
    const unsigned sends = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    const unsigned waits = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    place_t source, middle, last;
    if (!plan_has_room(4) || !pick_sides(&source, pe, &middle, to, bytes)) {
        return;
    }
    object_t *const end = object_pick(WHERE_HEAP, bytes);
    last = place_in(end, third, bytes, 16);
    const place_t word = place_in(object_pick(WHERE_HEAP, 8), to, 8, 8);
    if (!claim(last, bytes, true) || !claim(word, 8, true)) {
        return;
    }
    place_store(word, 8, 1000);
    place_write(word, 8);
    const bool fenced = chance_percent(30);
    const bool adds = chance_percent(50);
    const uint32_t form = plan_form();
    const int context = plan_context(pe, to, sends);
    const uint64_t value = 1 + chance_below(900);
    call_t *put;
    if (fenced) {
        add_put(pe, sends, form, context, middle, source, bytes);
        add_order(NUMBER_fence, pe, sends, form, context, to);
        put = plan_add(adds ? NUMBER_signal_add : NUMBER_signal_set, pe, sends, form);
    } else {
        const unsigned number = find_signal_put(sends);
        put = plan_add(number, pe, sends, form);
        put->dest = middle;
        put->source = source;
        put->command.nelems = bytes / routines[number].size;
        put->command.sig_op = adds ? ISHMEM_SIGNAL_ADD : ISHMEM_SIGNAL_SET;
    }
    put->target = to;
    put->context = context;
    put->signal_at = word;
    put->command.signal = value;
    call_t *const wait = plan_add(NUMBER_signal_wait_until, to, waits, plan_form());
    wait->target = to;
    wait->signal_at = word;
    wait->command.cmp = chance_percent(50) ? ISHMEM_CMP_NE : ISHMEM_CMP_EQ;
    wait->command.signal = wait->command.cmp == ISHMEM_CMP_NE ? 1000 : value + (adds ? 1000 : 0);
    add_put(to, waits, wait->command.form, 0, last, middle, bytes);
    plan.waits = true;
    plan_end_item();
}

/* ---- Waits and tests of sets ----------------------------------------------------------------- */

static unsigned pick_wait(bool tests, unsigned mode)
{
    for (;;) {
        const unsigned number = (unsigned)chance_below(NUMBER_COUNT);
        const routine_t *const routine = &routines[number];
        if (routine->module == MODULE_WAIT && routine_starts(routine, "test") == tests &&
            (routine_modes(number) & mode)) {
            return number;
        }
    }
}

/* Writes the set's first values, of `kinds` numbers from `least` on, and says what is compared: as
 * many numbers from there on. */
static void fill_set(call_t *call, size_t count, int64_t least, size_t kinds)
{
    const routine_t *const routine = &routines[call->number];
    for (size_t i = 0; i < count; i++) {
        place_store(place_plus(call->dest, i * routine->size), routine->size,
                    number_bits(routine, least + (int64_t)chance_below(kinds)));
        call->cmp_values[i] = number_bits(routine, least + (int64_t)chance_below(kinds));
    }
    place_write(call->dest, count * routine->size);
    call->command.nelems = count;
    call->command.value = number_bits(routine, least + (int64_t)(kinds / 2));
}

static bool pick_set(call_t *call, size_t count)
{
    const routine_t *const routine = &routines[call->number];
    const size_t bytes = count * routine->size;
    call->dest = place_in(object_pick(WHERE_HEAP, bytes), call->pe, bytes, routine->size);
    return claim(call->dest, bytes, true);
}

/* A number after which those of a signed type wrap; of 64 bits, one that needs more than 32. */
static int64_t widest(const routine_t *routine)
{
    return routine->size == 2 ? INT16_MAX : INT32_MAX;
}

void test_plan(void)
{
    const int pe = chance_pe(test_n);
    const unsigned mode = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    const unsigned number = pick_wait(true, mode);
    call_t *const call = plan_add(number, pe, mode, plan_form());
    const bool single = routines[number].kind == KIND_one;
    const size_t count = single ? 1 : chance_below(SET_ELEMENTS + 1);
    call->target = pe;
    if (!pick_set(call, count)) {
        plan.count--;
        return;
    }
    /* Also where the order of numbers depends on their sign, or on more than 32 bits. */
    const int64_t least[] = {9, -1, -100, widest(&routines[number])};
    fill_set(call, count, least[chance_below(4)], 3);
    call->command.cmp = 1 + chance_pe(6);
    call->has_status = !single && chance_percent(50);
    for (size_t i = 0; i < count; i++) {
        call->status[i] = chance_percent(30) ? 1 + chance_pe(3) : 0;
    }
    plan_end_item();
}

/* A change of one element to the next number, which compares as the wait wants it. */
static void add_change(const call_t *wait, size_t index, int64_t next, int pe, unsigned mode,
                       uint32_t form, int context)
{
    static const char *const actions[] = {"p", "atomic_set", "atomic_inc", "atomic_fetch_add"};
    const routine_t *const waiting = &routines[wait->number];
    const size_t choices = waiting->size == 2 ? 1 : 4; /* there are no AMOs of 16 bits */
    const char *action;
    unsigned number;
    do {
        action = actions[chance_below(choices)];
        number = find_action(action[0] == 'p' ? MODULE_RMA : MODULE_AMO, action, mode);
    } while (routines[number].size != waiting->size || routines[number].number == NUMBER_REAL);
    call_t *const call = plan_add(number, pe, mode, form);
    call->target = wait->pe;
    call->context = context;
    call->dest = place_plus(wait->dest, index * waiting->size);
    call->command.value = action[0] == 'p' || routine_is(&routines[number], "atomic_set")
                              ? number_bits(waiting, next)
                              : 1;
}

/* pe puts data, fences and changes all elements of a set that `to` waits for; that passes it on. */
void wait_plan(void)
{
    const int pe = chance_pe(test_n);
    const int to = chance_pe(test_n);
    const size_t bytes = pick_bytes();
    const unsigned sends = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    const unsigned waits = plan_mode(MODE_HOST | MODE_KERNEL | MODE_QUEUE);
    static const int comparisons[] = {ISHMEM_CMP_NE, ISHMEM_CMP_GT, ISHMEM_CMP_GE, ISHMEM_CMP_EQ};
    place_t source, middle, last;
    if (!plan_has_room(SET_ELEMENTS + 5) || !pick_sides(&source, pe, &middle, to, bytes)) {
        return;
    }
    last = place_in(object_pick(WHERE_HEAP, bytes), chance_pe(test_n), bytes, 16);
    call_t wait = {.number = pick_wait(false, waits), .pe = to};
    const bool single = routines[wait.number].kind == KIND_one;
    const size_t count = single ? 1 : 1 + chance_below(SET_ELEMENTS);
    if (!claim(last, bytes, true) || !pick_set(&wait, count)) {
        return;
    }
    const int64_t first = chance_percent(50) ? 10
                          : routines[wait.number].number == NUMBER_SIGNED
                              ? -1
                              : widest(&routines[wait.number]);
    fill_set(&wait, count, first, 1);
    const int64_t compared[] = {first, first, first + 1, first + 1};
    const size_t which = chance_below(4);
    const uint64_t value = number_bits(&routines[wait.number], compared[which]);
    const uint32_t form = plan_form();
    const int context = plan_context(pe, to, sends);
    add_put(pe, sends, form, context, middle, source, bytes);
    add_order(chance_percent(50) ? NUMBER_fence : NUMBER_quiet, pe, sends, form, context, to);
    for (size_t i = 0; i < count; i++) {
        add_change(&wait, i, first + 1, pe, sends, form, context);
    }
    call_t *const call = plan_add(wait.number, to, waits, plan_form());
    call->target = to;
    call->dest = wait.dest;
    call->command.nelems = count;
    call->command.cmp = comparisons[which];
    call->command.value = value;
    for (size_t i = 0; i < count; i++) {
        call->cmp_values[i] = value;
    }
    call->has_status = count > 1 && chance_percent(40);
    /* One at least is a member. */
    for (size_t i = 1; i < count; i++) {
        call->status[i] = chance_percent(30) ? 1 : 0;
    }
    add_put(to, waits, call->command.form, 0, last, middle, bytes);
    plan.waits = true;
    plan_end_item();
}

/* ---- Locks ----------------------------------------------------------------------------------- */

#define LOCKS 5
static long *locks;

void locks_open(void)
{
    locks = ishmem_calloc(LOCKS, sizeof *locks);
}

void locks_close(void)
{
    ishmem_free(locks);
}

/* Calls of all PEs that add to one counter under a lock, by a get and a put. */
void lock_plan(void)
{
    const int count = 2 + chance_pe(5);
    const place_t counter = place_in(object_pick(WHERE_HEAP, 8), chance_pe(test_n), 8, 8);
    long *const lock = locks + chance_below(LOCKS);
    if (!plan_has_room(count) || !claim(counter, 8, true)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const unsigned mode = plan_mode(MODE_HOST | MODE_KERNEL);
        if (mode == 0) {
            return;
        }
        call_t *const call = plan_add(chance_percent(70) ? NUMBER_locked_add : NUMBER_tested_add,
                                      chance_pe(test_n), mode, plan_form());
        call->target = counter.pe;
        call->source = counter;
        call->command.dest = (uint64_t)(uintptr_t)lock;
        call->command.value = 1 + chance_below(1000);
    }
    plan.waits = true;
    plan_end_item();
}
