#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""modules.py [--sample N] [--seed N] [--keep FOLDER] FILE...: gives the driver modules of DPC++.

The files are shared objects that DPC++ made, or folders of them, such as the unpacked wheel of dpnp.  Each holds
its device code as SPIR-V modules.  A random sample of all of them is compiled, and each that is refused is
named with the driver's reason; --keep writes it to a file.  The driver is the one that the loader finds:

    ZE_ENABLE_ALT_DRIVERS=build/release/lib/libze_cpu.so.1 ZECPU_CACHE=0 \\
        tests/sycl/python/modules.py --sample 2000 --seed 1 dpnp
"""
import argparse
import collections
import ctypes
import os
import random
import struct
import sys

MAGIC = struct.pack("<I", 0x07230203)
HEADER_BYTES = 20
OP_FUNCTION, OP_FUNCTION_END = 54, 56
CONTEXT_DESC, MODULE_DESC = 0xD, 0x1B
UNNAMED = ctypes.c_void_p


def module_end(data, begin):
    """The byte after the module that begins here: after the end of a function that no other follows.
    Without functions there is none: 0."""
    at = begin + HEADER_BYTES
    after_function = False
    while at + 4 <= len(data):
        word, = struct.unpack_from("<I", data, at)
        operation, count = word & 0xFFFF, word >> 16
        if after_function and operation != OP_FUNCTION or count == 0:
            break
        after_function = operation == OP_FUNCTION_END and count == 1
        at += 4 * count
    return at if after_function else 0


def modules_of(path):
    """(offset, bytes) of each module in a file."""
    with open(path, "rb") as file:
        data = file.read()
    at = data.find(MAGIC)
    while at >= 0:
        version, = struct.unpack_from("<I", data[at + 4:at + 8].ljust(4, b"\0"))
        end = module_end(data, at) if version >> 16 == 1 and version & 0xFF == 0 else 0
        if end:
            yield at, data[at:end]
        at = data.find(MAGIC, end or at + 4)


def shared_objects(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, _, names in sorted(os.walk(path)):
            yield from (os.path.join(folder, name) for name in sorted(names) if ".so" in name)


class ContextDesc(ctypes.Structure):
    _fields_ = [("stype", ctypes.c_uint32), ("next", UNNAMED), ("flags", ctypes.c_uint32)]


class ModuleDesc(ctypes.Structure):
    _fields_ = [("stype", ctypes.c_uint32), ("next", UNNAMED), ("format", ctypes.c_uint32),
                ("size", ctypes.c_size_t), ("words", ctypes.c_char_p), ("flags", ctypes.c_char_p),
                ("constants", UNNAMED)]


class Driver:
    """The first device of the first driver, through Level Zero's loader."""

    def __init__(self):
        self.loader = ctypes.CDLL("libze_loader.so.1")
        self.device, self.context = UNNAMED(), UNNAMED()
        driver, one = UNNAMED(), ctypes.c_uint32(1)
        self.call("zeInit", 0)
        self.call("zeDriverGet", ctypes.byref(one), ctypes.byref(driver))
        one = ctypes.c_uint32(1)
        self.call("zeDeviceGet", driver, ctypes.byref(one), ctypes.byref(self.device))
        self.call("zeContextCreate", driver, ctypes.byref(ContextDesc(CONTEXT_DESC)),
                  ctypes.byref(self.context))

    def call(self, name, *arguments):
        result = getattr(self.loader, name)(*arguments) & 0xFFFFFFFF
        if result:
            sys.exit(f"modules.py: {name}: error {result:#x}")

    def compile(self, words):
        """None, or why the driver does not take the module."""
        module, log = UNNAMED(), UNNAMED()
        desc = ModuleDesc(MODULE_DESC, None, 0, len(words), words, b"", None)
        result = self.loader.zeModuleCreate(self.context, self.device, ctypes.byref(desc),
                                            ctypes.byref(module), ctypes.byref(log)) & 0xFFFFFFFF
        reason = self.read(log)
        if not result:
            self.call("zeModuleDestroy", module)
            return None
        return reason or f"error {result:#x} without a reason"

    def read(self, log):
        if not log:
            return ""
        size = ctypes.c_size_t()
        self.call("zeModuleBuildLogGetString", log, ctypes.byref(size), None)
        text = ctypes.create_string_buffer(size.value + 1)
        self.call("zeModuleBuildLogGetString", log, ctypes.byref(size), text)
        self.call("zeModuleBuildLogDestroy", log)
        return text.value.decode(errors="replace").strip()


def main():
    parser = argparse.ArgumentParser(description="gives the driver modules of DPC++")
    parser.add_argument("--sample", type=int, default=0, help="how many; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="the folder for the modules that are refused")
    parser.add_argument("paths", nargs="+", metavar="FILE")
    options = parser.parse_args()

    found = [(path, at, words) for path in shared_objects(options.paths)
             for at, words in modules_of(path)]
    print(f"{len(found)} modules", flush=True)
    if options.sample and options.sample < len(found):
        found = random.Random(options.seed).sample(found, options.sample)
    driver = Driver()
    reasons = collections.Counter()
    for number, (path, at, words) in enumerate(found, 1):
        reason = driver.compile(words)
        if reason:
            reasons[reason.splitlines()[0]] += 1
            print(f"{path}, byte {at}: {reason}", flush=True)
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                with open(os.path.join(options.keep, f"{os.path.basename(path)}-{at}.spv"), "wb") as out:
                    out.write(words)
        if number % 100 == 0:
            print(f"{number} compiled", file=sys.stderr, flush=True)
    failed = sum(reasons.values())
    print(f"{len(found) - failed} of {len(found)} compile")
    for reason, times in reasons.most_common():
        print(f"{times}: {reason}")
    return 1 if failed or not found else 0


sys.exit(main())
