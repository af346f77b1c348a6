// SPDX-License-Identifier: BSD-3-Clause
/*
 * sycl_bench: what programs for SYCL pay, beside what the same costs without SYCL, in the same run.
 *
 *     mpiexec -n 2 sycl_bench.sh [--csv] queues|kernels
 *
 * PE 0 works on PE 1's heap.  queues: operations on queues of both orders, beside the same on a command list and
 * beside memcpy of the queue.  kernels: calls in kernels, beside those of kernels in OpenCL C.  Both sides take
 * turns, and turns in who begins; times and ratios are medians.  Nothing is asserted.
 *
 * The script adds KERNELS.spv, which is sycl_bench.cl, KERNELS.cpp, which is sycl_bench_kernels.cpp, and the
 * options that the latter is compiled with.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

extern "C" {
#include "baseline.h"
#include "launch.h"
#include "table.h"
}

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using executable = sycl::kernel_bundle<sycl::bundle_state::executable>;

static launch_program_t program;

struct memory {
    uint64_t *dest;   /* symmetric */
    uint64_t *source; /* of the device */
    uint64_t *peer;   /* PE 1's dest, as PE 0 reaches it */
    uint64_t *signal; /* symmetric */
};
static memory m;
constexpr size_t largest = 1 << 20;

static double seconds_of(const std::function<void()> &work)
{
    const double start = baseline_now();
    work();
    return baseline_now() - start;
}

/* One line: `work` beside `other`, each of which does something `count` times. */
static void compare(const std::string &name, const std::function<void()> &work,
                    const char *other_name, const std::function<void()> &other, size_t count,
                    size_t batches, const char *goal)
{
    std::vector<double> times(batches), other_times(batches), ratios(batches);
    work();
    other();
    for (size_t batch = 0; batch < batches; batch++) {
        for (size_t turn = 0; turn < 2; turn++) {
            if ((batch + turn) % 2 == 0) {
                times[batch] = seconds_of(work);
            } else {
                other_times[batch] = seconds_of(other);
            }
        }
        ratios[batch] = times[batch] / other_times[batch];
    }
    const double each = baseline_median(times.data(), batches) * 1e6 / static_cast<double>(count);
    const double ratio = baseline_median(ratios.data(), batches);
    table_row(name.c_str(), each, "us", other_name, each / ratio, goal);
}

/* ---- Operations on queues -------------------------------------------------------------------- */

struct operation {
    const char *name;
    std::function<sycl::event(sycl::queue &)> on_queue;
    std::function<int(ze_event_handle_t)> on_list;
};

static sycl::event put_on_queue(sycl::queue &queue, size_t bytes)
{
    return ishmemx_putmem_on_queue(m.dest, m.source, bytes, 1, queue);
}

static int put_on_list(ze_event_handle_t signal, size_t bytes)
{
    return ishmemx_putmem_on_queue(m.dest, m.source, bytes, 1, program.list, signal, 0, nullptr);
}

static const operation operations[] = {
    {"put of 8 B", [](sycl::queue &queue) { return put_on_queue(queue, 8); },
     [](ze_event_handle_t signal) { return put_on_list(signal, 8); }},
    {"put of 4 KiB", [](sycl::queue &queue) { return put_on_queue(queue, 4096); },
     [](ze_event_handle_t signal) { return put_on_list(signal, 4096); }},
    {"put of 1 MiB", [](sycl::queue &queue) { return put_on_queue(queue, largest); },
     [](ze_event_handle_t signal) { return put_on_list(signal, largest); }},
    {"put_signal of 8 B",
     [](sycl::queue &queue) {
         return ishmemx_uint64_put_signal_on_queue(m.dest, m.source, 1, m.signal, 1,
                                                   ISHMEM_SIGNAL_SET, 1, queue);
     },
     [](ze_event_handle_t signal) {
         return ishmemx_uint64_put_signal_on_queue(m.dest, m.source, 1, m.signal, 1,
                                                   ISHMEM_SIGNAL_SET, 1, program.list, signal, 0,
                                                   nullptr);
     }},
    {"atomic_add",
     [](sycl::queue &queue) { return ishmemx_uint64_atomic_add_on_queue(m.signal, 1, 1, queue); },
     [](ze_event_handle_t signal) {
         return ishmemx_uint64_atomic_add_on_queue(m.signal, 1, 1, program.list, signal, 0,
                                                   nullptr);
     }},
    {"quiet", [](sycl::queue &queue) { return ishmemx_quiet_on_queue(queue); },
     [](ze_event_handle_t signal) {
         return ishmemx_quiet_on_queue(program.list, signal, 0, nullptr);
     }},
};

