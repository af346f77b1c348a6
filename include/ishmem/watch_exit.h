/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Static objects of C++ programs may use the library in their destructors, and finalize it there:
 * in a program that exits without ishmem_finalize, the library waits until the static objects that
 * follow this header are destroyed, and finalizes itself then.  On NVIDIA GPUs, and if the program
 * initialised MPI itself or passed its own context, the library finalizes itself before that, and
 * ishmem_free and ishmem_finalize in destructors do nothing.
 */
#ifndef ISHMEM_WATCH_EXIT_H
#define ISHMEM_WATCH_EXIT_H

#if defined(__cplusplus) && !defined(__SYCL_DEVICE_ONLY__) && !defined(__CUDA_ARCH__)

#if defined(__GNUC__)
extern "C" __attribute__((visibility("default"))) void ishmemi_watch_exit(void);
#else
extern "C" void ishmemi_watch_exit(void);
#endif

namespace ishmemi {
struct exit_watch {
    exit_watch()
    {
        ishmemi_watch_exit();
    }
};
/* In each translation unit, before its own static objects. */
static const exit_watch exit_watch_here;
} // namespace ishmemi

#endif
#endif
