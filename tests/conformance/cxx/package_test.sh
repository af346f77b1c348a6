#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# package_test.sh BUILD_DIR
#
# The installed headers are those of installed_headers.txt.  And projects that find the installed package:
# one in C alone is configured; one that asks for C++14 gets what ishmem.hpp needs; one written for Intel
# SHMEM finds what its package has; OpenSHMEM programs are built by CMake, by pkg-config and by the installed
# compilers.
set -u
build=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

# Whoever adds a header here has asked whether a program or a kernel's compiler needs it.
here=$(cd "$(dirname "$0")" && pwd)
(cd "$work/prefix/include" && find . -type f -printf '%P\n' | LC_ALL=C sort) > "$work/headers"
differing=$(diff "$here/installed_headers.txt" "$work/headers")
[ -z "$differing" ] || { echo "expected (<) and installed (>) headers differ:"; echo "$differing"; exit 1; }

# compiles LANGUAGE SUFFIX HEADER [TARGET [PACKAGE]]: a file that includes the header, in a project of that language.
compiles()
{
    local project=$work/$1-$3-${5:-ishmem}
    mkdir -p "$project"
    printf '#include <%s>\nextern int rest;\n' "$3" > "$project/user.$2"
    cat > "$project/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.16)
project(user $1)
set(CMAKE_CXX_STANDARD 14)
find_package(${5:-ishmem} REQUIRED)
add_library(user OBJECT user.$2)
target_link_libraries(user PRIVATE ${4:-ishmem::ishmem})
END
    cmake -G Ninja -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/log" 2>&1 &&
        cmake --build "$project/build" >> "$work/log" 2>&1 && return
    cat "$work/log"
    echo "a project in $1 fails"
    exit 1
}
compiles C c ishmemx.h
compiles CXX cpp ishmem.hpp
compiles C c shmem.h ishmem::openshmem
compiles CXX cpp shmem.h ishmem::openshmem
compiles C c shmem.h OpenSHMEM::OpenSHMEM "OpenSHMEM 1.4"
compiles C c nvshmemx.h ishmem::nvshmem
compiles CXX cpp nvshmemx.h ishmem::nvshmem

# A program that finds the package by Intel SHMEM's name.  In place of the package IntelSYCL stands one with
# flags of which the program can tell that it has them.
written_for_intel()
{
    local project=$work/written_for_intel
    mkdir -p "$project/sycl"
    cat > "$project/sycl/IntelSYCLConfig.cmake" << END
set(SYCL_FLAGS -DFIRST_FLAG -DSECOND_FLAG)
set(SYCL_LINK_FLAGS -Wl,--defsym=link_flag=0x1234)
END
    cat > "$project/user.cpp" << END
#include <cstdint>
#include <ishmemx.h>
#if !defined FIRST_FLAG || !defined SECOND_FLAG
#error "no flags for SYCL"
#endif
extern "C" char link_flag;
int main()
{
    ishmem_init();
    const bool right = ishmem_n_pes() == 1 && reinterpret_cast<uintptr_t>(&link_flag) != 0;
    ishmem_finalize();
    return right ? 0 : 1;
}
END
    cat > "$project/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.17)
project(user CXX)
find_package(ISHMEM 99.0 QUIET)
if(ISHMEM_FOUND)
    message(FATAL_ERROR "version 99 is found")
endif()
find_package(ISHMEM 1.2 REQUIRED)
find_package(ISHMEM 1.5.1 REQUIRED)
foreach(file IN ITEMS \${ISHMEM_INCLUDE}/ishmemx.h \${ISHMEM_LIBRARY} \${ISHMEM_LIBRARY_DIR}/libishmem.so
                      \${ISHMEM_ROOT}/include/ishmem.h)
    if(NOT EXISTS "\${file}")
        message(FATAL_ERROR "there is no \${file}")
    endif()
endforeach()
add_executable(user user.cpp)
target_link_libraries(user PRIVATE ISHMEM::ISHMEM)
END
    cmake -G Ninja -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
        -DIntelSYCL_DIR="$project/sycl" > "$work/log" 2>&1 &&
        cmake --build "$project/build" >> "$work/log" 2>&1 && "$project/build/user" >> "$work/log" 2>&1 && return
    cat "$work/log"
    echo "a project that finds ISHMEM fails"
    exit 1
}
written_for_intel

