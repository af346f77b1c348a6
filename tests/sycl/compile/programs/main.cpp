// SPDX-License-Identifier: BSD-3-Clause
/*
 * main [LIBRARY...]: a program whose kernels were compiled with it.  Each library is opened too, and has kernels of
 * its own.
 */
#include "check.h"

#include <dlfcn.h>

#include <cstdlib>

int me, pes, next, previous, failures;

/* Both libraries have kernels of the same names, and close before the job ends. */
static void test_libraries(int count, char **paths)
{
    std::vector<void *> libraries;
    sycl::queue queue;
    const symmetric<int> arrived(16);
    for (int i = 0; i < count; i++) {
        void *const library = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            std::fprintf(stderr, "%s\n", dlerror());
            std::exit(EXIT_FAILURE);
        }
        libraries.push_back(library);
    }
    for (int round = 0; round < 2; round++) {
        for (std::size_t i = 0; i < libraries.size(); i++) {
            using function = int(sycl::queue &, int *, int);
            const auto send = reinterpret_cast<function *>(dlsym(libraries[i], "library_send"));
            const int factor = send(queue, arrived.data, next);
            ishmem_barrier_all();
            CHECK(all_are(copied(queue, arrived.data, 16), [&](std::size_t at) {
                return factor * (previous + 1) + static_cast<int>(at);
            }));
            CHECK(factor == static_cast<int>(i + 1) * 1000);
            ishmem_barrier_all();
        }
    }
    for (void *const library : libraries) {
        CHECK(dlclose(library) == 0);
    }
}

int main(int argc, char **argv)
{
    ishmem_init();
    me = ishmem_my_pe();
    pes = ishmem_n_pes();
    next = (me + 1) % pes;
    previous = (me + pes - 1) % pes;
    try {
        test_kernels();
        test_groups();
        test_memory();
        test_queues();
        test_libraries(argc - 1, argv + 1);
    } catch (const sycl::exception &exception) {
        std::fprintf(stderr, "PE %d: %s\n", me, exception.what());
        ishmem_global_exit(EXIT_FAILURE);
    }
    /* Kernels of the program still run after the libraries have left. */
    test_kernels();
    ishmem_finalize();
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
