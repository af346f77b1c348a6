/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The types of elements: a number for each type that a routine of the library can have.  Types of C that are the
 * same on this machine, such as long and int64_t, are one here.
 */
#ifndef ISHMEM_PYTHON_TYPES_H
#define ISHMEM_PYTHON_TYPES_H

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

enum Code : int {
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    FLOAT32,
    FLOAT64,
    LONG_DOUBLE,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    BFLOAT16,
    BITS128, /* any 16 bytes, for routines that only move them */
    OTHER,   /* an element that only bytes describe */
    CODES
};

template <class T> constexpr Code code_of()
{
    if constexpr (std::is_integral_v<T>) {
        constexpr int width = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return static_cast<Code>((std::is_signed_v<T> ? INT8 : UINT8) + width);
    } else if constexpr (std::is_same_v<T, float>) {
        return FLOAT32;
    } else if constexpr (std::is_same_v<T, double>) {
        return FLOAT64;
    } else if constexpr (std::is_same_v<T, long double>) {
        return LONG_DOUBLE;
    } else if constexpr (std::is_same_v<T, std::complex<float>>) {
        return COMPLEX64;
    } else {
        static_assert(std::is_same_v<T, std::complex<double>>, "a type of the API");
        return COMPLEX128;
    }
}

/* The name of numpy's type, for messages. */
const char *code_name(Code code);

/* The code of a type in the notation of Python's struct module; OTHER: it has none. */
Code code_of_format(const char *format, std::size_t itemsize);

/* The code of a routine that only moves elements of this size; OTHER: none has this size. */
Code code_of_bits(std::size_t itemsize);

#endif
