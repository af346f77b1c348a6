/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels_math.cl, compared with the C library and with values computed by hand. */
#include "harness.h"

#include <climits>
#include <cmath>
#include <unistd.h>
#include <utility>

namespace {

zed_module_t *module;

/* Uses the kernels' own conversion, which test_conversions() checks bit by bit. */
float from_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                      : exponent == 0
                          ? std::ldexp(static_cast<float>(fraction), -24)
                          : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    return bits >> 15 ? -magnitude : magnitude;
}

uint16_t to_half(float value) /* only exact values of moderate size */
{
    for (uint32_t bits = 0; bits < 0x7c00; bits++)
        if (from_half(static_cast<uint16_t>(bits)) == value)
            return static_cast<uint16_t>(bits);
    return 0x7e00;
}

void near(const std::string &name, double found, double wanted, double tolerance)
{
    if (std::fabs(found - wanted) <= tolerance * std::fabs(wanted) + tolerance * 1e-3)
        return;
    std::fprintf(stderr, "%s gives %.17g, not %.17g\n", name.c_str(), found, wanted);
    test_failures++;
}

void test_unary(const std::string &name, double (*wanted)(double))
{
    const double inputs[8] = {0.25, 0.5, 1, 1.5, 2, 3, 4.5, 7.25};
    std::vector<float> f(8), f_to(8);
    std::vector<double> d(inputs, inputs + 8), d_to(8);
    std::vector<uint16_t> h(8), h_to(8);
    for (size_t i = 0; i < 8; i++) {
        f[i] = static_cast<float>(inputs[i]);
        h[i] = to_half(f[i]);
    }
    Launch(module, (name + "_float").c_str()).pointer(f_to.data()).pointer(f.data()).run(2, 4);
    Launch(module, (name + "_double").c_str()).pointer(d_to.data()).pointer(d.data()).run(2, 4);
    Launch(module, (name + "_half").c_str()).pointer(h_to.data()).pointer(h.data()).run(2, 4);
    for (size_t i = 0; i < 8; i++) {
        near(name + " of float", f_to[i], wanted(inputs[i]), 1e-5);
        near(name + " of double", d_to[i], wanted(inputs[i]), 1e-13);
        near(name + " of half", from_half(h_to[i]), wanted(inputs[i]), 2e-3);
    }
    alignas(16) float f4[8], f4_to[8];
    alignas(16) uint16_t h4[8], h4_to[8];
    std::copy(f.begin(), f.end(), f4);
    std::copy(h.begin(), h.end(), h4);
    Launch(module, (name + "_float4").c_str()).pointer(f4_to).pointer(f4).run(1, 2);
    Launch(module, (name + "_half4").c_str()).pointer(h4_to).pointer(h4).run(1, 2);
    for (size_t i = 0; i < 8; i++) {
        near(name + " of float4", f4_to[i], wanted(inputs[i]), 1e-5);
        near(name + " of half4", from_half(h4_to[i]), wanted(inputs[i]), 2e-3);
    }
}

double inverse_root(double x)
{
    return 1 / std::sqrt(x);
}

template <class T> void test_pointers(const char *name, double tolerance)
{
    const T from[4] = {static_cast<T>(0.3), static_cast<T>(1.25), static_cast<T>(2.5),
                       static_cast<T>(5.75)};
    std::vector<T> to(32);
    std::vector<int> whole(8);
    Launch(module, name).pointer(to.data()).pointer(whole.data()).pointer(from).run(2, 2);
    for (size_t i = 0; i < 4; i++) {
        const T *found = &to[8 * i];
        double x = static_cast<double>(from[i]), integral;
        int exponent, quotient;
        near("sincos", static_cast<double>(found[0]), std::sin(x), tolerance);
        near("sincos", static_cast<double>(found[1]), std::cos(x), tolerance);
        near("modf", static_cast<double>(found[2]), std::modf(x, &integral), tolerance);
        CHECK_SAME(found[3], integral);
        near("fract", static_cast<double>(found[4]), x - std::floor(x), tolerance);
        near("fract and lgamma_r", static_cast<double>(found[5]),
             std::floor(x) + std::lgamma(x + 2), tolerance);
        CHECK_SAME(found[6], static_cast<T>(std::frexp(x, &exponent)));
        CHECK_SAME(whole[2 * i], exponent);
        near("remquo", static_cast<double>(found[7]), std::remquo(x, 0.75, &quotient), 1e-5);
        CHECK_SAME(whole[2 * i + 1] & 7, quotient & 7);
    }
}

