/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels_direct.spvasm: features of SPIR-V that OpenCL C cannot express. */
#include "harness.h"

#include <algorithm>

namespace {

zed_module_t *module;

void test_variables()
{
    std::vector<int64_t> to(2 * 3 * 20 * 2 * 16);
    Launch(module, "where").pointer(to.data()).offset(5, 6, 7).run(2, 3, 1, 20, 2, 1);
    for (int64_t y = 0; y < 6; y++)
        for (int64_t x = 0; x < 40; x++) {
            const int64_t *found = &to[static_cast<size_t>(y * 40 + x) * 16];
            int64_t index = y % 2 * 20 + x % 20;
            const int64_t wanted[14] = {y + 6, 6,      6,          20,        y % 2,
                                        2,     x / 20, index,      3,         index < 32 ? 16 : 8,
                                        16,    3,      index / 16, index % 16};
            for (size_t i = 0; i < 14; i++)
                CHECK_SAME(found[i], wanted[i]);
        }
}

/* A whole number up to 2048 as IEEE 754's binary16. */
uint16_t half_of(int number)
{
    if (number == 0)
        return 0;
    int exponent = 0;
    while (number >> (exponent + 1) != 0)
        exponent++;
    const int fraction = (number << (10 - exponent)) & 0x3ff;
    return static_cast<uint16_t>((exponent + 15) << 10 | fraction);
}

void test_floats()
{
    float cell[4] = {1, 1000, -1, -1};
    double wide[3] = {1, 1000, -1};
    Launch(module, "floats").pointer(cell).pointer(wide).offset(3).run(10, 50);
    CHECK_SAME(cell[0], 251);
    CHECK_SAME(cell[1], 3);
    CHECK_SAME(cell[2], 502);
    CHECK(cell[3] >= 3 && cell[3] <= 502);
    CHECK_SAME(wide[0], 126);
    CHECK_SAME(wide[1], 3);
    CHECK_SAME(wide[2], 502);
}

/* Numbers up to 2048 are exact as halves, so no exchanged number changes. */
void test_halves()
{
    constexpr int items = 500;
    std::vector<uint16_t> to(items + 1);
    uint16_t cell[2] = {half_of(items), 0};
    Launch(module, "halves").pointer(cell).pointer(to.data()).run(10, 50);
    to[items] = cell[0];
    std::vector<uint16_t> wanted;
    for (int i = 0; i <= items; i++)
        wanted.push_back(half_of(i));
    CHECK(std::is_permutation(to.begin(), to.end(), wanted.begin()));
    CHECK(std::count(to.begin(), to.end(), cell[1]) == 1);
}

void test_barriers()
{
    std::vector<int64_t> to(80);
    Launch meet(module, "meet");
    CHECK(meet.kernel()->waits);
    meet.pointer(to.data()).run(2, 40);
    for (int64_t i = 0; i < 80; i++) {
        int64_t first = i / 40 * 40;
        CHECK_SAME(to[static_cast<size_t>(i)],
                   1000 * (first + (i + 1) % 40) + first + (i + 2) % 40);
    }
}

/* The operation is done for every order; the code uses the strongest one. */
void test_orders()
{
    for (int order : {0, 0x302, 0x304, 0x308, 0x310}) {
        int cell = 7;
        Launch(module, "orders").pointer(&cell).value(order).run(4, 25);
        CHECK_SAME(cell, 107);
    }
}

constexpr uint32_t op_constant = 43, op_function_parameter = 55, op_control_barrier = 224;

/* The module's word number `at` is replaced by `id`. */
void check_refused(std::vector<uint32_t> words, size_t at, uint32_t id, const char *reason)
{
    words[at] = id;
    const uint8_t *image = reinterpret_cast<const uint8_t *>(words.data());
    size_t size = words.size() * 4;
    zed_module_desc_t desc = {1, &image, &size, nullptr, nullptr, false};
    zed_module_t *none = nullptr;
    char *log = nullptr;
    CHECK_SAME(zed_engine_get()->module_create(0, &desc, &none, &log),
               ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(log && std::strstr(log, reason));
    std::free(log);
}

/* The last barrier is in `orders`, whose last parameter is not a constant. */
void test_scopes()
{
    std::vector<uint8_t> bytes = test_file("kernels_direct.spv");
    std::vector<uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    uint32_t device = 0, parameter = 0;
    size_t barrier = 0;
    for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
        uint32_t operation = words[at] & 0xffff;
        if (operation == op_constant && words[at] >> 16 == 4 && words[at + 3] == 1 && device == 0)
            device = words[at + 2];
        else if (operation == op_function_parameter)
            parameter = words[at + 2];
        else if (operation == op_control_barrier)
            barrier = at;
    }
    check_refused(words, barrier + 1, device, "has a scope other than work-group and sub-group");
    check_refused(words, barrier + 1, parameter, "has a scope that is not a constant");
    check_refused(words, barrier + 2, parameter, "has a scope that is not a constant");
}

} // namespace

int main()
{
    test_start();
    module = test_module("kernels_direct.spv");
    test_variables();
    test_floats();
    test_halves();
    test_barriers();
    test_orders();
    test_scopes();
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
