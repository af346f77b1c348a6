/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kernels_subgroups_run MODULE TYPE|votes [SEED]: every function of subgroups/functions.h on values drawn from the
 * seed, called by all items of sub-groups and by items that go different ways, against subgroups/model.h.
 */
#include "../subgroups/functions.h"
#include "../subgroups/model.h"
#include "device.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM_WORDS = 4, MOST_SHOWN = 5 };
static const uint64_t untouched = UINT64_C(0xa5a5a5a5a5a5a5a5);

typedef struct test {
    const type_t *type;
    const function_t *functions;
    uint32_t count, uniform;
    shape_t shape;
    uint32_t q;
    value_t *v;      /* of each item */
    uint32_t *in;    /* ITEM_WORDS of each item */
    uint64_t *out;   /* CELLS of each item */
    uint64_t random; /* state of the generator */
    uint64_t compared, wrong;
} test_t;

/* ---- Inputs ----------------------------------------------------------------------------------- */

/* The product mixes the bits of seeds that have few. */
static uint64_t draw(test_t *test)
{
    return random_next(&test->random) * UINT64_C(0x2545f4914f6cdd1d);
}

static value_t draw_value(test_t *test)
{
    static const double reals[] = {-3, -2, -1, -0.5, 0.5, 1, 2, 3};
    const uint64_t bits = draw(test);

    if (test->type->is_float)
        return (value_t){.real = reals[bits % 8]};
    return value_of(test->type, (int64_t)(bits % 4 == 0 ? bits >> 2 & 3 : bits >> 2));
}

/* Half of the launches have items that mostly go together. */
static uint32_t draw_ways(test_t *test, uint32_t common)
{
    const uint32_t bits = (uint32_t)draw(test);

    if (bits >> 30 == 0)
        return common;
    return (bits & 0xffff) | (bits >> 16) % (TURNS_MAX + 1) << 16 |
           (uint32_t)((bits >> 24) % 8 == 0) << 20;
}

static void draw_inputs(test_t *test, device_t *device)
{
    const size_t items = shape_items(&test->shape);
    const bool together = draw(test) % 2 == 0;
    const uint32_t common = (uint32_t)draw(test) & 0xfffff;
    const uint32_t shared_ways = (common & 0xffff) | (common >> 16) % (TURNS_MAX + 1) << 16;

    test->in = device_allocate(device, items * ITEM_WORDS * sizeof(uint32_t));
    test->out = device_allocate(device, items * CELLS * sizeof(uint64_t));
    test->v = calloc(items, sizeof(*test->v));
    if (test->v == NULL)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < items; i++) {
        uint32_t *const words = &test->in[i * ITEM_WORDS];
        test->v[i] = draw_value(test);
        const uint64_t cell = value_cell(test->type, test->v[i]);
        memcpy(words, &cell, sizeof(cell));
        words[2] = (uint32_t)draw(test);
        words[3] = together && draw(test) % 8 != 0 ? shared_ways : draw_ways(test, shared_ways);
    }
}

static void free_inputs(test_t *test, device_t *device)
{
    device_free(device, test->in);
    device_free(device, test->out);
    free(test->v);
}

/* ---- Outputs ---------------------------------------------------------------------------------- */

/* The sub-group that is looked at: its first item, and a call by its lanes. */
typedef struct sub_group {
    test_t *test;
    const function_t *function;
    uint32_t first;
    call_t call;
} sub_group_t;

static uint32_t ways_of(const sub_group_t *sub, uint32_t lane)
{
    return sub->test->in[(sub->first + lane) * ITEM_WORDS + 3];
}

static void tell(const sub_group_t *sub, uint32_t lane, uint32_t cell, uint64_t found,
                 const value_t *wanted)
{
    const call_t *const call = &sub->call;

    if (sub->test->wrong++ >= MOST_SHOWN)
        return;
    fprintf(stderr,
            "%s of %s: lane %" PRIu32 " of %" PRIu32 " (%" PRIx64 " call), cell %" PRIu32
            ": 0x%" PRIx64 ", ",
            sub->function->name, call->type->name, lane, call->count, call->lanes, cell, found);
    if (wanted == NULL)
        fprintf(stderr, "where nothing was to be written\n");
    else
        fprintf(stderr, "not %g, 0x%" PRIx64 "\n", value_shown(call->type, *wanted),
                value_cell(call->type, *wanted));
}

/* The call's lanes have written to the cell what the function gives. */
static void compare(const sub_group_t *sub, uint32_t cell)
{
    const call_t *const call = &sub->call;

    for (uint32_t lane = 0; lane < call->count; lane++) {
        const uint64_t found = sub->test->out[(sub->first + lane) * CELLS + cell];
        value_t wanted = {0};
        if ((call->lanes >> lane & 1) == 0 || !sub->function->give(call, lane, &wanted))
            continue;
        sub->test->compared++;
        if (!value_is(call->type, wanted, found))
            tell(sub, lane, cell, found, &wanted);
    }
}

/* The lanes have not written to the cell. */
static void compare_untouched(const sub_group_t *sub, uint64_t lanes, uint32_t cell)
{
    for (uint32_t lane = 0; lane < sub->call.count; lane++) {
        const uint64_t found = sub->test->out[(sub->first + lane) * CELLS + cell];
        if ((lanes >> lane & 1) != 0 && found != untouched)
            tell(sub, lane, cell, found, NULL);
    }
}

