# SPDX-License-Identifier: BSD-3-Clause
# ishmem_add_kernels(<target> SOURCES a.cl b.cl ... [OUTPUT_DIRECTORY dir] [OPTIONS ...])
#
# Compiles each OpenCL C file to a SPIR-V module of the same name (a.cl to dir/a.spv) by ishmemcc,
# again whenever the file or a header that it includes has changed.  OPTIONS are ishmemcc's.  The
# directory is CMAKE_CURRENT_BINARY_DIR by default.  <target> is built by default; its property
# ISHMEM_KERNELS lists the modules' paths.
#
# ishmem_embed_kernels(<program> SOURCES a.cl b.cl ... [OPTIONS ...])
#
# Compiles each file in the same way and puts the module into the program, an executable or a library.  Its
# sources find the module a.spv as `a_spv`, `a_spv_bytes` bytes, when they include "a.spv.h":
#
#     ishmemx_module_load_memory(a_spv, a_spv_bytes, &module)
#
# Part of libishmem's CMake package, and of its own build, where ISHMEMCC is set beforehand.  In a project around that
# build the target ishmem_device has the compiler.

if(NOT ISHMEMCC)
    find_program(ISHMEMCC ishmemcc HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
        "${CMAKE_CURRENT_LIST_DIR}/../../../../bin" DOC "libishmem's kernel compiler" REQUIRED)
endif()

# ishmem_compile_kernels(<variable> <directory> <source>... OPTIONS ...): sets the variable to the
# modules of commands that compile the sources.
function(ishmem_compile_kernels variable directory)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;OPTIONS")
    file(MAKE_DIRECTORY "${directory}")
    set(compiler "${ISHMEMCC}")
    set(library "")
    if(TARGET ishmem_device) # libishmem's own build
        get_target_property(compiler ishmem_device ISHMEMCC)
        get_target_property(library ishmem_device ISHMEM_DEVICE_FILES)
        list(APPEND library ishmemcc_module)
        list(JOIN arg_OPTIONS "|" options)
    endif()
    set(modules "")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(source "${source}" ABSOLUTE)
        get_filename_component(name "${source}" NAME_WE)
        set(module "${directory}/${name}.spv")
        add_custom_command(OUTPUT "${module}"
            COMMAND "${compiler}" ${arg_OPTIONS} -MF "${module}.d" "${source}" -o "${module}"
            DEPENDS "${source}" "${compiler}" ${library}
            DEPFILE "${module}.d"
            COMMENT "Compiling kernels ${name}.spv" VERBATIM)
        list(APPEND modules "${module}")
        if(TARGET ishmem_device) # for tests/kernels/levels
            set_property(GLOBAL APPEND PROPERTY ISHMEM_COMPILED_KERNELS "${source}|${options}")
        endif()
    endforeach()
    set(${variable} "${modules}" PARENT_SCOPE)
endfunction()

# Ends the configuration if the call of the function has arguments that it does not know, or no sources.
macro(ishmem_check_kernels function target)
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${function}(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_SOURCES)
        message(FATAL_ERROR "${function}(${target}): SOURCES is missing")
    endif()
endmacro()

function(ishmem_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT_DIRECTORY" "SOURCES;OPTIONS")
    ishmem_check_kernels(ishmem_add_kernels ${target})
    if(NOT arg_OUTPUT_DIRECTORY)
        set(arg_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    ishmem_compile_kernels(modules "${arg_OUTPUT_DIRECTORY}" SOURCES ${arg_SOURCES} OPTIONS ${arg_OPTIONS})
    add_custom_target(${target} ALL DEPENDS ${modules})
    if(TARGET ishmem_device)
        add_dependencies(${target} ishmem_device)
    endif()
    set_target_properties(${target} PROPERTIES ISHMEM_KERNELS "${modules}")
endfunction()

function(ishmem_embed_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;OPTIONS")
    ishmem_check_kernels(ishmem_embed_kernels ${target})
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels")
    ishmem_compile_kernels(modules "${directory}" SOURCES ${arg_SOURCES} OPTIONS ${arg_OPTIONS})
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    set(suffix c)
    if(NOT "C" IN_LIST languages)
        set(suffix cpp)
    endif()
    foreach(module IN LISTS modules)
        get_filename_component(name "${module}" NAME_WE)
        string(MAKE_C_IDENTIFIER "${name}_spv" symbol)
        # By the assembler, which GCC and Clang have for C and C++ alike.
        file(CONFIGURE OUTPUT "${module}.h" @ONLY CONTENT
"/* The kernels of @name@, as SPIR-V. */
#ifdef __cplusplus
extern \"C\" {
#endif
extern const unsigned char @symbol@[];
extern const unsigned long @symbol@_bytes;
#ifdef __cplusplus
}
#endif
")
        file(CONFIGURE OUTPUT "${module}.${suffix}" @ONLY CONTENT
"__asm__(\".pushsection .rodata, \\\"a\\\"\\n\"
        \".balign 8\\n\"
        \".globl @symbol@, @symbol@_bytes\\n\"
        \".hidden @symbol@, @symbol@_bytes\\n\"
        \".type @symbol@, STT_OBJECT\\n\"
        \".type @symbol@_bytes, STT_OBJECT\\n\"
        \"@symbol@_bytes: .quad 1f - @symbol@\\n\"
        \"@symbol@: .incbin \\\"@module@\\\"\\n\"
        \"1: .size @symbol@, 1b - @symbol@\\n\"
        \".size @symbol@_bytes, 8\\n\"
        \".popsection\\n\");
")
        set_source_files_properties("${module}.${suffix}" PROPERTIES OBJECT_DEPENDS "${module}")
        target_sources(${target} PRIVATE "${module}.${suffix}" "${module}.h")
    endforeach()
    target_include_directories(${target} PRIVATE "${directory}")
    if(TARGET ishmem_device)
        add_dependencies(${target} ishmem_device)
    endif()
endfunction()
