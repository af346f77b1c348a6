/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Integer divisions: the results are C's where C defines them, and elsewhere nothing traps and the
 * other elements of a vector are right.  Operands are random, including numbers at the edges.
 */
#include "harness.h"
#include "known_divisors.h"

#include <limits>
#include <random>

namespace {

constexpr uint32_t groups = 4, items = 16;
constexpr size_t item_elements = 48, count = groups * items * item_elements;

std::mt19937_64 random_bits(20240531);

/* Half of them are at an edge; the others have any length. */
template <class T> T operand()
{
    using Limits = std::numeric_limits<T>;
    const T edges[] = {0,
                       1,
                       2,
                       3,
                       10,
                       static_cast<T>(-1),
                       static_cast<T>(-2),
                       Limits::min(),
                       static_cast<T>(Limits::min() + 1),
                       Limits::max(),
                       static_cast<T>(Limits::max() - 1),
                       static_cast<T>(Limits::max() / 2 + 1)};
    const uint64_t bits = random_bits();
    if (bits % 2 == 0)
        return edges[bits / 2 % (sizeof edges / sizeof *edges)];
    return static_cast<T>(random_bits() >> bits / 2 % 64);
}

template <class T> bool defined(T dividend, T divisor)
{
    using Limits = std::numeric_limits<T>;
    return divisor != 0 &&
           !(Limits::is_signed && dividend == Limits::min() && divisor == static_cast<T>(-1));
}

template <class T>
void check(const char *kernel, size_t at, T dividend, T divisor, T quotient, T remainder)
{
    if (!defined(dividend, divisor) || (quotient == static_cast<T>(dividend / divisor) &&
                                        remainder == static_cast<T>(dividend % divisor)))
        return;
    std::fprintf(stderr, "%s, element %zu: %lld / %lld is %lld, rest %lld\n", kernel, at,
                 static_cast<long long>(dividend), static_cast<long long>(divisor),
                 static_cast<long long>(quotient), static_cast<long long>(remainder));
    test_failures++;
}

template <class T> void check_type(zed_module_t *module, const std::string &type)
{
    std::vector<T> dividends(count), divisors(count);
    for (size_t i = 0; i < count; i++) {
        dividends[i] = operand<T>();
        divisors[i] = operand<T>();
    }
    constexpr size_t forms = 6; /* the scalar, and vectors of five sizes */
    for (const char *way : {"straight_", "meeting_"}) {
        std::vector<T> quotients(forms * count), remainders(forms * count);
        const std::string name = way + type, chosen = std::string(way) + "chosen_" + type;
        Launch(module, name.c_str())
            .pointer(quotients.data())
            .pointer(remainders.data())
            .pointer(dividends.data())
            .pointer(divisors.data())
            .run(groups, items);
        for (size_t i = 0; i < forms * count; i++)
            check(name.c_str(), i, dividends[i % count], divisors[i % count], quotients[i],
                  remainders[i]);
        Launch(module, chosen.c_str())
            .pointer(quotients.data())
            .pointer(remainders.data())
            .pointer(dividends.data())
            .pointer(divisors.data())
            .run(count / 64, 64);
        for (size_t i = 0; i < count; i++)
            check(chosen.c_str(), i, dividends[i], divisors[i], quotients[i], remainders[i]);
    }
}

void check_known(zed_module_t *module)
{
    const int divisors[4] = {1, -1, 7, -7};
    for (int divisor : {0, -1, 13}) {
        int dividends[4 * items], quotients[16 * items], remainders[16 * items];
        for (int &dividend : dividends)
            dividend = operand<int>();
        Launch(module, "known")
            .pointer(quotients)
            .pointer(remainders)
            .pointer(dividends)
            .pointer(&divisor)
            .run(1, items);
        for (size_t i = 0; i < 4 * items; i++) {
            const size_t at = i / 4 * 16 + i % 4;
            const int dividend = dividends[i];
            check("known", at, dividend, divisors[i % 4], quotients[at], remainders[at]);
            check("known", at + 4, dividend, -1, quotients[at + 4], remainders[at + 4]);
            check("known", at + 8, std::numeric_limits<int>::min(), dividend, quotients[at + 8],
                  remainders[at + 8]);
            check("known", at + 12, dividend, divisor, quotients[at + 12], remainders[at + 12]);
        }
    }
}

/* Divides by vectors that the compiler knows, and divides these. */
template <class T> void check_known_vectors(zed_module_t *module, const std::string &type)
{
    constexpr size_t widths[] = {2, 3, 4, 8, 16}, operand_count = 16 * items;
    const T known[][16] = {{KNOWN_FIRST(16, T, KNOWN_0)},
                           {KNOWN_FIRST(16, T, KNOWN_1)},
                           {KNOWN_FIRST(16, T, KNOWN_2)},
                           {KNOWN_FIRST(16, T, KNOWN_3)}};
    std::vector<T> operands(operand_count);
    for (T &number : operands)
        number = operand<T>();
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const std::string name = "known_" + std::to_string(k) + "_" + type;
        std::vector<T> results(operand_count * 4 * (sizeof widths / sizeof *widths));
        Launch(module, name.c_str()).pointer(results.data()).pointer(operands.data()).run(1, items);
        const T *at = results.data();
        for (size_t width : widths) {
            for (size_t i = 0; i < operand_count; i++) {
                if (i % 16 >= width)
                    continue;
                const T given = operands[i], other = known[k][i % 16];
                check(name.c_str(), i, given, other, at[i], at[operand_count + i]);
                check(name.c_str(), i, other, given, at[2 * operand_count + i],
                      at[3 * operand_count + i]);
            }
            at += 4 * operand_count;
        }
    }
}

template <class T> void check_all(zed_module_t *module, const std::string &type)
{
    check_type<T>(module, type);
    check_known_vectors<T>(module, type);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
    zed_module_t *module = test_module("kernels_divisions.spv", argc > 1 ? argv[1] : nullptr);
    check_all<int8_t>(module, "char");
    check_all<uint8_t>(module, "uchar");
    check_all<int16_t>(module, "short");
    check_all<uint16_t>(module, "ushort");
    check_all<int32_t>(module, "int");
    check_all<uint32_t>(module, "uint");
    check_all<int64_t>(module, "long");
    check_all<uint64_t>(module, "ulong");
    check_known(module);
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
