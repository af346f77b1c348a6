/* SPDX-License-Identifier: BSD-3-Clause */
#include "types.h"

#include <cstring>

const char *code_name(Code code)
{
    static const char *const names[CODES] = {
        "int8",       "int16",   "int32",    "int64",    "uint8",      "uint16",
        "uint32",     "uint64",  "float32",  "float64",  "longdouble", "complex64",
        "complex128", "float16", "bfloat16", "16 bytes", "bytes"};
    return names[code];
}

static Code integer(bool is_signed, std::size_t itemsize)
{
    const int width = itemsize == 1   ? 0
                      : itemsize == 2 ? 1
                      : itemsize == 4 ? 2
                      : itemsize == 8 ? 3
                                      : -1;
    return width < 0 ? OTHER : static_cast<Code>((is_signed ? INT8 : UINT8) + width);
}

Code code_of_format(const char *format, std::size_t itemsize)
{
    if (!format) {
        return UINT8;
    }
    if (std::strchr("@=<", format[0])) {
        format++;
    }
    if (std::strcmp(format, "Zf") == 0) {
        return COMPLEX64;
    }
    if (std::strcmp(format, "Zd") == 0) {
        return COMPLEX128;
    }
    if (format[0] == '\0' || format[1] != '\0') {
        return OTHER;
    }
    switch (format[0]) {
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
        return integer(true, itemsize);
    case '?':
    case 'c':
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N':
        return integer(false, itemsize);
    case 'e':
        return FLOAT16;
    case 'f':
        return FLOAT32;
    case 'd':
        return FLOAT64;
    case 'g':
        return LONG_DOUBLE;
    default:
        return OTHER;
    }
}

Code code_of_bits(std::size_t itemsize)
{
    return itemsize == 16 ? BITS128 : integer(false, itemsize);
}
