// SPDX-License-Identifier: BSD-3-Clause
/*
 * USM of each kind, buffers and 16-bit floating-point numbers beside symmetric memory.
 */
#include "check.h"

namespace {

constexpr std::size_t count = 300;

void usm(sycl::queue &queue)
{
    const symmetric<int> object(count);
    int *const remote = object.data;
    const int pe = next;
    int *const kinds[] = {sycl::malloc_device<int>(count, queue),
                          sycl::malloc_shared<int>(count, queue),
                          sycl::malloc_host<int>(count, queue)};
    int value = 10 * me;
    for (int *const local : kinds) {
        queue.fill(local, value, count).wait();
        ishmemx_int_put_on_queue(remote, local, count, next, queue);
        ishmemx_quiet_on_queue(queue).wait();
        ishmem_barrier_all();
        const int wanted = value + 10 * (previous - me);
        CHECK(all_are(copied(queue, remote, count), [&](std::size_t) { return wanted; }));
        queue.fill(local, -1, count).wait();
        queue.single_task([=] { ishmem_int_get(local, remote, count, pe); }).wait();
        CHECK(all_are(copied(queue, local, count), [&](std::size_t) { return value; }));
        ishmem_barrier_all();
        sycl::free(local, queue);
        value++;
    }
}

/* What an accessor of a buffer refers to is the source of a put, and a result comes back by a buffer. */
void buffers(sycl::queue &queue)
{
    const symmetric<int> object(count);
    int *const remote = object.data;
    const int pe = next, value = me;
    std::vector<int> result(count, -1);
    {
        sycl::buffer<int> sent{sycl::range<1>(count)}, received(result.data(), count);
        queue.submit([&](sycl::handler &handler) {
            const sycl::accessor to(sent, handler, sycl::write_only);
            handler.parallel_for(count,
                                 [=](sycl::id<1> i) { to[i] = value + static_cast<int>(i); });
        });
        queue.submit([&](sycl::handler &handler) {
            const sycl::accessor from(sent, handler, sycl::read_only);
            handler.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> item) {
                ishmemx_int_put_work_group(remote, &from[0], count, pe, item.get_group());
                ishmemx_quiet_work_group(item.get_group());
            });
        });
        queue.wait();
        ishmem_barrier_all();
        queue.submit([&](sycl::handler &handler) {
            const sycl::accessor to(received, handler, sycl::write_only);
            handler.parallel_for(count, [=](sycl::id<1> i) { to[i] = remote[i]; });
        });
    }
    CHECK(all_are(result, [](std::size_t i) { return previous + static_cast<int>(i); }));
    ishmem_barrier_all();
}

template <class T> void small_floats(sycl::queue &queue)
{
    const symmetric<T> source(count), dest(count);
    T *const from = source.data, *const to = dest.data;
    const float value = static_cast<float>(me) + 0.25f;
    float *const last = sycl::malloc_shared<float>(1, queue);
    queue.parallel_for(count, [=](sycl::id<1> i) { from[i] = static_cast<T>(value); }).wait();
    ishmemx_putmem_on_queue(to, from, count * sizeof(T), next, queue);
    ishmemx_barrier_all_on_queue(queue).wait();
    queue.single_task([=] { *last = static_cast<float>(to[count - 1]); }).wait();
    CHECK(*last == static_cast<float>(previous) + 0.25f);
    ishmem_barrier_all();
    sycl::free(last, queue);
}

} // namespace

void test_memory()
{
    sycl::queue queue;
    usm(queue);
    buffers(queue);
    small_floats<sycl::half>(queue);
    small_floats<sycl::ext::oneapi::bfloat16>(queue);
}
