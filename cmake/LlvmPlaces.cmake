# SPDX-License-Identifier: BSD-3-Clause
# Where LLVM and its parts may lie.  Debian has a folder for each version, and versions in the names of tools.  Spack,
# conda and builds from source have plain names below a prefix; LLVM_DIR, LLVM_ROOT or CMAKE_PREFIX_PATH lead there.
include_guard(GLOBAL)

# ishmem_list_prefixes(<variable> <package>): those that <package>_ROOT and CMAKE_PREFIX_PATH name, as variables of
# CMake and of the environment.
function(ishmem_list_prefixes variable package)
    set(prefixes "")
    foreach(name IN ITEMS ${package}_ROOT CMAKE_PREFIX_PATH)
        cmake_path(CONVERT "$ENV{${name}}" TO_CMAKE_PATH_LIST of_environment)
        list(APPEND prefixes ${${name}} ${of_environment})
    endforeach()
    list(REMOVE_DUPLICATES prefixes)
    set(${variable} "${prefixes}" PARENT_SCOPE)
endfunction()

# ishmem_list_llvms(<variable> <version>...): VERSION=FOLDER of each LLVM of one of the versions, the first choice
# first: what the user names, then Debian's in the order of the versions, then what other systems have.  The folder has
# LLVMConfig.cmake.
function(ishmem_list_llvms variable)
    set(folders ${LLVM_DIR})
    ishmem_list_prefixes(prefixes LLVM)
    foreach(prefix IN LISTS prefixes)
        list(APPEND folders "${prefix}/lib/cmake/llvm" "${prefix}/lib64/cmake/llvm")
    endforeach()
    foreach(version IN LISTS ARGN)
        list(APPEND folders "/usr/lib/llvm-${version}/lib/cmake/llvm")
    endforeach()
    list(APPEND folders /usr/local/lib/cmake/llvm /usr/lib64/cmake/llvm /usr/lib/cmake/llvm)
    list(REMOVE_DUPLICATES folders)
    set(llvms "")
    foreach(folder IN LISTS folders)
        if(EXISTS "${folder}/LLVMConfigVersion.cmake")
            file(STRINGS "${folder}/LLVMConfigVersion.cmake" line REGEX "PACKAGE_VERSION \"" LIMIT_COUNT 1)
            string(REGEX MATCH "\"([0-9]+)" matched "${line}")
            if(CMAKE_MATCH_1 IN_LIST ARGN)
                list(APPEND llvms "${CMAKE_MATCH_1}=${folder}")
            endif()
        endif()
    endforeach()
    set(${variable} "${llvms}" PARENT_SCOPE)
endfunction()

# For find_program: whether the tool is of the version ISHMEM_LLVM, which its name need not say.
function(ishmem_fits_llvm fits tool)
    execute_process(COMMAND "${tool}" --version OUTPUT_VARIABLE said ERROR_QUIET)
    if(NOT said MATCHES "version ${ISHMEM_LLVM}\\.")
        set(${fits} FALSE PARENT_SCOPE)
    endif()
endfunction()

# ishmem_find_libclc(): sets LIBCLC_BITCODE to libclc's bitcode for NVIDIA's GPUs.
function(ishmem_find_libclc)
    ishmem_list_prefixes(prefixes LIBCLC)
    set(folders ${LIBCLC_DIR})
    foreach(prefix IN LISTS prefixes ITEMS "${ISHMEM_LLVM_PREFIX}" /usr)
        list(APPEND folders "${prefix}/lib/clc" "${prefix}/share/clc")
    endforeach()
    find_file(LIBCLC_BITCODE NAMES nvptx64--.bc PATHS ${folders} NO_DEFAULT_PATH
              DOC "libclc's bitcode for NVIDIA's GPUs")
    if(NOT LIBCLC_BITCODE)
        list(JOIN folders ", " folders)
        message(FATAL_ERROR "libclc's nvptx64--.bc is in none of ${folders}.  On Debian, libclc-${ISHMEM_LLVM} has it; "
                            "elsewhere LIBCLC_DIR names its folder")
    endif()
endfunction()

macro(ishmem_need_of_llvm what name)
    if(NOT ${what})
        string(APPEND missing " ${name}")
    endif()
endmacro()

# The library of the translator: beside the tool, where the name need not say the version, or of a name that does.
macro(ishmem_find_translator version)
    unset(ISHMEM_LLVMSPIRV_LIBRARY)
    set(names libLLVMSPIRVLib.so.${version} libLLVMSPIRVLib.so.${version}.1)
    if(ISHMEM_LLVM_SPIRV)
        file(REAL_PATH "${ISHMEM_LLVM_SPIRV}" translator)
        cmake_path(SET translator NORMALIZE "${translator}/../..")
        find_library(ISHMEM_LLVMSPIRV_LIBRARY NAMES ${names} LLVMSPIRVLib PATHS "${translator}/lib" "${translator}/lib64"
                     NO_DEFAULT_PATH NO_CACHE)
    endif()
    find_library(ISHMEM_LLVMSPIRV_LIBRARY NAMES ${names} NO_CACHE)
    ishmem_need_of_llvm(ISHMEM_LLVMSPIRV_LIBRARY libLLVMSPIRVLib)
endmacro()

# Looks for all parts of the LLVM whose LLVMConfig.cmake is in the folder; those that are not there are named in
# `missing`.
macro(ishmem_find_llvm version folder)
    set(missing "")
    set(ISHMEM_LLVM ${version})
    cmake_path(SET ISHMEM_LLVM_PREFIX NORMALIZE "${folder}/../../..")
    string(REGEX REPLACE "/$" "" ISHMEM_LLVM_PREFIX "${ISHMEM_LLVM_PREFIX}")
    foreach(tool IN ITEMS clang llvm-as llvm-link llvm-nm llvm-spirv)
        string(MAKE_C_IDENTIFIER "ISHMEM_${tool}" variable)
        string(TOUPPER "${variable}" variable)
        unset(${variable})
        find_program(${variable} NAMES ${tool}-${version} ${tool} NAMES_PER_DIR HINTS "${ISHMEM_LLVM_PREFIX}/bin"
                     VALIDATOR ishmem_fits_llvm NO_CACHE)
        ishmem_need_of_llvm(${variable} ${tool})
    endforeach()
    file(GLOB library "${folder}/../../libLLVM[-.]*")
    ishmem_need_of_llvm(library libLLVM)
    ishmem_find_translator(${version})
endmacro()
