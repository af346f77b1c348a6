/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels_groups.cl, kernels_shuffles.cl and kernels_subgroups.cl, compared with results computed
 * here. */
#include "harness.h"

#include <algorithm>

namespace {

zed_module_t *module, *shuffles, *types;
constexpr size_t group = 40, sub_group = 16; /* the last sub-group has 8 */

/* A half is compared by its bits; its values here are small integers. */
struct Half {
    uint16_t bits;
};
template <class T> double number(T v)
{
    return static_cast<double>(v);
}
template <> double number(Half v)
{
    int sign = v.bits >> 15, exponent = v.bits >> 10 & 31, fraction = v.bits & 1023;
    double magnitude = exponent == 31  ? 1.0 / 0.0
                       : exponent == 0 ? fraction / 16777216.0
                                       : (1024 + fraction) / 1024.0 *
                                             (exponent >= 15 ? 1 << (exponent - 15)
                                                             : 1.0 / (1 << (15 - exponent)));
    return sign ? -magnitude : magnitude;
}
template <class T> T make(double v)
{
    return static_cast<T>(v);
}
template <> Half make<Half>(double v)
{
    float value = static_cast<float>(v);
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    if (value == 0)
        return {0};
    return {static_cast<uint16_t>((bits >> 16 & 0x8000) | ((bits >> 23 & 255) - 112) << 10 |
                                  (bits >> 13 & 1023))};
}

template <class T> void test_collectives(const char *name, bool is_signed)
{
    std::vector<T> from(2 * group), to(2 * group * 19);
    std::vector<double> value(2 * group);
    for (size_t i = 0; i < from.size(); i++) {
        value[i] = static_cast<double>(i * 7 % 23) - (is_signed ? 9 : 0);
        from[i] = make<T>(value[i]);
    }
    Launch(module, name).pointer(from.data()).pointer(to.data()).run(2, group);
    for (size_t i = 0; i < from.size(); i++) {
        size_t first = i / group * group, lane = i % group;
        const double *all = &value[first];
        size_t sub = lane / sub_group * sub_group, end = std::min(sub + sub_group, group);
        const T *found = &to[i * 19];
        auto sum = [&](size_t a, size_t b) {
            double total = 0;
            for (; a < b; a++)
                total += all[a];
            return total;
        };
        auto low = [&](size_t a, size_t b) { return *std::min_element(all + a, all + b); };
        auto high = [&](size_t a, size_t b) { return *std::max_element(all + a, all + b); };
        CHECK_SAME(number(found[0]), sum(0, group));
        CHECK_SAME(number(found[1]), low(0, group));
        CHECK_SAME(number(found[2]), high(0, group));
        CHECK_SAME(number(found[3]), sum(0, lane + 1));
        CHECK_SAME(number(found[4]), low(0, lane + 1));
        CHECK_SAME(number(found[5]), high(0, lane + 1));
        CHECK_SAME(number(found[6]), sum(0, lane));
        if (lane > 0) {
            CHECK_SAME(number(found[7]), low(0, lane));
            CHECK_SAME(number(found[8]), high(0, lane));
        }
        CHECK_SAME(number(found[9]), sum(sub, end));
        CHECK_SAME(number(found[10]), low(sub, end));
        CHECK_SAME(number(found[11]), high(sub, end));
        CHECK_SAME(number(found[12]), sum(sub, lane + 1));
        CHECK_SAME(number(found[13]), low(sub, lane + 1));
        CHECK_SAME(number(found[14]), high(sub, lane + 1));
        CHECK_SAME(number(found[15]), sum(sub, lane));
        CHECK_SAME(number(found[16]), all[3]);
        CHECK_SAME(number(found[17]), all[sub + 1]);
        if (lane % sub_group > 0)
            CHECK_SAME(number(found[18]), high(sub, lane));
    }
}

template <class T> void test_types(const char *name, bool is_signed)
{
    constexpr size_t items = 36, results = 14; /* the last sub-group has 4 items */
    std::vector<T> from(items), to(items * results);
    std::vector<int> equal(items * 2);
    std::vector<double> value(items);
    for (size_t i = 0; i < items; i++) {
        value[i] = static_cast<double>(i % 5 + 1) - (is_signed ? 3 : 0);
        from[i] = make<T>(value[i]);
    }
    Launch(types, name).pointer(from.data()).pointer(to.data()).pointer(equal.data()).run(1, items);
    for (size_t i = 0; i < items; i++) {
        const T *found = &to[i * results];
        size_t sub = i / 16 * 16, end = std::min(sub + 16, items);
        auto fold = [&](size_t a, size_t b, double start, double (*operation)(double, double)) {
            for (; a < std::min(b, items); a++)
                start = operation(start, value[a]);
            return start;
        };
        auto add = [](double a, double b) { return a + b; };
        auto multiply = [](double a, double b) { return a * b; };
        auto low = [](double a, double b) { return std::min(a, b); };
        auto high = [](double a, double b) { return std::max(a, b); };
        CHECK_SAME(number(found[0]), fold(0, items, 0, add));
        CHECK_SAME(number(found[1]), fold(0, items, value[0], high));
        if (i > 0)
            CHECK_SAME(number(found[2]), fold(0, i, value[0], low));
        else
            CHECK(number(found[2]) >= 100);
        CHECK_SAME(number(found[3]), value[2]);
        CHECK_SAME(number(found[4]), fold(sub, end, 0, add));
        CHECK_SAME(number(found[5]), fold(sub, i + 1, value[sub], high));
        CHECK_SAME(number(found[6]), value[sub + 3]);
        CHECK_SAME(number(found[7]), fold(sub, end, value[sub], low));
        CHECK_SAME(number(found[8]), fold(sub, i, 0, add));
        CHECK_SAME(number(found[9]), fold(sub, std::min(i + 1, sub + 4), 1, multiply));
        CHECK_SAME(number(found[10]), fold(i / 4 * 4, i / 4 * 4 + 4, 0, add));
        CHECK_SAME(number(found[11]), fold(i / 8 * 8, i / 8 * 8 + 8, value[i / 8 * 8], high));
        CHECK_SAME(number(found[12]), value[i]);
        CHECK_SAME(number(found[13]), value[i / 4 * 4] * value[i / 4 * 4 + 1]);
        CHECK_SAME(equal[2 * i] != 0, false);
        CHECK_SAME(equal[2 * i + 1] != 0, i < 16);
    }
}

template <class T> void test_bits(const char *name)
{
    std::vector<T> to(16 * 5);
    Launch(types, name).pointer(to.data()).run(1, 16);
    T all = static_cast<T>(~T(0)), seen = 0;
    for (unsigned i = 0; i < 16; i++) {
        const T *found = &to[i * 5];
        auto bit = [](unsigned lane) { return static_cast<T>(1U << (lane & 7)); };
        CHECK_SAME(found[0], static_cast<T>(0xff));
        CHECK_SAME(found[1], all);
        seen = static_cast<T>(seen ^ bit(i));
        CHECK_SAME(found[2], seen);
        CHECK_SAME(found[3], static_cast<T>(15U << (i & 4)));
        CHECK_SAME(found[4], static_cast<T>(3U << (i & 6)));
        all = static_cast<T>(all & ~bit(i));
    }
}

void test_logical()
{
    std::vector<int> to(16 * 6);
    Launch(types, "logical").pointer(to.data()).run(1, 16);
    for (size_t i = 0; i < 16; i++) {
        const bool wanted[6] = {false, true, true, i <= 5, i >= 5, i / 4 != 1};
        for (size_t k = 0; k < 6; k++)
            CHECK_SAME(to[i * 6 + k], wanted[k]);
    }
}

template <class T> void test_blocks(const char *name)
{
    std::vector<T> from(512), to(512);
    for (size_t i = 0; i < from.size(); i++)
        from[i] = static_cast<T>(i * 3 + 1);
    Launch(types, name).pointer(to.data()).pointer(from.data()).run(1, 32);
    const size_t last_row = 240; /* from the previous one */
    for (size_t i = 0; i < from.size(); i++)
        CHECK_SAME(to[i], i % 256 < last_row || std::string(name) == "blocks_of_16"
                              ? from[i]
                              : static_cast<T>(from[i - 16] + 16));
}

void test_broadcasts()
{
    std::vector<int> to(4 * 3 * 2 * 3);
    Launch(module, "broadcasts").pointer(to.data()).run(1, 1, 1, 4, 3, 2);
    for (size_t i = 0; i < 24; i++) {
        CHECK_SAME(to[i * 3], 6);
        CHECK_SAME(to[i * 3 + 1], 21);
        CHECK_SAME(to[i * 3 + 2], 5);
    }
}

void test_sub_groups()
{
    std::vector<uint32_t> to(40 * 8);
    Launch(module, "sub_groups").pointer(to.data()).run(1, 40);
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t wanted[8] = {i < 32 ? 16U : 8U,
                                    16,
                                    3,
                                    i / 16,
                                    i % 16,
                                    3,
                                    (i < 16 ? 1U : 0U) + (i / 16 == 1 ? 2U : 0U),
                                    1};
        for (size_t k = 0; k < 8; k++)
            CHECK_SAME(to[i * 8 + k], wanted[k]);
    }
}

