// SPDX-License-Identifier: BSD-3-Clause
/*
 * Device code that sycl_kernels.cpp has compiled at run time: every family of routines, called by a work-item, by a
 * sub-group and by work-groups of one, two and three dimensions.  Sources lie in the program's own memory,
 * targets in the symmetric heap.
 */
#include <ishmem.h>
#include <ishmemx.h>

#include "families.h"

namespace syclex = sycl::ext::oneapi::experimental;
namespace this_item = sycl::ext::oneapi::this_work_item;

struct single {};

/* The form of a work-item or that of a group. */
#define CALL(PREFIX, ROUTINE, ...)                                     \
    [&] {                                                              \
        if constexpr (std::is_same_v<Group, single>) {                 \
            return PREFIX##_##ROUTINE(__VA_ARGS__);                    \
        } else {                                                       \
            return ishmemx_##ROUTINE##_work_group(__VA_ARGS__, group); \
        }                                                              \
    }()
#define CALL_BARE(ROUTINE)                                \
    [&] {                                                 \
        if constexpr (std::is_same_v<Group, single>) {    \
            return ishmem_##ROUTINE();                    \
        } else {                                          \
            return ishmemx_##ROUTINE##_work_group(group); \
        }                                                 \
    }()
/* On all work-items of the group. */
#define CHECK(what) test.check(what, __LINE__)

template <typename Group> struct test_of {
    const families &on;
    const Group &group;
    int me = ishmem_my_pe();
    int pes = ishmem_n_pes();
    int next = (me + 1) % pes;
    int previous = (me + pes - 1) % pes;

    void check(bool good, int line) const
    {
        bool first = true;
        if constexpr (!std::is_same_v<Group, single>) {
            good = sycl::all_of_group(group, good);
            first = group.leader();
        }
        if (first) {
            on.failures[0]++;
            if (!good && on.failures[1] == 0) {
                on.failures[1] = line;
            }
        }
    }
    void meet() const
    {
        CALL_BARE(barrier_all);
    }
};

/* The names by which the tests know its members. */
#define OPEN(test)                                    \
    [[maybe_unused]] const families &on = test.on;    \
    [[maybe_unused]] const Group &group = test.group; \
    [[maybe_unused]] const int me = test.me;          \
    [[maybe_unused]] const int pes = test.pes;        \
    [[maybe_unused]] const int next = test.next;      \
    [[maybe_unused]] const int previous = test.previous;

static bool same(const int *seen, size_t n, int pe, size_t from)
{
    for (size_t i = 0; i < n; i++) {
        if (seen[i] != value_of(pe, from + i)) {
            return false;
        }
    }
    return true;
}

template <typename Group> void test_puts(const test_of<Group> &test)
{
    OPEN(test)
    int *const to = on.data;
    const int *const from = on.source;
    CALL(ishmem, int_put, to, from, 32, next);
    CALL(ishmem, put, to + 32, from + 32, 32, next);
    CALL(ishmem, put32_nbi, to + 64, from + 64, 32, next);
    CALL(ishmem, putmem, to + 96, from + 96, 32 * sizeof(int), next);
    CALL(ishmem, int_iput, to + 128, from, 2, 1, 16, next);
    CALL(ishmemx, int_ibput, to + 160, from, 8, 4, 4, 4, next);
    CALL(ishmem, ctx_int_put, on.ctx, to + 192, from + 5, 16, next);
    CALL(ishmem, put_nbi, on.ctx, to + 208, from + 6, 16, next);
    CALL(ishmem, int_p, to + 224, value_of(me, 9), next);
    CALL(ishmem, p, to + 225, value_of(me, 8), next);
    CALL(ishmem, short_put, reinterpret_cast<short *>(to + 226),
         reinterpret_cast<const short *>(from), 4, next);
    CALL(ishmem, double_p, reinterpret_cast<double *>(to + 228), 0.5 + me, next);
    test.meet();
    CHECK(same(to, 128, previous, 0));
    CHECK(to[128] == value_of(previous, 0) && to[130] == value_of(previous, 1));
    CHECK(to[158] == value_of(previous, 15) && to[131] == 0);
    CHECK(same(to + 168, 4, previous, 4) && to[164] == 0);
    CHECK(same(to + 192, 16, previous, 5) && same(to + 208, 16, previous, 6));
    CHECK(to[224] == value_of(previous, 9) && to[225] == value_of(previous, 8));
    CHECK(to[226] == value_of(previous, 0) && to[227] == value_of(previous, 1));
    CHECK(*reinterpret_cast<double *>(to + 228) == 0.5 + previous);
    test.meet();
}

