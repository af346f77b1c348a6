/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of section 6.13.6, with scalars and all vectors: zed_builtins_relations TYPE */
#include "inputs.h"
#include "judge.h"
#include "relation_list.h"

namespace {

constexpr size_t count = 4096, group_items = 32;

using Relation = bool (*)(const Format &, long double, long double);
#define RELATION(name, condition)                                               \
    bool reference_##name([[maybe_unused]] const Format &format, long double x, \
                          [[maybe_unused]] long double y)                       \
    {                                                                           \
        return condition;                                                       \
    }
RELATION(isequal, x == y)
RELATION(isnotequal, x != y)
RELATION(isgreater, std::isgreater(x, y))
RELATION(isgreaterequal, std::isgreaterequal(x, y))
RELATION(isless, std::isless(x, y))
RELATION(islessequal, std::islessequal(x, y))
RELATION(islessgreater, std::islessgreater(x, y))
RELATION(isfinite, std::isfinite(x))
RELATION(isinf, std::isinf(x))
RELATION(isnan, std::isnan(x))
RELATION(isnormal, std::isfinite(x) && std::fabs(x) >= std::ldexp(1.0L, format.least - 1))
RELATION(isordered, !std::isunordered(x, y))
RELATION(isunordered, std::isunordered(x, y))
RELATION(signbit, std::signbit(x))

#define ROW(shape, name) {#name, reference_##name},
const struct {
    const char *name;
    Relation reference;
} relations[] = {RELATIONS(ROW)};
constexpr size_t relation_count = sizeof relations / sizeof relations[0];

/* One width: the lanes of an item, the distance between items, and the type's name for messages. */
struct Width {
    size_t lanes, stride;
    std::string suffix;

    Width(const std::string &type, size_t n)
        : lanes(n), stride(n == 3 ? 4 : n),
          suffix(" of " + type + (n == 1 ? "" : std::to_string(n)))
    {
    }
    bool has(size_t i) const
    {
        return i % stride < lanes;
    }
    uint32_t groups() const
    {
        return static_cast<uint32_t>(count / stride / group_items);
    }
};

template <class I>
void check(const std::string &name, const Width &width, const I *found,
           const std::vector<I> &wanted)
{
    Verdict verdict(name + width.suffix);
    for (size_t i = 0; i < count; i++)
        if (width.has(i) && verdict.wrong(found[i] != wanted[i]))
            std::fprintf(stderr, "%s at %zu is %llx, not %llx\n", verdict.name(), i,
                         static_cast<unsigned long long>(found[i]),
                         static_cast<unsigned long long>(wanted[i]));
}

/* Scalars select by any bit, vectors by the highest one. */
template <class I> bool chooses(const Width &width, I mask)
{
    return width.lanes == 1 ? mask != 0 : mask < 0;
}

template <class I> std::vector<I> selected(const Width &width, const I *a, const I *b, const I *c)
{
    std::vector<I> made;
    for (size_t i = 0; i < count; i++)
        made.push_back(chooses(width, c[i]) ? b[i] : a[i]);
    return made;
}

template <class I> std::vector<I> bits_selected(const I *a, const I *b, const I *c)
{
    std::vector<I> made;
    for (size_t i = 0; i < count; i++)
        made.push_back(static_cast<I>((a[i] & ~c[i]) | (b[i] & c[i])));
    return made;
}

/* any() and all() test the highest bits of all lanes. */
template <class I> void check_whole(const Width &width, const Buffer<int32_t> &whole, const I *k)
{
    const size_t items = count / width.stride;
    Verdict any("any" + width.suffix), all("all" + width.suffix);
    for (size_t item = 0; item < items; item++) {
        bool has_any = false, has_all = true;
        for (size_t lane = 0; lane < width.lanes; lane++) {
            const bool is_set = k[item * width.stride + lane] < 0;
            has_any = has_any || is_set;
            has_all = has_all && is_set;
        }
        if (any.wrong(whole[item] != has_any) || all.wrong(whole[items + item] != has_all))
            std::fprintf(stderr, "any and all%s at %zu are %d and %d\n", width.suffix.c_str(), item,
                         whole[item], whole[items + item]);
    }
}

