/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every queue-ordered template of ishmem.hpp, for every type of its list, on a synchronous list:
 * what a call has put there has ended when it returns.  Each PE works on the objects that its right
 * neighbour keeps for it, and all PEs call the collectives.
 */
#include "ishmem.hpp"

extern "C" {
#include "harness.h"
#include "level_zero.h"
#include "memory.h"
}
#include <cstdint>

namespace {

constexpr size_t room = 64;

int right_pe;
ze_command_list_handle_t list;

/* Room for `room` elements of any type: symmetric ones, of which the right PE's are this PE's to
 * write; symmetric ones that collectives read; and those that kernels reach. */
void *objects;
void *sources;
void *locals;
std::uint64_t *word; /* symmetric */
int *flag;
size_t *found;

const char *type_name;

void expect(int result, bool holds, const char *what)
{
    test_check(result == 0 && holds, "%s of %s", what, type_name);
}
/* The call first, then what holds after it. */
#define CHECK(CALL, HOLDS)              \
    do {                                \
        const int result = (CALL);      \
        expect(result, (HOLDS), #CALL); \
    } while (0)

/* What the right PE's object holds when all that was put there is complete. */
template <typename T> T there(const T *object)
{
    ishmem_quiet();
    return ishmem_g(object, right_pe);
}

template <typename T> void check_rma()
{
    T *const dest = static_cast<T *>(objects);
    T *const local = static_cast<T *>(locals);
    for (int i = 0; i < 4; i++) {
        local[i] = static_cast<T>(i + 1);
    }
    T *const back = local + 8;
    CHECK(ishmemx_put_on_queue(dest, local, 4, right_pe, list), there(dest + 3) == T(4));
    CHECK(ishmemx_put_nbi_on_queue(dest, local + 1, 1, right_pe, list), there(dest) == T(2));
    CHECK(ishmemx_iput_on_queue(dest, local, 2, 3, 2, right_pe, list), there(dest + 2) == T(4));
    CHECK(ishmemx_ibput_on_queue(dest, local, 2, 2, 1, 2, right_pe, list),
          there(dest + 2) == T(3) && there(dest) == T(1));
    CHECK(ishmemx_get_on_queue(back, dest, 4, right_pe, list), back[2] == T(3) && back[3] == T(4));
    CHECK(ishmemx_get_nbi_on_queue(back, dest + 2, 1, right_pe, list), back[0] == T(3));
    CHECK(ishmemx_iget_on_queue(back, dest, 1, 2, 2, right_pe, list), back[1] == T(3));
    CHECK(ishmemx_ibget_on_queue(back, dest, 1, 3, 1, 2, right_pe, list), back[1] == T(4));
    CHECK(ishmemx_p_on_queue(dest, T(9), right_pe, list, nullptr, 0, nullptr), there(dest) == T(9));
    CHECK(ishmemx_g_on_queue(dest, right_pe, back, list), back[0] == T(9));
    const std::uint64_t before = there(word);
    CHECK(ishmemx_put_signal_on_queue(dest, local, 2, word, 5, ISHMEM_SIGNAL_ADD, right_pe, list),
          there(word) == before + 5 && there(dest + 1) == T(2));
    CHECK(ishmemx_put_signal_nbi_on_queue(dest, local + 2, 1, word, 6, ISHMEM_SIGNAL_SET, right_pe,
                                          list),
          there(word) == 6 && there(dest) == T(3));
}

template <typename T> void check_add()
{
    T *const dest = static_cast<T *>(objects);
    T *const ret = static_cast<T *>(locals);
    ishmem_p(dest, T(12), right_pe);
    ishmem_quiet();
    CHECK(ishmemx_atomic_fetch_add_on_queue(dest, T(10), right_pe, ret, list), ret[0] == T(12));
    CHECK(ishmemx_atomic_add_on_queue(dest, T(10), right_pe, list, nullptr, 0, nullptr),
          there(dest) == T(32));
    CHECK(ishmemx_atomic_fetch_add_nbi_on_queue(ret, dest, T(10), right_pe, list, nullptr, 0,
                                                nullptr),
          there(dest) == T(42) && ret[0] == T(32));
}

template <typename T> void check_ext()
{
    T *const dest = static_cast<T *>(objects);
    T *const ret = static_cast<T *>(locals);
    CHECK(ishmemx_atomic_set_on_queue(dest, T(7), right_pe, list), there(dest) == T(7));
    CHECK(ishmemx_atomic_fetch_on_queue(dest, right_pe, ret, list), ret[0] == T(7));
    CHECK(ishmemx_atomic_swap_on_queue(dest, T(8), right_pe, ret, list),
          ret[0] == T(7) && there(dest) == T(8));
    CHECK(ishmemx_atomic_fetch_nbi_on_queue(ret, dest, right_pe, list),
          there(dest) == T(8) && ret[0] == T(8));
    CHECK(ishmemx_atomic_swap_nbi_on_queue(ret, dest, T(9), right_pe, list),
          there(dest) == T(9) && ret[0] == T(8));
}

template <typename T> void check_std()
{
    T *const dest = static_cast<T *>(objects);
    T *const ret = static_cast<T *>(locals);
    check_add<T>();
    ishmem_p(dest, T(3), right_pe);
    ishmem_quiet();
    CHECK(ishmemx_atomic_compare_swap_on_queue(dest, T(3), T(4), right_pe, ret, list),
          ret[0] == T(3) && there(dest) == T(4));
    CHECK(ishmemx_atomic_compare_swap_nbi_on_queue(ret, dest, T(3), T(5), right_pe, list),
          there(dest) == T(4) && ret[0] == T(4));
    CHECK(ishmemx_atomic_inc_on_queue(dest, right_pe, list), there(dest) == T(5));
    CHECK(ishmemx_atomic_fetch_inc_on_queue(dest, right_pe, ret, list), ret[0] == T(5));
    CHECK(ishmemx_atomic_fetch_inc_nbi_on_queue(ret, dest, right_pe, list),
          there(dest) == T(7) && ret[0] == T(6));
}

template <typename T> void check_bit()
{
    T *const dest = static_cast<T *>(objects);
    T *const ret = static_cast<T *>(locals);
    ishmem_p(dest, T(12), right_pe);
    ishmem_quiet();
    CHECK(ishmemx_atomic_and_on_queue(dest, T(10), right_pe, list), there(dest) == T(8));
    CHECK(ishmemx_atomic_or_on_queue(dest, T(5), right_pe, list), there(dest) == T(13));
    CHECK(ishmemx_atomic_xor_on_queue(dest, T(1), right_pe, list), there(dest) == T(12));
    CHECK(ishmemx_atomic_fetch_and_on_queue(dest, T(10), right_pe, ret, list), ret[0] == T(12));
    CHECK(ishmemx_atomic_fetch_or_on_queue(dest, T(5), right_pe, ret, list), ret[0] == T(8));
    CHECK(ishmemx_atomic_fetch_xor_on_queue(dest, T(1), right_pe, ret, list), ret[0] == T(13));
    CHECK(ishmemx_atomic_fetch_and_nbi_on_queue(ret, dest, T(10), right_pe, list),
          there(dest) == T(8) && ret[0] == T(12));
    CHECK(ishmemx_atomic_fetch_or_nbi_on_queue(ret, dest, T(5), right_pe, list),
          there(dest) == T(13) && ret[0] == T(8));
    CHECK(ishmemx_atomic_fetch_xor_nbi_on_queue(ret, dest, T(1), right_pe, list),
          there(dest) == T(12) && ret[0] == T(13));
}

/* Three elements of this PE: 1, 2 and 3. */
template <typename T> void check_waits()
{
    T *const ivars = static_cast<T *>(sources);
    T *const values = static_cast<T *>(locals);
    size_t *const indices = found + 1;
    int *const without_last = flag + 1;
    const int *const all = nullptr;
    for (int i = 0; i < 3; i++) {
        ishmem_p(&ivars[i], static_cast<T>(i + 1), test_me);
        values[i] = static_cast<T>(i < 2 ? i + 1 : 4);
        without_last[i] = i == 2;
    }
    ishmem_quiet();
    const T one{1};
    const T three{3};
    CHECK(ishmemx_wait_until_on_queue(&ivars[2], ISHMEM_CMP_EQ, three, list), true);
    CHECK(ishmemx_wait_until_all_on_queue(ivars, 3, all, ISHMEM_CMP_GE, one, list), true);
    CHECK(ishmemx_wait_until_any_on_queue(ivars, 3, all, ISHMEM_CMP_EQ, three, found, list),
          *found == 2);
    CHECK(ishmemx_wait_until_some_on_queue(ivars, 3, indices, all, ISHMEM_CMP_GT, one, found, list),
          *found == 2 && indices[0] + indices[1] == 3);
    CHECK(
        ishmemx_wait_until_all_vector_on_queue(ivars, 3, without_last, ISHMEM_CMP_EQ, values, list),
        true);
    CHECK(ishmemx_wait_until_any_vector_on_queue(ivars, 3, all, ISHMEM_CMP_NE, values, found, list),
          *found == 2);
    CHECK(ishmemx_wait_until_some_vector_on_queue(ivars, 3, indices, all, ISHMEM_CMP_EQ, values,
                                                  found, list),
          *found == 2 && indices[0] + indices[1] == 1);
    CHECK(ishmemx_test_on_queue(&ivars[0], ISHMEM_CMP_EQ, one, flag, list), *flag == 1);
    CHECK(ishmemx_test_on_queue(&ivars[0], ISHMEM_CMP_EQ, three, flag, list), *flag == 0);
    CHECK(ishmemx_test_all_on_queue(ivars, 3, all, ISHMEM_CMP_GT, one, flag, list), *flag == 0);
    CHECK(ishmemx_test_any_on_queue(ivars, 3, all, ISHMEM_CMP_GT, three, found, list),
          *found == SIZE_MAX);
    CHECK(ishmemx_test_some_on_queue(ivars, 3, indices, all, ISHMEM_CMP_EQ, three, found, list),
          *found == 1 && indices[0] == 2);
    CHECK(
        ishmemx_test_all_vector_on_queue(ivars, 3, without_last, ISHMEM_CMP_EQ, values, flag, list),
        *flag == 1);
    CHECK(ishmemx_test_any_vector_on_queue(ivars, 3, all, ISHMEM_CMP_NE, values, found, list),
          *found == 2);
    CHECK(ishmemx_test_some_vector_on_queue(ivars, 3, indices, all, ISHMEM_CMP_EQ, values, found,
                                            list),
          *found == 2 && indices[0] + indices[1] == 1);
}

/* ---- Collectives ----------------------------------------------------------------------------- */

/* Element i of PE pe's source. */
template <typename T> T element(int pe, int i)
{
    return static_cast<T>(1 + pe + i);
}

/* What the members up to `end` have at i, put together. */
template <typename T, typename Combine> T fold(int end, int i, Combine combine)
{
    T result = element<T>(0, i);
    for (int pe = 1; pe < end; pe++) {
        result = static_cast<T>(combine(result, element<T>(pe, i)));
    }
    return result;
}

/* Stores PE me's source, of two elements for each PE, and clears dest. */
template <typename T> void prepare()
{
    T image[room] = {};
    memory_write(objects, image, sizeof image);
    for (int i = 0; i < static_cast<int>(room); i++) {
        image[i] = element<T>(test_me, i);
    }
    memory_write(sources, image, sizeof image);
    *flag = 1;
    ishmem_barrier_all();
}

/* A call, then what each element that it stores must be; all others stay 0. */
template <typename T, typename Call, typename Stored, typename Value>
void collective(const char *what, Call call, Stored stored, Value value)
{
    prepare<T>();
    const int result = call(static_cast<T *>(objects), static_cast<const T *>(sources));
    T image[room];
    memory_read(image, objects, sizeof image);
    bool good = *flag == 0;
    for (int i = 0; i < static_cast<int>(room); i++) {
        good = good && image[i] == (stored(i) ? static_cast<T>(value(i)) : T(0));
    }
    expect(result, good, what);
    ishmem_barrier_all();
}

/* Over a team and over the world. */
#define COLLECTIVE(ROUTINE, STORED, VALUE, ...)                                         \
    collective<T>(                                                                      \
        #ROUTINE " over a team",                                                        \
        [](T *dest, const T *source) {                                                  \
            return ROUTINE(ISHMEM_TEAM_WORLD, dest, source, __VA_ARGS__, flag, list);   \
        },                                                                              \
        STORED, VALUE);                                                                 \
    collective<T>(                                                                      \
        #ROUTINE,                                                                       \
        [](T *dest, const T *source) {                                                  \
            return ROUTINE(dest, source, __VA_ARGS__, flag, list, nullptr, 0, nullptr); \
        },                                                                              \
        STORED, VALUE)

bool is_below_two(int i)
{
    return i < 2;
}

template <typename T> void check_moves()
{
    const auto two_each = [](int i) { return i < 2 * test_n; };
    COLLECTIVE(
        ishmemx_broadcast_on_queue, is_below_two, [](int i) { return element<T>(test_n - 1, i); },
        2, test_n - 1);
    COLLECTIVE(
        ishmemx_fcollect_on_queue, two_each, [](int i) { return element<T>(i / 2, i % 2); }, 2);
    /* PE 0 has one element, the others two. */
    COLLECTIVE(
        ishmemx_collect_on_queue, [](int i) { return i < 2 * test_n - 1; },
        [](int i) { return element<T>((i + 1) / 2, i == 0 ? 0 : (i + 1) % 2); },
        test_me == 0 ? 1 : 2);
    COLLECTIVE(
        ishmemx_alltoall_on_queue, two_each,
        [](int i) { return element<T>(i / 2, 2 * test_me + i % 2); }, 2);
    COLLECTIVE(
        ishmemx_alltoalls_on_queue, [](int i) { return i < 4 * test_n && i % 2 == 0; },
        [](int i) { return element<T>(i / 4, 2 * test_me + i / 2 % 2); }, 2, 1, 2);
}

#define REDUCTION(OP, COMBINE)                                 \
    COLLECTIVE(                                                \
        ishmemx_##OP##_reduce_on_queue, is_below_two,          \
        [](int i) { return fold<T>(test_n, i, COMBINE); }, 2); \
    COLLECTIVE(                                                \
        ishmemx_##OP##_reduce_scatter_on_queue, is_below_two,  \
        [](int i) { return fold<T>(test_n, 2 * test_me + i, COMBINE); }, 2)

template <typename T> void check_bit_reductions()
{
    REDUCTION(and, [](T a, T b) { return a & b; });
    REDUCTION(or, [](T a, T b) { return a | b; });
    REDUCTION(xor, [](T a, T b) {
      return a ^ b;
    });
}

template <typename T> void check_reductions()
{
    REDUCTION(max, [](T a, T b) { return a > b ? a : b; });
    REDUCTION(min, [](T a, T b) { return a < b ? a : b; });
    REDUCTION(sum, [](T a, T b) { return a + b; });
    REDUCTION(prod, [](T a, T b) { return a * b; });
    const auto sum = [](T a, T b) { return a + b; };
    COLLECTIVE(
        ishmemx_sum_inscan_on_queue, is_below_two,
        [sum](int i) { return fold<T>(test_me + 1, i, sum); }, 2);
    COLLECTIVE(
        ishmemx_sum_exscan_on_queue, is_below_two,
        [sum](int i) { return test_me == 0 ? T(0) : fold<T>(test_me, i, sum); }, 2);
}

} // namespace

int main()
{
    test_start();
    test_family("C++ templates, queued");
    right_pe = (test_me + 1) % test_n;
    objects = ishmem_calloc(room, sizeof(double));
    sources = ishmem_calloc(room, sizeof(double));
    word = static_cast<std::uint64_t *>(ishmem_calloc(1, sizeof *word));
    locals = memory_allocate_shared(room * sizeof(double));
    flag = static_cast<int *>(memory_allocate_shared(4 * sizeof *flag));
    found = static_cast<size_t *>(memory_allocate_shared(4 * sizeof *found));
    list = level_zero_list(nullptr, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);

#define RUN(NAME, TYPE, CHECKS) \
    type_name = #NAME;          \
    CHECKS<TYPE>();
    ISHMEMI_RMA_TYPES(RUN, check_rma)
    ISHMEMI_AMO_STD_TYPES(RUN, check_std)
    ISHMEMI_AMO_EXT_TYPES(RUN, check_ext)
    ISHMEMI_AMO_BIT_TYPES(RUN, check_bit)
    ISHMEMI_AMO_FLOAT_TYPES(RUN, check_add)
    ISHMEMI_WAIT_TYPES(RUN, check_waits)
    ishmem_barrier_all();
    ISHMEMI_RMA_TYPES(RUN, check_moves)
    ISHMEMI_REDUCE_BIT_TYPES(RUN, check_bit_reductions)
    ISHMEMI_REDUCE_ARITH_TYPES(RUN, check_reductions)

    ishmem_barrier_all();
    zeCommandListDestroy(list);
    memory_free_shared(found);
    memory_free_shared(flag);
    memory_free_shared(locals);
    ishmem_free(word);
    ishmem_free(sources);
    ishmem_free(objects);
    return test_finish();
}