void test_shuffles()
{
    std::vector<uint32_t> to(32 * 9);
    Launch(shuffles, "shuffles").pointer(to.data()).run(2, 16);
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t lane = i % 16;
        const uint32_t *found = &to[i * 9];
        CHECK_SAME(found[0], (15 - lane) * 10);
        if (lane >= 2)
            CHECK_SAME(found[1], (lane - 2) * 10);
        if (lane < 13)
            CHECK_SAME(found[2], (lane + 3) * 10);
        CHECK_SAME(found[8], (lane ^ 1) * 10);
        CHECK_SAME(found[3], 0x9249);
        CHECK_SAME(found[4], 6);
        CHECK_SAME(found[5], 50);
        CHECK_SAME(found[6], lane < 12 ? (lane + 4) * 10 : (lane - 12) * 10 + 1000);
        CHECK_SAME(found[7], lane >= 4 ? (lane - 4) * 10 : (lane + 12) * 10 + 1000);
    }
    std::vector<int> uniform(16 * 4);
    Launch(shuffles, "non_uniform").pointer(uniform.data()).run(1, 16);
    for (int i = 0, product = 1, bits = 16; i < 16; i++) {
        const int *found = &uniform[static_cast<size_t>(i) * 4];
        product *= i < 9 ? i + 1 : 1;
        CHECK_SAME(found[0], 136);
        CHECK_SAME(found[1], product);
        if (i > 0)
            CHECK_SAME(found[2], i);
        CHECK_SAME(found[3], bits);
    }
    std::vector<float> data(16 * 4);
    for (size_t i = 0; i < data.size(); i++)
        data[i] = static_cast<float>(i);
    Launch(shuffles, "vector_shuffle").pointer(data.data()).run(1, 16);
    for (size_t i = 0; i < data.size(); i++)
        CHECK_SAME(data[i], (i / 4 ^ 3) * 4 + i % 4);
}