void test_integers()
{
    const int from[5] = {INT_MAX, 12345, -77, INT_MIN, 300};
    std::vector<int> to(64);
    std::vector<int64_t> wide(4);
    Launch(module, "integers").pointer(to.data()).pointer(from).pointer(wide.data()).run(1, 4);
    for (size_t i = 0; i < 4; i++) {
        int64_t a = from[i], b = from[i + 1];
        auto clip = [](int64_t v) { return v > INT_MAX ? INT_MAX : v < INT_MIN ? INT_MIN : v; };
        uint32_t bits = static_cast<uint32_t>(a);
        const int *found = &to[i * 16];
        CHECK_SAME(found[0], clip(a + b));
        CHECK_SAME(found[1], clip(a - b));
        CHECK_SAME(found[2], a * b >> 32);
        CHECK_SAME(found[3], (a + b) >> 1);
        CHECK_SAME(found[4], (a + b + 1) >> 1);
        CHECK_SAME(found[5], static_cast<int>(bits << 5 | bits >> 27));
        CHECK_SAME(found[6], __builtin_clz(bits));
        CHECK_SAME(found[7], __builtin_popcount(bits));
        CHECK_SAME(static_cast<uint32_t>(found[8]), a < 0 ? -a : a);
        CHECK_SAME(static_cast<uint32_t>(found[9]), a < b ? b - a : a - b);
        CHECK_SAME(found[10], a < -100 ? -100 : a > 100 ? 100 : a);
        CHECK_SAME(found[11], (a & 0xff) * (b & 0xff) + 3);
        CHECK_SAME(found[13], static_cast<int>((a & ~0xff) | (b & 0xff)));
        CHECK_SAME(found[14], __builtin_ctz(bits | 256));
        CHECK_SAME(found[15], static_cast<int>(bits << 16 | static_cast<uint16_t>(b)));
        CHECK_SAME(wide[i], a * b);
    }
}

void test_conversions()
{
    const float from[8] = {0.5f, 1.5f, -2.5f, 2.501f, 300.7f, 1000.1f, 70000.0f, 1e-7f};
    std::vector<uint8_t> bytes(16);
    std::vector<int> ints(48);
    std::vector<uint16_t> halves(40);
    std::vector<int8_t> vectors(32);
    Launch(module, "conversions")
        .pointer(from)
        .pointer(bytes.data())
        .pointer(ints.data())
        .pointer(halves.data())
        .pointer(vectors.data())
        .run(2, 4);
    for (size_t i = 0; i < 8; i++) {
        float x = from[i];
        auto clip = [](double v, double low, double high) {
            return v < low ? low : v > high ? high : v;
        };
        CHECK_SAME(bytes[2 * i], std::trunc(clip(x, 0, 255)));
        CHECK_SAME(bytes[2 * i + 1], std::nearbyint(clip(x, 0, 255)));
        CHECK_SAME(ints[6 * i], std::nearbyint(x));
        CHECK_SAME(ints[6 * i + 1], std::trunc(x));
        CHECK_SAME(ints[6 * i + 2], std::ceil(x));
        CHECK_SAME(ints[6 * i + 3], std::floor(x));
        CHECK_SAME(ints[6 * i + 4],
                   std::trunc(clip(static_cast<double>(x * 1e10f), INT_MIN, INT_MAX)));
        int bits;
        std::memcpy(&bits, &x, 4);
        CHECK_SAME(ints[6 * i + 5], bits);
        float low = from_half(halves[5 * i + 4]), high = from_half(halves[5 * i + 3]);
        float nearest = from_half(halves[5 * i + 1]), to_zero = from_half(halves[5 * i + 2]);
        CHECK(low <= x && x <= high);
        CHECK(low == high || halves[5 * i + 3] - halves[5 * i + 4] == (x > 0 ? 1 : -1));
        CHECK_SAME(to_zero, x > 0 ? low : high);
        CHECK_SAME(halves[5 * i], halves[5 * i + 1]);
        if (high < INFINITY)
            CHECK_SAME(nearest, x - low < high - x ? low : high - x < x - low ? high : nearest);
        CHECK_SAME(vectors[4 * i + 2], std::trunc(clip(static_cast<double>(x * 100), -128, 127)));
        CHECK_SAME(vectors[4 * i + 3], std::trunc(clip(static_cast<double>(-x * 100), -128, 127)));
    }
}

