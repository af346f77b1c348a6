// SPDX-License-Identifier: BSD-3-Clause
/*
 * Kernels of every kind of name: lambdas without one, lambdas with a class or a template as theirs, function objects;
 * as tasks, ranges of one to three dimensions, and with reductions.
 */
#include "check.h"

namespace {

constexpr std::size_t count = 256;

class named;
template <class T> class named_by_type;

struct function_object {
    long *dest;
    long first;
    int pe;

    void operator()(sycl::id<1> i) const
    {
        ishmem_long_p(dest + i, first + static_cast<long>(i), pe);
    }
};

void names(sycl::queue &queue)
{
    const symmetric<long> dest(4 * count);
    long *const to = dest.data;
    const int pe = next;
    const long first = 1000L * me;
    queue.parallel_for(
        count, [=](sycl::id<1> i) { ishmem_long_p(to + i, first + static_cast<long>(i), pe); });
    queue.parallel_for<named>(count, [=](sycl::id<1> i) {
        ishmem_long_p(to + count + i, first + static_cast<long>(i), pe);
    });
    queue.parallel_for<named_by_type<long>>(count, [=](sycl::item<1> i) {
        ishmem_long_p(to + 2 * count + i, first + static_cast<long>(i.get_linear_id()), pe);
    });
    queue.parallel_for(sycl::range<1>(count), function_object{to + 3 * count, first, pe});
    queue.wait();
    ishmem_barrier_all();
    CHECK(all_are(copied(queue, to, 4 * count),
                  [](std::size_t i) { return 1000L * previous + static_cast<long>(i % count); }));
    ishmem_barrier_all();
}

void dimensions(sycl::queue &queue)
{
    const symmetric<int> dest(2 * 3 * 4 * 5);
    int *const to = dest.data;
    const int pe = next, value = me;
    queue.parallel_for(sycl::range<2>(4, 5), [=](sycl::item<2> item) {
        ishmem_int_p(to + item.get_linear_id(), value + static_cast<int>(item[0] * 5 + item[1]),
                     pe);
    });
    queue.wait();
    ishmem_barrier_all();
    CHECK(all_are(copied(queue, to, 20),
                  [](std::size_t i) { return previous + static_cast<int>(i); }));
    ishmem_barrier_all();
    queue.parallel_for(sycl::range<3>(6, 4, 5), [=](sycl::item<3> item) {
        const std::size_t at = (item[0] * 4 + item[1]) * 5 + item[2];
        ishmem_int_p(to + at, value - static_cast<int>(at), pe);
    });
    queue.wait();
    ishmem_barrier_all();
    CHECK(all_are(copied(queue, to, 120),
                  [](std::size_t i) { return previous - static_cast<int>(i); }));
    ishmem_barrier_all();
}

void reductions(sycl::queue &queue)
{
    const symmetric<long> numbers(count);
    long *const from = numbers.data;
    const int pe = next;
    const long offset = me;
    long *const sum = sycl::malloc_shared<long>(2, queue);
    sum[0] = 0;
    sum[1] = -1;
    queue.parallel_for(count, [=](sycl::id<1> i) { from[i] = static_cast<long>(i) + offset; })
        .wait();
    ishmem_barrier_all();
    queue
        .parallel_for(sycl::nd_range<1>(count, 32), sycl::reduction(sum, sycl::plus<>()),
                      sycl::reduction(sum + 1, sycl::maximum<>()),
                      [=](sycl::nd_item<1> item, auto &total, auto &most) {
                          const long number = ishmem_long_g(from + item.get_global_linear_id(), pe);
                          total += number;
                          most.combine(number);
                      })
        .wait();
    CHECK(sum[0] == static_cast<long>(count * (count - 1) / 2) + static_cast<long>(count) * next);
    CHECK(sum[1] == static_cast<long>(count) - 1 + next);
    ishmem_barrier_all();
    sycl::free(sum, queue);
}

/* A kernel that runs while the host does what it waits for. */
void waits(sycl::queue &queue)
{
    const symmetric<int> words(3);
    int *const word = words.data;
    const int pe = next;
    int *const seen = sycl::malloc_shared<int>(2, queue);
    const sycl::event kernel = queue.single_task([=] {
        ishmem_int_wait_until(word, ISHMEM_CMP_GT, 0);
        seen[0] = *word;
        seen[1] = ishmem_int_atomic_fetch_add(word + 1, 5, pe);
        ishmem_int_atomic_inc(word + 2, pe);
        ishmem_quiet();
    });
    ishmem_int_p(word, me + 1, next);
    sycl::event(kernel).wait();
    CHECK(seen[0] == previous + 1);
    CHECK(seen[1] == 0);
    ishmem_barrier_all();
    CHECK(ishmem_int_g(word + 1, me) == 5);
    CHECK(ishmem_int_g(word + 2, next) == 1);
    ishmem_barrier_all();
    sycl::free(seen, queue);
}

} // namespace

void test_kernels()
{
    sycl::queue queue;
    names(queue);
    dimensions(queue);
    reductions(queue);
    waits(queue);
}
