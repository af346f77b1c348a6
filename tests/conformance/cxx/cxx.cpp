/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every template of ishmem.hpp, for every type of its list, between neighbours: what PE p writes
 * goes to PE p + 1, and the values are checked.  That each template reaches the right routine is
 * checked here; the routines have tests of their own.
 */
#include "ishmem.hpp"

extern "C" {
#include "harness.h"
#include "level_zero.h"
}
#include <cstdint>
#include <cstring>

namespace {

constexpr size_t count = 12;

int right_pe;
int left_pe;

/* Reused by all types: symmetric memory for count elements of the largest. */
void *block;
std::uint64_t *signal_word;

/* Synchronous: what a call has put on it has ended when it returns. */
ze_command_list_handle_t list;

void queued(int result)
{
    test_check(result == 0, "a call on a command list returned %d", result);
}

template <typename T> T value(int pe, size_t i)
{
    return static_cast<T>(1 + pe * 16 + static_cast<int>(i));
}

/* All PEs have cleared their blocks. */
template <typename T> T *fresh()
{
    ishmem_barrier_all();
    std::memset(block, 0, count * sizeof(T));
    *signal_word = 0;
    ishmem_barrier_all();
    return static_cast<T *>(block);
}

template <typename T> void fill(T *source)
{
    for (size_t i = 0; i < count; i++) {
        source[i] = value<T>(test_me, i);
    }
}

/* Elements i of `got` come from PE pe's element from(i); where that is `none`, they are 0. */
constexpr size_t none = SIZE_MAX;

template <typename T, typename From>
void expect(const char *what, const char *type, const T *got, int pe, From from)
{
    for (size_t i = 0; i < count; i++) {
        const size_t element = from(i);
        const T wanted = element == none ? T{} : value<T>(pe, element);
        test_check(std::memcmp(&got[i], &wanted, sizeof(T)) == 0, "%s<%s>: element %zu", what, type,
                   i);
    }
}

size_t same(size_t i)
{
    return i;
}

size_t first_four(size_t i)
{
    return i < 4 ? i : none;
}

/* 3 elements: 2 apart in the source, 3 apart in dest. */
size_t strided(size_t i)
{
    return i % 3 == 0 && i < 9 ? i / 3 * 2 : none;
}

/* 2 blocks of 2 elements: 3 apart in the source, 4 apart in dest. */
size_t blocks(size_t i)
{
    return i % 4 < 2 && i < 8 ? i / 4 * 3 + i % 4 : none;
}

/* A put: `call(dest, source)`, then what arrives from the left. */
template <typename T, typename Call, typename From>
void check_put(const char *what, const char *type, Call call, From from)
{
    T *const dest = fresh<T>();
    T source[count];
    fill(source);
    call(dest, source);
    ishmem_barrier_all();
    expect(what, type, dest, left_pe, from);
}

/* A get: the right PE's elements. */
template <typename T, typename Call, typename From>
void check_get(const char *what, const char *type, Call call, From from)
{
    T *const source = fresh<T>();
    fill(source);
    ishmem_barrier_all();
    T dest[count] = {};
    call(dest, source);
    ishmem_quiet();
    expect(what, type, dest, right_pe, from);
}

/* Each call without and with a context. */
#define CHECK(DIRECTION, ROUTINE, FROM, ...)                                     \
    check_##DIRECTION<T>(                                                        \
        #ROUTINE, type, [](T *dest, T *source) { ROUTINE(__VA_ARGS__); }, FROM); \
    check_##DIRECTION<T>(                                                        \
        #ROUTINE " with a context", type,                                        \
        [](T *dest, T *source) { ROUTINE(ISHMEM_CTX_DEFAULT, __VA_ARGS__); }, FROM)