template <typename Group> void test_gets(const test_of<Group> &test)
{
    OPEN(test)
    int *const to = on.local;
    const int *const from = on.symmetric;
    CALL(ishmem, int_get, to, from, 32, next);
    CALL(ishmem, get, to + 32, from + 32, 32, next);
    CALL(ishmem, get64_nbi, to + 64, from + 64, 16, next);
    CALL(ishmem, getmem, to + 96, from + 96, 32 * sizeof(int), next);
    CALL(ishmem, int_iget, to + 128, from, 1, 2, 16, next);
    CALL(ishmemx, int_ibget, to + 160, from, 4, 8, 4, 4, next);
    CALL(ishmem, ctx_int_get, on.ctx, to + 192, from + 5, 16, next);
    CALL(ishmem, get_nbi, to + 208, from + 6, 16, next);
    CALL_BARE(quiet);
    CHECK(same(to, 128, next, 0));
    CHECK(to[129] == value_of(next, 2) && to[143] == value_of(next, 30));
    CHECK(same(to + 164, 4, next, 8));
    CHECK(same(to + 192, 16, next, 5) && same(to + 208, 16, next, 6));
    CHECK(CALL(ishmem, int_g, from + 3, next) == value_of(next, 3));
    CHECK(CALL(ishmem, g, on.ctx, from + 4, next) == value_of(next, 4));
    CHECK(CALL(ishmem, uchar_g, reinterpret_cast<const unsigned char *>(from + 1), next) ==
          static_cast<unsigned char>(value_of(next, 1)));
    test.meet();
}

template <typename Group> void test_signals(const test_of<Group> &test)
{
    OPEN(test)
    int *const to = on.data + 256;
    CALL(ishmem, int_put_signal, to, on.source, 16, on.signal, 1, ISHMEM_SIGNAL_ADD, next);
    CALL(ishmem, put_signal_nbi, to + 16, on.source + 16, 16, on.signal, 1, ISHMEM_SIGNAL_ADD,
         next);
    CALL(ishmem, put8_signal, to + 32, on.source + 32, 64, on.signal, 1, ISHMEM_SIGNAL_ADD, next);
    CALL(ishmemx, signal_add, on.signal, 2, next);
    CHECK(CALL(ishmem, signal_wait_until, on.signal, ISHMEM_CMP_GE, 5) == 5);
    CHECK(same(to, 48, previous, 0));
    CALL(ishmemx, ctx_signal_set, on.ctx, on.signal + 1, 7, next);
    CALL(ishmem, signal_wait_until, on.signal + 1, ISHMEM_CMP_EQ, 7);
    CHECK(CALL(ishmem, signal_fetch, on.signal + 1) == 7);
    test.meet();
}

