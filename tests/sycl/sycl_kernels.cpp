// SPDX-License-Identifier: BSD-3-Clause
/*
 * sycl_kernels SOURCE OPTION...: has the device code of families.cpp compiled at run time, with the options, and runs
 * its kernels.  With FAMILIES_FAR in the environment the PEs do not reach each other.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

#include "compile.h"
#include "families.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

template <typename T> static T *make_symmetric(size_t n)
{
    return static_cast<T *>(ishmem_calloc(n, sizeof(T)));
}

template <typename T> static T *make_own(size_t n, const sycl::queue &queue)
{
    T *const made = sycl::malloc_shared<T>(n, queue);
    std::memset(static_cast<void *>(made), 0, n * sizeof(T));
    return made;
}

constexpr size_t data_ints = 1024;
constexpr size_t symmetric_ints = 256;
constexpr size_t words = 16;

/* What no kernel changes. */
static families *make(const sycl::queue &queue)
{
    families *const on = make_own<families>(1, queue);
    const int me = ishmem_my_pe();
    const int pes = ishmem_n_pes();
    on->data = make_symmetric<int>(data_ints);
    on->symmetric = make_symmetric<int>(symmetric_ints);
    on->words = make_symmetric<int>(words);
    on->signal = make_symmetric<uint64_t>(2);
    on->lock = make_symmetric<long>(1);
    on->halves = make_symmetric<uint16_t>(2);
    int *const source = make_own<int>(symmetric_ints, queue);
    on->local = make_own<int>(symmetric_ints, queue);
    on->indices = make_own<size_t>(4, queue);
    int *const status = make_own<int>(4, queue);
    int *const wanted = make_own<int>(4, queue);
    for (size_t i = 0; i < symmetric_ints; i++) {
        source[i] = value_of(me, i);
    }
    std::fill_n(status, 4, 1);
    status[2] = 0;
    std::fill_n(wanted, 4, 100 + (me + pes - 1) % pes);
    on->source = source;
    on->status = status;
    on->wanted = wanted;
    on->zero = make_own<int>(1, queue);
    on->failures = make_own<int>(2, queue);
    on->clock = ishmemx_ts_handle(make_own<unsigned long>(1, queue));
    on->ctx = ISHMEM_CTX_DEFAULT;
    on->team = ISHMEM_TEAM_WORLD;
    on->far = std::getenv("FAMILIES_FAR") != nullptr;
    const double half = 0.5 + me;
    const uint16_t halves[] = {0x3f80, static_cast<uint16_t>(pes == 1   ? 0x3f80
                                                             : pes == 2 ? 0x4000
                                                             : pes == 3 ? 0x4040
                                                                        : 0x4080)};
    ishmem_int_put(on->symmetric, source, symmetric_ints, me);
    ishmem_fence();
    ishmem_putmem(on->symmetric + 200, &half, sizeof half, me);
    ishmem_uint16_put(on->halves, halves, 2, me);
    ishmem_quiet();
    return on;
}

static void clear(const families *on)
{
    const int me = ishmem_my_pe();
    const std::vector<int> zeros(data_ints);
    ishmem_barrier_all();
    ishmem_int_put(on->data, zeros.data(), data_ints, me);
    ishmem_int_put(on->words, zeros.data(), words, me);
    ishmem_putmem(on->signal, zeros.data(), 2 * sizeof(uint64_t), me);
    on->failures[0] = 0;
    on->failures[1] = 0;
    ishmem_barrier_all();
}

template <int Dimensions>
static int run(sycl::queue &queue, executable &bundle, const char *name, families *on,
               const sycl::range<Dimensions> &range)
{
    const sycl::kernel kernel = bundle.ext_oneapi_get_kernel(name);
    clear(on);
    queue
        .submit([&](sycl::handler &handler) {
            handler.set_args(on);
            handler.parallel_for(sycl::nd_range<Dimensions>(range, range), kernel);
        })
        .wait_and_throw();
    ishmem_barrier_all();
    if (on->failures[1] != 0 || on->failures[0] == 0) {
        std::fprintf(stderr, "PE %d: %s: families.cpp, line %d: not so (%d checks)\n",
                     ishmem_my_pe(), name, on->failures[1], on->failures[0]);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    sycl::queue queue;
    start(queue);
    executable bundle = compile(queue, argv[1], {argv + 2, argv + argc});
    families *const on = make(queue);
    int failures = 0;
    for (int round = 0; round < 2; round++) {
        failures += run(queue, bundle, "item", on, sycl::range<1>(32));
        failures += run(queue, bundle, "sub_group", on, sycl::range<1>(64));
        failures += run(queue, bundle, "work_group_1", on, sycl::range<1>(64));
        failures += run(queue, bundle, "work_group_2", on, sycl::range<2>(3, 16));
        failures += run(queue, bundle, "work_group_3", on, sycl::range<3>(2, 2, 16));
    }
    int *const total = make_symmetric<int>(2);
    ishmem_int_p(total, failures, ishmem_my_pe());
    ishmem_barrier_all();
    ishmem_int_sum_reduce(total + 1, total, 1);
    const bool passed = ishmem_int_g(total + 1, ishmem_my_pe()) == 0;
    if (passed && ishmem_my_pe() == 0) {
        std::printf("sycl_kernels on %d PEs: every family by work-items and groups\n",
                    ishmem_n_pes());
    }
    ishmem_finalize();
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
