/* SPDX-License-Identifier: BSD-3-Clause */
/* Work-items that give up their stacks at barriers (kernels_frames.cl). */
#include "harness.h"

#include <algorithm>

namespace {

zed_module_t *module;
constexpr uint32_t groups = 3;
constexpr uint32_t sizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 256, 1000, 1024};

int last_round(int rounds, int leave, int i)
{
    return leave == 0 ? rounds : 1 + i % leave;
}

void test_rounds(uint32_t x, uint32_t y, uint32_t z, int leave)
{
    constexpr int rounds = 6;
    const int n = static_cast<int>(x * y * z);
    std::vector<int> phase(static_cast<size_t>(n) * groups);
    int wrong = 0;
    Launch(module, "rounds")
        .pointer(phase.data())
        .pointer(&wrong)
        .value(rounds)
        .value(leave)
        .run(groups, 1, 1, x, y, z);
    CHECK_SAME(wrong, 0);
    for (size_t i = 0; i < phase.size(); i++)
        CHECK_SAME(phase[i], last_round(rounds, leave, static_cast<int>(i) % n));
}

void test_keeps(uint32_t items)
{
    constexpr int turns = 5, numbers = 40;
    std::vector<uint64_t> to(static_cast<size_t>(items) * groups * 2);
    int wrong = 0;
    Launch(module, "keeps")
        .pointer(to.data())
        .pointer(&wrong)
        .value(turns)
        .value(numbers)
        .run(groups, items);
    CHECK_SAME(wrong, 0);
    for (size_t i = 0; i < to.size() / 2; i++) {
        const uint64_t id = i % items;
        uint64_t total = 0;
        for (uint64_t turn = 0; turn < turns; turn++) {
            uint64_t digest = 0;
            for (uint64_t k = 0; k < numbers; k++)
                digest = digest * 31 + (id + turn) * 100 + k;
            total += digest;
        }
        CHECK(to[2 * i] == total);
        CHECK_SAME(to[2 * i + 1], 3 * (id + turns * (turns - 1) / 2) + 7 + 15);
    }
}

void test_meets(uint32_t items)
{
    constexpr int turns = 7;
    std::vector<int> to(static_cast<size_t>(items) * groups);
    Launch(module, "meets").pointer(to.data()).value(turns).run(groups, items);
    const int n = static_cast<int>(items);
    for (size_t i = 0; i < to.size(); i++) {
        int total = 0;
        for (int turn = 0; turn < turns; turn++)
            total += 2 * turn + (turn % 3 != 1 ? n - 1 - static_cast<int>(i) % n : 0);
        CHECK_SAME(to[i], total);
    }
}

void test_waits(uint32_t items, int step, int ahead)
{
    constexpr int turns = 5;
    std::vector<int> flags(static_cast<size_t>(items) * groups), to(flags.size());
    Launch(module, "waits")
        .pointer(flags.data())
        .pointer(to.data())
        .value(turns)
        .value(step)
        .value(ahead)
        .run(groups, items);
    for (int seen : to)
        CHECK_SAME(seen, turns);
}

/* An item that waits for nothing gives way to nobody, so the items run one after another. */
void test_waits_for_nothing(uint32_t items)
{
    constexpr int turns = 5;
    int flags[] = {turns, turns}, clock = 0;
    std::vector<int> to(static_cast<size_t>(items) * 2);
    Launch(module, "waits_for_nothing")
        .pointer(flags)
        .pointer(&clock)
        .pointer(to.data())
        .value(turns)
        .run(1, items);
    CHECK_SAME(clock, static_cast<int>(items) * 2);
    for (size_t i = 0; i < items; i++)
        CHECK_SAME(to[2 * i + 1], to[2 * i] + 1);
}