template <typename Group> void test_integers(const test_of<Group> &test)
{
    OPEN(test)
    int *const word = on.words;
    int *const seen = on.local;
    CALL(ishmem, int_atomic_set, word, 10, next);
    CHECK(CALL(ishmem, int_atomic_fetch_add, word, 5, next) == 10);
    CALL(ishmem, atomic_add, word, 1, next);
    CALL(ishmem, int_atomic_inc, word, next);
    CHECK(CALL(ishmem, atomic_fetch_inc, word, next) == 17);
    CHECK(CALL(ishmem, int_atomic_fetch, word, next) == 18);
    CHECK(CALL(ishmem, atomic_swap, on.ctx, word, 3, next) == 18);
    CHECK(CALL(ishmem, int_atomic_compare_swap, word, 3, 9, next) == 3);
    CHECK(CALL(ishmem, ctx_int_atomic_compare_swap, on.ctx, word, 3, 11, next) == 9);
    CALL(ishmem, int_atomic_fetch_nbi, seen, word, next);
    CALL_BARE(quiet);
    CHECK(seen[0] == 9);
    CALL(ishmem, int_atomic_fetch_add_nbi, seen, word, 2, next);
    CALL_BARE(quiet);
    CHECK(seen[0] == 9);
    CALL(ishmem, int_atomic_fetch_inc_nbi, seen, word, next);
    CALL_BARE(quiet);
    CHECK(seen[0] == 11);
    CALL(ishmem, atomic_swap_nbi, seen, word, 4, next);
    CALL_BARE(quiet);
    CHECK(seen[0] == 12);
    CALL(ishmem, atomic_compare_swap_nbi, seen, word, 4, 6, next);
    CALL_BARE(quiet);
    CHECK(seen[0] == 4 && CALL(ishmem, atomic_fetch, word, next) == 6);

    auto *const bits = reinterpret_cast<uint64_t *>(on.words + 2);
    auto *const bits_seen = reinterpret_cast<uint64_t *>(on.local + 2);
    CALL(ishmem, uint64_atomic_set, bits, 0xff00000000u, next);
    CHECK(CALL(ishmem, uint64_atomic_fetch_and, bits, 0x1f00000000u, next) == 0xff00000000u);
    CALL(ishmem, uint64_atomic_and, bits, 0x1100000000u, next);
    CHECK(CALL(ishmem, uint64_atomic_fetch_or, bits, 2u, next) == 0x1100000000u);
    CALL(ishmem, atomic_or, bits, 4u, next);
    CHECK(CALL(ishmem, atomic_fetch_xor, bits, 2u, next) == 0x1100000006u);
    CALL(ishmem, uint64_atomic_xor, bits, 1u, next);
    CALL(ishmem, uint64_atomic_fetch_and_nbi, bits_seen, bits, 1u, next);
    CALL_BARE(quiet);
    CHECK(*bits_seen == 0x1100000005u);
    CALL(ishmem, uint64_atomic_fetch_or_nbi, bits_seen, bits, 8u, next);
    CALL_BARE(quiet);
    CHECK(*bits_seen == 1u);
    CALL(ishmem, uint64_atomic_fetch_xor_nbi, bits_seen, bits, 9u, next);
    CALL_BARE(quiet);
    CHECK(*bits_seen == 9u && CALL(ishmem, uint64_atomic_fetch, bits, next) == 0);
    test.meet();
}

template <typename Group> void test_floats(const test_of<Group> &test)
{
    OPEN(test)
    auto *const single_word = reinterpret_cast<float *>(on.words + 4);
    auto *const double_word = reinterpret_cast<double *>(on.words + 6);
    auto *const seen = reinterpret_cast<double *>(on.local);
    CALL(ishmem, float_atomic_set, single_word, 1.5f, next);
    CALL(ishmem, float_atomic_add, single_word, 2.0f, next);
    CHECK(CALL(ishmem, atomic_fetch_add, single_word, 0.25f, next) == 3.5f);
    CHECK(CALL(ishmem, float_atomic_swap, single_word, 1.0f, next) == 3.75f);
    CALL(ishmem, double_atomic_set, double_word, 1.0, next);
    CALL(ishmem, double_atomic_fetch_add_nbi, seen, double_word, 0.5, next);
    CALL_BARE(quiet);
    CHECK(*seen == 1.0 && CALL(ishmem, double_atomic_fetch, double_word, next) == 1.5);
    test.meet();
}

