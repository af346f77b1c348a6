// SPDX-License-Identifier: BSD-3-Clause
/*
 * The queue-ordered forms for a sycl::queue, on queues of both orders, in chains with commands of the
 * runtime: what SYCL copies, libishmem sends, and the other way round, with nothing waited for in
 * between.  Each family is called with and without a type in its name, with and without dependencies.
 * All sources lie in device memory of SYCL, all results in its shared memory.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

static int me, pes, next, previous, failures;

#define CHECK(what)                                                                    \
    do {                                                                               \
        if (!(what)) {                                                                 \
            std::fprintf(stderr, "PE %d: line %d: not so: %s\n", me, __LINE__, #what); \
            failures++;                                                                \
        }                                                                              \
    } while (0)

using events = std::vector<sycl::event>;
constexpr size_t count = 64;

/* On an in-order queue nothing needs dependencies; half of the calls give them nevertheless. */
struct chain {
    sycl::queue queue;
    sycl::event last;
    unsigned calls = 0;

    explicit chain(const sycl::queue &on) : queue(on), last(queue.ext_oneapi_submit_barrier())
    {
    }
    events dependencies()
    {
        return !queue.is_in_order() || calls++ % 2 == 0 ? events{last} : events{};
    }
    void operator<<(const sycl::event &event)
    {
        last = event;
    }
    void copy(void *to, const void *from, size_t bytes)
    {
        const events before = dependencies();
        last = queue.memcpy(to, from, bytes, before);
    }
    void wait()
    {
        last.wait_and_throw();
    }
};

/* What a round uses: symmetric memory, a source in device memory, results for the host. */
struct memory {
    int *data;
    int *other;
    uint64_t *signal;
    int *word;
    int *source;
    int *seen;
    int *status;
    size_t *indices;
    int *result;
    size_t *which;
    uint64_t *wide;

    explicit memory(const sycl::queue &queue)
        : data(static_cast<int *>(ishmem_calloc(4 * count * 8, sizeof(int)))),
          other(static_cast<int *>(ishmem_calloc(4 * count * 8, sizeof(int)))),
          signal(static_cast<uint64_t *>(ishmem_calloc(4, sizeof(uint64_t)))),
          word(static_cast<int *>(ishmem_calloc(8, sizeof(int)))),
          source(sycl::malloc_device<int>(count * 8, queue)),
          seen(sycl::malloc_shared<int>(4 * count * 8, queue)),
          status(sycl::malloc_shared<int>(8, queue)),
          indices(sycl::malloc_shared<size_t>(8, queue)),
          result(sycl::malloc_shared<int>(8, queue)), which(sycl::malloc_shared<size_t>(8, queue)),
          wide(sycl::malloc_shared<uint64_t>(8, queue))
    {
    }
    void release(const sycl::queue &queue) const
    {
        for (void *shared :
             {static_cast<void *>(source), static_cast<void *>(seen), static_cast<void *>(status),
              static_cast<void *>(indices), static_cast<void *>(result), static_cast<void *>(which),
              static_cast<void *>(wide)}) {
            sycl::free(shared, queue);
        }
        ishmem_free(word);
        ishmem_free(signal);
        ishmem_free(other);
        ishmem_free(data);
    }
};

static int value(int pe, int round, size_t i)
{
    return pe * 100000 + round * 1000 + static_cast<int>(i);
}

/* Fills the source with this PE's values, by a copy of the queue. */
static void fill(chain &c, const memory &m, int round)
{
    int *values = m.seen + 3 * count * 8;
    for (size_t i = 0; i < count * 8; i++) {
        values[i] = value(me, round, i);
    }
    c.copy(m.source, values, count * 8 * sizeof(int));
}

/* Reads symmetric memory by a copy of the queue, and waits. */
static void look(chain &c, const memory &m, const int *from, size_t n)
{
    c.copy(m.seen, from, n * sizeof(int));
    c.wait();
}

static bool all_of(const int *seen, size_t n, int pe, int round, size_t from = 0)
{
    for (size_t i = 0; i < n; i++) {
        if (seen[i] != value(pe, round, from + i)) {
            return false;
        }
    }
    return true;
}