/* Of the lanes that are in the loop, those that go this way in the turn. */
static uint64_t lanes_of_way(const sub_group_t *sub, uint64_t lanes, uint32_t turn, uint32_t way)
{
    uint64_t found = 0;

    for (uint32_t lane = 0; lane < sub->call.count; lane++) {
        if ((lanes >> lane & 1) != 0 && WAY_OF_TURN(ways_of(sub, lane), turn) == way)
            found |= UINT64_C(1) << lane;
    }
    return found;
}

static uint64_t lanes_with_turn(const sub_group_t *sub, uint64_t lanes, uint32_t turn)
{
    uint64_t found = 0;

    for (uint32_t lane = 0; lane < sub->call.count; lane++) {
        if ((lanes >> lane & 1) != 0 && WAY_TURNS(ways_of(sub, lane)) > turn)
            found |= UINT64_C(1) << lane;
    }
    return found;
}

static void compare_lanes(sub_group_t *sub, uint64_t lanes, bool is_next, uint32_t cell)
{
    sub->call.lanes = lanes;
    sub->call.is_next = is_next;
    if (lanes != 0)
        compare(sub, cell);
}

/* As the kernel `flows` has it. */
static void compare_flows(sub_group_t *sub)
{
    const uint64_t all = UINT64_MAX >> (LANES_MAX - sub->call.count);
    uint64_t here = 0, looping;

    compare_lanes(sub, all, false, CELL_UNIFORM);
    for (uint32_t lane = 0; lane < sub->call.count; lane++)
        here |= (uint64_t)!WAY_GONE(ways_of(sub, lane)) << lane;
    if (sub->function < sub->test->functions + sub->test->uniform)
        here = 0;
    looping = here;
    for (uint32_t turn = 0; turn < TURNS_MAX; turn++) {
        looping = lanes_with_turn(sub, looping, turn);
        const uint64_t first = lanes_of_way(sub, looping, turn, WAY_FIRST);
        const uint64_t second = lanes_of_way(sub, looping, turn, WAY_SECOND);
        compare_lanes(sub, first, false, CELL_TURNS + turn);
        compare_lanes(sub, second, true, CELL_TURNS + turn);
        compare_untouched(sub, all & ~(first | second), CELL_TURNS + turn);
        looping &= ~lanes_of_way(sub, looping, turn, WAY_LEAVES);
    }
    compare_lanes(sub, here, false, CELL_AFTER);
    compare_lanes(sub, here, false, CELL_BARRIER);
    compare_untouched(sub, all & ~here, CELL_AFTER);
    compare_untouched(sub, all & ~here, CELL_BARRIER);
}

static void compare_group(test_t *test, const function_t *function, uint32_t group)
{
    const uint32_t items = test->shape.size_x * test->shape.size_y;
    const uint32_t size = (uint32_t)test->out[(size_t)group * items * CELLS + CELL_SIZE];

    if (size == 0 || size > LANES_MAX) {
        fprintf(stderr, "a sub-group has %" PRIu32 " items\n", size);
        exit(EXIT_FAILURE);
    }
    for (uint32_t from = 0; from < items; from += size) {
        sub_group_t sub = {.test = test, .function = function, .first = group * items + from};
        sub.call.type = test->type;
        sub.call.count = items - from < size ? items - from : size;
        sub.call.size = size;
        sub.call.q = test->q;
        for (uint32_t lane = 0; lane < sub.call.count; lane++) {
            sub.call.v[lane] = test->v[sub.first + lane];
            sub.call.r[lane] = test->in[(sub.first + lane) * ITEM_WORDS + 2];
        }
        compare_flows(&sub);
    }
}

/* ---- Launches --------------------------------------------------------------------------------- */

static bool run_function(test_t *test, device_t *device, uint32_t which)
{
    const size_t cells = (size_t)shape_items(&test->shape) * CELLS;

    for (size_t i = 0; i < cells; i++)
        test->out[i] = untouched;
    test->q = (uint32_t)draw(test) & 0xff;
    if (!device_run(device, "flows", &test->shape, test->out, test->in, which | test->q << 8))
        return false;
    for (uint32_t group = 0; group < test->shape.groups_x; group++)
        compare_group(test, &test->functions[which], group);
    return true;
}

/* Whole sub-groups, and some that are partly filled; with as many lanes as rows of work-groups suffice. */
static bool run_all(test_t *test, device_t *device)
{
    static const uint32_t sizes[] = {1, 7, 16, 32, 33, 40, 64, 100};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        test->shape = (shape_t){.groups_x = 3, .groups_y = 1, .size_x = sizes[i], .size_y = 1};
        for (uint32_t which = 0; which < test->count; which++) {
            draw_inputs(test, device);
            const bool good = run_function(test, device, which);
            free_inputs(test, device);
            if (!good)
                return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    test_t test = {0};
    device_t device;

    if (argc < 3) {
        fprintf(stderr, "usage: %s MODULE TYPE|votes [SEED]\n", argv[0]);
        return EXIT_FAILURE;
    }
    const bool votes = strcmp(argv[2], "votes") == 0;
    test.type = type_find(votes ? "uint" : argv[2]);
    if (test.type == NULL) {
        fprintf(stderr, "there is no type %s\n", argv[2]);
        return EXIT_FAILURE;
    }
    test.functions = votes ? functions_of_votes(&test.count, &test.uniform)
                           : functions_on_values(test.type, &test.count, &test.uniform);
    test.random = (argc > 3 ? strtoull(argv[3], NULL, 0) : 1) * 2 + 1;
    device_start(&device);
    device_load(&device, argv[1]);
    const bool ran = run_all(&test, &device);
    device_end(&device);
    printf("%s: %" PRIu64 " results compared, %" PRIu64 " wrong\n", argv[2], test.compared,
           test.wrong);
    return ran && test.wrong == 0 && test.compared != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
