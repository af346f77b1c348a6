#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""llvm_test.py CMAKE SOURCE LLVM

Where cmake/Llvm.cmake finds LLVM: scripts and empty files stand for one of version 99 in the layouts of Spack, conda
and builds from source.  LLVM is the version of the system's.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(llvm_test C)
list(APPEND CMAKE_MODULE_PATH "{source}/cmake")
include(Llvm)
ishmem_find_libclc()
foreach(name IN ITEMS ISHMEM_LLVM ISHMEM_CLANG ISHMEM_LLVM_AS ISHMEM_LLVM_LINK ISHMEM_LLVM_NM ISHMEM_LLVM_SPIRV
        ISHMEM_LLVMSPIRV_LIBRARY ISHMEM_LLVMSPIRV_INCLUDE LIBCLC_BITCODE ISHMEM_LLVM_TOOL_FOLDERS)
    message(STATUS "${{name}} is ${{${{name}}}}")
endforeach()
"""
TOOLS = ["clang", "llvm-as", "llvm-link", "llvm-nm"]
cmake, source, system = sys.argv[1:4]


def write(path, text="", mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def write_tool(path, version):
    write(path, f"#!/bin/sh\necho 'Some LLVM version {version}.1.0'\n", 0o755)


def make_llvm(prefix, version=99, lib="lib"):
    for tool in TOOLS:
        write_tool(prefix / "bin" / tool, version)
    write(prefix / lib / "libLLVM.so")
    write(prefix / lib / "cmake/llvm/LLVMConfigVersion.cmake",
          f'set(PACKAGE_VERSION "{version}.1.0")\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n')
    write(prefix / lib / "cmake/llvm/LLVMConfig.cmake",
          f"add_library(LLVM INTERFACE IMPORTED)\nset(LLVM_VERSION_MAJOR {version})\n")


def make_translator(prefix, version=99, library="libLLVMSPIRVLib.so"):
    write_tool(prefix / "bin/llvm-spirv", version)
    write(prefix / "lib" / library)
    write(prefix / "include/LLVMSPIRVLib/LLVMSPIRVLib.h")


def make_rest(prefix):
    write(prefix / "share/clc/nvptx64--.bc")
    write_tool(prefix / "bin/spirv-val", 0)


def configure(work, *options, **environment):
    """The project's output, and what its variables are."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        write(Path(folder) / "CMakeLists.txt", PROJECT.format(source=source))
        done = subprocess.run([cmake, "-S", folder, "-B", f"{folder}/built", *options], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **environment})
    values = dict(re.findall(r"^-- ([A-Z_]+) is (.*)$", done.stdout, re.MULTILINE))
    return " ".join(done.stdout.split()), values


def expect_found(work, places, *options, **environment):
    """places: the prefixes of LLVM, of the translator and of the rest."""
    said, values = configure(work, "-DISHMEM_LLVM_VERSION=99", *options, **environment)
    llvm, translator, rest = places
    expected = {
        "ISHMEM_LLVM": "99", "ISHMEM_CLANG": f"{llvm}/bin/clang", "ISHMEM_LLVM_AS": f"{llvm}/bin/llvm-as",
        "ISHMEM_LLVM_LINK": f"{llvm}/bin/llvm-link", "ISHMEM_LLVM_NM": f"{llvm}/bin/llvm-nm",
        "ISHMEM_LLVM_SPIRV": f"{translator}/bin/llvm-spirv",
        "ISHMEM_LLVMSPIRV_INCLUDE": f"{translator}/include", "LIBCLC_BITCODE": f"{rest}/share/clc/nvptx64--.bc",
        "ISHMEM_LLVM_TOOL_FOLDERS": ";".join(dict.fromkeys(f"{place}/bin" for place in places))}
    for name, value in expected.items():
        assert values.get(name) == value, f"{options} {environment}: {name} is not {value}: {said}"
    assert values["ISHMEM_LLVMSPIRV_LIBRARY"].startswith(f"{translator}/lib/libLLVMSPIRVLib.so"), said


def expect_refused(work, prefix, lacks):
    said, values = configure(work, "-DISHMEM_LLVM_VERSION=99", f"-DCMAKE_PREFIX_PATH={prefix}")
    line = f"LLVM 99 in {prefix} lacks {lacks}."
    assert line in said and "expected one of the versions 99." in said and not values, f"no '{line}': {said}"


def test_layouts(work):
    conda = work / "conda"
    make_llvm(conda)
    make_translator(conda, library="libLLVMSPIRVLib.so.99.1")
    make_rest(conda)
    expect_found(work, [conda] * 3, f"-DCMAKE_PREFIX_PATH={conda}")
    expect_found(work, [conda] * 3, CMAKE_PREFIX_PATH=f"/nowhere:{conda}")
    spack = [work / "spack" / part for part in ("llvm", "translator", "rest")]
    make_llvm(spack[0], lib="lib64")
    make_translator(spack[1])
    make_rest(spack[2])
    expect_found(work, spack, "-DCMAKE_PREFIX_PATH=" + ";".join(map(str, spack)))
    expect_found(work, spack, f"-DLLVM_ROOT={spack[0]}", "-DCMAKE_PREFIX_PATH=" + ";".join(map(str, spack[1:])))
    expect_found(work, spack, f"-DLLVM_DIR={spack[0]}/lib64/cmake/llvm", f"-DLIBCLC_DIR={spack[2]}/share/clc",
                 PATH=f"{spack[1]}/bin:{spack[2]}/bin:{os.environ['PATH']}")


def test_refusals(work):
    prefix = work / "lacking"
    make_llvm(prefix)
    make_rest(prefix)
    expect_refused(work, prefix, "llvm-spirv libLLVMSPIRVLib")
    make_translator(prefix, version=98)
    expect_refused(work, prefix, "llvm-spirv libLLVMSPIRVLib")
    make_translator(prefix, library="libLLVMSPIRVLib.so.98")
    (prefix / "lib/libLLVMSPIRVLib.so").unlink()
    expect_refused(work, prefix, "libLLVMSPIRVLib")
    make_translator(prefix)
    write_tool(prefix / "bin/llvm-nm", 98)
    (prefix / "lib/libLLVM.so").unlink()
    expect_refused(work, prefix, "llvm-nm libLLVM")


def test_system(work):
    """What is of another version than libishmem takes, or lacks something, does not stand before the system's."""
    untested = work / "untested"
    make_llvm(untested, 99)
    make_translator(untested, 99)
    lacking = work / "lacking_system"
    make_llvm(lacking, system)
    (lacking / "bin/clang").unlink()
    (lacking / "lib/libLLVM.so").unlink()
    for prefix in ("/nowhere", untested, lacking):
        said, values = configure(work, f"-DCMAKE_PREFIX_PATH={prefix}")
        assert values.get("ISHMEM_LLVM") == system and str(prefix) not in values["ISHMEM_LLVM_SPIRV"], said
        assert values["ISHMEM_LLVM_TOOL_FOLDERS"] == "", said


with tempfile.TemporaryDirectory() as folder:
    top = Path(folder).resolve()
    test_layouts(top)
    test_refusals(top)
    test_system(top)