static void list_chain(const operation &what, size_t count)
{
    for (size_t i = 1; i <= count; i++) {
        if (what.on_list(i == count ? program.done : nullptr) != 0) {
            launch_fail("%s: the append failed", what.name);
        }
    }
    launch_check(zeEventHostSynchronize(program.done, UINT64_MAX), "waiting for a list");
    launch_check(zeEventHostReset(program.done), "resetting an event");
}

static void queue_chain(sycl::queue &queue, const operation &what, size_t count)
{
    sycl::event last;
    for (size_t i = 0; i < count; i++) {
        last = what.on_queue(queue);
    }
    last.wait();
}

static void memcpy_chain(sycl::queue &queue, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        queue.memcpy(m.peer, m.source, bytes);
    }
    queue.wait();
}

static void measure_queue(sycl::queue &queue, const std::string &order)
{
    constexpr size_t chain = 1000;
    for (const operation &what : operations) {
        const std::string name = order + ", " + what.name;
        const size_t count = what.name == std::string("put of 1 MiB") ? 20 : chain;
        compare(
            name + ", alone", [&] { queue_chain(queue, what, 1); }, "list",
            [&] { list_chain(what, 1); }, 1, 501, "<= 1.3");
        compare(
            name + ", of a chain", [&] { queue_chain(queue, what, count); }, "list",
            [&] { list_chain(what, count); }, count, 21, "<= 1.3");
    }
    compare(
        order + ", 1000 puts of 8 B", [&] { queue_chain(queue, operations[0], chain); }, "memcpy",
        [&] { memcpy_chain(queue, 8, chain); }, chain, 21, "<= 2.0");
    compare(
        order + ", 1 put of 8 B", [&] { queue_chain(queue, operations[0], 1); }, "memcpy",
        [&] { memcpy_chain(queue, 8, 1); }, 1, 501, "");
}

/* ---- Kernels --------------------------------------------------------------------------------- */

static std::string read(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file || text.str().empty()) {
        launch_fail("%s cannot be read", path);
    }
    return text.str();
}

/* The program that launch.h launches kernels of. */
static void open_program(const char *path)
{
    const std::string image = read(path);
    ze_module_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_MODULE_DESC;
    desc.format = ZE_MODULE_FORMAT_IL_SPIRV;
    desc.inputSize = image.size();
    desc.pInputModule = reinterpret_cast<const uint8_t *>(image.data());
    launch_check(
        zeModuleCreate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &program.module, nullptr),
        "compiling the kernels in OpenCL C");
    if (ishmemx_module_init(program.module) != 0) {
        launch_fail("the kernels in OpenCL C cannot be bound");
    }
    launch_list_create(&program.list);
    ze_event_pool_desc_t pool = {};
    pool.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC;
    pool.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
    pool.count = 1;
    launch_check(zeEventPoolCreate(ishmemx_ze_context(), &pool, 0, nullptr, &program.events),
                 "creating an event pool");
    ze_event_desc_t event = {};
    event.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
    event.signal = ZE_EVENT_SCOPE_FLAG_HOST;
    event.wait = ZE_EVENT_SCOPE_FLAG_HOST;
    launch_check(zeEventCreate(program.events, &event, &program.done), "creating an event");
}