void test_sub_groups(uint32_t items)
{
    constexpr int turns = 6;
    std::vector<int> to(static_cast<size_t>(items) * groups);
    Launch(module, "sub_groups_meet").pointer(to.data()).value(turns).run(groups, items);
    for (size_t i = 0; i < to.size(); i++) {
        const int sub = static_cast<int>(i % items / 16);
        int total = 0;
        for (int turn = 0; turn < turns; turn++) {
            for (int k = 0, near = 0; k <= (sub + turn) % 4; k++)
                total += near += k;
            const int first = turn % 4;
            total += first * (first + 1) / 2;
        }
        CHECK_SAME(to[i], total);
    }
}

void test_ids(uint32_t x, uint32_t y, uint32_t z)
{
    std::vector<uint32_t> to(static_cast<size_t>(x) * y * z * groups * 4);
    Launch(module, "ids").pointer(to.data()).run(groups, 1, 1, x, y, z);
    for (uint32_t i = 0; i < x * y * z * groups; i++) {
        const uint32_t id = i % (x * y * z), *found = &to[static_cast<size_t>(i) * 4];
        CHECK_SAME(found[0], id);
        CHECK_SAME(found[1], id % x);
        CHECK_SAME(found[2], id / x % y);
        CHECK_SAME(found[3], id / x / y);
    }
}

/* The launch is abandoned, and leaves nothing that could disturb another one. */
void test_stuck(uint32_t items, int lonely)
{
    CHECK_SAME(Launch(module, "stuck").value(lonely).outcome(groups, 1, 1, items, 1, 1),
               ZE_RESULT_ERROR_DEVICE_LOST);
    test_rounds(items, 1, 1, 2);
}

/* Quotients and remainders are computed once and kept: a frame has places for them, and none for
 * their operands. */
void test_quotients()
{
    constexpr uint32_t items = 40;
    std::vector<int> from(16), wanted(3);
    for (int i = 0; i < 16; i++)
        from[static_cast<size_t>(i)] = 1000 * (i + 1) / (1 + i % 2 * 99);
    for (size_t k = 0; k < 8; k++)
        for (int turn = 0; turn < 4; turn++) {
            wanted[0] += (from[2 * k] / from[2 * k + 1]) ^ turn;
            wanted[1] += (from[2 * k] % from[2 * k + 1]) ^ turn;
            wanted[2] += from[2 * k] ^ turn;
        }
    uint32_t frames[3];
    const char *const names[3] = {"quotients", "remainders", "loaded"};
    for (size_t k = 0; k < 3; k++) {
        std::vector<int> to(items * groups);
        Launch launch(module, names[k]);
        launch.pointer(from.data()).pointer(to.data()).run(groups, items);
        for (int total : to)
            CHECK_SAME(total, wanted[k]);
        frames[k] = launch.kernel()->private_bytes - launch.kernel()->stack_bytes;
    }
    CHECK(frames[0] <= frames[2] && frames[1] <= frames[2]);
    if (frames[0] > frames[2] || frames[1] > frames[2])
        std::fprintf(stderr, "frames: %u and %u bytes, not %u\n", frames[0], frames[1], frames[2]);
}

} // namespace

int main(int argc, char **argv)
{
    /* Values would be the same if every item kept its stack, so check that frames are used. */
    module =
        test_module_calling("kernels_frames.spv", argc > 1 ? argv[1] : nullptr, {"zed_rt_frame"});
    for (uint32_t items : sizes) {
        for (int leave = 0; leave < 4; leave++)
            test_rounds(items, 1, 1, leave);
        test_keeps(items);
        test_meets(items);
        test_sub_groups(items);
        test_waits_for_nothing(items);
        for (int step : {0, 1, 5, 64})
            for (int ahead : {0, 1})
                test_waits(items, step, ahead);
    }
    test_rounds(7, 3, 5, 0);
    test_rounds(5, 13, 2, 3);
    for (int lonely : {0, 1, 70, 129})
        test_stuck(130, lonely);
    test_quotients();
    test_ids(5, 13, 2);
    test_ids(1, 64, 3);
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
