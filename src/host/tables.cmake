# SPDX-License-Identifier: BSD-3-Clause
# The tables of algorithms and cutovers and what reads them, which tests of their own have, too.
set(tuning "${CMAKE_CURRENT_SOURCE_DIR}/tuning")
set(tables "${tuning}/cpu.tuning;${tuning}/gpu.tuning")
set(embed "${tuning}/embed.cmake")
set(built_in "${CMAKE_CURRENT_BINARY_DIR}/built_in_tables.c")
add_custom_command(OUTPUT "${built_in}"
    COMMAND "${CMAKE_COMMAND}" "-DOUT=${built_in}" "-DTABLES=${tables}" -P "${embed}"
    DEPENDS ${tables} "${embed}" VERBATIM)
add_library(ishmem_tables OBJECT choices.c cutovers.c row.c tables.c "${built_in}")
target_compile_definitions(ishmem_tables PRIVATE _GNU_SOURCE)
target_include_directories(ishmem_tables PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}"
    "${PROJECT_SOURCE_DIR}/include")
target_link_libraries(ishmem_tables PRIVATE ishmem_warnings)
target_sources(ishmem PRIVATE $<TARGET_OBJECTS:ishmem_tables>)
