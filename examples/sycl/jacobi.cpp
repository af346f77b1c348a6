// SPDX-License-Identifier: BSD-3-Clause
/*
 * jacobi KERNEL [OPTION...]: heat conduction on a plate, whose upper edge is hot.  The PEs share its rows and one
 * kernel on each does all sweeps, without the host.  The file KERNEL, jacobi_kernel.cpp, is compiled at run time with
 * the options, such as -I and a folder.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace syclex = sycl::ext::oneapi::experimental;

constexpr int rows = 12; /* of each PE */
constexpr int columns = 64;
constexpr int sweeps = 200;

using executable = sycl::kernel_bundle<sycl::bundle_state::executable>;

static executable load(const sycl::queue &queue, const std::string &path,
                       const std::vector<std::string> &options)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    auto source = syclex::create_kernel_bundle_from_source(
        queue.get_context(), syclex::source_language::sycl, text.str());
    executable bundle = syclex::build(source, syclex::properties{syclex::build_options{options}});
    if (ishmemx_bundle_init(bundle) != 0) {
        ishmem_global_exit(EXIT_FAILURE);
    }
    return bundle;
}

/* The whole plate by the host, and the largest change of the last sweep. */
static float solve_alone(std::vector<float> &plate)
{
    std::vector<float> next = plate;
    float largest = 0;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        largest = 0;
        for (size_t i = columns; i < plate.size() - columns; i++) {
            const size_t x = i % columns;
            if (x > 0 && x < columns - 1) {
                next[i] = 0.25f * ((plate[i - columns] + plate[i + columns]) +
                                   (plate[i - 1] + plate[i + 1]));
                largest = std::max(largest, std::abs(next[i] - plate[i]));
            }
        }
        plate.swap(next);
    }
    return largest;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: jacobi KERNEL [OPTION...]\n");
        return EXIT_FAILURE;
    }
    sycl::queue queue{sycl::property::queue::in_order{}};
    ishmem_init();
    const int me = ishmem_my_pe();
    const int pes = ishmem_n_pes();
    executable bundle = load(queue, argv[1], {argv + 2, argv + argc});
    const sycl::kernel kernel = bundle.ext_oneapi_get_kernel("jacobi");

    constexpr size_t size = (rows + 2) * columns;
    float *plate = static_cast<float *>(ishmem_calloc(2 * size, sizeof(float)));
    uint64_t *arrived = static_cast<uint64_t *>(ishmem_calloc(2, sizeof(uint64_t)));
    float *change = static_cast<float *>(ishmem_calloc(2, sizeof(float)));
    if (me == 0) {
        const std::vector<float> hot(columns, 1.0f);
        ishmem_float_put(plate, hot.data(), columns, me);
        ishmem_float_put(plate + size, hot.data(), columns, me);
    }
    ishmem_barrier_all();

    queue.submit([&](sycl::handler &handler) {
        handler.set_args(plate, arrived, change, rows, columns, sweeps);
        handler.parallel_for(sycl::nd_range<1>(64, 64), kernel);
    });
    queue.wait_and_throw();

    std::vector<float> whole(static_cast<size_t>(pes * rows + 2) * columns);
    std::fill_n(whole.begin(), columns, 1.0f);
    const float wanted = solve_alone(whole);
    std::vector<float> mine(size);
    float largest[2];
    queue.memcpy(mine.data(), plate + sweeps % 2 * size, size * sizeof(float));
    queue.memcpy(largest, change, sizeof largest);
    queue.wait_and_throw();
    const bool right = largest[1] == wanted &&
                       std::equal(mine.begin() + columns, mine.end() - columns,
                                  whole.begin() + (static_cast<long>(me) * rows + 1) * columns);
    std::printf("PE %d: %d sweeps, the largest change of the last one is %g: %s\n", me, sweeps,
                static_cast<double>(largest[1]), right ? "as computed alone" : "WRONG");
    ishmem_barrier_all();
    ishmem_free(change);
    ishmem_free(arrived);
    ishmem_free(plate);
    ishmem_finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