template <typename T> void check_rma(const char *type)
{
    CHECK(put, ishmem_put, first_four, dest, source, 4, right_pe);
    CHECK(put, ishmem_put_nbi, same, dest, source, count, right_pe);
    CHECK(put, ishmem_iput, strided, dest, source, 3, 2, 3, right_pe);
    CHECK(put, ishmemx_ibput, blocks, dest, source, 4, 3, 2, 2, right_pe);
    CHECK(get, ishmem_get, first_four, dest, source, 4, right_pe);
    CHECK(get, ishmem_get_nbi, same, dest, source, count, right_pe);
    CHECK(get, ishmem_iget, strided, dest, source, 3, 2, 3, right_pe);
    CHECK(get, ishmemx_ibget, blocks, dest, source, 4, 3, 2, 2, right_pe);

    const auto first = [](size_t i) { return i == 0 ? i : none; };
    CHECK(put, ishmem_p, first, dest, source[0], right_pe);
    check_get<T>(
        "ishmem_g", type, [](T *dest, T *source) { dest[0] = ishmem_g(source, right_pe); }, first);
    check_get<T>(
        "ishmem_g with a context", type,
        [](T *dest, T *source) { dest[0] = ishmem_g(ISHMEM_CTX_DEFAULT, source, right_pe); },
        first);

    check_put<T>(
        "ishmemx_put_on_queue", type,
        [](T *dest, T *source) {
            queued(ishmemx_put_on_queue(dest, source, count, right_pe, list));
        },
        same);
    check_put<T>(
        "ishmemx_ibput_on_queue", type,
        [](T *dest, T *source) {
            queued(ishmemx_ibput_on_queue(dest, source, 4, 3, 2, 2, right_pe, list));
        },
        blocks);
    check_put<T>(
        "ishmemx_p_on_queue", type,
        [](T *dest, T *source) {
            queued(ishmemx_p_on_queue(dest, source[0], right_pe, list, nullptr, 0, nullptr));
        },
        first);
    check_get<T>(
        "ishmemx_g_on_queue", type,
        [](T *dest, T *source) { queued(ishmemx_g_on_queue(source, right_pe, dest, list)); },
        first);
    CHECK(put, ishmem_put_signal, same, dest, source, count, signal_word, 5, ISHMEM_SIGNAL_ADD,
          right_pe);
    test_check(*signal_word == 5, "ishmem_put_signal<%s>: the signal", type);
    CHECK(put, ishmem_put_signal_nbi, same, dest, source, count, signal_word, 6, ISHMEM_SIGNAL_SET,
          right_pe);
    test_check(*signal_word == 6, "ishmem_put_signal_nbi<%s>: the signal", type);
}
#undef CHECK

/* An AMO on the right PE's object, which has `before`: what it returns, and what is there then. */
template <typename T, typename Call>
void check_amo(const char *what, const char *type, T before, T after, Call call)
{
    T *const object = fresh<T>();
    *object = before;
    ishmem_barrier_all();
    const T fetched = call(object);
    test_check(std::memcmp(&fetched, &before, sizeof(T)) == 0, "%s<%s>: fetched", what, type);
    ishmem_barrier_all();
    test_check(std::memcmp(object, &after, sizeof(T)) == 0, "%s<%s>: stored", what, type);
}

/* Each call without and with a context: one that returns the value before, one that stores it, and
 * one that does neither. */
#define FETCHING(ROUTINE, BEFORE, AFTER, ...)                             \
    check_amo<T>(#ROUTINE, type, BEFORE, AFTER,                           \
                 [](T *object) { return ROUTINE(object, __VA_ARGS__); }); \
    check_amo<T>(#ROUTINE " with a context", type, BEFORE, AFTER,         \
                 [](T *object) { return ROUTINE(ISHMEM_CTX_DEFAULT, object, __VA_ARGS__); })
#define STORING(ROUTINE, BEFORE, AFTER, ...)                                      \
    check_amo<T>(#ROUTINE, type, BEFORE, AFTER, [](T *object) {                   \
        T fetched{};                                                              \
        ROUTINE(&fetched, object, __VA_ARGS__);                                   \
        ishmem_quiet();                                                           \
        return fetched;                                                           \
    });                                                                           \
    check_amo<T>(#ROUTINE " with a context", type, BEFORE, AFTER, [](T *object) { \
        T fetched{};                                                              \
        ROUTINE(ISHMEM_CTX_DEFAULT, &fetched, object, __VA_ARGS__);               \
        ishmem_quiet();                                                           \
        return fetched;                                                           \
    })
