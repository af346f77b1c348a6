/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of the single-source program share: this PE and its neighbours, checks, and memory.
 */
#ifndef SYCL_COMPILE_CHECK_H
#define SYCL_COMPILE_CHECK_H

#include <sycl/sycl.hpp>

#include <ishmemx.h>

#include <cstdio>
#include <vector>

extern int me, pes, next, previous, failures;

#define CHECK(what)                                                                            \
    do {                                                                                       \
        if (!(what)) {                                                                         \
            std::fprintf(stderr, "PE %d: %s:%d: not so: %s\n", me, __FILE__, __LINE__, #what); \
            failures++;                                                                        \
        }                                                                                      \
    } while (0)

/* An object of each PE, zeroed. */
template <class T> struct symmetric {
    T *const data;

    explicit symmetric(std::size_t count) : data(static_cast<T *>(ishmem_calloc(count, sizeof(T))))
    {
    }
    symmetric(const symmetric &) = delete;
    symmetric &operator=(const symmetric &) = delete;
    ~symmetric()
    {
        ishmem_free(data);
    }
};

template <class T> std::vector<T> copied(sycl::queue &queue, const T *data, std::size_t count)
{
    std::vector<T> values(count);
    queue.memcpy(values.data(), data, count * sizeof(T)).wait();
    return values;
}

/* Whether each value is what the function says of its index. */
template <class T, class F> bool all_are(const std::vector<T> &values, F wanted)
{
    for (std::size_t i = 0; i < values.size(); i++) {
        if (!(values[i] == wanted(i))) {
            return false;
        }
    }
    return true;
}

/* Each in a file of its name. */
void test_kernels();
void test_groups();
void test_memory();
void test_queues();

#endif
