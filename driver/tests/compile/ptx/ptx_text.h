/* SPDX-License-Identifier: BSD-3-Clause */
/* A test frame for modules as PTX: makes them from files, and parses their text. */
#ifndef ZED_TEST_PTX_TEXT_H
#define ZED_TEST_PTX_TEXT_H

#include "compile/ptx.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
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

#define CHECK_TEXT(found, wanted) test_text(found, wanted, #found, __FILE__, __LINE__)

void test_text(const std::string &found, const std::string &wanted, const char *what,
               const char *file, int line);

using Ptx = std::unique_ptr<zed_ptx_t, void (*)(zed_ptx_t *)>;

struct Built {
    ze_result_t result;
    Ptx ptx;
    std::string log;
};

std::vector<uint8_t> read_file(const std::string &name);

/* Builds images in memory, or one file that the build has put next to the tests. */
Built build(const std::vector<std::vector<uint8_t>> &images, const char *flags = nullptr,
            const ze_module_constants_t *constants = nullptr, bool native = false);
Built build_file(const std::string &name, const char *flags = nullptr);

/* One .param of an entry: the bytes that it takes from the argument block. */
struct Parameter {
    uint32_t bytes;
    uint32_t alignment;
};

struct Entry {
    std::vector<Parameter> parameters;
    std::string directives; /* between the parameters and the body */
    std::string body;
};

/* The entries that the text defines, by name. */
std::map<std::string, Entry> entries_of(const std::string &text);

/* The body's instructions that order memory or make items meet, without operands, such as
 * "fence.sc.sys, ld.acquire.sys.b32". */
std::string ordering_of(const std::string &body);

const zed_kernel_t *kernel_of(const Built &built, const std::string &name);

/* The module's errors: kernels' records that disagree with the entries of the text, instructions
 * that have lost their order, and messages of ptxas, if there is one.  Empty: none. */
std::string problems_of(const zed_ptx_t *ptx);

/* ISHMEM_PTXAS, or the one on PATH; empty: there is none. */
std::string ptxas();

#endif
