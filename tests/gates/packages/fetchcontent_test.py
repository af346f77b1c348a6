#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""fetchcontent_test.py CMAKE SOURCE BUILD

libishmem as a part of other projects: examples/fetchcontent builds and runs, on the driver of the build, which
would take the most time; and a project keeps its variables, names of targets and tests.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Targets that projects are likely to have.
NAMES = ["benchmark", "check", "demo", "docs", "figures", "fuzz", "hello", "info", "jacobi", "kernels", "launch",
         "manual", "package_all", "perf", "perf_kernels", "perf_measurement", "pmix", "reference", "ring", "tests",
         "tools", "tune"]
PARENT = """
cmake_minimum_required(VERSION 3.25)
project(parent C)
include(CTest)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${{CMAKE_BINARY_DIR}}/programs")
add_test(NAME own COMMAND true)
foreach(name IN ITEMS {names})
    add_custom_target(${{name}})
endforeach()
include(FetchContent)
get_cmake_property(names VARIABLES)
foreach(name IN LISTS names)
    set("before_${{name}}" "${{${{name}}}}")
endforeach()
FetchContent_Declare(ishmem SOURCE_DIR "{source}")
FetchContent_MakeAvailable(ishmem)
list(REMOVE_ITEM names name names)
foreach(name IN LISTS names)
    if(NOT "${{before_${{name}}}}" STREQUAL "${{${{name}}}}" AND NOT name MATCHES "^(CMAKE_MATCH_|FETCHCONTENT_)")
        message(SEND_ERROR "${{name}} was '${{before_${{name}}}}' and is '${{${{name}}}}'")
    endif()
endforeach()
get_cmake_property(after VARIABLES)
list(FILTER after INCLUDE REGEX "^(CPACK_|CMAKE_.*_OUTPUT_DIRECTORY|CMAKE_[A-Z]*_STANDARD)")
list(REMOVE_ITEM after ${{names}} CPACK_PACKAGE_FILE_NAME)
if(after)
    message(SEND_ERROR "New variables: ${{after}}")
endif()
if(NOT CMAKE_INSTALL_LIBDIR STREQUAL "lib")
    message(SEND_ERROR "CMAKE_INSTALL_LIBDIR is ${{CMAKE_INSTALL_LIBDIR}}")
endif()
add_executable(neighbour "{source}/examples/fetchcontent/neighbour.c")
target_link_libraries(neighbour PRIVATE ishmem::ishmem ishmem::openshmem ishmem::nvshmem)
ishmem_add_kernels(neighbour_kernels SOURCES "{source}/examples/fetchcontent/neighbour.cl")
ishmem_embed_kernels(neighbour SOURCES "{source}/examples/fetchcontent/neighbour.cl")
"""
cmake, source, build = sys.argv[1:4]


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def launchers():
    """ccache, where the build uses it."""
    cache = Path(build, "CMakeCache.txt").read_text(encoding="utf-8")
    return ["-D" + line for line in re.findall(r"^CMAKE_C(?:XX)?_COMPILER_LAUNCHER:.*$", cache, re.MULTILINE)]


def test_example(work):
    run(cmake, "-S", f"{source}/examples/fetchcontent", "-B", work, f"-DFETCHCONTENT_SOURCE_DIR_ISHMEM={source}",
        "-DISHMEM_DRIVERS=OFF", f"-DISHMEM_DRIVER={build}/lib/libze_cpu.so.1", *launchers())
    run(cmake, "--build", work, "--parallel", "2")
    said = run(work / "_deps/ishmem-build/bin/ishmrun", "-n", "4", "./neighbour", cwd=work, timeout=120)
    for pe in range(4):
        assert f"PE {pe} heard from PE {(pe + 3) % 4}\n" in said, said


def test_parent(work):
    work.mkdir()
    (work / "CMakeLists.txt").write_text(PARENT.format(source=source, names=" ".join(NAMES)), encoding="utf-8")
    run(cmake, "-S", work, "-B", work / "built")
    said = run(cmake, "-DISHMEM_WITH_MPI=OFF", "-DISHMEM_WITH_PMIX=OFF", work / "built")
    assert "Found MPI" not in said and "Found PMIx" not in said, said
    tests = re.findall(r"Test +#\d+: (.*)", run(Path(cmake).parent / "ctest", "-N", cwd=work / "built"))
    assert tests == ["own"], tests
    assert not list((work / "built").glob("CPack*")), "libishmem makes packages of the project"
    assert not (work / "built/compile_commands.json").exists(), "libishmem chooses what CMake exports"


# A generator of one's own choice is the environment's.
os.environ.pop("CMAKE_GENERATOR", None)
with tempfile.TemporaryDirectory() as folder:
    test_parent(Path(folder, "parent"))
    test_example(Path(folder, "example"))
