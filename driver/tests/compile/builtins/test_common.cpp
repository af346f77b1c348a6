/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions of common_list.h, with scalars and all vectors: zed_builtins_common TYPE
 * functions|extremes.  NaN is not tested, because the standard defines little for it.
 */
#include "common_list.h"
#include "inputs.h"
#include "judge.h"

namespace {

constexpr size_t count = 4096, group_items = 32;

/* The result before rounding, and a number whose unit the bound refers to if it is larger; NaN if
 * the standard does not define the result. */
struct Answer {
    long double value, scale = 0;
};
using Reference = Answer (*)(const Format &, long double, long double, long double);

constexpr long double undefined = std::numeric_limits<long double>::quiet_NaN();
constexpr long double pi = 3.141592653589793238462643383279502884L;

#define REFERENCE(name)                                                           \
    Answer reference_##name([[maybe_unused]] const Format &format, long double x, \
                            [[maybe_unused]] long double y, [[maybe_unused]] long double z)

REFERENCE(degrees)
{
    return {x * (180 / pi)};
}

REFERENCE(radians)
{
    return {x * (pi / 180)};
}

REFERENCE(sign)
{
    return {x > 0 ? 1 : x < 0 ? -1 : x};
}

REFERENCE(max)
{
    return {x < y ? y : x};
}

REFERENCE(min)
{
    return {y < x ? y : x};
}

REFERENCE(clamp)
{
    return {y > z ? undefined : x < y ? y : x > z ? z : x};
}

REFERENCE(mix)
{
    const long double part = (y - x) * z;
    const bool is_in = std::fabs(y - x) < std::ldexp(1.0L, format.most) && z >= 0 && z <= 1;
    return {is_in ? x + part : undefined, std::fmax(std::fabs(x), std::fabs(part))};
}

REFERENCE(step)
{
    return {y < x ? 0.0L : 1.0L};
}

/* Only where the differences neither overflow nor lose digits as subnormal numbers. */
REFERENCE(smoothstep)
{
    const long double span = y - x;
    if (!(x < y) || !std::isfinite(z) || !(span < std::ldexp(1.0L, format.most - 1)) ||
        !(std::fabs(z - x) < std::ldexp(1.0L, format.most - 1)) ||
        span < std::ldexp(1.0L, format.least + 1))
        return {undefined};
    const long double t = std::fmin(std::fmax((z - x) / span, 0.0L), 1.0L);
    return {t * t * (3 - 2 * t), 1};
}

enum class Shape { one, two, two_first, two_last, three, three_first, three_last, three_both_last };

struct Row {
    const char *name;
    Shape shape;
    double bound;
    Reference reference;
};

#define ROW(shape, name, row, bound) {#row, Shape::shape, bound, reference_##name},
const std::vector<Row> functions = {COMMON_FUNCTIONS(ROW)}, extremes = {COMMON_EXTREMES(ROW)};

template <class T>
void test_width(zed_module_t *module, const std::string &type, size_t lanes,
                const std::vector<Row> &rows, const Buffer<T> &x, const Buffer<T> &y,
                const Buffer<T> &z)
{
    const Format &format = FormatOf<T>::value;
    const size_t stride = lanes == 3 ? 4 : lanes;
    Buffer<T> to(rows.size() * count);
    Launch(module, ("common_" + std::to_string(lanes)).c_str())
        .pointer(to.data())
        .pointer(x.data())
        .pointer(y.data())
        .pointer(z.data())
        .run(static_cast<uint32_t>(count / stride / group_items), group_items);
    for (size_t row = 0; row < rows.size(); row++) {
        const Shape shape = rows[row].shape;
        Verdict verdict(rows[row].name + (" of " + type) +
                        (lanes == 1 ? "" : std::to_string(lanes)));
        for (size_t i = 0; i < count; i++) {
            const size_t first = i / stride * stride;
            const bool x_is_scalar = shape == Shape::two_first || shape == Shape::three_first;
            const bool y_is_scalar = shape == Shape::two_last || shape == Shape::three_first ||
                                     shape == Shape::three_both_last;
            const bool z_is_scalar = shape == Shape::three_last || shape == Shape::three_both_last;
            const long double a = wide(x[x_is_scalar ? first : i]),
                              b = wide(y[y_is_scalar ? first : i]),
                              c = wide(z[z_is_scalar ? first : i]);
            if (i % stride >= lanes || std::isnan(a) || std::isnan(b) || std::isnan(c))
                continue;
            const Answer answer = rows[row].reference(format, a, b, c);
            if (std::isnan(answer.value))
                continue;
            const long double found = wide(to[row * count + i]);
            /* Either of two zeros counts as the greater. */
            const bool zeros = &rows == &extremes && found == 0 && answer.value == 0;
            const double error =
                zeros ? 0 : distance(format, found, answer.value, rows[row].bound, answer.scale);
            if (verdict.wrong(!(error <= rows[row].bound)))
                std::fprintf(stderr, "%s(%La, %La, %La) is %La, not %La, %.3g ulp\n",
                             verdict.name(), a, b, c, found, rounded(format, answer.value), error);
        }
    }
}

template <class T> void test_type(const std::string &type, const std::string &part)
{
    Random random = random_for("common " + type);
    Buffer<T> x, y, z, unused;
    draw(random, &x, &y, count);
    draw(random, &z, &unused, count);
    for (size_t i = 1; i < count; i += 3) { /* the usual arguments of mix and smoothstep */
        z[i] = narrow<T>(static_cast<long double>(random()) * 0x1p-64L);
        x[i] = narrow<T>(std::ldexp(static_cast<long double>(random()), -66));
        y[i] = narrow<T>(wide(x[i]) + 1);
    }
    zed_module_t *module = test_module(("common_" + type + "_" + part + ".spv").c_str());
    for (size_t lanes : {1, 2, 3, 4, 8, 16})
        test_width<T>(module, type, lanes, part == "functions" ? functions : extremes, x, y, z);
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    test_start();
    const std::string type = argv[1], part = argv[2];
    if (type == "float")
        test_type<float>(type, part);
    else if (type == "double")
        test_type<double>(type, part);
    else
        test_type<Half>(type, part);
    return test_failures != 0;
}
