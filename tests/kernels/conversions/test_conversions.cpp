/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversions of one type to all, with scalars and all vectors: zed_builtins_conversions TYPE */
#include "conversion_list.h"
#include "inputs.h"
#include "judge.h"
#include "rounding.h"

#include <type_traits>

namespace {

constexpr size_t count = 4096, group_items = 32, modes = 5;
const char *const mode_names[modes] = {"", "_rte", "_rtz", "_rtp", "_rtn"};

template <class T> constexpr bool is_whole = std::is_integral_v<T>;

/* Where none is named, integers are rounded towards zero and floating-point numbers to the nearest. */
template <class D> Rounding rounding_of(size_t mode)
{
    const Rounding named[] = {Rounding::rte, Rounding::rtz, Rounding::rtp, Rounding::rtn};
    return mode > 0 ? named[mode - 1] : is_whole<D> ? Rounding::rtz : Rounding::rte;
}

long double exact(Half value)
{
    return wide(value);
}

template <class T> long double exact(T value)
{
    return static_cast<long double>(value);
}

/* False where the standard does not say what comes: what does not fit, if nothing saturates. */
template <class D>
bool converted(long double value, size_t mode, bool saturates, long double *wanted)
{
    if constexpr (is_whole<D>) {
        const long double least = static_cast<long double>(std::numeric_limits<D>::min()),
                          most = static_cast<long double>(std::numeric_limits<D>::max());
        if (std::isnan(value)) {
            *wanted = 0;
            return saturates;
        }
        const long double whole = to_whole(rounding_of<D>(mode), value);
        *wanted = std::fmin(std::fmax(whole, least), most) + 0.0L;
        return saturates || whole == *wanted;
    } else {
        *wanted = to_format(rounding_of<D>(mode), FormatOf<D>::value, value);
        return true;
    }
}

bool is_same(long double found, long double wanted)
{
    return (std::isnan(found) && std::isnan(wanted)) ||
           (found == wanted && std::signbit(found) == std::signbit(wanted));
}

template <class D, class S>
void test_pair(zed_module_t *module, const std::string &to_type, const std::string &from_type,
               const Buffer<S> &from)
{
    const size_t results = is_whole<D> ? 2 * modes : modes;
    for (size_t lanes : {1, 2, 3, 4, 8, 16}) {
        const size_t stride = lanes == 3 ? 4 : lanes;
        const std::string width = lanes == 1 ? "" : std::to_string(lanes);
        Buffer<D> to(results * count);
        Launch(module, ("to_" + to_type + "_" + std::to_string(lanes)).c_str())
            .pointer(to.data())
            .pointer(from.data())
            .run(static_cast<uint32_t>(count / stride / group_items), group_items);
        for (size_t result = 0; result < results; result++) {
            const bool saturates = result >= modes;
            const size_t mode = result % modes;
            Verdict verdict("convert_" + to_type + width + (saturates ? "_sat" : "") +
                            mode_names[mode] + " of " + from_type);
            for (size_t i = 0; i < count; i++) {
                long double wanted;
                if (i % stride >= lanes || !converted<D>(exact(from[i]), mode, saturates, &wanted))
                    continue;
                const long double found = exact(to[result * count + i]);
                if (verdict.wrong(!is_same(found, wanted)))
                    std::fprintf(stderr, "%s(%La) is %La, not %La\n", verdict.name(),
                                 exact(from[i]), found, wanted);
            }
        }
    }
}

/* Beside what is drawn for any function, what lies around the ends of the integers' ranges and halfway
 * between two values of a narrower type. */
template <class S> Buffer<S> inputs(const std::string &type)
{
    Random random = random_for("conversions of " + type);
    if constexpr (is_whole<S>) {
        return draw_integers<S>(random, count);
    } else {
        Buffer<S> x, unused;
        draw(random, &x, &unused, count);
        for (size_t i = 2; i < count; i += 4) {
            const int power = static_cast<int>(random() % 66);
            const long double off = static_cast<int>(random() % 5) - 2;
            const long double value = std::ldexp(1.0L, power) + off / 2;
            x[i] = narrow<S>(random() % 2 == 0 ? value : -value);
        }
        for (size_t i = 3; i < count; i += 4) {
            const int digits = random() % 2 == 0 ? 12 : 25,
                      scale = static_cast<int>(random() % 60) - 45;
            const uint64_t fraction = random() >> (64 - digits) | 1;
            x[i] = narrow<S>(std::ldexp(static_cast<long double>(fraction), scale));
        }
        return x;
    }
}

template <class S> void test_source(const std::string &type)
{
    const Buffer<S> from = inputs<S>(type);
    /* Of integers, code without optimisation, which takes a third of the time to compile. */
    zed_module_t *module = test_module(("conversions_" + type + "/kernels_conversions.spv").c_str(),
                                       is_whole<S> ? "-ze-opt-disable" : nullptr);
#define PAIR(name, host) test_pair<host, S>(module, #name, type, from);
    INTEGER_TYPES(PAIR)
    FLOATING_TYPES(PAIR)
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
#define SOURCE(name, host)                    \
    for (int i = 1; i < argc; i++)            \
        if (std::strcmp(argv[i], #name) == 0) \
            test_source<host>(#name);
    INTEGER_TYPES(SOURCE)
    FLOATING_TYPES(SOURCE)
    return test_failures != 0;
}
