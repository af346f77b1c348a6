/* SPDX-License-Identifier: BSD-3-Clause */
/* Binding kernels in SYCL to the job, as ishmemx_module_init binds modules. */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_SYCL_KERNELS_H
#define ISHMEM_SYCL_KERNELS_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include <cstdio>
#include <exception>
#include <sycl/sycl.hpp>

/*
 * From now on the kernels of the bundle may call routines without a context.  Not collective.  The bundle is for this
 * PE's device, in any context of Level Zero.  Returns 0, or -1 after a message, as ishmemx_module_init does.  Bind
 * again after ishmem_finalize and a new start.  With the library's own drivers ishmem_init has done it.
 */
template <int = 0>
inline int ishmemx_bundle_init(const sycl::kernel_bundle<sycl::bundle_state::executable> &bundle)
{
    for (ze_module_handle_t module :
         sycl::get_native<sycl::backend::ext_oneapi_level_zero>(bundle)) {
        if (ishmemx_module_init(module) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The same for all kernels that were compiled with the program, for queues of this context on this device.
 * ishmem_init does it for a queue that is made without arguments. */
template <int = 0> inline int ishmemx_kernels_init(const sycl::queue &queue)
{
    return ishmemx_bundle_init(sycl::get_kernel_bundle<sycl::bundle_state::executable>(
        queue.get_context(), {queue.get_device()}));
}

#ifndef __SYCL_DEVICE_ONLY__
extern "C" ISHMEM_EXPORT void ishmemi_sycl_at_start(void (*binder)(void));

namespace ishmemi {

/* Called from C: no exception may leave it.  A program whose queues are of another backend has nothing to bind. */
inline void bind_kernels() noexcept
{
    try {
        const sycl::queue queue;
        if (queue.get_backend() == sycl::backend::ext_oneapi_level_zero) {
            ishmemx_kernels_init(queue);
        }
    } catch (const std::exception &exception) {
        std::fprintf(stderr,
                     "ishmem_init: the kernels of the program cannot be bound to the job, so they "
                     "cannot call routines without a context: %s\n",
                     exception.what());
    }
}

/* One in a program: its constructor runs before main. */
struct kernel_binder {
    kernel_binder()
    {
        ishmemi_sycl_at_start(bind_kernels);
    }
};
inline const kernel_binder binder_of_kernels;

} // namespace ishmemi
#endif

#endif
