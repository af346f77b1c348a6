# SPDX-License-Identifier: BSD-3-Clause
"""The types of OpenCL C that random kernels use, and their values.

A whole number is an int of Python's within the type's range, a floating-point number a float that the type
can hold, and a vector a tuple of them.
"""
import ctypes
import math
import struct


class Scalar:
    """A type of numbers.  `signed` and `unsigned` are the whole numbers of the same size."""
    width = 1

    def __init__(self, name, bits, kind):
        self.name, self.bits, self.kind = name, bits, kind
        self.base = self
        self.is_float = kind == "float"
        self.least = -(1 << (bits - 1)) if kind == "signed" else 0
        self.most = (1 << (bits - (kind == "signed"))) - 1

    def wrap(self, value):
        """The value of this type that a result has."""
        if self.is_float:
            return rounded(value, self.bits)
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if value > self.most else value

    def __repr__(self):
        return self.name


def rounded(value, bits):
    """The nearest number of so many bits, of two the even one."""
    if bits == 64 or math.isnan(value) or math.isinf(value):
        return value
    if bits == 32:
        return ctypes.c_float(value).value
    try:
        return struct.unpack("<e", struct.pack("<e", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


class Vector:
    """A vector of numbers; `base` is the type of its parts."""

    def __init__(self, base, width):
        self.base, self.width = base, width
        self.name = f"{base.name}{width}"
        self.bits, self.kind, self.is_float = base.bits, base.kind, base.is_float

    def __repr__(self):
        return self.name


CHAR, UCHAR = Scalar("char", 8, "signed"), Scalar("uchar", 8, "unsigned")
SHORT, USHORT = Scalar("short", 16, "signed"), Scalar("ushort", 16, "unsigned")
INT, UINT = Scalar("int", 32, "signed"), Scalar("uint", 32, "unsigned")
LONG, ULONG = Scalar("long", 64, "signed"), Scalar("ulong", 64, "unsigned")
HALF, FLOAT, DOUBLE = Scalar("half", 16, "float"), Scalar("float", 32, "float"), Scalar("double", 64, "float")
WHOLE = [CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG]
FLOATING = [HALF, FLOAT, DOUBLE]
WIDTHS = [2, 3, 4, 8, 16]
_VECTORS = {(base, width): Vector(base, width) for base in WHOLE + FLOATING for width in WIDTHS}
ALL = WHOLE + FLOATING + list(_VECTORS.values())


def with_width(base, width):
    return base if width == 1 else _VECTORS[base, width]


def signed(type_):
    """Of the same size and width: what comparisons of vectors give."""
    return with_width({8: CHAR, 16: SHORT, 32: INT, 64: LONG}[type_.bits], type_.width)


def unsigned(type_):
    return with_width({8: UCHAR, 16: USHORT, 32: UINT, 64: ULONG}[type_.bits], type_.width)


def parts(type_, value):
    return value if type_.width > 1 else (value,)


def joined(type_, values):
    return tuple(values) if type_.width > 1 else values[0]


def each(type_, function):
    """The function on numbers, as one on values of the type's width."""
    wrap = type_.base.wrap
    if type_.width == 1:
        return lambda *numbers: wrap(function(*numbers))
    return lambda *vectors: tuple(wrap(function(*numbers)) for numbers in zip(*vectors))


def bytes_of(type_, value):
    size = type_.bits // 8
    return b"".join((number & ((1 << type_.bits) - 1)).to_bytes(size, "little") for number in parts(type_, value))


def from_bytes(type_, data):
    size = type_.bits // 8
    numbers = [type_.base.wrap(int.from_bytes(data[at:at + size], "little"))
               for at in range(0, size * type_.width, size)]
    return joined(type_, numbers)


def float_words(type_, number):
    """The bits of a floating-point number in words of 32 bits, the low one first; NaN has but one form."""
    if math.isnan(number):
        return {16: [0x7e00], 32: [0x7fc00000], 64: [0, 0x7ff80000]}[type_.bits]
    data = struct.pack({16: "<e", 32: "<f", 64: "<d"}[type_.bits], number)
    if type_.bits == 16:
        return [int.from_bytes(data, "little")]
    return [int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data), 4)]


def saturated(type_, number):
    """The value of a whole type that is nearest; of fractions what stands before the point."""
    if isinstance(number, float):
        if math.isnan(number):
            return 0
        if math.isinf(number):
            return type_.most if number > 0 else type_.least
        number = int(number)
    return min(max(number, type_.least), type_.most)


def quotient(a, b):
    """C's, which rounds towards zero."""
    result = abs(a) // abs(b)
    return result if (a < 0) == (b < 0) else -result


def literal(type_, value):
    """The value in OpenCL C."""
    if type_.width > 1:
        return f"({type_.name})({', '.join(literal(type_.base, number) for number in value)})"
    if type_.is_float:
        text = f"{value!r}{'f' if type_.bits == 32 else ''}"
        return f"(half)({value!r}f)" if type_.bits == 16 else f"({text})" if value < 0 else text
    if type_.kind == "unsigned":
        text = f"{value}u" if type_.bits <= 32 else f"{value}ul"
    elif value == type_.least and type_.bits >= 32:
        text = f"({value + 1}{'l' if type_.bits == 64 else ''} - 1)"
    else:
        text = f"{value}{'l' if type_.bits == 64 else ''}"
    if type_.bits < 32:
        return f"({type_.name}){text}" if value >= 0 else f"({type_.name})({text})"
    return text if value >= 0 else f"({text})"
