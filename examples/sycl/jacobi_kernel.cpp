// SPDX-License-Identifier: BSD-3-Clause
/*
 * The kernel of jacobi.cpp: a whole solve by one work-group, which exchanges rows with the PEs above and below and
 * finds the largest change of the last sweep over all PEs.
 *
 * A PE has `rows` rows of its own between two halo rows, in two buffers: sweep i reads buffer (i - 1) % 2 and
 * writes buffer i % 2.  arrived[0] is the sweep whose row from above is here, arrived[1] that from below.  A
 * halo row of sweep i is overwritten by that of sweep i + 2, which the neighbour computes only when it has this
 * PE's row of sweep i + 1.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

namespace syclex = sycl::ext::oneapi::experimental;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void jacobi(
    float *plate, uint64_t *arrived, float *change, int rows, int columns, int sweeps)
{
    const auto group = sycl::ext::oneapi::this_work_item::get_work_group<1>();
    const int lane = static_cast<int>(group.get_local_linear_id());
    const int lanes = static_cast<int>(group.get_local_linear_range());
    const int size = (rows + 2) * columns;
    const int me = ishmem_my_pe();
    const bool has_above = me > 0;
    const bool has_below = me < ishmem_n_pes() - 1;
    const size_t row = static_cast<size_t>(columns);
    float largest = 0;

    for (int sweep = 1; sweep <= sweeps; sweep++) {
        const float *const old = plate + (sweep - 1) % 2 * size;
        float *const next = plate + sweep % 2 * size;
        const auto number = static_cast<uint64_t>(sweep);
        largest = 0;
        for (int i = columns + lane; i < (rows + 1) * columns; i += lanes) {
            const int x = i % columns;
            if (x > 0 && x < columns - 1) {
                next[i] =
                    0.25f * ((old[i - columns] + old[i + columns]) + (old[i - 1] + old[i + 1]));
                largest = sycl::fmax(largest, sycl::fabs(next[i] - old[i]));
            }
        }
        /* The form for a group is also a barrier, so the rows that it sends are complete. */
        if (has_above) {
            ishmemx_put_signal_work_group(next + (rows + 1) * columns, next + columns, row,
                                          arrived + 1, number, ISHMEM_SIGNAL_SET, me - 1, group);
        }
        if (has_below) {
            ishmemx_put_signal_work_group(next, next + rows * columns, row, arrived, number,
                                          ISHMEM_SIGNAL_SET, me + 1, group);
        }
        if (has_above) {
            ishmemx_signal_wait_until_work_group(arrived, ISHMEM_CMP_GE, number, group);
        }
        if (has_below) {
            ishmemx_signal_wait_until_work_group(arrived + 1, ISHMEM_CMP_GE, number, group);
        }
        sycl::group_barrier(group);
    }
    largest = sycl::reduce_over_group(group, largest, sycl::maximum<float>());
    if (group.leader()) {
        change[0] = largest;
    }
    ishmemx_float_max_reduce_work_group(change + 1, change, 1, group);
}