static void test_puts(chain &c, const memory &m, int round)
{
    fill(c, m, round);
    c << ishmemx_int_put_on_queue(m.data, m.source, count, next, c.queue, c.dependencies());
    c << ishmemx_put_on_queue(m.data + count, m.source + count, count, next, c.queue,
                              c.dependencies());
    c << ishmemx_put32_nbi_on_queue(m.data + 2 * count, m.source + 2 * count, count, next, c.queue,
                                    c.dependencies());
    c << ishmemx_putmem_on_queue(m.data + 3 * count, m.source + 3 * count, count * sizeof(int),
                                 next, c.queue, c.dependencies());
    c << ishmemx_int_iput_on_queue(m.data + 4 * count, m.source + 4 * count, 2, 1, count / 2, next,
                                   c.queue, c.dependencies());
    c << ishmemx_int_ibput_on_queue(m.data + 5 * count, m.source + 5 * count, 8, 4, 4, 8, next,
                                    c.queue, c.dependencies());
    c << ishmemx_int_p_on_queue(m.word, value(me, round, 7), next, c.queue, c.dependencies());
    c << ishmemx_quiet_on_queue(c.queue, c.dependencies());
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    look(c, m, m.data, 6 * count);
    CHECK(all_of(m.seen, 4 * count, previous, round));
    CHECK(m.seen[4 * count] == value(previous, round, 4 * count));
    CHECK(m.seen[4 * count + 2] == value(previous, round, 4 * count + 1));
    CHECK(all_of(m.seen + 5 * count + 8, 4, previous, round, 5 * count + 4));
    look(c, m, m.word, 1);
    CHECK(m.seen[0] == value(previous, round, 7));
}

static void test_gets(chain &c, const memory &m, int round)
{
    fill(c, m, round);
    c.copy(m.data, m.source, 6 * count * sizeof(int));
    c << ishmemx_sync_all_on_queue(c.queue, c.dependencies());
    c << ishmemx_int_get_on_queue(m.seen, m.data, count, next, c.queue, c.dependencies());
    c << ishmemx_get_on_queue(m.seen + count, m.data + count, count, next, c.queue,
                              c.dependencies());
    c << ishmemx_get64_nbi_on_queue(m.seen + 2 * count, m.data + 2 * count, count / 2, next,
                                    c.queue, c.dependencies());
    c << ishmemx_int_iget_on_queue(m.seen + 4 * count, m.data + 4 * count, 1, 2, count / 2, next,
                                   c.queue, c.dependencies());
    c << ishmemx_int_g_on_queue(m.data + 5, next, m.result, c.queue, c.dependencies());
    c << ishmemx_g_on_queue(m.data + 6, next, m.result + 1, c.queue, c.dependencies());
    c << ishmemx_quiet_on_queue(c.queue, c.dependencies());
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    c.wait();
    CHECK(all_of(m.seen, 3 * count, next, round));
    CHECK(m.seen[4 * count + 1] == value(next, round, 4 * count + 2));
    CHECK(m.result[0] == value(next, round, 5) && m.result[1] == value(next, round, 6));
}

static void test_signals(chain &c, const memory &m, int round)
{
    fill(c, m, round);
    const uint64_t before = static_cast<uint64_t>(3 * round);
    c << ishmemx_int_put_signal_on_queue(m.data, m.source, count, m.signal, 1, ISHMEM_SIGNAL_ADD,
                                         next, c.queue, c.dependencies());
    c << ishmemx_put_signal_nbi_on_queue(m.data + count, m.source + count, count, m.signal, 1,
                                         ISHMEM_SIGNAL_ADD, next, c.queue, c.dependencies());
    c << ishmemx_signal_add_on_queue(m.signal, 1, next, c.queue, c.dependencies());
    c << ishmemx_signal_wait_until_on_queue(m.signal, ISHMEM_CMP_GE, before + 3, m.wide, c.queue,
                                            c.dependencies());
    look(c, m, m.data, 2 * count);
    CHECK(m.wide[0] == before + 3);
    CHECK(all_of(m.seen, 2 * count, previous, round));
    c << ishmemx_signal_set_on_queue(m.signal + 1, 7, next, c.queue, c.dependencies());
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    c.wait();
}

static void test_atomics(chain &c, const memory &m, int round)
{
    c << ishmemx_int_atomic_set_on_queue(m.word, round, me, c.queue, c.dependencies());
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    c << ishmemx_int_atomic_fetch_add_on_queue(m.word, 10, next, m.result, c.queue,
                                               c.dependencies());
    c << ishmemx_atomic_inc_on_queue(m.word, next, c.queue, c.dependencies());
    c << ishmemx_atomic_fetch_on_queue(m.word, next, m.result + 1, c.queue, c.dependencies());
    c << ishmemx_int_atomic_compare_swap_on_queue(m.word, round + 11, 5, next, m.result + 2,
                                                  c.queue, c.dependencies());
    c << ishmemx_uint32_atomic_fetch_xor_on_queue(reinterpret_cast<uint32_t *>(m.word), 1, next,
                                                  reinterpret_cast<uint32_t *>(m.result + 3),
                                                  c.queue, c.dependencies());
    c << ishmemx_int_atomic_fetch_nbi_on_queue(m.result + 4, m.word, next, c.queue,
                                               c.dependencies());
    c << ishmemx_quiet_on_queue(c.queue, c.dependencies());
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    c.wait();
    CHECK(m.result[0] == round && m.result[1] == round + 11 && m.result[2] == round + 11);
    CHECK(m.result[3] == 5 && m.result[4] == 4);
}