void test_half_memory()
{
    std::vector<uint16_t> h(402);
    std::vector<float> from(100), to(103);
    for (size_t i = 0; i < 100; i++)
        from[i] = 0.1f * static_cast<float>(i) - 3;
    Launch(module, "half_memory")
        .pointer(h.data())
        .pointer(from.data())
        .pointer(to.data())
        .run(1, 100);
    for (size_t i = 0; i < 100; i++) {
        CHECK_SAME(to[i], from_half(h[i]));
        near("vstore_half", to[i], from[i], 1e-3);
        float up = from_half(h[200 + i]), down = from_half(h[300 + i]);
        CHECK(down <= from[i] && from[i] <= up);
        CHECK_SAME(from_half(h[100 + i]), from[i] > 0 ? down : up);
    }
    CHECK_SAME(from_half(h[401]), 2);
    near("half sum", to[101], 2 * (from_half(h[0]) + 1), 1e-3);
}

void test_vectors()
{
    std::vector<int> from(16), to(32);
    for (int i = 0; i < 16; i++)
        from[static_cast<size_t>(i)] = i + 1;
    Launch(module, "vectors").pointer(to.data()).pointer(from.data()).run(1, 1);
    for (int i = 0; i < 4; i++)
        CHECK_SAME(to[static_cast<size_t>(i)], i + 5 + (i + 9) * (i + 13));
    for (int i = 0; i < 3; i++)
        CHECK_SAME(to[static_cast<size_t>(i) + 6], i + 4);
    for (int i = 0; i < 8; i++)
        CHECK_SAME(to[static_cast<size_t>(i) + 16], i + 9);
    CHECK_SAME(to[24], 8);
    CHECK_SAME(to[25], 12);
    CHECK_SAME(to[26], 9);
    CHECK_SAME(to[27], 2);
    CHECK_SAME(to[28], 15);
    CHECK_SAME(to[29], -1);
    CHECK_SAME(to[30], 30);
    CHECK_SAME(to[31], 8);
}

void test_half_pointers()
{
    const float from[4] = {0.25f, 1.25f, -2.5f, 5.75f};
    std::vector<float> to(64);
    std::vector<int> whole(12);
    Launch(module, "half_pointers")
        .pointer(to.data())
        .pointer(whole.data())
        .pointer(from)
        .run(2, 2);
    for (size_t i = 0; i < 4; i++) {
        const float *found = &to[16 * i];
        double x = static_cast<double>(from[i]), integral;
        int exponent, quotient;
        near("sincos", found[0], std::sin(x), 2e-3);
        near("sincos", found[1], std::cos(x), 2e-3);
        CHECK_SAME(found[2], std::modf(x, &integral));
        CHECK_SAME(found[3], integral);
        CHECK_SAME(found[4], x - std::floor(x));
        CHECK_SAME(found[5], std::floor(x));
        CHECK_SAME(found[6], std::frexp(x, &exponent));
        CHECK_SAME(whole[3 * i], exponent);
        near("lgamma_r", found[7], std::lgamma(x + 2), 2e-3);
        CHECK_SAME(whole[3 * i + 1], std::tgamma(x + 2) < 0 ? -1 : 1);
        CHECK_SAME(found[8], std::remquo(x, 0.75, &quotient));
        CHECK_SAME(whole[3 * i + 2] & 7, quotient & 7);
        near("sincos of half4", found[9], std::sin(x + 2), 2e-3);
        near("sincos of half4", found[10], std::cos(x + 1), 2e-3);
        CHECK_SAME(found[11], -x - std::floor(-x));
        CHECK_SAME(found[12], std::floor(-x));
        CHECK_SAME(found[13], std::modf(x + 1, &integral));
        CHECK_SAME(found[14], integral);
    }
}

