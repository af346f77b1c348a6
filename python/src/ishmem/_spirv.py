# SPDX-License-Identifier: BSD-3-Clause
"""The parameters of a module's kernels, as its SPIR-V declares them."""
from __future__ import annotations

import struct
from typing import NamedTuple

_MAGIC = 0x07230203
# Instructions, by number, and storage classes (SPIR-V 1.0, sections 3.32 and 3.7).
_ENTRY_POINT, _INT, _FLOAT, _VECTOR, _POINTER, _FUNCTION_TYPE, _FUNCTION = 15, 21, 22, 23, 32, 33, 54
_WORKGROUP, _FUNCTION_CLASS = 4, 7


class Parameter(NamedTuple):
    """kind: "int", "float", "pointer", "local" memory of the work-group, or "bytes" of another value."""

    kind: str
    nbytes: int


def parameters(spirv: bytes) -> dict[str, list[Parameter]]:
    """The parameters of each kernel.  Raises ValueError if this is not SPIR-V."""
    if len(spirv) < 20 or len(spirv) % 4 or struct.unpack_from("<I", spirv)[0] != _MAGIC:
        raise ValueError("this is not SPIR-V, which begins with 0x07230203")
    words = struct.unpack(f"<{len(spirv) // 4}I", spirv)
    types: dict[int, Parameter] = {}
    signatures: dict[int, list[int]] = {}
    functions: dict[int, int] = {}
    entries: dict[str, int] = {}
    at = 5
    while at < len(words):
        count, code = words[at] >> 16, words[at] & 0xffff
        if count == 0 or at + count > len(words):
            raise ValueError("the SPIR-V is cut off or damaged")
        _read(code, words[at + 1:at + count], types, signatures, functions, entries)
        at += count
    return {name: [types.get(kind, Parameter("bytes", 0)) for kind in signatures[functions[function]]]
            for name, function in entries.items()}


def _read(code, operands, types, signatures, functions, entries):
    if code == _INT:
        types[operands[0]] = Parameter("int", operands[1] // 8)
    elif code == _FLOAT:
        types[operands[0]] = Parameter("float", operands[1] // 8)
    elif code == _VECTOR:
        each = types.get(operands[1], Parameter("bytes", 0))
        lanes = 4 if operands[2] == 3 else operands[2]
        types[operands[0]] = Parameter("bytes", each.nbytes * lanes)
    elif code == _POINTER:
        kind = "local" if operands[1] == _WORKGROUP else "bytes" if operands[1] == _FUNCTION_CLASS else "pointer"
        types[operands[0]] = Parameter(kind, 8 if kind == "pointer" else 0)
    elif code == _FUNCTION_TYPE:
        signatures[operands[0]] = list(operands[2:])
    elif code == _FUNCTION:
        functions[operands[1]] = operands[3]
    elif code == _ENTRY_POINT:
        name = struct.pack(f"<{len(operands) - 2}I", *operands[2:]).split(b"\0", 1)[0]
        entries[name.decode()] = operands[1]
