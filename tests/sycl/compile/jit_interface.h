/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What Intel's libsycl-jit.so of version 2026.2 takes and returns: its compiler of SYCL device code has no public
 * header.  Types that another library's destructors would free are plain here, as this process ends soon.
 */
#ifndef SYCL_COMPILE_JIT_INTERFACE_H
#define SYCL_COMPILE_JIT_INTERFACE_H

#include <cstddef>
#include <cstdint>

namespace jit {

struct text {
    const char *chars;
};

template <class T> struct array {
    const T *values;
    std::size_t size;

    const T *begin() const
    {
        return values;
    }
    const T *end() const
    {
        return values + size;
    }
};

struct property {
    text name;
    bool is_number;
    std::uint32_t number;
    array<std::uint8_t> bytes;
};

struct property_set {
    text name;
    array<property> properties;
};

struct image {
    std::uint32_t format;
    std::uint64_t address_bits;
    const std::uint8_t *code;
    std::uint64_t code_bytes;
    array<text> kernels;
    array<property_set> sets;
};

struct result {
    std::int32_t error; /* 0: none */
    array<image> images;
    text options;
    array<char> intermediate;
    text log;

    /* As in the library: a result with a destructor is returned in memory. */
    ~result()
    {
    }
};

struct file {
    const char *path;
    const char *text;
};

constexpr std::uint32_t format_spirv = 2;

/* compileSYCL(source, headers in memory, options, saved intermediate code, whether to save it, format) */
using compile = result(file source, array<file> headers, array<const char *> options,
                       array<char> saved, bool saves, std::uint32_t format);

} // namespace jit

#endif
