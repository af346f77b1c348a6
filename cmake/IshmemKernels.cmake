# SPDX-License-Identifier: BSD-3-Clause
# ishmem_add_kernels(<target> SOURCES a.cl b.cl ... [OUTPUT_DIRECTORY dir] [OPTIONS ...])
#
# Compiles each OpenCL C file to a SPIR-V module of the same name (a.cl to dir/a.spv) by ishmemcc,
# again whenever the file or a header that it includes has changed.  OPTIONS are ishmemcc's.  The
# directory is CMAKE_CURRENT_BINARY_DIR by default.  <target> is built by default; its property
# ISHMEM_KERNELS lists the modules' paths.
#
# Part of libishmem's own build, where ISHMEMCC is set beforehand, and of its CMake package.

if(NOT ISHMEMCC)
    find_program(ISHMEMCC ishmemcc HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
        "${CMAKE_CURRENT_LIST_DIR}/../../../../bin" DOC "libishmem's kernel compiler" REQUIRED)
endif()

function(ishmem_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT_DIRECTORY" "SOURCES;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR
            "ishmem_add_kernels(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_SOURCES)
        message(FATAL_ERROR "ishmem_add_kernels(${target}): SOURCES is missing")
    endif()
    if(NOT arg_OUTPUT_DIRECTORY)
        set(arg_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    file(MAKE_DIRECTORY "${arg_OUTPUT_DIRECTORY}")

    set(library "")
    if(TARGET ishmem_device) # libishmem's own build
        get_target_property(library ishmem_device ISHMEM_DEVICE_FILES)
        list(APPEND library ishmemcc_module)
    endif()
    set(modules "")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(source "${source}" ABSOLUTE)
        get_filename_component(name "${source}" NAME_WE)
        set(module "${arg_OUTPUT_DIRECTORY}/${name}.spv")
        add_custom_command(OUTPUT "${module}"
            COMMAND "${ISHMEMCC}" ${arg_OPTIONS} -MF "${module}.d" "${source}" -o "${module}"
            DEPENDS "${source}" "${ISHMEMCC}" ${library}
            DEPFILE "${module}.d"
            COMMENT "Compiling kernels ${name}.spv" VERBATIM)
        list(APPEND modules "${module}")
    endforeach()
    add_custom_target(${target} ALL DEPENDS ${modules})
    if(TARGET ishmem_device)
        add_dependencies(${target} ishmem_device)
    endif()
    set_target_properties(${target} PROPERTIES ISHMEM_KERNELS "${modules}")
endfunction()