# embeds LANGUAGE SUFFIX: a program with its kernels in it, which runs where there are no other files.
embeds()
{
    local project=$work/embeds-$1
    mkdir -p "$project"
    printf '#include "ishmem_device.h"\nkernel void two_words(global int *a) { *a = ishmem_my_pe(); }\n' \
        > "$project/two-words.cl"
    cat > "$project/user.$2" << END
#include <ishmemx.h>
#include "two-words.spv.h"
int main(void)
{
    ze_module_handle_t module;
    ze_kernel_handle_t kernel;
    ze_kernel_desc_t desc = {ZE_STRUCTURE_TYPE_KERNEL_DESC, 0, 0, "two_words"};
    ishmem_init();
    if (ishmemx_module_load_memory(two_words_spv, two_words_spv_bytes, &module) != 0 ||
        zeKernelCreate(module, &desc, &kernel) != ZE_RESULT_SUCCESS)
        return 1;
    ishmem_finalize();
    return 0;
}
END
    cat > "$project/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.16)
project(user $1)
find_package(ishmem REQUIRED)
add_executable(user user.$2)
target_compile_options(user PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_link_libraries(user PRIVATE ishmem::ishmem)
ishmem_embed_kernels(user SOURCES two-words.cl)
END
    cmake -G Ninja -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/log" 2>&1 &&
        cmake --build "$project/build" >> "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    mv "$project/build/user" "$work/user"
    rm -r "$project"
    "$work/user" > "$work/log" 2>&1 || { cat "$work/log"; echo "embedded kernels in $1 fail"; exit 1; }
}
embeds C c
embeds CXX cpp

# An OpenSHMEM program, by pkg-config and by the compilers; the installation may be moved.
mv "$work/prefix" "$work/moved"
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name ishmem-openshmem.pc)")
printf '#include <mpp/shmem.h>\n#include <shmemx.h>\n#include <pshmem.h>\nint main(void)\n{\n    start_pes(0);\n    shmem_finalize();\n    return 0;\n}\n' > "$work/program.c"
cp "$work/program.c" "$work/program.cpp"
# shellcheck disable=SC2046
cc "$work/program.c" -o "$work/by_pkg_config" $(pkg-config --cflags --libs ishmem-openshmem) ||
    { echo "pkg-config does not say how to build an OpenSHMEM program"; exit 1; }
# shellcheck disable=SC2046
cc "$work/program.c" -o "$work/by_openshmem" $(pkg-config --cflags --libs "openshmem >= 1.4") ||
    { echo "pkg-config does not know openshmem"; exit 1; }
printf '#include <nvshmemx.h>\nint main(void)\n{\n    nvshmem_init();\n    nvshmem_finalize();\n    return 0;\n}\n' > "$work/nvshmem.c"
# shellcheck disable=SC2046
cc "$work/nvshmem.c" -o "$work/nvshmem" $(pkg-config --cflags --libs ishmem-nvshmem) ||
    { echo "pkg-config does not say how to build an NVSHMEM program"; exit 1; }
printf '#include <nvshmem.h>\nkernel void k(global int *to)\n{\n    nvshmemx_int_put_block(to, to + 1, 1, 0);\n}\n' > "$work/nvshmem.cl"
"$work/moved/bin/ishmemcc" --nvshmem "$work/nvshmem.cl" -o "$work/nvshmem.spv" ||
    { echo "ishmemcc --nvshmem does not compile a kernel"; exit 1; }
"$work/moved/bin/ishmem-oshcc" "$work/program.c" -o "$work/by_oshcc" || exit 1
"$work/moved/bin/ishmem-oshc++" "$work/program.cpp" -o "$work/by_oshcxx" || exit 1
"$work/moved/bin/ishmem-oshcc" -c "$work/program.c" -o "$work/program.o" || exit 1
"$work/moved/bin/ishmem-oshcc" -show x.c | grep -q -- "-lishmem_shmem -lishmem" || exit 1
for program in by_openshmem by_oshcc by_oshcxx; do
    "$work/moved/bin/ishmem-oshrun" -n 2 "$work/$program" || { echo "$program fails"; exit 1; }
done
