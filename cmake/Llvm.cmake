# SPDX-License-Identifier: BSD-3-Clause
# The one LLVM of a build: its tools compile kernels, the driver's compiler links its library, and both use
# the translator between LLVM and SPIR-V of the same version.  It is the first of which all parts are there
# (LlvmPlaces.cmake), and of the version ISHMEM_LLVM_VERSION if that names any.  What differs between versions is said
# here alone; for the sources of the driver's compiler, in driver/compile/translate/llvm_versions.h.
#
#   ISHMEM_LLVM              the major version
#   ISHMEM_LLVM_PREFIX       the folder above its bin and lib
#   ISHMEM_CLANG, ISHMEM_LLVM_AS, ISHMEM_LLVM_LINK, ISHMEM_LLVM_NM, ISHMEM_LLVM_SPIRV    tools
#   ISHMEM_TYPED_POINTERS    whether the translator takes typed pointers only
#   ISHMEM_CLANG_POINTERS, ISHMEM_CLANG_CALLS, ISHMEM_LLVM_AS_POINTERS
#                            what clang and llvm-as need to write pointers that the translator takes
#   ISHMEM_SPIRV_EXTENSIONS  the extensions of SPIR-V that kernels of tests may use
#   ISHMEM_KERNEL_EXTENSIONS those that ishmemcc allows: what only kernels get that call its functions
#   ISHMEM_LLVM_ELSEWHERE, ISHMEM_LLVM_TOOL_FOLDERS    whether it is outside the system's folders, and its tools' then
#   LLVM, LLVM_INCLUDE_DIRS, ISHMEM_LLVMSPIRV_LIBRARY, ISHMEM_LLVMSPIRV_INCLUDE      libraries
include_guard(GLOBAL)
include(LlvmPlaces)
# Those of Debian releases, which are tested; tools/setup.sh reads them here.
set(ISHMEM_LLVM_VERSIONS 21 19 15)
set(ISHMEM_LLVM_VERSION "" CACHE STRING "LLVM's major version; empty: the newest that is installed")

set(versions ${ISHMEM_LLVM_VERSIONS})
if(ISHMEM_LLVM_VERSION)
    set(versions ${ISHMEM_LLVM_VERSION})
endif()
ishmem_list_llvms(llvms ${versions})
set(ISHMEM_LLVM_FOLDER "")
set(passed_over "")
foreach(llvm IN LISTS llvms)
    string(REGEX MATCH "^([0-9]+)=(.*)$" matched "${llvm}")
    set(folder "${CMAKE_MATCH_2}")
    ishmem_find_llvm("${CMAKE_MATCH_1}" "${folder}")
    if(NOT missing)
        set(ISHMEM_LLVM_FOLDER "${folder}")
        break()
    endif()
    string(APPEND passed_over "\nLLVM ${ISHMEM_LLVM} in ${ISHMEM_LLVM_PREFIX} lacks${missing}.")
endforeach()
if(NOT ISHMEM_LLVM_FOLDER)
    list(JOIN versions ", " versions)
    message(FATAL_ERROR
        "No LLVM is installed with clang, libLLVM, llvm-spirv (the translator to SPIR-V) and the development "
        "files of all, all of the same version; expected one of the versions ${versions}.${passed_over}\n"
        "On Debian, tools/setup.sh installs the newest that the release has.  Elsewhere, CMAKE_PREFIX_PATH "
        "names the folders above bin and lib of LLVM and of the translator")
endif()
message(STATUS "Found LLVM ${ISHMEM_LLVM} with its translator to SPIR-V, in ${ISHMEM_LLVM_PREFIX}")
# A project around this one may have found another.
if(TARGET LLVM AND NOT LLVM_VERSION_MAJOR EQUAL ISHMEM_LLVM)
    message(FATAL_ERROR "${CMAKE_PROJECT_NAME} uses LLVM ${LLVM_VERSION_MAJOR}, and libishmem found LLVM "
                        "${ISHMEM_LLVM}; expected the same, which ISHMEM_LLVM_VERSION and LLVM_ROOT choose")
endif()
set(LLVM_DIR "${ISHMEM_LLVM_FOLDER}")
find_package(LLVM REQUIRED CONFIG NO_DEFAULT_PATH)
file(REAL_PATH "${ISHMEM_LLVM_SPIRV}" translator)
find_path(ISHMEM_LLVMSPIRV_INCLUDE LLVMSPIRVLib/LLVMSPIRVLib.h
          HINTS "${translator}/../../include" "${ISHMEM_LLVM_PREFIX}/include" REQUIRED)
# Where the system does not look for LLVM's libraries and users' shells not for its tools: programs that link them need
# a run path, and ishmemcc needs these folders.
set(ISHMEM_LLVM_ELSEWHERE OFF)
set(ISHMEM_LLVM_TOOL_FOLDERS "")
if(NOT ISHMEM_LLVM_PREFIX MATCHES "^/usr(/lib/llvm-[0-9]+)?$")
    set(ISHMEM_LLVM_ELSEWHERE ON)
    find_program(SPIRV_VAL NAMES spirv-val REQUIRED)
    foreach(tool IN ITEMS "${ISHMEM_CLANG}" "${ISHMEM_LLVM_LINK}" "${ISHMEM_LLVM_SPIRV}" "${SPIRV_VAL}")
        cmake_path(GET tool PARENT_PATH tool)
        list(APPEND ISHMEM_LLVM_TOOL_FOLDERS "${tool}")
    endforeach()
    list(REMOVE_DUPLICATES ISHMEM_LLVM_TOOL_FOLDERS)
endif()

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
