/* SPDX-License-Identifier: BSD-3-Clause */
/* Work-items, arguments, variables, barriers and waits (kernels_basic.cl). */
#include "harness.h"

#include <algorithm>

namespace {

zed_module_t *module;

bool waits(const char *name)
{
    return Launch(module, name).kernel()->waits;
}

void test_copy()
{
    std::vector<float> from(1000), to(1000);
    for (size_t i = 0; i < from.size(); i++)
        from[i] = static_cast<float>(i);
    Launch(module, "copy").pointer(to.data()).pointer(from.data()).run(10, 100);
    CHECK(to == from);
    int n = 900;
    Launch(module, "copy_int_index").pointer(to.data()).pointer(from.data()).value(n).run(10, 100);
    for (size_t i = 0; i < from.size(); i++)
        CHECK_SAME(to[i], i < 900 ? 2 * from[i] : from[i]);
    std::vector<float> again(1000);
    Launch(module, "calls_kernel").pointer(again.data()).pointer(from.data()).run(10, 100);
    CHECK(again == from);
    CHECK(!waits("copy") && !waits("copy_int_index") && !waits("calls_kernel"));
}

void test_values()
{
    struct alignas(16) Parameters {
        char tag;
        float scale[4] __attribute__((aligned(16)));
        int64_t add;
    } parameters = {1, {1, 2, 30, 4}, 500};
    std::vector<float> to(6);
    char small = 7;
    double large = 0.5;
    Launch(module, "by_value")
        .pointer(to.data())
        .value(parameters)
        .value(small)
        .value(large)
        .run(2, 3);
    for (float value : to)
        CHECK_SAME(value, 30 + 501 + 7 + 0.5 + 1);
}

void test_ranges()
{
    const uint64_t groups[3] = {2, 3, 2}, sizes[3] = {4, 2, 3};
    std::vector<uint64_t> to(2 * 3 * 2 * 4 * 2 * 3 * 4);
    Launch(module, "ranges").pointer(to.data()).offset(5, 6, 7).run(2, 3, 2, 4, 2, 3);
    size_t at = 0;
    for (uint64_t z = 0; z < groups[2] * sizes[2]; z++)
        for (uint64_t y = 0; y < groups[1] * sizes[1]; y++)
            for (uint64_t x = 0; x < groups[0] * sizes[0]; x++, at += 4) {
                CHECK_SAME(to[at], (x + 5) | (y + 6) << 16 | (z + 7) << 32);
                CHECK_SAME(to[at + 1], ((z % 3) * 2 + y % 2) * 4 + x % 4);
                CHECK_SAME(to[at + 2], 0);
                CHECK_SAME(to[at + 3],
                           x / 4 + 100 * (y / 2) + 10000 * (z / 3) + 4000000 + 300000000);
            }
    std::vector<uint64_t> some(12);
    uint32_t d = 0;
    Launch(module, "dimension").pointer(some.data()).value(d).run(3, 4);
    for (uint64_t i = 0; i < 12; i++)
        CHECK_SAME(some[i], i + 4000 + i / 4 * 1000000);
    d = 9;
    Launch(module, "dimension").pointer(some.data()).value(d).run(3, 4);
    CHECK_SAME(some[5], 1000);
}

void test_barriers()
{
    std::vector<int> data(128);
    for (int i = 0; i < 128; i++)
        data[static_cast<size_t>(i)] = i;
    Launch reverse(module, "reverse");
    CHECK(reverse.kernel()->waits);
    CHECK(reverse.kernel()->local_static_bytes >= 256);
    reverse.pointer(data.data()).local(64 * 4).run(2, 64);
    for (int i = 0; i < 128; i++) {
        int other = i / 64 * 64 + 63 - i % 64;
        CHECK_SAME(data[static_cast<size_t>(i)], other * 1000 - other);
    }
    for (int i = 0; i < 64; i++)
        data[static_cast<size_t>(i)] = i;
    int steps = 5;
    Launch(module, "rotate_by").pointer(data.data()).value(steps).run(1, 64);
    for (int i = 0; i < 64; i++)
        CHECK_SAME(data[static_cast<size_t>(i)], (i + 5) % 64);
}

void test_deep_calls()
{
    constexpr size_t n = 48;
    const int turns = 3;
    std::vector<int> to(2 * n), box(n), sums[2];
    Launch(module, "deep").pointer(to.data()).value(turns).run(2, n);
    for (size_t i = 0; i < n; i++)
        box[i] = static_cast<int>(i);
    for (int half = 0; half < 2; half++) {
        sums[half].resize(n);
        for (int turn = 0; turn < turns - half; turn++) {
            std::rotate(box.begin(), box.begin() + 2, box.end());
            for (size_t i = 0; i < n; i++)
                sums[half][i] += box[i];
        }
        box = sums[half];
    }
    for (size_t i = 0; i < 2 * n; i++)
        CHECK_SAME(to[i], sums[0][i % n] + sums[1][i % n]);
}

void test_ranges_waiting()
{
    std::vector<uint64_t> to(2 * 3 * 2 * 4 * 2 * 3 * 2);
    Launch(module, "ranges_waiting").pointer(to.data()).offset(5, 6, 7).run(2, 3, 2, 4, 2, 3);
    size_t at = 0;
    for (uint64_t z = 0; z < 6; z++)
        for (uint64_t y = 0; y < 6; y++)
            for (uint64_t x = 0; x < 8; x++, at += 2) {
                uint64_t rx = x / 4 * 4 + 3 - x % 4, ry = y / 2 * 2 + 1 - y % 2,
                         rz = z / 3 * 3 + 2 - z % 3;
                CHECK_SAME(to[at], (rx + 5) | (ry + 6) << 16 | (rz + 7) << 32);
                CHECK_SAME(to[at + 1], 0);
            }
}

struct Large {
    char tag;
    int values[1000];
    struct {
        double weight;
        int16_t small[3];
    } inner[4];
};

void test_large_values()
{
    Large a = {}, b = {};
    a.tag = 3;
    b.tag = 4;
    double sum = 7;
    for (int i = 0; i < 1000; i++) {
        a.values[i] = i * i;
        b.values[i] = 7 * i;
        sum += i * i - 7 * i;
    }
    a.inner[3].weight = 0.25;
    b.inner[2].small[2] = -9;
    int k = 77;
    std::vector<double> to(64);
    Launch(module, "large_value").pointer(to.data()).value(a).value(k).value(b).run(2, 32);
    for (size_t i = 0; i < 64; i++)
        CHECK_SAME(to[i], sum + static_cast<double>(i) + 0.25 - 9);
}

void test_many_arguments()
{
    std::vector<double> to(4);
    Launch many(module, "many");
    CHECK_SAME(many.kernel()->argument_count, 64);
    many.pointer(to.data());
    double sum = 0;
    for (int i = 0; i < 63; i++) {
        const struct alignas(16) {
            float x, y, z, w;
        } vector = {static_cast<float>(i), 1e6f, 1e6f, 0.5f};
        if (i % 8 == 0)
            sum *= 3;
        sum += i;
        switch (i % 8) {
        case 0:
            many.value(static_cast<int8_t>(-i));
            sum -= 2 * i;
            break;
        case 1:
            many.value(static_cast<int16_t>(i));
            break;
        case 2:
            many.value(i);
            break;
        case 3:
            many.value(static_cast<int64_t>(i));
            break;
        case 4:
            many.value(static_cast<float>(i));
            break;
        case 5:
            many.value(static_cast<double>(i));
            break;
        case 6:
            many.value(static_cast<uint8_t>(i));
            break;
        default:
            many.value(vector);
            sum += 1;
        }
    }
    many.run(1, 4);
    for (double one : to)
        CHECK_SAME(one, sum);
}

void test_variables()
{
    void *address;
    size_t bytes;
    CHECK_SAME(zed_engine_get()->module_global(module, "counter", &address, &bytes),
               ZE_RESULT_SUCCESS);
    CHECK_SAME(bytes, 4);
    int *counter = static_cast<int *>(address);
    CHECK_SAME(*counter, 7);
    *counter = 100;
    std::vector<int> to(8);
    Launch(module, "variables").pointer(to.data()).run(1, 8);
    for (int i = 0; i < 8; i++)
        CHECK_SAME(to[static_cast<size_t>(i)], 100 + 10 * (i % 4 + 1));
    Launch(module, "count_up").run(4, 50);
    CHECK_SAME(*counter, 300);
    CHECK_SAME(zed_engine_get()->module_global(module, "table", &address, &bytes),
               ZE_RESULT_SUCCESS);
    CHECK_SAME(bytes, 16);
    CHECK_SAME(static_cast<const int *>(address)[2], 30);
    CHECK_SAME(zed_engine_get()->module_global(module, "copy", &address, &bytes),
               ZE_RESULT_ERROR_INVALID_GLOBAL_NAME);
}

void test_memory()
{
    std::vector<int> target(10);
    uint64_t box = reinterpret_cast<uint64_t>(target.data());
    int value = 9;
    Launch(module, "hidden").pointer(&box).value(value).run(1, 10);
    for (int one : target)
        CHECK_SAME(one, 9);
    std::vector<int> to(40);
    Launch(module, "private_array").pointer(to.data()).run(5, 8);
    for (int i = 0; i < 40; i++) {
        int sum = 0;
        for (int k = 0; k < 16; k++)
            sum += i * (k * i & 15);
        CHECK_SAME(to[static_cast<size_t>(i)], sum);
    }
}

void test_waits()
{
    int flag = 0;
    std::vector<int> to(100);
    CHECK(waits("handshake") && waits("volatile_wait") && !waits("retry_add"));
    Launch(module, "handshake").pointer(&flag).pointer(to.data()).run(1, 100);
    CHECK_SAME(to[0], 42);
    flag = 0;
    Launch(module, "volatile_wait").pointer(&flag).pointer(to.data()).run(1, 100);
    CHECK_SAME(to[0], 5);
    flag = 0;
    Launch(module, "retry_add").pointer(&flag).run(40, 25);
    CHECK_SAME(flag, 3000);
}

void test_records()
{
    const zed_kernel_t *kernel = Launch(module, "required").kernel();
    CHECK_SAME(kernel->required_group_size[0], 8);
    CHECK_SAME(kernel->required_group_size[1], 4);
    CHECK_SAME(kernel->required_group_size[2], 2);
    CHECK_SAME(Launch(module, "copy").kernel()->required_group_size[0], 0);
    size_t count = 0;
    bool found = false;
    for (const char *const *name = zed_engine_get()->module_kernel_names(module); *name; name++) {
        count++;
        found = found || std::strcmp(*name, "by_value") == 0;
    }
    CHECK_SAME(count, 20);
    CHECK(found);
    const zed_kernel_t *none;
    CHECK_SAME(zed_engine_get()->kernel_get(module, "nobody", &none),
               ZE_RESULT_ERROR_INVALID_KERNEL_NAME);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
    module = test_module("kernels_basic.spv", argc > 1 ? argv[1] : nullptr);
    test_copy();
    test_values();
    test_ranges();
    test_ranges_waiting();
    test_deep_calls();
    test_large_values();
    test_many_arguments();
    test_barriers();
    test_variables();
    test_memory();
    test_waits();
    test_records();
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
