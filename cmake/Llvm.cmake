# SPDX-License-Identifier: BSD-3-Clause
# The one LLVM of a build: its tools compile kernels, the driver's compiler links its library, and both use
# the translator between LLVM and SPIR-V of the same version.  It is the newest of which the system has all
# parts, unless ISHMEM_LLVM_VERSION names any.  What differs between versions is said here alone; for the
# sources of the driver's compiler, in src/zedriver/engine/compile/translate/llvm_versions.h.
#
#   ISHMEM_LLVM              the major version
#   ISHMEM_CLANG, ISHMEM_LLVM_AS, ISHMEM_LLVM_LINK, ISHMEM_LLVM_NM, ISHMEM_LLVM_SPIRV    tools
#   ISHMEM_TYPED_POINTERS    whether the translator takes typed pointers only
#   ISHMEM_CLANG_POINTERS, ISHMEM_CLANG_CALLS, ISHMEM_LLVM_AS_POINTERS
#                            what clang and llvm-as need to write pointers that the translator takes
#   ISHMEM_SPIRV_EXTENSIONS  the extensions of SPIR-V that kernels of tests may use
#   ISHMEM_KERNEL_EXTENSIONS those that ishmemcc allows: what only kernels get that call its functions
#   LLVM, LLVM_INCLUDE_DIRS, ISHMEM_LLVMSPIRV_LIBRARY, ISHMEM_LLVMSPIRV_INCLUDE      libraries
include_guard(GLOBAL)
# Those of Debian releases, which are tested; tools/setup.sh reads them here.
set(ISHMEM_LLVM_VERSIONS 21 19 15)
set(ISHMEM_LLVM_VERSION "" CACHE STRING "LLVM's major version; empty: the newest that is installed")

macro(ishmem_need_of_llvm what name)
    if(NOT ${what})
        string(APPEND missing " ${name}")
    endif()
endmacro()

# Looks for all parts; those that are not there are named in `missing`.
macro(ishmem_find_llvm version)
    set(missing "")
    foreach(tool IN ITEMS clang llvm-as llvm-link llvm-nm llvm-spirv)
        string(MAKE_C_IDENTIFIER "ISHMEM_${tool}" variable)
        string(TOUPPER "${variable}" variable)
        unset(${variable})
        find_program(${variable} ${tool}-${version} NO_CACHE)
        ishmem_need_of_llvm(${variable} ${tool}-${version})
    endforeach()
    unset(ISHMEM_LLVM_FOLDER)
    find_path(ISHMEM_LLVM_FOLDER LLVMConfig.cmake PATHS "/usr/lib/llvm-${version}/lib/cmake/llvm"
              NO_DEFAULT_PATH NO_CACHE)
    ishmem_need_of_llvm(ISHMEM_LLVM_FOLDER "/usr/lib/llvm-${version}/lib/cmake/llvm")
    unset(ISHMEM_LLVMSPIRV_LIBRARY)
    find_library(ISHMEM_LLVMSPIRV_LIBRARY NAMES libLLVMSPIRVLib.so.${version} libLLVMSPIRVLib.so.${version}.1
                 NO_CACHE)
    ishmem_need_of_llvm(ISHMEM_LLVMSPIRV_LIBRARY libLLVMSPIRVLib.so.${version})
endmacro()

if(ISHMEM_LLVM_VERSION)
    set(ISHMEM_LLVM ${ISHMEM_LLVM_VERSION})
    ishmem_find_llvm(${ISHMEM_LLVM})
    if(missing)
        message(FATAL_ERROR "ISHMEM_LLVM_VERSION is ${ISHMEM_LLVM}, and these parts of LLVM are not "
                            "installed:${missing}")
    endif()
else()
    foreach(version IN LISTS ISHMEM_LLVM_VERSIONS)
        set(ISHMEM_LLVM ${version})
        ishmem_find_llvm(${version})
        if(NOT missing)
            break()
        endif()
    endforeach()
    if(missing)
        list(JOIN ISHMEM_LLVM_VERSIONS ", " versions)
        message(FATAL_ERROR
            "No LLVM is installed with clang, llvm-spirv (the translator to SPIR-V) and the development "
            "files of both, all of the same version; expected one of the versions ${versions}.  On "
            "Debian, tools/setup.sh installs the newest that the release has")
    endif()
endif()
message(STATUS "Found LLVM ${ISHMEM_LLVM} with its translator to SPIR-V")
find_package(LLVM REQUIRED CONFIG PATHS "${ISHMEM_LLVM_FOLDER}" NO_DEFAULT_PATH)
find_path(ISHMEM_LLVMSPIRV_INCLUDE LLVMSPIRVLib/LLVMSPIRVLib.h
          HINTS "/usr/lib/llvm-${ISHMEM_LLVM}/include" REQUIRED)

# From LLVM 17 on all pointers are opaque.
set(ISHMEM_TYPED_POINTERS OFF)
set(ISHMEM_CLANG_POINTERS "")
set(ISHMEM_LLVM_AS_POINTERS "")
if(ISHMEM_LLVM VERSION_LESS 17)
    set(ISHMEM_TYPED_POINTERS ON)
    set(ISHMEM_CLANG_POINTERS -no-opaque-pointers)
    set(ISHMEM_LLVM_AS_POINTERS -opaque-pointers=0)
endif()
# Clang 15 makes one call of two that stand in branches, though who comes to one must not meet who comes to the
# other.
set(ISHMEM_CLANG_CALLS "")
if(ISHMEM_LLVM VERSION_LESS 17)
    set(ISHMEM_CLANG_CALLS -mllvm -simplifycfg-sink-common=false)
endif()
# Neither drivers nor spirv-val know untyped pointers in SPIR-V well.
set(ISHMEM_SPIRV_EXTENSIONS +all)
if(ISHMEM_LLVM VERSION_GREATER_EQUAL 20)
    string(APPEND ISHMEM_SPIRV_EXTENSIONS ",-SPV_KHR_untyped_pointers")
endif()
set(ISHMEM_KERNEL_EXTENSIONS
    "+SPV_INTEL_subgroups,+SPV_KHR_subgroup_rotate,+SPV_KHR_uniform_group_instructions")
