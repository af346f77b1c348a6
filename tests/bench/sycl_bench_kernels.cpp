// SPDX-License-Identifier: BSD-3-Clause
/*
 * The kernels of sycl_bench in SYCL; sycl_bench.cl has the same in OpenCL C.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

namespace syclex = sycl::ext::oneapi::experimental;

/* One work-item. */
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void bench_puts(
    uint64_t *dest, const uint64_t *source, uint32_t repetitions, uint64_t words, int pe)
{
    for (uint32_t i = 0; i < repetitions; i++) {
        ishmem_uint64_put(dest, source, words, pe);
    }
}

/* One work-group. */
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void bench_group_puts(
    uint64_t *dest, const uint64_t *source, uint32_t repetitions, uint64_t words, int pe)
{
    const auto group = sycl::ext::oneapi::this_work_item::get_work_group<1>();
    for (uint32_t i = 0; i < repetitions; i++) {
        ishmemx_uint64_put_work_group(dest, source, words, pe, group);
    }
}
