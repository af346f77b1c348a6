/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers between which only some work-items do something (kernels_lead.cl). */
#include "harness.h"

namespace {

zed_module_t *module;
constexpr int turns = 10;
constexpr uint32_t groups = 4;

void check_all(const std::vector<int> &to, int wanted)
{
    for (int value : to)
        CHECK_SAME(value, wanted);
}

void test_one(uint32_t items)
{
    std::vector<int> to(static_cast<size_t>(items) * groups);
    Launch(module, "one").pointer(to.data()).value(turns).run(groups, items);
    int n = static_cast<int>(items);
    check_all(to, turns * (turns - 1) / 2 * (n * (n - 1) / 2));
}

void test_by_turns(uint32_t items)
{
    std::vector<int> to(static_cast<size_t>(items) * groups);
    Launch(module, "by_turns").pointer(to.data()).value(turns).run(groups, items);
    int total = 0;
    for (int turn = 0; turn < turns; turn++)
        total += (turn * 3 + 1) * 5 + 2;
    check_all(to, total);
}

void test_some(uint32_t x, uint32_t y)
{
    const int n = static_cast<int>(x * y);
    std::vector<int> to(static_cast<size_t>(n) * groups);
    std::vector<int> kinds{0, 1, 2, 0, 0, 1, 1, 2, 2, 0};
    Launch(module, "some")
        .pointer(to.data())
        .pointer(kinds.data())
        .value(turns)
        .run(groups, 1, 1, x, y, 1);
    int first = 0, second = 0, total = 0;
    for (int turn = 0; turn < turns; turn++) {
        int kind = kinds[static_cast<size_t>(turn)];
        for (int i = 0; i < n && kind != 2; i++) {
            if (kind == 1 || i % 16 == 3)
                first += turn + n - 1 - i;
            else if (i == n - 1)
                second += turn;
        }
        total += first * 7 + second;
    }
    check_all(to, total);
}

void test_parts(uint32_t items)
{
    const int n = static_cast<int>(items);
    for (int kind = 0; kind < 4; kind++) {
        std::vector<int> to(static_cast<size_t>(items) * groups);
        std::vector<int> flags{kind, 1, 0, 1};
        Launch(module, "parts")
            .pointer(to.data())
            .pointer(flags.data())
            .value(turns)
            .run(groups, items);
        int total = 0;
        for (int turn = 0; turn < turns; turn++)
            if (!(kind & 2) || flags[static_cast<size_t>(1 + turn % 3)])
                total += n * turn + n * (n - 1) / 2;
        check_all(to, total);
    }
}

void test_met(uint32_t items)
{
    std::vector<int> to(2 * static_cast<size_t>(items)), flags(2);
    Launch(module, "met").pointer(to.data()).pointer(flags.data()).value(turns).run(2, items);
    check_all(to, turns);
}

} // namespace

int main(int argc, char **argv)
{
    /* Values would be the same if no barrier moved, so check that one does. */
    module = test_module_calling("kernels_lead.spv", argc > 1 ? argv[1] : nullptr,
                                 {"zed_rt_lead", "zed_rt_arrive_lead"});
    for (uint32_t items : {3u, 16u, 63u, 64u, 65u, 100u, 256u}) {
        test_one(items);
        test_by_turns(items);
        test_parts(items);
        test_met(items);
    }
    test_some(5, 1);
    test_some(16, 4);
    test_some(33, 5);
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
