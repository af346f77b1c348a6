/* SPDX-License-Identifier: BSD-3-Clause */
/* See inputs.h. */
#include "inputs.h"

#include <cstdio>
#include <cstdlib>

namespace {

size_t below(Random &random, size_t count)
{
    return static_cast<size_t>(random() % count);
}

/* A number in [-1, 1). */
long double unit_interval(Random &random)
{
    return static_cast<long double>(static_cast<int64_t>(random())) * 0x1p-63L;
}

template <class T> T any_bits(Random &random)
{
    const T value = from_bits<T>(random());
    if (!std::isnan(wide(value)))
        return value;
    return narrow<T>(std::numeric_limits<long double>::quiet_NaN());
}

template <class T> T draw_one(Random &random)
{
    const std::vector<T> &special = special_values<T>();
    const int range = FormatOf<T>::value.most / 4;
    switch (below(random, 8)) {
    case 0:
        return special[below(random, special.size())];
    case 1:
        return narrow<T>(static_cast<long double>(static_cast<int>(below(random, 257)) - 128) / 2);
    case 2:
        return narrow<T>(1 + unit_interval(random) / 16);
    case 3:
    case 4:
        return narrow<T>(10 * unit_interval(random));
    case 5:
        return narrow<T>(
            std::ldexp(unit_interval(random),
                       static_cast<int>(below(random, static_cast<size_t>(2 * range))) - range));
    case 6:
        return narrow<T>(1000 * unit_interval(random));
    default:
        return any_bits<T>(random);
    }
}

} // namespace

uint64_t test_seed()
{
    static const uint64_t seed = [] {
        const char *text = std::getenv("TEST_SEED");
        const uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 20200613;
        std::printf("TEST_SEED=%llu\n", static_cast<unsigned long long>(chosen));
        return chosen;
    }();
    return seed;
}

Random random_for(const std::string &name)
{
    std::seed_seq words(name.begin(), name.end());
    uint32_t of_name[2];
    words.generate(of_name, of_name + 2);
    return Random(test_seed() ^ (static_cast<uint64_t>(of_name[0]) << 32 | of_name[1]));
}

template <class T> const std::vector<T> &special_values()
{
    static const std::vector<T> values = [] {
        const Format format = FormatOf<T>::value;
        const long double least = std::ldexp(1.0L, format.least - format.digits),
                          normal = std::ldexp(1.0L, format.least - 1),
                          epsilon = std::ldexp(1.0L, 1 - format.digits),
                          most = std::ldexp(1 - epsilon / 2, format.most);
        const long double positive[] = {0,
                                        std::numeric_limits<long double>::infinity(),
                                        least,
                                        normal - least,
                                        normal,
                                        0.5L,
                                        0.5L - epsilon / 4,
                                        1,
                                        1 - epsilon / 2,
                                        1 + epsilon,
                                        1.5L,
                                        2,
                                        2.5L,
                                        3,
                                        std::ldexp(1.0L, format.digits - 1) - 0.5L,
                                        std::ldexp(1.0L, format.digits - 1) + 1,
                                        most};
        std::vector<T> made;
        for (long double value : positive) {
            made.push_back(narrow<T>(value));
            made.push_back(narrow<T>(-value));
        }
        made.push_back(narrow<T>(std::numeric_limits<long double>::quiet_NaN()));
        return made;
    }();
    return values;
}

template <class T> void draw(Random &random, Buffer<T> *x, Buffer<T> *y, size_t count)
{
    x->clear();
    y->clear();
    for (const T &a : special_values<T>())
        for (const T &b : special_values<T>()) {
            x->push_back(a);
            y->push_back(b);
        }
    while (x->size() < count) {
        x->push_back(draw_one<T>(random));
        y->push_back(draw_one<T>(random));
        /* Numbers of the same size, or equal ones, which cancel. */
        if (below(random, 4) == 0)
            y->back() = narrow<T>(wide(x->back()) * (1 + static_cast<int>(below(random, 3)) *
                                                             unit_interval(random) / 64));
    }
    x->resize(count);
    y->resize(count);
}

Buffer<int32_t> draw_exponents(Random &random, size_t count)
{
    static const int32_t special[] = {0,
                                      1,
                                      -1,
                                      2,
                                      -2,
                                      3,
                                      -3,
                                      4,
                                      -4,
                                      5,
                                      7,
                                      -9,
                                      10,
                                      INT32_MAX,
                                      INT32_MIN,
                                      INT32_MIN + 1,
                                      INT32_MAX - 1,
                                      1 << 24,
                                      -(1 << 24) - 1};
    Buffer<int32_t> made;
    while (made.size() < count) {
        const size_t kind = below(random, 8);
        made.push_back(kind == 0   ? static_cast<int32_t>(random())
                       : kind < 3  ? special[below(random, std::size(special))]
                       : kind == 3 ? static_cast<int32_t>(below(random, 5001)) - 2500
                                   : static_cast<int32_t>(below(random, 81)) - 40);
    }
    return made;
}

template <class T> Buffer<T> draw_integers(Random &random, size_t count)
{
    Buffer<T> made;
    while (made.size() < count) {
        const uint64_t power = static_cast<uint64_t>(1) << below(random, 8 * sizeof(T));
        switch (below(random, 4)) {
        case 0:
            made.push_back(std::numeric_limits<T>::min());
            made.push_back(std::numeric_limits<T>::max());
            break;
        case 1:
            made.push_back(static_cast<T>(power + below(random, 3) - 1));
            break;
        case 2:
            made.push_back(static_cast<T>(-power + below(random, 3) - 1));
            break;
        default:
            made.push_back(static_cast<T>(random()));
        }
    }
    made.resize(count);
    return made;
}

template const std::vector<Half> &special_values();
template const std::vector<float> &special_values();
template const std::vector<double> &special_values();
template void draw(Random &, Buffer<Half> *, Buffer<Half> *, size_t);
template void draw(Random &, Buffer<float> *, Buffer<float> *, size_t);
template void draw(Random &, Buffer<double> *, Buffer<double> *, size_t);
template Buffer<int8_t> draw_integers(Random &, size_t);
template Buffer<uint8_t> draw_integers(Random &, size_t);
template Buffer<int16_t> draw_integers(Random &, size_t);
template Buffer<uint16_t> draw_integers(Random &, size_t);
template Buffer<int32_t> draw_integers(Random &, size_t);
template Buffer<uint32_t> draw_integers(Random &, size_t);
template Buffer<int64_t> draw_integers(Random &, size_t);
template Buffer<uint64_t> draw_integers(Random &, size_t);
