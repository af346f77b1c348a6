// SPDX-License-Identifier: BSD-3-Clause
/*
 * Kernels, copies, host tasks and queue-ordered operations in one chain, on queues of both orders and in several
 * contexts; and exceptions in the middle of it.
 */
#include "check.h"

#include <stdexcept>

namespace {

constexpr std::size_t count = 128;
constexpr int rounds = 10;

void in_order()
{
    sycl::queue queue{sycl::property::queue::in_order()};
    const symmetric<int> source(count), dest(count);
    int *const from = source.data;
    std::vector<int> values(count);
    const int first = 1000 * me;
    for (int round = 0; round < rounds; round++) {
        queue.parallel_for(count,
                           [=](sycl::id<1> i) { from[i] = first + round + static_cast<int>(i); });
        ishmemx_int_put_on_queue(dest.data, from, count, next, queue);
        ishmemx_barrier_all_on_queue(queue);
        queue.memcpy(values.data(), dest.data, count * sizeof(int)).wait();
        CHECK(all_are(
            values, [&](std::size_t i) { return 1000 * previous + round + static_cast<int>(i); }));
        ishmemx_barrier_all_on_queue(queue);
    }
    queue.wait();
}

void out_of_order()
{
    sycl::queue queue;
    const symmetric<int> source(count), dest(count);
    int *const from = source.data;
    int *const made = sycl::malloc_device<int>(count, queue);
    std::vector<int> values(count);
    const int first = 1000 * me;
    for (int round = 0; round < rounds; round++) {
        const sycl::event kernel = queue.parallel_for(
            count, [=](sycl::id<1> i) { made[i] = first - round - static_cast<int>(i); });
        const sycl::event copy = queue.memcpy(from, made, count * sizeof(int), kernel);
        const sycl::event put =
            ishmemx_int_put_on_queue(dest.data, from, count, next, queue, {copy});
        const sycl::event barrier = ishmemx_barrier_all_on_queue(queue, {put});
        queue.memcpy(values.data(), dest.data, count * sizeof(int), barrier).wait();
        CHECK(all_are(
            values, [&](std::size_t i) { return 1000 * previous - round - static_cast<int>(i); }));
        ishmemx_barrier_all_on_queue(queue).wait();
    }
    sycl::free(made, queue);
}

void host_tasks()
{
    sycl::queue queue{sycl::property::queue::in_order()};
    const symmetric<int> object(1);
    int *const word = object.data;
    for (int round = 0; round < rounds; round++) {
        queue.submit([&](sycl::handler &handler) {
            handler.host_task([=] {
                ishmem_int_p(word, me + 100 * round, next);
                ishmem_quiet();
            });
        });
        ishmemx_barrier_all_on_queue(queue).wait();
        CHECK(copied(queue, word, 1)[0] == previous + 100 * round);
        ishmemx_barrier_all_on_queue(queue).wait();
    }
}

void contexts()
{
    sycl::queue first;
    sycl::queue second{sycl::context{first.get_device()}, first.get_device()};
    sycl::queue third{sycl::context{first.get_device()}, first.get_device(),
                      sycl::property::queue::in_order()};
    const symmetric<int> object(3);
    int *const words = object.data;
    const int pe = next, value = me;
    int at = 0;
    for (sycl::queue *const queue : {&first, &second, &third}) {
        queue->single_task([=] { ishmem_int_p(words + at, 3 * value + at, pe); }).wait();
        ishmemx_barrier_all_on_queue(*queue).wait();
        CHECK(copied(first, words, 3)[static_cast<std::size_t>(at)] == 3 * previous + at);
        at++;
    }
    ishmem_barrier_all();
}

/* A command group or a host task that throws takes nothing with it: what came before ends, and what comes
 * afterwards runs. */
void exceptions()
{
    int caught = 0;
    sycl::queue queue{[&](const sycl::exception_list &list) {
        for (const std::exception_ptr &each : list) {
            try {
                std::rethrow_exception(each);
            } catch (const std::runtime_error &) {
                caught++;
            }
        }
    }};
    const symmetric<int> object(2);
    int *const words = object.data;
    const int pe = next, value = me;
    const sycl::event before = queue.single_task([=] { ishmem_int_p(words, value + 1, pe); });
    bool thrown = false;
    try {
        queue.submit([&](sycl::handler &handler) {
            handler.depends_on(before);
            throw std::runtime_error("of a command group");
        });
    } catch (const std::runtime_error &) {
        thrown = true;
    }
    CHECK(thrown);
    ishmemx_barrier_all_on_queue(queue, {before}).wait();
    CHECK(copied(queue, words, 1)[0] == previous + 1);
    queue.submit([&](sycl::handler &handler) {
        handler.host_task([] { throw std::runtime_error("of a host task"); });
    });
    queue.wait_and_throw();
    CHECK(caught == 1);
    queue.single_task([=] { ishmem_int_p(words + 1, value + 2, pe); });
    queue.wait();
    ishmemx_barrier_all_on_queue(queue).wait();
    CHECK(copied(queue, words, 2)[1] == previous + 2);
    ishmem_barrier_all();
}

} // namespace

void test_queues()
{
    in_order();
    out_of_order();
    host_tasks();
    contexts();
    exceptions();
}