#define SILENT(ROUTINE, BEFORE, AFTER, ...)                                       \
    check_amo<T>(#ROUTINE, type, BEFORE, AFTER, [](T *object) {                   \
        ROUTINE(object, __VA_ARGS__);                                             \
        return T{BEFORE};                                                         \
    });                                                                           \
    check_amo<T>(#ROUTINE " with a context", type, BEFORE, AFTER, [](T *object) { \
        ROUTINE(ISHMEM_CTX_DEFAULT, object, __VA_ARGS__);                         \
        return T{BEFORE};                                                         \
    })

template <typename T> void check_add(const char *type)
{
    FETCHING(ishmem_atomic_fetch_add, 12, 22, T{10}, right_pe);
    STORING(ishmem_atomic_fetch_add_nbi, 12, 22, T{10}, right_pe);
    SILENT(ishmem_atomic_add, 12, 22, T{10}, right_pe);
}

template <typename T> void check_queued_add(const char *type)
{
    check_amo<T>("ishmemx_atomic_fetch_add_on_queue", type, 12, 22, [](T *object) {
        T fetched{};
        queued(ishmemx_atomic_fetch_add_on_queue(object, T{10}, right_pe, &fetched, list));
        return fetched;
    });
}

template <typename T> void check_amo_std(const char *type)
{
    check_add<T>(type);
    check_queued_add<T>(type);
    FETCHING(ishmem_atomic_compare_swap, 12, 7, T{12}, T{7}, right_pe);
    FETCHING(ishmem_atomic_compare_swap, 12, 12, T{13}, T{7}, right_pe);
    STORING(ishmem_atomic_compare_swap_nbi, 12, 7, T{12}, T{7}, right_pe);
    FETCHING(ishmem_atomic_fetch_inc, 12, 13, right_pe);
    STORING(ishmem_atomic_fetch_inc_nbi, 12, 13, right_pe);
    SILENT(ishmem_atomic_inc, 12, 13, right_pe);
}

template <typename T> void check_amo_ext(const char *type)
{
    FETCHING(ishmem_atomic_fetch, 12, 12, right_pe);
    STORING(ishmem_atomic_fetch_nbi, 12, 12, right_pe);
    FETCHING(ishmem_atomic_swap, 12, 7, T{7}, right_pe);
    STORING(ishmem_atomic_swap_nbi, 12, 7, T{7}, right_pe);
    SILENT(ishmem_atomic_set, 12, 7, T{7}, right_pe);
}

template <typename T> void check_amo_bit(const char *type)
{
    FETCHING(ishmem_atomic_fetch_and, 12, 8, T{10}, right_pe);
    FETCHING(ishmem_atomic_fetch_or, 12, 14, T{10}, right_pe);
    FETCHING(ishmem_atomic_fetch_xor, 12, 6, T{10}, right_pe);
    STORING(ishmem_atomic_fetch_and_nbi, 12, 8, T{10}, right_pe);
    STORING(ishmem_atomic_fetch_or_nbi, 12, 14, T{10}, right_pe);
    STORING(ishmem_atomic_fetch_xor_nbi, 12, 6, T{10}, right_pe);
    SILENT(ishmem_atomic_and, 12, 8, T{10}, right_pe);
    SILENT(ishmem_atomic_or, 12, 14, T{10}, right_pe);
    SILENT(ishmem_atomic_xor, 12, 6, T{10}, right_pe);
}
#undef SILENT
#undef STORING
#undef FETCHING

