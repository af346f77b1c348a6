/* SPDX-License-Identifier: BSD-3-Clause */
/* Test frame for modules as PTX: made from files, and their text taken apart. */
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

/* Of images in memory, or of one file that the build has put beside the tests. */
Built build(const std::vector<std::vector<uint8_t>> &images, const char *flags = nullptr,
            const ze_module_constants_t *constants = nullptr, bool native = false);
Built build_file(const std::string &name, const char *flags = nullptr);

/* One .param of an entry: what it takes of the argument block. */
struct Parameter {
    uint32_t bytes;
    uint32_t alignment;
};

struct Entry {
    std::vector<Parameter> parameters;
    std::string directives; /* between the parameters and the body */
    std::string body;
};

/* By name, those that the text defines. */
std::map<std::string, Entry> entries_of(const std::string &text);

/* The instructions in the body that order memory or let items meet, without operands, as
 * "fence.sc.sys, ld.acquire.sys.b32". */
std::string ordering_of(const std::string &body);

const zed_kernel_t *kernel_of(const Built &built, const std::string &name);

/* What is wrong with the module: its kernels' records against the entries of the text, instructions
 * that have lost their order, and what ptxas says, where there is one.  Empty: nothing. */
std::string problems_of(const zed_ptx_t *ptx);

/* ISHMEM_PTXAS, or the one on PATH; empty: there is none. */
std::string ptxas();

#endif
