# SPDX-License-Identifier: BSD-3-Clause
"""Types and values of elements, as NumPy has them and as the library has them."""
from __future__ import annotations

import numpy as np

# The codes of types.h, by NumPy's name.
_NAMES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "longdouble", "complex64", "complex128", "float16", "bfloat16"]
OTHER = 16


def dtype_of(dtype) -> np.dtype:
    """NumPy's type; "bfloat16" is that of the package ml_dtypes."""
    if isinstance(dtype, str) and dtype == "bfloat16":
        import ml_dtypes
        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(dtype)


def code_of(dtype: np.dtype) -> int:
    """The code of a type; OTHER: the library only moves its bytes."""
    if dtype.isnative is False:
        return OTHER
    if dtype.kind == "b":
        return 4
    if dtype.kind in "iu":
        return {1: 0, 2: 1, 4: 2, 8: 3}[dtype.itemsize] + (4 if dtype.kind == "u" else 0)
    if dtype == np.longdouble and dtype.itemsize == 16:
        return 10
    return _NAMES.index(dtype.name) if dtype.name in _NAMES else OTHER


_DTYPES = {code: np.dtype(name) for code, name in enumerate(_NAMES) if name != "bfloat16"}


def _dtype_of_code(code: int) -> np.dtype:
    return dtype_of("bfloat16") if code == 14 else _DTYPES[code]


def pack(value, code: int) -> bytes:
    """The bytes of a value as an element of this type.  Raises OverflowError if an integer does not fit."""
    if code not in _DTYPES and code != 14:
        raise TypeError("elements of this type have no values; use put and get")
    dtype = _dtype_of_code(code)
    if dtype.kind in "iu":
        number = int(value)
        if number != value:
            raise TypeError(f"{value!r} is not an integer, and the elements are {dtype}")
        limits = np.iinfo(dtype)
        if not limits.min <= number <= limits.max:
            raise OverflowError(f"{number} is no {dtype}")
        return number.to_bytes(dtype.itemsize, "little", signed=dtype.kind == "i")
    return np.asarray(value).astype(dtype).tobytes()


def unpack(data: bytes, code: int):
    """The value of an element."""
    dtype = _dtype_of_code(code)
    return np.frombuffer(data[:dtype.itemsize], dtype)[0]