template <class T, class I> void test_type(const std::string &type)
{
    Random random = random_for("relations of " + type);
    Buffer<T> x, y;
    draw(random, &x, &y, count);
    Buffer<I> k = draw_integers<I>(random, count);
    for (size_t i = 0; i < count; i += 64) /* equal lanes */
        std::fill_n(k.begin() + static_cast<ptrdiff_t>(i), 16,
                    static_cast<I>(i % 128 == 0 ? -1 : 1));
    const I *xi = reinterpret_cast<const I *>(x.data()),
            *yi = reinterpret_cast<const I *>(y.data());
    zed_module_t *module = test_module(("relations_" + type + ".spv").c_str());
    for (size_t lanes : {1, 2, 3, 4, 8, 16}) {
        const Width width(type, lanes);
        Buffer<I> to(relation_count * count), mixed(4 * count), chosen(3 * count);
        Buffer<int32_t> whole(2 * count);
        Launch(module, ("relations_" + std::to_string(lanes)).c_str())
            .pointer(to.data())
            .pointer(whole.data())
            .pointer(chosen.data())
            .pointer(mixed.data())
            .pointer(x.data())
            .pointer(y.data())
            .pointer(k.data())
            .run(width.groups(), group_items);
        for (size_t row = 0; row < relation_count; row++) {
            std::vector<I> wanted;
            for (size_t i = 0; i < count; i++)
                wanted.push_back(static_cast<I>(
                    relations[row].reference(FormatOf<T>::value, wide(x[i]), wide(y[i]))
                        ? (lanes == 1 ? 1 : -1)
                        : 0));
            check(relations[row].name, width, &to[row * count], wanted);
        }
        check_whole(width, whole, k.data());
        check("select", width, &chosen[0], selected(width, xi, yi, k.data()));
        check("select by unsigned", width, &chosen[count], selected(width, xi, yi, k.data()));
        check("bitselect", width, &chosen[2 * count], bits_selected(xi, yi, k.data()));
        check("select of integers", width, &mixed[0], selected(width, k.data(), xi, yi));
        check("select of unsigned integers", width, &mixed[count],
              selected(width, k.data(), xi, yi));
        check("bitselect of integers", width, &mixed[2 * count], bits_selected(k.data(), xi, yi));
        check("bitselect of unsigned integers", width, &mixed[3 * count],
              bits_selected(k.data(), xi, yi));
    }
    zed_engine_get()->module_destroy(module);
}

void test_bytes()
{
    Random random = random_for("relations of char");
    const Buffer<int8_t> a = draw_integers<int8_t>(random, count),
                         b = draw_integers<int8_t>(random, count),
                         c = draw_integers<int8_t>(random, count);
    zed_module_t *module = test_module("relations_half.spv");
    for (size_t lanes : {1, 2, 3, 4, 8, 16}) {
        const Width width("char", lanes);
        Buffer<int32_t> whole(2 * count);
        Buffer<int8_t> to(5 * count);
        Launch(module, ("bytes_" + std::to_string(lanes)).c_str())
            .pointer(whole.data())
            .pointer(to.data())
            .pointer(a.data())
            .pointer(b.data())
            .pointer(c.data())
            .run(width.groups(), group_items);
        check_whole(width, whole, a.data());
        const std::vector<int8_t> chosen = selected(width, a.data(), b.data(), c.data()),
                                  bits = bits_selected(a.data(), b.data(), c.data());
        check("select", width, &to[0], chosen);
        check("select by unsigned", width, &to[count], chosen);
        check("select of unsigned", width, &to[2 * count], chosen);
        check("bitselect", width, &to[3 * count], bits);
        check("bitselect of unsigned", width, &to[4 * count], bits);
    }
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
    const std::string type = argc > 1 ? argv[1] : "";
    if (type == "float") {
        test_type<float, int32_t>(type);
    } else if (type == "double") {
        test_type<double, int64_t>(type);
    } else {
        test_type<Half, int16_t>("half");
        test_bytes();
    }
    return test_failures != 0;
}