template <typename Group> void test_waits(const test_of<Group> &test)
{
    OPEN(test)
    int *const words = on.words + 8;
    const int wanted = 100 + previous;
    const size_t n = 4;
    for (size_t i = 0; i < n; i++) {
        CALL(ishmem, int_p, words + i, 100 + me, next);
    }
    CALL_BARE(fence);
    CALL(ishmem, int_wait_until, words, ISHMEM_CMP_EQ, wanted);
    CALL(ishmem, wait_until_all, words, n, nullptr, ISHMEM_CMP_GE, wanted);
    CHECK(CALL(ishmem, int_wait_until_any, words, n, nullptr, ISHMEM_CMP_EQ, wanted) < n);
    CHECK(CALL(ishmem, wait_until_some, words, n, on.indices, nullptr, ISHMEM_CMP_EQ, wanted) == n);
    CHECK(on.indices[0] + on.indices[1] + on.indices[2] + on.indices[3] == 6);
    CALL(ishmem, int_wait_until_all_vector, words, n, nullptr, ISHMEM_CMP_EQ, on.wanted);
    CHECK(CALL(ishmem, int_wait_until_any_vector, words, n, on.status, ISHMEM_CMP_EQ, on.wanted) ==
          2);
    CHECK(CALL(ishmem, wait_until_some_vector, words, n, on.indices, on.status, ISHMEM_CMP_EQ,
               on.wanted) == 1);
    CHECK(on.indices[0] == 2);
    CHECK(CALL(ishmem, int_test, words, ISHMEM_CMP_EQ, wanted) == 1);
    CHECK(CALL(ishmem, test, words, ISHMEM_CMP_GT, wanted) == 0);
    CHECK(CALL(ishmem, int_test_all, words, n, nullptr, ISHMEM_CMP_EQ, wanted) == 1);
    CHECK(CALL(ishmem, int_test_any, words, n, on.status, ISHMEM_CMP_EQ, wanted) == 2);
    CHECK(CALL(ishmem, int_test_some, words, n, on.indices, on.status, ISHMEM_CMP_EQ, wanted) == 1);
    CHECK(CALL(ishmem, int_test_all_vector, words, n, nullptr, ISHMEM_CMP_NE, on.wanted) == 0);
    CHECK(CALL(ishmem, test_any_vector, words, n, nullptr, ISHMEM_CMP_LT, on.wanted) == SIZE_MAX);
    CHECK(CALL(ishmem, int_test_some_vector, words, n, on.indices, nullptr, ISHMEM_CMP_LE,
               on.wanted) == n);
    test.meet();
}

template <typename Group> void test_order(const test_of<Group> &test)
{
    OPEN(test)
    for (int i = 0; i < 2; i++) {
        CALL(ishmem, set_lock, on.lock);
        const int count = CALL(ishmem, int_g, on.words + 12, 0);
        CALL(ishmem, int_p, on.words + 12, count + 1, 0);
        CALL(ishmem, pe_quiet, on.zero, 1);
        CALL(ishmem, clear_lock, on.lock);
    }
    while (CALL(ishmem, test_lock, on.lock) != 0) {
    }
    CALL(ishmem, clear_lock, on.lock);
    CALL(ishmem, ctx_fence, on.ctx);
    CALL(ishmem, ctx_quiet, on.ctx);
    CHECK(CALL(ishmemx, team_barrier, on.team) == 0);
    CHECK(CALL(ishmem, team_sync, on.team) == 0);
    CALL_BARE(sync_all);
    CHECK(CALL(ishmem, int_g, on.words + 12, 0) == 2 * pes);
    test.meet();
}