void test_copies()
{
    std::vector<float> from(64 * 4 + 4), to(64 * 4 + 4);
    float *aligned_from = from.data() + (-reinterpret_cast<uintptr_t>(from.data()) / 4 & 3);
    float *aligned_to = to.data() + (-reinterpret_cast<uintptr_t>(to.data()) / 4 & 3);
    for (size_t i = 0; i < 256; i++)
        aligned_from[i] = static_cast<float>(i);
    Launch(module, "stage").pointer(aligned_to).pointer(aligned_from).run(2, 32);
    for (size_t i = 0; i < 256; i++)
        CHECK_SAME(aligned_to[i], 2.0 * static_cast<double>(i));
    std::vector<int> strided(96), near(32);
    for (int i = 0; i < 96; i++)
        strided[static_cast<size_t>(i)] = i;
    Launch(module, "stage_strided").pointer(near.data()).pointer(strided.data()).run(1, 32);
    for (size_t i = 0; i < 32; i++)
        CHECK_SAME(near[i], 3 * i);
}

} // namespace

int main()
{
    test_start();
    module = test_module("kernels_groups.spv");
    shuffles = test_module("kernels_shuffles.spv");
    types = test_module("kernels_subgroups.spv");
    test_types<int8_t>("types_char", true);
    test_types<uint8_t>("types_uchar", false);
    test_types<int16_t>("types_short", true);
    test_types<uint16_t>("types_ushort", false);
    test_types<int>("types_int", true);
    test_types<uint32_t>("types_uint", false);
    test_types<int64_t>("types_long", true);
    test_types<uint64_t>("types_ulong", false);
    test_types<Half>("types_half", true);
    test_types<float>("types_float", true);
    test_types<double>("types_double", true);
    test_bits<int8_t>("bits_char");
    test_bits<uint8_t>("bits_uchar");
    test_bits<int16_t>("bits_short");
    test_bits<uint16_t>("bits_ushort");
    test_bits<int>("bits_int");
    test_bits<uint32_t>("bits_uint");
    test_bits<int64_t>("bits_long");
    test_bits<uint64_t>("bits_ulong");
    test_logical();
    test_blocks<uint32_t>("blocks_uint");
    test_blocks<uint32_t>("blocks_ui");
    test_blocks<uint16_t>("blocks_ushort");
    test_blocks<uint8_t>("blocks_uchar");
    test_blocks<uint64_t>("blocks_ulong");
    test_blocks<uint8_t>("blocks_of_16");
    test_collectives<int>("groups_int", true);
    test_collectives<uint32_t>("groups_uint", false);
    test_collectives<int64_t>("groups_long", true);
    test_collectives<uint64_t>("groups_ulong", false);
    test_collectives<Half>("groups_half", true);
    test_collectives<float>("groups_float", true);
    test_collectives<double>("groups_double", true);
    test_broadcasts();
    test_sub_groups();
    test_shuffles();
    test_copies();
    zed_engine_get()->module_destroy(types);
    zed_engine_get()->module_destroy(shuffles);
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
