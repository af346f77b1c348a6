/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that move values, and halves in memory: zed_builtins_memory TYPE|halves...  The code is
 * not optimised, because that would take three times as long to compile. */
#include "inputs.h"
#include "judge.h"
#include "rounding.h"

namespace {

constexpr size_t items = 256, group_items = 32;

template <class T>
void check(const std::string &name, const T *found, const T *wanted, size_t count)
{
    Verdict verdict(name);
    for (size_t i = 0; i < count; i++)
        if (verdict.wrong(found[i] != wanted[i]))
            std::fprintf(stderr, "%s at %zu is %llx, not %llx\n", name.c_str(), i,
                         static_cast<unsigned long long>(found[i]),
                         static_cast<unsigned long long>(wanted[i]));
}

template <class U> void test_moves(zed_module_t *module, const std::string &type, Random &random)
{
    const Buffer<U> from = draw_integers<U>(random, 16 * items + 1);
    for (size_t lanes : {2, 3, 4, 8, 16}) {
        const size_t count = lanes * items;
        Buffer<U> to(5 * count);
        Launch(module, ("moves_" + std::to_string(lanes)).c_str())
            .pointer(to.data())
            .pointer(from.data())
            .pointer(from.data())
            .local(static_cast<uint32_t>(sizeof(U) * (lanes * group_items + 1)))
            .run(items / group_items, group_items);
        const char *const spaces[] = {"global", "generic", "local", "private", "constant"};
        for (size_t space = 0; space < 5; space++)
            check("vload and vstore of " + type + std::to_string(lanes) + " in " + spaces[space] +
                      " memory",
                  &to[space * count], &from[1], count);
    }
}

template <class U> void test_copies(zed_module_t *module, const std::string &type, Random &random)
{
    const Buffer<U> from = draw_integers<U>(random, 16 * items);
    for (size_t lanes : {1, 2, 3, 4, 8, 16}) {
        const size_t stride = lanes == 3 ? 4 : lanes, count = stride * items;
        Buffer<U> to(3 * count), wanted(3 * count);
        for (size_t item = 0; item < items; item++) {
            const size_t at = item % group_items, first = item - at;
            for (size_t lane = 0; lane < lanes; lane++) {
                wanted[item * stride + lane] = from[item * stride + lane];
                if (at < 5)
                    wanted[count + item * stride + lane] = from[item * stride + lane];
                if (at < group_items / 4)
                    wanted[2 * count + (first + 2 * at) * stride + lane] =
                        from[(first + 3 * at) * stride + lane];
            }
        }
        Launch(module, ("copies_" + std::to_string(lanes)).c_str())
            .pointer(to.data())
            .pointer(from.data())
            .local(static_cast<uint32_t>(sizeof(U) * stride * group_items))
            .run(items / group_items, group_items);
        if (lanes == 3) /* the fourth element is not written */
            for (size_t i = 3; i < 3 * count; i += 4)
                to[i] = 0;
        check("copies by a work-group of " + type + std::to_string(lanes), to.data(), wanted.data(),
              3 * count);
    }
}

template <class U> void test_shuffles(zed_module_t *module, const std::string &type, Random &random)
{
    const Buffer<U> a = draw_integers<U>(random, 16 * items),
                    b = draw_integers<U>(random, 16 * items),
                    mask = draw_integers<U>(random, 16 * items);
    Buffer<U> to(items * 16 * 32);
    Launch(module, "shuffles")
        .pointer(to.data())
        .pointer(a.data())
        .pointer(b.data())
        .pointer(mask.data())
        .run(items / group_items, group_items);
    size_t slot = 0;
    for (size_t m : {2, 4, 8, 16})
        for (size_t n : {2, 4, 8, 16}) {
            const std::string widths = std::to_string(m) + " to " + std::to_string(n);
            for (size_t two : {0, 1}) {
                std::vector<U> found, wanted;
                for (size_t i = 0; i < items; i++)
                    for (size_t lane = 0; lane < n; lane++) {
                        const size_t chosen = mask[n * i + lane] & (two ? 2 * m - 1 : m - 1);
                        wanted.push_back(chosen < m ? a[m * i + chosen] : b[m * i + chosen - m]);
                        found.push_back(to[i * 16 * 32 + slot * 16 + lane]);
                    }
                check((two ? "shuffle2 of " : "shuffle of ") + type + widths, found.data(),
                      wanted.data(), wanted.size());
                slot++;
            }
        }
}

template <class U> void test_bits(zed_module_t *module, const std::string &type, Random &random)
{
    const Buffer<U> from = draw_integers<U>(random, 16 * items);
    Buffer<U> to(16 * items);
    Buffer<int32_t> steps(items);
    Launch(module, "bits")
        .pointer(to.data())
        .pointer(from.data())
        .pointer(steps.data())
        .run(items / group_items, group_items);
    check("as_type of " + type, to.data(), from.data(), to.size());
    const std::vector<int32_t> wanted(items, 1 + 20 + 400 + 16000);
    check("vec_step of " + type, steps.data(), wanted.data(), items);
}

template <class U> void test_type(const std::string &type)
{
    Random random = random_for("memory of " + type);
    zed_module_t *module = test_module(("memory_" + type + ".spv").c_str(), "-ze-opt-disable");
    test_moves<U>(module, type, random);
    test_copies<U>(module, type, random);
    test_shuffles<U>(module, type, random);
    test_bits<U>(module, type, random);
    zed_engine_get()->module_destroy(module);
}

/* Compares bits, but all NaNs are equal. */
template <class T> bool is_same(T found, T wanted)
{
    return (std::isnan(wide(found)) && std::isnan(wide(wanted))) ||
           to_bits(found) == to_bits(wanted);
}

void test_half_loads(zed_module_t *module)
{
    constexpr size_t count = 65536;
    Buffer<Half> from(count);
    for (size_t i = 0; i < count; i++)
        from[i] = {static_cast<uint16_t>(i)};
    for (size_t lanes : {1, 2, 3, 4, 8, 16}) {
        const size_t stride = lanes == 3 ? 4 : lanes;
        Buffer<float> to(6 * count);
        Launch(module, ("loads_" + std::to_string(lanes)).c_str())
            .pointer(to.data())
            .pointer(from.data())
            .pointer(from.data())
            .local(static_cast<uint32_t>(2 * stride * group_items))
            .run(static_cast<uint32_t>(count / stride / group_items), group_items);
        const char *const forms[] = {"vload_half",          "vloada_half",
                                     "vload_half, private", "vload_half, local",
                                     "vloada_half, local",  "vload_half, constant"};
        for (size_t form = 0; form < 6; form++) {
            Verdict verdict(forms[form] + (" by " + std::to_string(lanes)));
            for (size_t i = 0; i < count; i++) {
                const float wanted = static_cast<float>(wide(from[i])),
                            found = to[form * count + i];
                if (i % stride < lanes && verdict.wrong(!is_same(found, wanted)))
                    std::fprintf(stderr, "%s of %zx is %a, not %a\n", verdict.name(), i,
                                 static_cast<double>(found), static_cast<double>(wanted));
            }
        }
    }
}

/* Besides arbitrary numbers: halves, numbers halfway between two halves, and their neighbours. */
template <class T> void test_half_stores(zed_module_t *module, const std::string &type)
{
    constexpr size_t count = 32768;
    Random random = random_for("stores of half from " + type);
    Buffer<T> from, unused;
    draw(random, &from, &unused, count);
    for (size_t i = 4096; i < count; i++) {
        const Half low = {static_cast<uint16_t>(random() & 0xfbff)},
                   high = {static_cast<uint16_t>(low.bits + 1)};
        const long double middle = (wide(low) + wide(high)) / 2;
        const long double off =
            unit(FormatOf<T>::value, middle) * (static_cast<int>(random() % 5) - 2);
        from[i] = narrow<T>(std::isfinite(middle) ? middle + off : wide(low));
    }
    const struct {
        const char *name;
        Rounding rounding;
    } modes[] = {{"", Rounding::rte},
                 {"_rte", Rounding::rte},
                 {"_rtz", Rounding::rtz},
                 {"_rtp", Rounding::rtp},
                 {"_rtn", Rounding::rtn}};
    const char *const forms[] = {"vstore_half", "vstorea_half", "vstore_half, private"};
    for (size_t lanes : {1, 2, 3, 4, 8, 16}) {
        const size_t stride = lanes == 3 ? 4 : lanes;
        Buffer<Half> to(15 * count);
        Launch(module, ("stores_" + type + "_" + std::to_string(lanes)).c_str())
            .pointer(to.data())
            .pointer(from.data())
            .run(static_cast<uint32_t>(count / stride / group_items), group_items);
        for (size_t result = 0; result < 15; result++) {
            Verdict verdict(forms[result % 3] + (modes[result / 3].name + (" of " + type)) +
                            " by " + std::to_string(lanes));
            for (size_t i = 0; i < count; i++) {
                const Half found = to[result * count + i],
                           wanted = narrow<Half>(to_format(modes[result / 3].rounding,
                                                           FormatOf<Half>::value, wide(from[i])));
                if (i % stride < lanes && verdict.wrong(!is_same(found, wanted)))
                    std::fprintf(stderr, "%s: %La is %x, not %x\n", verdict.name(), wide(from[i]),
                                 found.bits, wanted.bits);
            }
        }
    }
}

void test_halves()
{
    zed_module_t *module = test_module("halves.spv", "-ze-opt-disable");
    test_half_loads(module);
    test_half_stores<float>(module, "float");
    test_half_stores<double>(module, "double");
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
    for (int i = 1; i < argc; i++) {
        const std::string type = argv[i];
        if (type == "halves")
            test_halves();
        else if (type == "char" || type == "uchar")
            test_type<uint8_t>(type);
        else if (type == "short" || type == "ushort" || type == "half")
            test_type<uint16_t>(type);
        else if (type == "int" || type == "uint" || type == "float")
            test_type<uint32_t>(type);
        else
            test_type<uint64_t>(type);
    }
    return argc == 1 || test_failures != 0;
}
