/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions of section 6.13.5, with scalars and vectors of up to four lanes:
 * zed_builtins_geometry TYPE.  OpenCL C 2.0 gives no bounds for them; these are from later
 * versions, for n lanes.
 */
#include "inputs.h"
#include "judge.h"

namespace {

constexpr size_t count = 4096, group_items = 32;

/* Vectors with one number of lanes, by item. */
template <class T> struct Vectors {
    const Buffer<T> &x, &y;
    size_t lanes, stride;

    long double a(size_t item, size_t lane) const
    {
        return wide(x[item * stride + lane]);
    }
    long double b(size_t item, size_t lane) const
    {
        return wide(y[item * stride + lane]);
    }
    size_t items() const
    {
        return count / stride;
    }
    long double length(size_t item) const
    {
        long double sum = 0;
        for (size_t lane = 0; lane < lanes; lane++)
            sum = std::hypot(sum, a(item, lane));
        return sum;
    }
    /* Whether the item has an infinity or a NaN. */
    bool is_undecided(size_t item) const
    {
        bool has_nan = false, has_infinity = false;
        for (size_t lane = 0; lane < lanes; lane++)
            for (long double value :
                 {a(item, lane), b(item, lane), a(item, lane) - b(item, lane)}) {
                has_nan = has_nan || std::isnan(value);
                has_infinity = has_infinity || std::isinf(value);
            }
        return has_nan && has_infinity;
    }
    long double distance(size_t item) const
    {
        long double sum = 0;
        for (size_t lane = 0; lane < lanes; lane++)
            sum = std::hypot(sum, a(item, lane) - b(item, lane));
        return sum;
    }
};

struct Exact {
    long double value, scale;
    bool matters;
};

/* Bounds of half are smaller, because float is used for the computation. */
template <class T> constexpr bool is_half = sizeof(T) == 2;

template <class T>
void check(const std::string &name, const T *found, const std::vector<Exact> &wanted, double bound)
{
    Verdict verdict(name);
    double worst = 0;
    for (size_t i = 0; i < wanted.size(); i++) {
        if (!wanted[i].matters)
            continue;
        const double error =
            distance(FormatOf<T>::value, wide(found[i]), wanted[i].value, bound, wanted[i].scale);
        worst = std::fmax(worst, error);
        if (verdict.wrong(!(error <= bound)))
            std::fprintf(stderr, "%s at %zu is %La, not %La, %.3g ulp\n", verdict.name(), i,
                         wide(found[i]), rounded(FormatOf<T>::value, wanted[i].value), error);
    }
    if (std::getenv("TEST_TELL"))
        std::printf("%-24s %8.3g of %g\n", verdict.name(), worst, bound);
}

template <class T> std::vector<Exact> dots(const Vectors<T> &in)
{
    std::vector<Exact> made;
    for (size_t item = 0; item < in.items(); item++) {
        long double sum = 0, most = 0;
        for (size_t lane = 0; lane < in.lanes; lane++) {
            sum = lane == 0 ? in.a(item, 0) * in.b(item, 0)
                            : sum + in.a(item, lane) * in.b(item, lane);
            most = std::fmax(most,
                             std::fmax(std::fabs(in.a(item, lane)), std::fabs(in.b(item, lane))));
        }
        made.push_back({sum, most * most,
                        static_cast<long double>(in.lanes) * most * most <
                            std::ldexp(1.0L, FormatOf<T>::value.most)});
    }
    return made;
}

template <class T> std::vector<Exact> crosses(const Vectors<T> &in)
{
    std::vector<Exact> made;
    for (size_t item = 0; item < in.items(); item++) {
        long double most = 0;
        for (size_t lane = 0; lane < 3; lane++)
            most = std::fmax(most,
                             std::fmax(std::fabs(in.a(item, lane)), std::fabs(in.b(item, lane))));
        const bool matters = 2 * most * most < std::ldexp(1.0L, FormatOf<T>::value.most);
        for (size_t lane = 0; lane < 3; lane++) {
            const size_t second = (lane + 1) % 3, third = (lane + 2) % 3;
            made.push_back(
                {in.a(item, second) * in.b(item, third) - in.a(item, third) * in.b(item, second),
                 most * most, matters});
        }
        made.push_back({0, 1, in.lanes == 4});
    }
    return made;
}

/* For all numbers: no intermediate square may overflow or vanish.  The fast functions promise this
 * only in the middle of the range. */
template <class T>
std::vector<Exact> lengths(const Vectors<T> &in, long double (Vectors<T>::*length)(size_t) const,
                           bool fast)
{
    const int range = FormatOf<T>::value.most / 2 - 4;
    std::vector<Exact> made;
    for (size_t item = 0; item < in.items(); item++) {
        const long double exact = (in.*length)(item);
        if (in.is_undecided(item)) {
            made.push_back({0, 0, false});
            continue;
        }
        made.push_back(
            {exact, 0,
             !fast || (exact > std::ldexp(1.0L, -range) && exact < std::ldexp(1.0L, range))});
    }
    return made;
}

/* A vector of zeros is its own direction, and each infinity counts as 1. */
template <class T> std::vector<Exact> directions(const Vectors<T> &in, bool fast)
{
    const std::vector<Exact> sizes = lengths(in, &Vectors<T>::length, fast);
    std::vector<Exact> made;
    for (size_t item = 0; item < in.items(); item++) {
        long double infinities = 0;
        bool nan = false;
        for (size_t lane = 0; lane < in.lanes; lane++) {
            infinities += std::isinf(in.a(item, lane)) ? 1 : 0;
            nan = nan || std::isnan(in.a(item, lane));
        }
        for (size_t lane = 0; lane < in.stride; lane++) {
            const long double part = lane < in.lanes ? in.a(item, lane) : 0;
            const long double value =
                nan              ? std::numeric_limits<long double>::quiet_NaN()
                : infinities > 0 ? std::isinf(part) ? std::copysign(1 / std::sqrt(infinities), part)
                                                    : std::copysign(0.0L, part)
                : sizes[item].value == 0 ? part
                                         : part / sizes[item].value;
            made.push_back({value, 0, sizes[item].matters && lane < in.lanes});
        }
    }
    return made;
}

template <class T> void test_type(const std::string &type)
{
    Random random = random_for("geometry " + type);
    Buffer<T> x, y;
    draw(random, &x, &y, count);
    for (size_t i = 2048; i < count; i++) /* lanes of similar size, items of all sizes */
        x[i] = narrow<T>(std::ldexp(static_cast<long double>(static_cast<int64_t>(random())),
                                    static_cast<int>(i / 16 % 64) * FormatOf<T>::value.most / 32 -
                                        FormatOf<T>::value.most - 63));
    zed_module_t *module = test_module(("geometry_" + type + ".spv").c_str());
    for (size_t lanes : {1, 2, 3, 4}) {
        const Vectors<T> in = {x, y, lanes, lanes == 3 ? 4 : lanes};
        const double n = static_cast<double>(lanes);
        const std::string suffix = " of " + type + (lanes == 1 ? "" : std::to_string(lanes));
        const uint32_t groups = static_cast<uint32_t>(in.items() / group_items);
        Buffer<T> scalars(5 * count), vectors(2 * count);
        Launch(module, ("geometry_" + std::to_string(lanes)).c_str())
            .pointer(scalars.data())
            .pointer(vectors.data())
            .pointer(x.data())
            .pointer(y.data())
            .run(groups, group_items);
        check("dot" + suffix, &scalars[0], dots(in), 2 * n - 1);
        check("distance" + suffix, &scalars[in.items()], lengths(in, &Vectors<T>::distance, false),
              is_half<T> ? 2 * n : 2.5 + 2 * n);
        check("length" + suffix, &scalars[2 * in.items()], lengths(in, &Vectors<T>::length, false),
              is_half<T> ? 0.25 + 0.5 * n : 2.75 + 0.5 * n);
        check("normalize" + suffix, &vectors[0], directions(in, false),
              is_half<T> ? 1 + n : 2.5 + n);
        if (type == "float") {
            check("fast_distance" + suffix, &scalars[3 * in.items()],
                  lengths(in, &Vectors<T>::distance, true), 8191.5 + 2 * n);
            check("fast_length" + suffix, &scalars[4 * in.items()],
                  lengths(in, &Vectors<T>::length, true), 8191.5 + n);
            check("fast_normalize" + suffix, &vectors[in.items() * in.stride], directions(in, true),
                  8192 + n);
        }
        if (lanes < 3)
            continue;
        Buffer<T> products(count);
        Launch(module, ("cross_" + std::to_string(lanes)).c_str())
            .pointer(products.data())
            .pointer(x.data())
            .pointer(y.data())
            .run(groups, group_items);
        check("cross" + suffix, &products[0], crosses(in), 3);
    }
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    test_start();
    const std::string type = argv[1];
    if (type == "float")
        test_type<float>(type);
    else if (type == "double")
        test_type<double>(type);
    else
        test_type<Half>(type);
    return test_failures != 0;
}