static executable compile(const sycl::queue &queue, const char *path,
                          const std::vector<std::string> &options)
{
    namespace syclex = sycl::ext::oneapi::experimental;
    auto source = syclex::create_kernel_bundle_from_source(
        queue.get_context(), syclex::source_language::sycl, read(path));
    executable bundle = syclex::build(source, syclex::properties{syclex::build_options{options}});
    if (ishmemx_bundle_init(bundle) != 0) {
        launch_fail("the kernels in SYCL cannot be bound");
    }
    return bundle;
}

static void measure_kernel(sycl::queue &queue, executable &bundle, const char *name,
                           const char *text, uint32_t items, uint64_t words, uint32_t repetitions)
{
    const sycl::kernel in_sycl = bundle.ext_oneapi_get_kernel(name);
    const int pe = 1;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(m.dest), LAUNCH_ARGUMENT(m.source),
                                           LAUNCH_ARGUMENT(repetitions), LAUNCH_ARGUMENT(words),
                                           LAUNCH_ARGUMENT(pe)};
    ze_kernel_handle_t kernel;
    launch_kernel_create(&program, name, items, 5, arguments, &kernel);
    compare(
        text,
        [&] {
            queue
                .submit([&](sycl::handler &handler) {
                    handler.set_args(m.dest, m.source, repetitions, words, pe);
                    handler.parallel_for(sycl::nd_range<1>(items, items), in_sycl);
                })
                .wait();
        },
        "OpenCL C",
        [&] {
            launch_start(&program, kernel, 1, false);
            launch_wait(&program);
        },
        repetitions, 21, "<= 1.05");
    launch_kernel_destroy(kernel);
}

static void measure_kernels(sycl::queue &queue, const char *path,
                            const std::vector<std::string> &options)
{
    executable bundle = compile(queue, path, options);
    measure_kernel(queue, bundle, "bench_puts", "kernel, put of 8 B", 1, 1, 100000);
    measure_kernel(queue, bundle, "bench_puts", "kernel, put of 4 KiB", 1, 512, 10000);
    measure_kernel(queue, bundle, "bench_group_puts", "kernel, put_work_group of 8 B", 64, 1,
                   10000);
    measure_kernel(queue, bundle, "bench_group_puts", "kernel, put_work_group of 64 KiB", 64, 8192,
                   1000);
}

int main(int argc, char **argv)
{
    const bool is_csv = argc > 1 && argv[1] == std::string("--csv");
    argv += is_csv;
    argc -= is_csv;
    const std::string what = argc > 1 ? argv[1] : "";
    if (argc < 4 || (what != "queues" && what != "kernels")) {
        std::fprintf(
            stderr,
            "usage: sycl_bench [--csv] queues|kernels KERNELS.spv KERNELS.cpp [OPTION...]\n");
        return EXIT_FAILURE;
    }
    sycl::queue ordered{sycl::property::queue::in_order{}};
    sycl::queue unordered{ordered.get_context(), ordered.get_device()};
    ishmem_init();
    if (ishmem_n_pes() != 2) {
        launch_fail("run it with 2 PEs");
    }
    open_program(argv[2]);
    m.dest = static_cast<uint64_t *>(ishmem_malloc(largest));
    m.signal = static_cast<uint64_t *>(ishmem_calloc(1, sizeof(uint64_t)));
    m.source = static_cast<uint64_t *>(sycl::malloc_device(largest, ordered));
    m.peer = static_cast<uint64_t *>(ishmem_ptr(m.dest, 1));
    if (!m.dest || !m.signal || !m.source || !m.peer) {
        launch_fail("no memory, or PE 1's is out of reach");
    }
    if (ishmem_my_pe() == 0) {
        table_head(is_csv);
        if (what == "kernels") {
            measure_kernels(ordered, argv[3], {argv + 4, argv + argc});
        } else {
            measure_queue(ordered, "in-order");
            measure_queue(unordered, "out-of-order");
        }
    }
    ishmem_barrier_all();
    sycl::free(m.source, ordered);
    ishmem_free(m.signal);
    ishmem_free(m.dest);
    launch_close(&program);
    ishmem_finalize();
    return EXIT_SUCCESS;
}
