/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels_atomics.cl: checks the sums, which do not depend on the order. */
#include "harness.h"

#include <algorithm>

namespace {

zed_module_t *module;
constexpr int items = 240;

template <class T> void test_arithmetic(const char *name, bool is_signed)
{
    std::vector<T> cell(7), seen(items);
    cell[1] = static_cast<T>(items * (items + 1) / 2 + 3);
    cell[2] = static_cast<T>(1000);
    cell[3] = 2;
    cell[4] = 0;
    Launch(module, name).pointer(cell.data()).pointer(seen.data()).run(6, items / 6);
    CHECK_SAME(cell[0], items * (items + 1) / 2);
    CHECK_SAME(cell[1], 3);
    CHECK_SAME(cell[2], is_signed ? static_cast<T>(-5) : static_cast<T>(0));
    CHECK_SAME(cell[3], is_signed ? static_cast<T>(items - 6) : static_cast<T>(-1));
    /* Each value except the remaining one was seen once. */
    seen.push_back(cell[4]);
    std::sort(seen.begin(), seen.end());
    for (int i = 0; i <= items; i++)
        CHECK_SAME(seen[static_cast<size_t>(i)], i);
    CHECK(cell[5] >= 1 && cell[5] <= static_cast<T>(items));
    CHECK(cell[6] >= 100);
}

template <class T> void test_bits(const char *name)
{
    std::vector<T> cell(4);
    cell[1] = static_cast<T>(0xffffff);
    Launch(module, name).pointer(cell.data()).run(6, items / 6);
    CHECK_SAME(cell[0], static_cast<T>(0xffffffff));
    CHECK_SAME(cell[1], 0xff0000);
    T expected = 0;
    for (int i = 0; i < items; i++)
        expected = static_cast<T>(expected ^ static_cast<T>(static_cast<T>(3) << (i & 15)));
    CHECK_SAME(cell[2], expected);
    CHECK(cell[3] != 0);
}

void test_floats()
{
    CHECK(!Launch(module, "float_add").kernel()->waits);
    float sum = 1;
    Launch(module, "float_add").pointer(&sum).run(10, 50);
    CHECK_SAME(sum, 251);
    double cell[2] = {-1, 0};
    std::vector<double> seen(items);
    Launch(module, "double_exchange").pointer(cell).pointer(seen.data()).run(6, items / 6);
    seen.push_back(cell[0]);
    std::sort(seen.begin(), seen.end());
    CHECK_SAME(seen[0], -1);
    for (int i = 0; i < items; i++)
        CHECK_SAME(seen[static_cast<size_t>(i) + 1], i + 0.25);
}

void test_old_names()
{
    int cell[7] = {0, 1000, 0, 1000, 50, -1, 0};
    uint32_t bits[5] = {0, 0xffff, 0, 0, 0xffffffff};
    int64_t wide[2] = {0, -1};
    float real = 0;
    Launch(module, "old_names")
        .pointer(cell)
        .pointer(bits)
        .pointer(wide)
        .pointer(&real)
        .run(6, items / 6);
    CHECK_SAME(cell[0], 2 * items);
    CHECK_SAME(cell[1], 1000 - 2 * items);
    CHECK_SAME(cell[2], items);
    CHECK_SAME(cell[3], 1000 - items);
    CHECK_SAME(cell[4], -3);
    CHECK_SAME(cell[5], items - 1);
    CHECK(cell[6] >= 1);
    CHECK_SAME(bits[0], 0xffffffff);
    CHECK_SAME(bits[1], 0xff00);
    CHECK_SAME(bits[2], items & 1);
    CHECK_SAME(bits[3], 0x80000000 + items - 1);
    CHECK_SAME(bits[4], 0x80000000);
    CHECK_SAME(wide[0], static_cast<int64_t>(items * (items - 1) / 2) << 33);
    CHECK_SAME(wide[1], static_cast<int64_t>(items - 1) << 33);
    CHECK_SAME(real, 2.5);
}

void test_waiting()
{
    std::vector<int> to(8);
    Launch(module, "local_counter").pointer(to.data()).run(8, 33);
    for (int one : to)
        CHECK_SAME(one, 33);
    int flag = 0, shared = 0;
    CHECK(Launch(module, "lock").kernel()->waits);
    Launch(module, "lock").pointer(&flag).pointer(&shared).run(8, 32);
    CHECK_SAME(shared, 256);
    for (uint32_t n : {1u, 2u, 7u, 64u}) {
        std::vector<uint32_t> arrived(6 * n), met(2 * n, 1);
        CHECK(Launch(module, "disseminate").kernel()->waits);
        Launch(module, "disseminate")
            .pointer(arrived.data())
            .pointer(met.data())
            .value(n)
            .run(n, 1);
        std::vector<uint32_t> again(6 * n), met_again(2 * n, 1);
        Launch(module, "disseminate")
            .pointer(again.data())
            .pointer(met_again.data())
            .value(n)
            .run(1, n);
        for (uint32_t i = 0; i < n; i++) {
            CHECK_SAME(met[i], 2);
            CHECK_SAME(met[n + i], 0);
            CHECK_SAME(met_again[i], 2);
            CHECK_SAME(met_again[n + i], 0);
        }
    }
    std::vector<int> looks(64, 0);
    int free = 0, seen = 0;
    Launch(module, "look_again").pointer(&free).pointer(&seen).pointer(looks.data()).run(1, 64);
    for (int one : looks)
        CHECK(one < 100000);
    int data = 0, ready = 0;
    Launch(module, "message").pointer(&data).pointer(&ready).pointer(to.data()).run(8, 1);
    for (size_t i = 1; i < 8; i++)
        CHECK_SAME(to[i], 77);
}

} // namespace

int main()
{
    test_start();
    module = test_module("kernels_atomics.spv");
    test_arithmetic<int>("int_relaxed", true);
    test_arithmetic<int>("int_acq_rel", true);
    test_arithmetic<uint32_t>("uint_seq_cst", false);
    test_arithmetic<int64_t>("long_acquire", true);
    test_arithmetic<uint64_t>("ulong_release", false);
    test_bits<int>("int_bits");
    test_bits<uint64_t>("ulong_bits");
    test_floats();
    test_old_names();
    test_waiting();
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
