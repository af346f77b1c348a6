/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A small test frame: modules from files next to the program, launches on the CPU engine, and
 * checks that count failures and print their places.
 */
#ifndef ZED_TEST_HARNESS_H
#define ZED_TEST_HARNESS_H

#include "engine/engine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

extern int test_failures;

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            test_failures++;                                                     \
        }                                                                        \
    } while (0)

#define CHECK_SAME(found, wanted) \
    test_same(static_cast<double>(found), static_cast<double>(wanted), #found, __FILE__, __LINE__)

void test_same(double found, double wanted, const char *what, const char *file, int line);

/* Starts the engine; its devices do not matter. */
void test_start();

/* Reads from the folder in TEST_KERNELS in the environment, or else from the build's own. */
std::vector<uint8_t> test_file(const char *name);

/* Builds one image with flags; prints the log if this fails. */
zed_module_t *test_module(const char *file, const char *flags = nullptr);

/* The same, with a cache of its own; checks whether the code calls one of the routines. */
zed_module_t *test_module_calling(const char *file, const char *flags,
                                  std::initializer_list<const char *> routines);

class Launch {
public:
    Launch(zed_module_t *module, const char *name);
    Launch &pointer(const void *address);
    Launch &local(uint32_t bytes);
    template <class T> Launch &value(const T &argument)
    {
        return raw(&argument, sizeof argument);
    }
    Launch &raw(const void *bytes, size_t count);
    Launch &offset(uint32_t x, uint32_t y = 0, uint32_t z = 0);
    void run(uint32_t groups, uint32_t items);
    void run(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t sx, uint32_t sy, uint32_t sz);
    /* The result, which run() expects to be ZE_RESULT_SUCCESS. */
    ze_result_t outcome(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t sx, uint32_t sy,
                        uint32_t sz);
    const zed_kernel_t *kernel() const
    {
        return kernel_;
    }

private:
    const zed_kernel_t *kernel_ = nullptr;
    std::vector<uint64_t> block_;
    uint32_t next_ = 0;
    uint32_t local_bytes_ = 0;
    uint32_t offset_[3] = {0, 0, 0};
};

#endif
