/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions of math_list.h, with scalars or vectors of one type, all of a part or those named:
 *
 *     zed_builtins_math TYPE functions|extremes|coarse scalars|vectors [NAME...]
 *
 * The module is math_TYPE_PART_WIDTH.spv.  The lanes of vectors are in memory like scalars, so all
 * widths get the same inputs; 3-vectors leave out every fourth one.  TEST_COUNT is the number of
 * inputs for scalars.  TEST_TELL prints each function's worst error and this many wrong results.
 */
#include "inputs.h"
#include "judge.h"
#include "math_list.h"
#include "math_reference.h"

#include <algorithm>

namespace {

constexpr size_t group_items = 32;
bool tells_errors;
size_t scalars = 8192;

template <class T> struct Data {
    Buffer<T> x, y, z;
    Buffer<int32_t> k;
};

template <class T> Data<T> data_for(const MathFunction &function, size_t count)
{
    Random random = random_for(function.name);
    Data<T> data;
    Buffer<T> unused;
    draw(random, &data.x, &data.y, count);
    draw(random, &data.z, &unused, count);
    data.k = draw_exponents(random, count);
    if (function.shape == Shape::ternary) {
        std::shuffle(data.z.begin(), data.z.end(), random);
        for (size_t i = 0; i < count; i += 3) /* a sum near zero */
            data.z[i] = narrow<T>(-wide(data.x[i]) * wide(data.y[i]));
    }
    if (function.shape == Shape::binary_int)
        std::shuffle(data.x.begin(), data.x.end(), random);
    if (sizeof(T) == 2 && count > UINT16_MAX)
        for (size_t i = 0; i < count; i++)
            data.x[i] = from_bits<T>(i);
    return data;
}

template <class T> void print_inputs(const MathFunction &function, const Data<T> &data, size_t i)
{
    std::fprintf(stderr, "(%La", wide(data.x[i]));
    if (function.shape == Shape::binary || function.shape == Shape::ternary ||
        function.shape == Shape::binary_quotient)
        std::fprintf(stderr, ", %La", wide(data.y[i]));
    if (function.shape == Shape::ternary)
        std::fprintf(stderr, ", %La", wide(data.z[i]));
    if (function.shape == Shape::binary_int)
        std::fprintf(stderr, ", %d", data.k[i]);
    std::fprintf(stderr, ")");
}

template <class T> class Comparison {
public:
    Comparison(const MathFunction &function, std::string type, double bound, const Data<T> &data)
        : function_(function), type_(std::move(type)), bound_(bound), data_(data)
    {
        for (size_t i = 0; i < data.x.size(); i++)
            answers_.push_back(function.reference({FormatOf<T>::value, wide(data.x[i]),
                                                   wide(data.y[i]), wide(data.z[i]), data.k[i]}));
    }

    void run(zed_module_t *module, size_t lanes) const
    {
        const size_t count = data_.x.size(), stride = lanes == 3 ? 4 : lanes;
        Buffer<T> to(count);
        Buffer<uint64_t> second(count);
        const std::string kernel = std::string(function_.name) + "_" + std::to_string(lanes);
        Launch(module, kernel.c_str())
            .pointer(to.data())
            .pointer(second.data())
            .pointer(data_.x.data())
            .pointer(data_.y.data())
            .pointer(data_.z.data())
            .pointer(data_.k.data())
            .run(static_cast<uint32_t>(count / stride / group_items), group_items);
        const T *other = reinterpret_cast<const T *>(second.data());
        const int32_t *whole = reinterpret_cast<const int32_t *>(second.data());
        Verdict verdict(std::string(function_.name) + " of " + type_ +
                        (lanes == 1 ? "" : std::to_string(lanes)));
        double worst = 0;
        for (size_t i = 0; i < count; i++) {
            if (i % stride >= lanes)
                continue;
            const double error = judge(&verdict, i, to[i], other[i], whole[i]);
            worst = std::max(worst, error);
        }
        if (tells_errors)
            std::printf("%-24s %8.3g of %g\n", verdict.name(), worst, bound_);
    }

private:
    /* Inputs for which half_NAME and native_NAME promise nothing: angles above 2^16, and subnormal
     * numbers; for native_NAME also arguments or results that are not finite or not normal. */
    bool is_past_promise(size_t i) const
    {
        const Format &format = FormatOf<T>::value;
        const long double least = std::ldexp(1.0L, format.least),
                          most = std::ldexp(1.0L, format.most - 1);
        const std::string name = function_.name;
        const bool two = function_.shape == Shape::binary, native = name.rfind("native", 0) == 0;
        const auto is_small = [&](long double v) { return v != 0 && std::fabs(v) < least; };
        const auto is_odd = [&](long double v) {
            return !(std::fabs(v) >= least && std::fabs(v) <= most);
        };
        const long double x = wide(data_.x[i]), y = two ? wide(data_.y[i]) : 1,
                          to = answers_[i].value;
        const bool angle = name.find("sin") != name.npos || name.find("cos") != name.npos ||
                           name.find("tan") != name.npos;
        return is_small(x) || is_small(y) || is_small(to) || (angle && !(std::fabs(x) <= 65536)) ||
               (native && (is_odd(x) || is_odd(y) || is_odd(to)));
    }

    double judge(Verdict *verdict, size_t i, T to, T other, int32_t whole) const
    {
        const Answer &answer = answers_[i];
        const Format &format = FormatOf<T>::value;
        if (function_.coarse && is_past_promise(i))
            return 0;
        const Shape shape = function_.shape;
        double error = 0;
        if (shape != Shape::to_int)
            error = std::min(distance(format, wide(to), answer.value, bound_, answer.scale),
                             distance(format, wide(to), answer.other, bound_, answer.scale));
        const double second = shape == Shape::unary_second
                                  ? distance(format, wide(other), answer.second, bound_, 0)
                                  : 0;
        const bool has_whole =
            shape == Shape::to_int || shape == Shape::unary_int || shape == Shape::binary_quotient;
        const bool is_off = has_whole && !answer.any_whole && whole != answer.whole;
        if (!verdict->wrong(!(error <= bound_ && second <= bound_) || is_off))
            return std::max(error, second);
        std::fprintf(stderr, "%s", verdict->name());
        print_inputs(function_, data_, i);
        if (!(error <= bound_))
            std::fprintf(stderr, " is %La, not %La, %.3g ulp", wide(to),
                         rounded(format, answer.value), error);
        if (!(second <= bound_))
            std::fprintf(stderr, " gives %La, not %La", wide(other),
                         rounded(format, answer.second));
        if (is_off)
            std::fprintf(stderr, " gives %d, not %d", whole, answer.whole);
        std::fprintf(stderr, "\n");
        return std::max(error, second);
    }

    const MathFunction &function_;
    std::string type_;
    double bound_;
    const Data<T> &data_;
    std::vector<Answer> answers_;
};

#define NAME(shape, name, f, d, h) #name,
#define COARSE_NAMES(shape, name) "half_" #name, "native_" #name,
const std::vector<std::string> functions = {MATH_FUNCTIONS(NAME)};
const std::vector<std::string> extremes = {MATH_EXTREMES(NAME)};
const std::vector<std::string> coarse = {MATH_COARSE_NAMES(COARSE_NAMES)};

template <class T>
void test_functions(const std::string &type, size_t bound, const std::vector<std::string> &names,
                    const std::string &file, bool vectors)
{
    /* Modules of vectors are not optimised, which takes a quarter of the time to compile. */
    zed_module_t *module = test_module(file.c_str(), vectors ? "-ze-opt-disable" : nullptr);
    for (const std::string &name : names) {
        const MathFunction &function = *math_function(name);
        const bool alone = function.shape != Shape::binary && function.shape != Shape::ternary;
        const size_t count = vectors ? 2048 : sizeof(T) == 2 && alone ? 65536 : scalars;
        const Data<T> data = data_for<T>(function, count);
        const Comparison<T> comparison(function, type, function.bound[bound], data);
        if (!vectors)
            comparison.run(module, 1);
        else
            for (size_t lanes : {2, 3, 4, 8, 16})
                comparison.run(module, lanes);
    }
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const std::string type = argv[1];
    tells_errors = std::getenv("TEST_TELL") != nullptr;
    if (const char *more = std::getenv("TEST_COUNT"))
        scalars = std::strtoull(more, nullptr, 0) / 64 * 64;
    test_start();
    const std::string part = argv[2], width = argv[3],
                      file = "math_" + type + "_" + part + "_" + width + ".spv";
    std::vector<std::string> names = part == "functions"  ? functions
                                     : part == "extremes" ? extremes
                                                          : coarse;
    if (argc > 4)
        names.assign(argv + 4, argv + argc);
    const bool vectors = width == "vectors";
    if (type == "float")
        test_functions<float>(type, 0, names, file, vectors);
    else if (type == "double")
        test_functions<double>(type, 1, names, file, vectors);
    else
        test_functions<Half>(type, 2, names, file, vectors);
    return test_failures != 0;
}