static void test_waits(chain &c, const memory &m, int round)
{
    std::fill_n(m.status, 8, 0);
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    c << ishmemx_int_p_on_queue(m.word + 2, round + 1, next, c.queue, c.dependencies());
    c << ishmemx_int_p_on_queue(m.word + 3, round + 1, next, c.queue, c.dependencies());
    c << ishmemx_int_wait_until_on_queue(m.word + 2, ISHMEM_CMP_EQ, round + 1, c.queue,
                                         c.dependencies());
    c << ishmemx_wait_until_all_on_queue(m.word + 2, 2, m.status, ISHMEM_CMP_EQ, round + 1, c.queue,
                                         c.dependencies());
    c << ishmemx_int_wait_until_any_on_queue(m.word + 2, 2, m.status, ISHMEM_CMP_EQ, round + 1,
                                             m.which, c.queue, c.dependencies());
    c << ishmemx_wait_until_some_on_queue(m.word + 2, 2, m.indices, m.status, ISHMEM_CMP_EQ,
                                          round + 1, m.which + 1, c.queue, c.dependencies());
    c << ishmemx_int_test_on_queue(m.word + 2, ISHMEM_CMP_EQ, round + 1, m.result, c.queue,
                                   c.dependencies());
    c << ishmemx_test_on_queue(m.word + 2, ISHMEM_CMP_GT, round + 1, m.result + 1, c.queue,
                               c.dependencies());
    c << ishmemx_barrier_all_on_queue(c.queue, c.dependencies());
    c.wait();
    CHECK(m.which[0] < 2 && m.which[1] == 2 && m.indices[0] + m.indices[1] == 1);
    CHECK(m.result[0] == 1 && m.result[1] == 0);
}

static void test_collectives(chain &c, const memory &m, int round)
{
    fill(c, m, round);
    c.copy(m.data, m.source, count * sizeof(int));
    std::fill_n(m.result, 8, -1);
    c << ishmemx_int_broadcast_on_queue(m.other, m.data, count, pes - 1, m.result, c.queue,
                                        c.dependencies());
    c << ishmemx_fcollect_on_queue(m.other + count, m.data, 4, m.result + 1, c.queue,
                                   c.dependencies());
    c << ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, m.other + 2 * count, m.data, 4,
                                         m.result + 2, c.queue, c.dependencies());
    c << ishmemx_max_reduce_on_queue(m.other + 3 * count, m.data, 4, m.result + 3, c.queue,
                                     c.dependencies());
    c << ishmemx_int_sum_inscan_on_queue(m.other + 4 * count, m.data, 4, m.result + 4, c.queue,
                                         c.dependencies());
    c << ishmemx_alltoall_on_queue(ISHMEM_TEAM_WORLD, m.other + 5 * count, m.data, 2, m.result + 5,
                                   c.queue, c.dependencies());
    c << ishmemx_collectmem_on_queue(m.other + 6 * count, m.data, sizeof(int), m.result + 6,
                                     c.queue, c.dependencies());
    c << ishmemx_team_sync_on_queue(ISHMEM_TEAM_WORLD, m.result + 7, c.queue, c.dependencies());
    look(c, m, m.other, 7 * count);
    CHECK(std::all_of(m.result, m.result + 8, [](int result) { return result == 0; }));
    CHECK(all_of(m.seen, count, pes - 1, round));
    int sum = 0;
    int scan = 0;
    for (int pe = 0; pe < pes; pe++) {
        CHECK(all_of(m.seen + count + 4 * pe, 4, pe, round));
        CHECK(all_of(m.seen + 5 * count + 2 * pe, 2, pe, round, static_cast<size_t>(2 * me)));
        CHECK(m.seen[6 * count + static_cast<size_t>(pe)] == value(pe, round, 0));
        sum += value(pe, round, 1);
        scan += pe <= me ? value(pe, round, 1) : 0;
    }
    CHECK(m.seen[2 * count + 1] == sum && m.seen[3 * count + 1] == value(pes - 1, round, 1));
    CHECK(m.seen[4 * count + 1] == scan);
}

