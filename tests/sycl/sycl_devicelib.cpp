// SPDX-License-Identifier: BSD-3-Clause
/*
 * sycl_devicelib SOURCE [LIMIT]: device code that is compiled at run time and uses what DPC++ leaves to the driver.
 * Values come back right; and with a limit that a value does not keep, the assert of its work-item ends the process.
 */
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

constexpr size_t items = 40;
constexpr size_t items_of_group = 8;

static std::string read(const char *path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

static bool expect(const char *what, const float *found, float (*wanted)(size_t))
{
    for (size_t i = 0; i < items; i++) {
        if (found[i] != wanted(i)) {
            std::fprintf(stderr, "%s: value %zu is %g, expected %g\n", what, i,
                         static_cast<double>(found[i]), static_cast<double>(wanted(i)));
            return false;
        }
    }
    return true;
}

static bool run(const char *path, float limit)
{
    namespace syclex = sycl::ext::oneapi::experimental;
    sycl::queue queue;
    auto source = syclex::create_kernel_bundle_from_source(
        queue.get_context(), syclex::source_language::sycl, read(path));
    auto bundle = syclex::build(source);
    float *const values = sycl::malloc_shared<float>(items, queue);
    const auto launch = [&](const char *name) {
        for (size_t i = 0; i < items; i++) {
            values[i] = static_cast<float>(i);
        }
        queue
            .submit([&](sycl::handler &handler) {
                handler.set_args(values, limit);
                handler.parallel_for(sycl::nd_range<1>(items, items_of_group),
                                     bundle.ext_oneapi_get_kernel(name));
            })
            .wait_and_throw();
    };
    launch("rounded");
    bool good = expect("rounded", values, [](size_t i) {
        return static_cast<float>(256 + (i % 4 == 1 ? i - 1 : i % 4 == 3 ? i + 1 : i));
    });
    launch("checked");
    good = expect("checked", values, [](size_t i) { return static_cast<float>(i + 1); }) && good;
    sycl::free(values, queue);
    return good;
}

int main(int argc, char **argv)
{
    try {
        const float limit = argc > 2 ? std::strtof(argv[2], nullptr) : static_cast<float>(items);
        return run(argv[1], limit) ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const sycl::exception &exception) {
        std::fprintf(stderr, "%s\n", exception.what());
        return EXIT_FAILURE;
    }
}
