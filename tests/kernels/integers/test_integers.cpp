/* SPDX-License-Identifier: BSD-3-Clause */
/* Integers of odd widths in kernels (kernels_integers.cl): the results are those of C. */
#include "harness.h"

namespace {

constexpr int items = 64;

int low_bits(uint32_t x)
{
    switch (x >> 4 & 7) {
    case 0:
        return static_cast<int>((x & 3) * (x >> 2 & 7));
    case 3:
        return 100;
    case 5:
        return x > 99 ? 4 : -4;
    case 6:
        return -1;
    default:
        return 0;
    }
}

int flags(uint32_t x)
{
    int p = x > 40, q = x % 2 == 0, r = x == 63;
    return (p + q + r) * 100 + ((p ^ q) * 2 + (q & r)) * 10 + (p + q) * (q + r);
}

int squares(uint32_t x)
{
    int sum = 0;
    for (int k = 0; k < static_cast<int>(x); k++)
        sum += k * k;
    return sum;
}

int member(uint32_t x)
{
    for (uint32_t one : {1, 4, 7, 11, 19, 22, 61})
        if (x == one)
            return 1;
    return 0;
}

int bytes(uint32_t x)
{
    int a = static_cast<int>(x), b = a + 1, c = a + 2;
    return x % 2 == 0 ? c * 10000 + b * 100 + a : a * 10000 + b * 100 + c;
}

int shorts(uint32_t x)
{
    int16_t low = static_cast<int16_t>(x * 1000);
    return static_cast<int16_t>(low * low >> 3);
}

void check(zed_module_t *module, const char *kernel, int (*wanted)(uint32_t))
{
    std::vector<uint32_t> in(items);
    std::vector<int> out(items, -77);
    for (size_t i = 0; i < items; i++)
        in[i] = static_cast<uint32_t>(i * 7 % 125);
    Launch(module, kernel).pointer(in.data()).pointer(out.data()).run(4, items / 4);
    for (size_t i = 0; i < items; i++) {
        if (out[i] != wanted(in[i]))
            std::fprintf(stderr, "kernel %s of %u:\n", kernel, in[i]);
        CHECK_SAME(out[i], wanted(in[i]));
    }
}

} // namespace

int main()
{
    zed_module_t *module = test_module("kernels_integers.spv");
    check(module, "modulo_five", [](uint32_t x) {
        const int results[] = {11, 13, 17, 19, 23};
        return results[x % 5];
    });
    check(module, "low_bits", low_bits);
    check(module, "flags", flags);
    check(module, "squares", squares);
    check(module, "triangle", [](uint32_t x) { return static_cast<int>(x * (x - 1) / 2); });
    check(module, "member", member);
    check(module, "digits", [](uint32_t x) { return static_cast<int>(x % 10 * 1000 + x / 10); });
    check(module, "bytes", bytes);
    check(module, "shorts", shorts);
    std::vector<uint32_t> in = {0, 1, 2, 3, 4, 5};
    std::vector<int> out(6);
    Launch(module, "modulo_three").pointer(in.data()).pointer(out.data()).run(2, 3);
    const int wanted[] = {5, 7, 2, 5, 7, 5};
    for (size_t i = 0; i < in.size(); i++)
        CHECK_SAME(out[i], wanted[i]);
    return test_failures != 0;
}