template <typename Group> void test_gathers(const test_of<Group> &test)
{
    OPEN(test)
    const int *const from = on.symmetric;
    int *const to = on.data + 512;
    const int root = pes - 1;
    const size_t mine = static_cast<size_t>(me) + 1;
    const size_t from_me = static_cast<size_t>(me);
    CHECK(CALL(ishmem, int_broadcast, on.team, to, from, 16, root) == 0);
    CHECK(same(to, 16, root, 0));
    CHECK(CALL(ishmem, broadcast, to + 16, from + 1, 16, root) == 0);
    CHECK(same(to + 16, 16, root, 1));
    CHECK(CALL(ishmem, int_fcollect, to + 32, from, 2) == 0);
    CHECK(CALL(ishmem, fcollectmem, on.team, to + 48, from + 2, 2 * sizeof(int)) == 0);
    CHECK(CALL(ishmem, collect, on.team, to + 64, from, mine) == 0);
    CHECK(CALL(ishmem, int_alltoall, to + 112, from, 2) == 0);
    CHECK(CALL(ishmem, alltoalls, on.team, to + 128, from, 2, 1, 1) == 0);
    for (int pe = 0; pe < pes; pe++) {
        const size_t n = static_cast<size_t>(pe);
        CHECK(same(to + 32 + 2 * n, 2, pe, 0) && same(to + 48 + 2 * n, 2, pe, 2));
        CHECK(same(to + 64 + n * (n + 1) / 2, n + 1, pe, 0));
        CHECK(same(to + 112 + 2 * n, 2, pe, 2 * from_me));
        CHECK(to[128 + 2 * n] == value_of(pe, from_me));
    }
    test.meet();
}

template <typename Group> void test_reductions(const test_of<Group> &test)
{
    OPEN(test)
    const int *const from = on.symmetric;
    int *const to = on.data + 768;
    auto *const bits = reinterpret_cast<unsigned *>(to + 64);
    const auto *const mask = reinterpret_cast<const unsigned *>(from);
    auto *const doubles = reinterpret_cast<double *>(to + 96);
    const auto *const own = reinterpret_cast<const double *>(on.symmetric + 200);
    auto *const halves = reinterpret_cast<uint16_t *>(to + 112);
    int sum = 0;
    int scan = 0;
    int product = 1;
    unsigned all = ~0u;
    unsigned any = 0;
    unsigned odd = 0;
    for (int pe = 0; pe < pes; pe++) {
        const int value = value_of(pe, 1);
        sum += value;
        scan += pe < me ? value : 0;
        product *= value;
        all &= static_cast<unsigned>(value);
        any |= static_cast<unsigned>(value);
        odd ^= static_cast<unsigned>(value);
    }
    CHECK(CALL(ishmem, int_sum_reduce, to, from, 4) == 0 && to[1] == sum);
    CHECK(CALL(ishmem, sum_reduce, on.team, to + 4, from, 4) == 0 && to[5] == sum);
    CHECK(CALL(ishmem, int_max_reduce, to + 8, from, 4) == 0 && to[9] == value_of(pes - 1, 1));
    CHECK(CALL(ishmem, min_reduce, to + 12, from, 4) == 0 && to[13] == value_of(0, 1));
    CHECK(CALL(ishmem, int_prod_reduce, to + 16, from, 2) == 0 && to[17] == product);
    CHECK(CALL(ishmem, int_sum_inscan, to + 20, from, 4) == 0 && to[21] == scan + value_of(me, 1));
    CHECK(CALL(ishmem, sum_exscan, on.team, to + 24, from, 4) == 0 && to[25] == scan);
    CHECK(CALL(ishmemx, int_sum_reduce_scatter, to + 28, from, 1) == 0);
    CHECK(to[28] == sum + pes * (me - 1));
    CHECK(CALL(ishmemx, max_reduce_scatter, to + 32, from, 1) == 0);
    CHECK(to[32] == value_of(pes - 1, static_cast<size_t>(me)));
    CHECK(CALL(ishmem, uint_and_reduce, bits, mask, 2) == 0 && bits[1] == all);
    auto *const small_bits = reinterpret_cast<signed char *>(bits + 12);
    const auto *const small_mask = reinterpret_cast<const signed char *>(mask);
    CHECK(CALL(ishmem, schar_xor_reduce, small_bits, small_mask, 8) == 0);
    CHECK(small_bits[4] == static_cast<signed char>(odd));
    CHECK(CALL(ishmem, or_reduce, bits + 4, mask, 2) == 0 && bits[5] == any);
    CHECK(CALL(ishmem, uint_xor_reduce, bits + 8, mask, 2) == 0 && bits[9] == odd);
    CHECK(CALL(ishmem, double_sum_reduce, doubles, own, 1) == 0);
    CHECK(*doubles == 0.5 * pes + pes * (pes - 1) / 2);
    CHECK(CALL(ishmemx, bfloat16_sum_reduce, halves, on.halves, 1) == 0);
    CHECK(*halves == on.halves[1]);
    test.meet();
}

