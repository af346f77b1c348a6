// SPDX-License-Identifier: BSD-3-Clause
/* Device code that sycl_devicelib.cpp has compiled at run time. */
#include <sycl/sycl.hpp>

#include <sycl/ext/oneapi/bfloat16.hpp>

#include <cassert>

namespace syclex = sycl::ext::oneapi::experimental;
namespace this_item = sycl::ext::oneapi::this_work_item;

/* Between 256 and 512 every other whole number is a bfloat16; the others go to the nearest with an even code. */
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void rounded(
    float *values, float)
{
    float &value = values[this_item::get_nd_item<1>().get_global_linear_id()];
    value = sycl::ext::oneapi::bfloat16(256 + value);
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void checked(
    float *values, float limit)
{
    float &value = values[this_item::get_nd_item<1>().get_global_linear_id()];
    assert(value < limit);
    value += 1;
}
