// SPDX-License-Identifier: BSD-3-Clause
/*
 * Forms for work-groups of one to three dimensions and for sub-groups, with the algorithms and local memory of SYCL
 * between them.
 */
#include "check.h"

namespace {

constexpr std::size_t count = 512;

template <int Dimensions> void transfers(sycl::queue &queue, sycl::range<Dimensions> items)
{
    const symmetric<int> source(count), dest(count), sum(1);
    const symmetric<std::uint64_t> signal(1);
    int *const from = source.data, *const to = dest.data, *const total = sum.data;
    std::uint64_t *const sent = signal.data;
    const int pe = next, value = 7 * me;
    queue.parallel_for(count, [=](sycl::id<1> i) { from[i] = value + static_cast<int>(i); }).wait();
    ishmem_barrier_all();
    queue
        .parallel_for(sycl::nd_range<Dimensions>(items, items),
                      [=](sycl::nd_item<Dimensions> item) {
                          const auto group = item.get_group();
                          ishmemx_int_put_signal_work_group(to, from, count, sent, 1,
                                                            ISHMEM_SIGNAL_ADD, pe, group);
                          ishmemx_signal_wait_until_work_group(sent, ISHMEM_CMP_GE, 1, group);
                          int part = 0;
                          for (std::size_t i = group.get_local_linear_id(); i < count;
                               i += group.get_local_linear_range()) {
                              part += to[i];
                          }
                          part = sycl::reduce_over_group(group, part, sycl::plus<>());
                          if (group.leader()) {
                              *total = part;
                          }
                      })
        .wait();
    const int wanted =
        static_cast<int>(count * (count - 1) / 2) + 7 * previous * static_cast<int>(count);
    CHECK(copied(queue, total, 1)[0] == wanted);
    ishmem_barrier_all();
}

/* Each sub-group of several work-groups sends its own part, out of local memory. */
void sub_groups(sycl::queue &queue)
{
    constexpr std::size_t items = 64, groups = 4;
    const symmetric<int> dest(groups * items);
    int *const to = dest.data;
    const int pe = next, value = 100 * me;
    queue
        .submit([&](sycl::handler &handler) {
            const sycl::local_accessor<int> local(items, handler);
            handler.parallel_for(
                sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
                    const auto group = item.get_group();
                    const auto sub_group = item.get_sub_group();
                    const std::size_t id = item.get_local_linear_id();
                    local[id] = value + static_cast<int>(item.get_global_linear_id());
                    sycl::group_barrier(group);
                    /* Work-items of a sub-group follow one another. */
                    const std::size_t first = id - sub_group.get_local_linear_id();
                    ishmemx_int_put_nbi_work_group(
                        to + group.get_group_linear_id() * items + first, &local[first],
                        sub_group.get_local_linear_range(), pe, sub_group);
                    ishmemx_quiet_work_group(sub_group);
                });
        })
        .wait();
    ishmem_barrier_all();
    CHECK(all_are(copied(queue, to, groups * items),
                  [](std::size_t i) { return 100 * previous + static_cast<int>(i); }));
    ishmem_barrier_all();
}

void collectives(sycl::queue &queue)
{
    constexpr std::size_t nelems = 16;
    const std::size_t n = static_cast<std::size_t>(pes);
    const symmetric<long> source(nelems * n), reduced(nelems), sent(nelems), gathered(nelems * n);
    long *const from = source.data, *const sum = reduced.data;
    long *const copy = sent.data, *const all = gathered.data;
    int *const status = sycl::malloc_shared<int>(3, queue);
    const long value = me + 1;
    queue
        .parallel_for(
            sycl::nd_range<2>({8, 4}, {8, 4}),
            [=](sycl::nd_item<2> item) {
                const auto group = item.get_group();
                for (std::size_t i = group.get_local_linear_id(); i < nelems;
                     i += group.get_local_linear_range()) {
                    from[i] = value + static_cast<long>(i);
                }
                sycl::group_barrier(group);
                const int results[] = {
                    ishmemx_long_sum_reduce_work_group(sum, from, nelems, group),
                    ishmemx_broadcast_work_group(ISHMEM_TEAM_WORLD, copy, from, nelems, 0, group),
                    ishmemx_fcollect_work_group(all, from, nelems, group)};
                if (group.leader()) {
                    for (int i = 0; i < 3; i++) {
                        status[i] = results[i];
                    }
                }
            })
        .wait();
    CHECK(status[0] == 0 && status[1] == 0 && status[2] == 0);
    CHECK(all_are(copied(queue, sum, nelems), [](std::size_t i) {
        return static_cast<long>(pes) * (pes + 1) / 2 + pes * static_cast<long>(i);
    }));
    CHECK(all_are(copied(queue, copy, nelems),
                  [](std::size_t i) { return static_cast<long>(i) + 1; }));
    CHECK(all_are(copied(queue, all, nelems * n),
                  [](std::size_t i) { return static_cast<long>(i / nelems + 1 + i % nelems); }));
    ishmem_barrier_all();
    sycl::free(status, queue);
}

} // namespace

void test_groups()
{
    sycl::queue queue;
    transfers<1>(queue, {64});
    transfers<2>(queue, {4, 16});
    transfers<3>(queue, {2, 3, 8});
    sub_groups(queue);
    collectives(queue);
}
