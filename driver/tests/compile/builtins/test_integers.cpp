/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of integer_list.h for one type, with scalars and all vectors: zed_builtins_integers
 * TYPE */
#include "inputs.h"
#include "integer_list.h"
#include "judge.h"

#include <type_traits>

namespace {

constexpr size_t count = 4096, group_items = 32;

/* Holds every sum and product of two numbers of 64 bits, and the largest product plus one more
 * number. */
__extension__ typedef __int128 Signed;
__extension__ typedef unsigned __int128 Unsigned;

enum class Shape { one, two, three, two_scalars, three_scalars, two_short, three_short };

template <class T> struct Reference {
    using Wide = std::conditional_t<std::is_signed_v<T>, Signed, Unsigned>;
    static constexpr int bits = 8 * sizeof(T);
    static constexpr Wide least = std::numeric_limits<T>::min(),
                          most = std::numeric_limits<T>::max();

    static Wide clipped(Wide value)
    {
        return value < least ? least : value > most ? most : value;
    }
    static uint64_t plain(Wide a)
    {
        return static_cast<uint64_t>(a) & ~static_cast<uint64_t>(0) >> (64 - bits);
    }

    static Wide abs(Wide a, Wide, Wide)
    {
        return a < 0 ? -a : a;
    }
    static Wide abs_diff(Wide a, Wide b, Wide)
    {
        return a < b ? b - a : a - b;
    }
    static Wide add_sat(Wide a, Wide b, Wide)
    {
        return clipped(a + b);
    }
    static Wide sub_sat(Wide a, Wide b, Wide)
    {
        return !std::is_signed_v<T> && a < b ? 0 : clipped(a - b);
    }
    static Wide clamp(Wide a, Wide b, Wide c)
    {
        return a < b ? b : a > c ? c : a;
    }
    static Wide clz(Wide a, Wide, Wide)
    {
        return plain(a) == 0 ? bits : __builtin_clzll(plain(a)) - (64 - bits);
    }
    static Wide ctz(Wide a, Wide, Wide)
    {
        return plain(a) == 0 ? bits : __builtin_ctzll(plain(a));
    }
    static Wide popcount(Wide a, Wide, Wide)
    {
        return __builtin_popcountll(plain(a));
    }
    static Wide hadd(Wide a, Wide b, Wide)
    {
        return (a + b) >> 1;
    }
    static Wide rhadd(Wide a, Wide b, Wide)
    {
        return (a + b + 1) >> 1;
    }
    static Wide mul_hi(Wide a, Wide b, Wide)
    {
        return (a * b) >> bits;
    }
    static Wide mad_hi(Wide a, Wide b, Wide c)
    {
        return mul_hi(a, b, 0) + c;
    }
    static Wide mad_sat(Wide a, Wide b, Wide c)
    {
        return clipped(a * b + c);
    }
    static Wide max(Wide a, Wide b, Wide)
    {
        return a < b ? b : a;
    }
    static Wide min(Wide a, Wide b, Wide)
    {
        return a < b ? a : b;
    }
    static Wide rotate(Wide a, Wide b, Wide)
    {
        const unsigned by = static_cast<unsigned>(plain(b)) % bits;
        return static_cast<Wide>(by == 0 ? plain(a) : plain(a) << by | plain(a) >> (bits - by));
    }
    static Wide mul24(Wide a, Wide b, Wide)
    {
        return (a >> 8) * (b >> 8);
    }
    static Wide mad24(Wide a, Wide b, Wide c)
    {
        return (a >> 8) * (b >> 8) + c;
    }
};

template <class T> struct Row {
    using Wide = typename Reference<T>::Wide;
    const char *name;
    Shape shape;
    Wide (*reference)(Wide, Wide, Wide);
};

#define ROW(shape, name, row) {#row, Shape::shape, Reference<T>::name},

template <class T, class W>
void check_upsample(const std::string &name, size_t lanes, const Buffer<T> &a, const Buffer<T> &b,
                    const Buffer<W> &up)
{
    const size_t stride = lanes == 3 ? 4 : lanes;
    Verdict verdict(name);
    for (size_t i = 0; i < count; i++) {
        const uint64_t high = static_cast<uint64_t>(a[i]), low = Reference<T>::plain(b[i]);
        const W wanted = static_cast<W>(high << Reference<T>::bits | low);
        if (i % stride < lanes && verdict.wrong(up[i] != wanted))
            std::fprintf(stderr, "%s(%lld, %lld) is %llx, not %llx\n", verdict.name(),
                         static_cast<long long>(a[i]), static_cast<long long>(b[i]),
                         static_cast<unsigned long long>(up[i]),
                         static_cast<unsigned long long>(wanted));
    }
}

template <class T, class W>
void test_width(zed_module_t *module, const std::string &type, size_t lanes, const Buffer<T> &a,
                const Buffer<T> &b, const Buffer<T> &c)
{
    std::vector<Row<T>> rows = {INTEGER_FUNCTIONS(ROW)};
    if (sizeof(T) == 4)
        rows.insert(rows.end(), {INTEGER_FUNCTIONS_24(ROW)});
    const size_t stride = lanes == 3 ? 4 : lanes;
    Buffer<T> to(rows.size() * count);
    Buffer<W> up(count);
    Launch(module, ("integers_" + std::to_string(lanes)).c_str())
        .pointer(to.data())
        .pointer(up.data())
        .pointer(a.data())
        .pointer(b.data())
        .pointer(c.data())
        .run(static_cast<uint32_t>(count / stride / group_items), group_items);
    const std::string suffix = " of " + type + (lanes == 1 ? "" : std::to_string(lanes));
    for (size_t row = 0; row < rows.size(); row++) {
        const Row<T> &function = rows[row];
        Verdict verdict(function.name + suffix);
        for (size_t i = 0; i < count; i++) {
            const bool scalars =
                function.shape == Shape::two_scalars || function.shape == Shape::three_scalars;
            const size_t at = scalars ? i / stride * stride : i;
            const bool limits = function.reference == Reference<T>::clamp;
            if (i % stride >= lanes || (limits && b[at] > c[at]))
                continue;
            const T wanted = static_cast<T>(function.reference(a[i], b[at], c[at]));
            const T found = to[row * count + i];
            if (verdict.wrong(found != wanted))
                std::fprintf(stderr, "%s(%lld, %lld, %lld) is %lld, not %lld\n", verdict.name(),
                             static_cast<long long>(a[i]), static_cast<long long>(b[at]),
                             static_cast<long long>(c[at]), static_cast<long long>(found),
                             static_cast<long long>(wanted));
        }
    }
    if constexpr (sizeof(W) > sizeof(T))
        check_upsample<T, W>("upsample" + suffix, lanes, a, b, up);
}

template <class T, class W> void test_type(const std::string &type)
{
    Random random = random_for(type);
    const Buffer<T> a = draw_integers<T>(random, count), b = draw_integers<T>(random, count),
                    c = draw_integers<T>(random, count);
    zed_module_t *module = test_module(("integers_" + type + ".spv").c_str());
    for (size_t lanes : {1, 2, 3, 4, 8, 16})
        test_width<T, W>(module, type, lanes, a, b, c);
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
    const struct {
        const char *type;
        void (*test)(const std::string &);
    } types[] = {{"char", test_type<int8_t, int16_t>},   {"uchar", test_type<uint8_t, uint16_t>},
                 {"short", test_type<int16_t, int32_t>}, {"ushort", test_type<uint16_t, uint32_t>},
                 {"int", test_type<int32_t, int64_t>},   {"uint", test_type<uint32_t, uint64_t>},
                 {"long", test_type<int64_t, int64_t>},  {"ulong", test_type<uint64_t, uint64_t>}};
    for (const auto &type : types)
        for (int i = 1; i < argc; i++)
            if (std::string(type.type) == argv[i])
                type.test(type.type);
    return test_failures != 0;
}
