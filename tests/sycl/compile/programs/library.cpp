// SPDX-License-Identifier: BSD-3-Clause
/*
 * A shared object with kernels.  LIBRARY is its number: the other one's kernels have the same names and do otherwise.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

extern "C" int library_send(sycl::queue &queue, int *dest, int pe);

class of_library;

int library_send(sycl::queue &queue, int *dest, int pe)
{
    constexpr int factor = LIBRARY * 1000;
    const int value = factor * (ishmem_my_pe() + 1);
    queue.parallel_for<of_library>(
        8, [=](sycl::id<1> i) { ishmem_int_p(dest + i, value + static_cast<int>(i), pe); });
    queue.parallel_for(
        8, [=](sycl::id<1> i) { ishmem_int_p(dest + 8 + i, value + 8 + static_cast<int>(i), pe); });
    queue.wait();
    return factor;
}