template <typename Group> void test_queries(const test_of<Group> &test)
{
    OPEN(test)
    int major = 0;
    int minor = 0;
    char name[ISHMEM_MAX_NAME_LEN];
    ishmem_info_get_version(&major, &minor);
    ishmem_info_get_name(name);
    CHECK(major == ISHMEM_MAJOR_VERSION && minor == ISHMEM_MINOR_VERSION && name[0] == 'l');
    CHECK(ishmem_team_my_pe(on.team) == me && ishmem_team_n_pes(on.team) == pes);
    CHECK(ishmem_team_translate_pe(on.team, next, ISHMEM_TEAM_WORLD) == next);
    ishmem_team_config_t config = {-1};
    CHECK(ishmem_team_get_config(on.team, ISHMEM_TEAM_NUM_CONTEXTS, &config) == 0);
    CHECK(config.num_contexts == 0 && ishmem_ptr(on.failures, next) == nullptr);
    if (on.far == 0) {
        const auto *const there = static_cast<const int *>(ishmem_ptr(on.symmetric, next));
        CHECK(there[3] == value_of(next, 3));
        CHECK(ishmem_team_ptr(on.team, on.symmetric, next) == there);
    }
    CHECK(ISHMEM_CTX_DEFAULT == on.ctx);
    if constexpr (std::is_same_v<Group, single>) {
        ishmemx_nop();
        ishmemx_nop_no_r();
        ishmemx_timestamp(on.clock);
        CHECK(*reinterpret_cast<const uint64_t *>(on.clock) != 0);
        if (me == 0) {
            ishmemx_print("a kernel in SYCL\n", STDOUT);
        }
    }
    test.meet();
}

template <typename Group> void test_all(const families *on, const Group &group)
{
    const test_of<Group> test{*on, group};
    test.meet();
    test_puts(test);
    test_gets(test);
    test_signals(test);
    test_integers(test);
    test_floats(test);
    test_waits(test);
    test_order(test);
    test_gathers(test);
    test_reductions(test);
    test_queries(test);
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void item(families *on)
{
    if (this_item::get_nd_item<1>().get_global_linear_id() == 0) {
        test_all(on, single{});
    }
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void sub_group(
    families *on)
{
    const sycl::sub_group group = this_item::get_sub_group();
    if (group.get_group_linear_id() == 0) {
        test_all(on, group);
    }
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<1>)) void work_group_1(
    families *on)
{
    test_all(on, this_item::get_work_group<1>());
}

/* Of the other dimensions the groups differ in their types alone. */
template <typename Group> void test_some(const families *on, const Group &group)
{
    const test_of<Group> test{*on, group};
    test.meet();
    test_puts(test);
    test_waits(test);
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<2>)) void work_group_2(
    families *on)
{
    test_some(on, this_item::get_work_group<2>());
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<3>)) void work_group_3(
    families *on)
{
    test_some(on, this_item::get_work_group<3>());
}