/* An operation without dependencies follows the queue's previous one, which waits for the host. */
static void test_pending(chain &c, const memory &m, int round)
{
    c.wait();
    const sycl::event waited =
        ishmemx_int_wait_until_on_queue(m.word + 4, ISHMEM_CMP_EQ, round + 1, c.queue);
    c << ishmemx_int_p_on_queue(m.word + 5, round + 1, me, c.queue);
    std::this_thread::sleep_for(std::chrono::microseconds(100 * (round % 3)));
    CHECK(ishmem_int_atomic_fetch(m.word + 5, me) == round);
    ishmem_int_atomic_set(m.word + 4, round + 1, me);
    c.wait();
    CHECK(ishmem_int_atomic_fetch(m.word + 5, me) == round + 1);
    CHECK(waited.get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
}

/* Threads share the queue. */
static void test_threads(chain &c, const memory &m, int round)
{
    int level;
    ishmem_query_thread(&level);
    if (level != ISHMEM_THREAD_MULTIPLE) {
        return;
    }
    constexpr int adders = 3;
    constexpr int additions = 50;
    const int before = round * adders * additions;
    std::vector<std::thread> threads;
    c.wait();
    for (int i = 0; i < adders; i++) {
        threads.emplace_back([queue = c.queue, &m]() mutable {
            for (int addition = 0; addition < additions; addition++) {
                ishmemx_int_atomic_add_on_queue(m.word + 6, 1, me, queue).wait();
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    c << ishmemx_int_wait_until_on_queue(m.word + 6, ISHMEM_CMP_EQ, before + adders * additions,
                                         c.queue);
    c.wait();
}

/* A task of the host before an operation and one after it; and the queue's own wait covers the chain. */
static void test_host_tasks(chain &c, const memory &m, int round)
{
    int *values = m.seen + count;
    int *copied = m.seen + 2 * count;
    ishmem_barrier_all();
    const sycl::event made = c.queue.submit([&](sycl::handler &handler) {
        handler.depends_on(c.last);
        handler.host_task([=] {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            values[0] = value(me, round, 3);
        });
    });
    const events before = c.queue.is_in_order() && round % 2 == 1 ? events{} : events{made};
    const sycl::event sent = ishmemx_int_put_on_queue(m.data, values, 1, next, c.queue, before);
    const sycl::event quiet = ishmemx_quiet_on_queue(c.queue, events{sent});
    const sycl::event met = ishmemx_barrier_all_on_queue(c.queue, events{quiet});
    const sycl::event back = c.queue.memcpy(copied, m.data, sizeof(int), met);
    c.queue.submit([&](sycl::handler &handler) {
        handler.depends_on(back);
        handler.host_task([=] { copied[1] = copied[0] + 1; });
    });
    c.queue.wait_and_throw();
    CHECK(copied[0] == value(previous, round, 3) && copied[1] == copied[0] + 1);
    ishmem_barrier_all();
    c.last = back;
}

/* A routine that cannot be queued throws. */
static void test_refusal(sycl::queue queue)
{
    bool thrown = false;
    try {
        ishmemx_quiet_on_queue(queue);
    } catch (const sycl::exception &exception) {
        thrown = std::strstr(exception.what(), "ishmemx_quiet_on_queue: ishmem_init") != nullptr;
    }
    CHECK(thrown);
}

static void test_queue(const sycl::queue &queue, int rounds)
{
    chain c(queue);
    memory m(queue);
    ishmem_barrier_all();
    for (int round = 0; round < rounds; round++) {
        test_puts(c, m, round);
        test_gets(c, m, round);
        test_signals(c, m, round);
        test_atomics(c, m, round);
        test_waits(c, m, round);
        test_collectives(c, m, round);
        test_pending(c, m, round);
        test_threads(c, m, round);
        test_host_tasks(c, m, round);
    }
    c.wait();
    c.queue.wait_and_throw();
    ishmem_barrier_all();
    m.release(queue);
}

/* With an argument, the job uses the queue's context and device. */
static void start(const sycl::queue &queue, bool given)
{
    if (!given) {
        int provided;
        ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &provided);
        return;
    }
    ishmemx_attr_t attr;
    attr.context = sycl::get_native<sycl::backend::ext_oneapi_level_zero>(queue.get_context());
    attr.device = sycl::get_native<sycl::backend::ext_oneapi_level_zero>(queue.get_device());
    ishmemx_init_attr(&attr);
}

int main(int argc, char **)
{
    sycl::queue any_order;
    sycl::queue in_order{any_order.get_context(), any_order.get_device(),
                         sycl::property::queue::in_order{}};
    test_refusal(any_order);
    start(any_order, argc > 1);
    me = ishmem_my_pe();
    pes = ishmem_n_pes();
    next = (me + 1) % pes;
    previous = (me + pes - 1) % pes;
    const int rounds = 10;
    test_queue(any_order, rounds);
    test_queue(in_order, rounds);
    int *total = static_cast<int *>(ishmem_calloc(2, sizeof(int)));
    total[0] = failures;
    ishmem_barrier_all();
    ishmem_int_sum_reduce(total + 1, total, 1);
    const bool passed = total[1] == 0;
    if (me == 0 && passed) {
        std::printf("sycl_queue on %d PEs: %d rounds on queues of both orders\n", pes, rounds);
    }
    ishmem_finalize();
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
