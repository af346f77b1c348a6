# SPDX-License-Identifier: BSD-3-Clause
# zed_add_spirv(<target> SOURCE x.cl OUTPUT x.spv [VERSION 1.3] [UNCHECKED] [FLAGS ...]): compiles OpenCL C to SPIR-V at build
# time, as part of <target>.  SPIR-V 1.2 is what Intel's driver of Debian 12 takes; sub-group shuffles
# and ballots need 1.3.  UNCHECKED: with debug information, whose order spirv-val refuses as LLVM 15 writes it.
find_program(SPIRV_VAL NAMES spirv-val REQUIRED)

function(zed_add_spirv target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "UNCHECKED" "SOURCE;OUTPUT;VERSION" "FLAGS")
    if(NOT arg_VERSION)
        set(arg_VERSION 1.2)
    endif()
    cmake_path(ABSOLUTE_PATH arg_SOURCE NORMALIZE)
    cmake_path(ABSOLUTE_PATH arg_OUTPUT BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)
    set(check COMMAND ${SPIRV_VAL} ${arg_OUTPUT})
    if(arg_UNCHECKED)
        set(check "")
    endif()
    add_custom_command(OUTPUT ${arg_OUTPUT}
        COMMAND ${ISHMEM_CLANG} -cc1 -triple spir64-unknown-unknown -O2 -finclude-default-header
            -cl-std=CL2.0 ${ISHMEM_CLANG_POINTERS} ${ISHMEM_CLANG_CALLS} -disable-lifetime-markers ${arg_FLAGS}
            -dependency-file ${arg_OUTPUT}.d -MT ${arg_OUTPUT} -emit-llvm-bc -o ${arg_OUTPUT}.bc ${arg_SOURCE}
        COMMAND ${ISHMEM_LLVM_SPIRV} --spirv-max-version=${arg_VERSION}
            --spirv-ext=${ISHMEM_SPIRV_EXTENSIONS} -o ${arg_OUTPUT} ${arg_OUTPUT}.bc
        ${check}
        DEPENDS ${arg_SOURCE} DEPFILE ${arg_OUTPUT}.d VERBATIM)
    target_sources(${target} PRIVATE ${arg_OUTPUT})
endfunction()