/* Three elements, the left PE's: 1, 2 and 3. */
template <typename T> void check_waits(const char *type)
{
    T *const ivars = fresh<T>();
    for (int i = 0; i < 3; i++) {
        ishmem_p(&ivars[i], static_cast<T>(i + 1), right_pe);
    }
    const T values[] = {1, 2, 4};
    size_t indices[3] = {};
    const int *const all = nullptr;
    const int without_last[] = {0, 0, 1};
    const T one{1};
    const T three{3};

    ishmem_wait_until(&ivars[2], ISHMEM_CMP_EQ, three);
    ishmem_wait_until_all(ivars, 3, all, ISHMEM_CMP_GE, one);
    ishmem_wait_until_all_vector(ivars, 3, without_last, ISHMEM_CMP_EQ, values);
    test_check(ishmem_wait_until_any(ivars, 3, all, ISHMEM_CMP_EQ, three) == 2, "any<%s>", type);
    test_check(ishmem_wait_until_some(ivars, 3, indices, all, ISHMEM_CMP_GT, one) == 2 &&
                   indices[0] + indices[1] == 3,
               "some<%s>", type);
    test_check(ishmem_wait_until_any_vector(ivars, 3, all, ISHMEM_CMP_NE, values) == 2,
               "any_vector<%s>", type);
    test_check(ishmem_wait_until_some_vector(ivars, 3, indices, all, ISHMEM_CMP_EQ, values) == 2 &&
                   indices[0] + indices[1] == 1,
               "some_vector<%s>", type);

    size_t found = 0;
    queued(ishmemx_wait_until_any_on_queue(ivars, 3, all, ISHMEM_CMP_EQ, three, &found, list));
    test_check(found == 2, "any_on_queue<%s>", type);
    int holds = 0;
    queued(ishmemx_test_all_vector_on_queue(ivars, 3, without_last, ISHMEM_CMP_EQ, values, &holds,
                                            list));
    test_check(holds == 1, "test_all_vector_on_queue<%s>", type);

    test_check(ishmem_test(&ivars[0], ISHMEM_CMP_EQ, one) == 1, "test<%s>", type);
    test_check(ishmem_test(&ivars[0], ISHMEM_CMP_EQ, three) == 0, "test<%s>", type);
    test_check(ishmem_test_all(ivars, 3, all, ISHMEM_CMP_GT, one) == 0, "test_all<%s>", type);
    test_check(ishmem_test_any(ivars, 3, all, ISHMEM_CMP_GT, three) == SIZE_MAX, "test_any<%s>",
               type);
    test_check(ishmem_test_some(ivars, 3, indices, all, ISHMEM_CMP_EQ, three) == 1 &&
                   indices[0] == 2,
               "test_some<%s>", type);
    test_check(ishmem_test_all_vector(ivars, 3, without_last, ISHMEM_CMP_EQ, values) == 1,
               "test_all_vector<%s>", type);
    test_check(ishmem_test_any_vector(ivars, 3, all, ISHMEM_CMP_NE, values) == 2,
               "test_any_vector<%s>", type);
    test_check(ishmem_test_some_vector(ivars, 3, indices, all, ISHMEM_CMP_EQ, values) == 2,
               "test_some_vector<%s>", type);
}

} // namespace

int main()
{
    test_start();
    test_family("C++ templates");
    right_pe = (test_me + 1) % test_n;
    left_pe = (test_me + test_n - 1) % test_n;
    block = ishmem_calloc(count, sizeof(double));
    signal_word = static_cast<std::uint64_t *>(ishmem_calloc(1, sizeof *signal_word));
    list = level_zero_list(nullptr, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);

#define RMA(NAME, TYPE, A) check_rma<TYPE>(#NAME);
#define AMO_STD(NAME, TYPE, A) check_amo_std<TYPE>(#NAME);
#define AMO_EXT(NAME, TYPE, A) check_amo_ext<TYPE>(#NAME);
#define AMO_BIT(NAME, TYPE, A) check_amo_bit<TYPE>(#NAME);
#define AMO_FLOAT(NAME, TYPE, A) \
    check_add<TYPE>(#NAME);      \
    check_queued_add<TYPE>(#NAME);
#define WAITS(NAME, TYPE, A) check_waits<TYPE>(#NAME);
    ISHMEMI_RMA_TYPES(RMA, )
    ISHMEMI_AMO_STD_TYPES(AMO_STD, )
    ISHMEMI_AMO_EXT_TYPES(AMO_EXT, )
    ISHMEMI_AMO_BIT_TYPES(AMO_BIT, )
    ISHMEMI_AMO_FLOAT_TYPES(AMO_FLOAT, )
    ISHMEMI_WAIT_TYPES(WAITS, )

    ishmem_barrier_all();
    zeCommandListDestroy(list);
    return test_finish();
}