void test_half_vectors()
{
    const uint16_t infinity = 0x7c00, most = 0x7bff;
    const uint16_t wanted[4][8] = {{0x3c00, 0x4000, 0xc000, 0x4400, 0x4500, 0x4600, 0, infinity},
                                   {0x3c00, 0x4000, 0xc000, 0x4400, 0x4500, 0x4600, 0, most},
                                   {0x3c00, 0x4001, 0xc000, 0x4400, 0x4500, 0x4600, 1, infinity},
                                   {0x3c00, 0x4000, 0xc001, 0x4400, 0x4500, 0x4600, 0, most}};
    alignas(16) uint16_t h[64] = {};
    alignas(64) float to[48] = {};
    Launch(module, "half_vectors").pointer(h).pointer(to).run(1, 1);
    for (size_t i = 0; i < 32; i++)
        CHECK_SAME(h[i], wanted[i / 8][i % 8]);
    CHECK_SAME(h[32], 0xc001); /* -2.00098 is nearer to -2.001953 than to -2 */
    CHECK_SAME(h[33], 0xc000);
    for (size_t i = 0; i < 4; i++)
        CHECK_SAME(h[40 + i], wanted[0][i]);
    for (size_t i = 0; i < 3; i++)
        CHECK_SAME(h[44 + i], wanted[0][i + 1]);
    for (size_t i = 0; i < 8; i++)
        CHECK_SAME(to[i], from_half(h[i]));
    for (size_t i = 0; i < 4; i++)
        CHECK_SAME(to[8 + i], from_half(h[40 + i]));
    for (size_t i = 0; i < 3; i++) {
        CHECK_SAME(to[12 + i], from_half(h[44 + i]));
        CHECK_SAME(to[15 + i], from_half(h[3 + i]));
    }
    for (size_t i = 0; i < 2; i++)
        CHECK_SAME(to[18 + i], from_half(h[2 + i]));
    for (size_t i = 0; i < 16; i++)
        CHECK_SAME(to[32 + i], from_half(h[i]));
}

/* printf writes to the standard output, which is replaced by a file meanwhile. */
void check_output(Launch &&launch, const char *wanted)
{
    char name[] = "/tmp/zed_printf_XXXXXX";
    int file = mkstemp(name), before = dup(1);
    unlink(name);
    dup2(file, 1);
    launch.run(1, 4);
    dup2(before, 1);
    char text[1024] = {};
    CHECK(pread(file, text, sizeof text - 1, 0) > 0);
    CHECK(std::strcmp(text, wanted) == 0);
    if (std::strcmp(text, wanted) != 0)
        std::fprintf(stderr, "%s%s", text, wanted);
    close(file);
    close(before);
}

void test_printf()
{
    int n = -3;
    float x = 2.345f;
    check_output(std::move(Launch(module, "speak").value(n).value(x)),
                 "n=-3 x=2.35 text c %|   -3|-3   |ff 1099511627776 v=1,-2,3,4 "
                 "f=0.500000,1.500000 h=7,-8,9 4000000000\n");
    const uint16_t h = 0x3e00; /* 1.5 */
    check_output(
        std::move(Launch(module, "speak_more").pointer(nullptr).value(h)),
        "1,-2,127,-128|1099511627776,-1|1.000000,2.000000,3.000000|0.125000,-4.000000|"
        "1.000000,2.000000,0.500000,-8.000000|"
        "255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255\n"
        "1.500000 1.2e+04 0.1|left    |   right|cu|ok|123456789abcdef 18446744073709551615 "
        "44 4464 ffff\n"
        "0xff +5  5 -0042 10 -1%|(nil)|\n"
        "ff,ffffffff 0x10,0x1  1.00, 2.35\n");
}

} // namespace

int main()
{
    test_start();
    module = test_module("kernels_math.spv");
    const struct {
        const char *name;
        double (*wanted)(double);
    } functions[] = {{"sqrt", std::sqrt},   {"exp", std::exp},       {"log", std::log},
                     {"sin", std::sin},     {"cos", std::cos},       {"tan", std::tan},
                     {"atan", std::atan},   {"cbrt", std::cbrt},     {"exp2", std::exp2},
                     {"log2", std::log2},   {"rsqrt", inverse_root}, {"floor", std::floor},
                     {"round", std::round}, {"erf", std::erf},       {"tgamma", std::tgamma}};
    for (const auto &function : functions)
        test_unary(function.name, function.wanted);
    test_pointers<float>("pointers_float", 1e-5);
    test_pointers<double>("pointers_double", 1e-12);
    test_integers();
    test_conversions();
    test_half_memory();
    test_half_pointers();
    test_half_vectors();
    test_vectors();
    test_printf();
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
