/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starting a job, and device code that is compiled at run time, for the tests.  With EXPLICIT in the environment the
 * job is started in the context of the queue, and kernels are bound by calls; without, ishmem_init is enough.
 */
#ifndef SYCL_COMPILE_H
#define SYCL_COMPILE_H

#include <sycl/sycl.hpp>

#include <ishmemx.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using executable = sycl::kernel_bundle<sycl::bundle_state::executable>;

inline bool is_explicit()
{
    return std::getenv("EXPLICIT") != nullptr;
}

inline void start(const sycl::queue &queue)
{
    if (!is_explicit()) {
        ishmem_init();
        return;
    }
    ishmemx_attr_t attr;
    attr.context = sycl::get_native<sycl::backend::ext_oneapi_level_zero>(queue.get_context());
    attr.device = sycl::get_native<sycl::backend::ext_oneapi_level_zero>(queue.get_device());
    ishmemx_init_attr(&attr);
}

/* One PE after the other, as the first one's result may be cached. */
inline executable compile(const sycl::queue &queue, const std::string &path,
                          const std::vector<std::string> &options)
{
    namespace syclex = sycl::ext::oneapi::experimental;
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    auto source = syclex::create_kernel_bundle_from_source(
        queue.get_context(), syclex::source_language::sycl, text.str());
    std::string log;
    try {
        if (ishmem_my_pe() != 0) {
            ishmem_barrier_all();
        }
        executable bundle = syclex::build(
            source, syclex::properties{syclex::build_options{options}, syclex::save_log{&log}});
        if (ishmem_my_pe() == 0) {
            ishmem_barrier_all();
        }
        std::fputs(log.c_str(), stderr);
        if (is_explicit() &&
            (ishmemx_bundle_init(bundle) != 0 || ishmemx_kernels_init(queue) != 0)) {
            ishmem_global_exit(EXIT_FAILURE);
        }
        return bundle;
    } catch (const sycl::exception &exception) {
        std::fprintf(stderr, "%s: %s\n%s\n", path.c_str(), exception.what(), log.c_str());
        ishmem_global_exit(EXIT_FAILURE);
        std::abort();
    }
}

#endif
