# SPDX-License-Identifier: BSD-3-Clause
# Start-up and memory management, and what the library is as a package.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ISHMEM_HWLOC REQUIRED IMPORTED_TARGET hwloc)
find_library(ISHMEM_ZE_LOADER ze_loader REQUIRED)
find_path(ISHMEM_ZE_INCLUDE level_zero/ze_api.h REQUIRED)

target_sources(ishmem PRIVATE
    addresses.c
    agree.c
    allocator.c
    bootstrap.c
    bootstrap_module.c
    bootstrap_unique_id.c
    connect.c
    copy_list.c
    distance.c
    doorman.c
    driver.c
    env.c
    exit.c
    file.c
    handshake.c
    head.c
    heap.c
    host_access.c
    info.c
    init.c
    ipc.c
    ipc_pidfd.c
    ipc_socket.c
    launcher.c
    leftovers.c
    library.c
    lifeline.c
    lines.c
    links.c
    log.c
    mail.c
    memory.c
    module.c
    object_index.c
    object_table.c
    objects.c
    part.c
    print.c
    probe.c
    query.c
    readable.c
    report.c
    resident.c
    roster.c
    segment.c
    segment_file.c
    segment_find.c
    segment_fork.c
    start_limit.c
    state.c
    team.c
    team_list.c
    team_memory.c
    team_groups.c
    team_predefined.c
    team_table.c
    tile.c
    tile_assign.c
    tile_copy.c
    tile_queues.c
    timestamp.c
    tuning.c
    unique_id.c
    unique_id_server.c
    waiting.c
    watch.c
    ze_error.c)

target_compile_definitions(ishmem PRIVATE _GNU_SOURCE)
set_source_files_properties(info.c PROPERTIES COMPILE_DEFINITIONS
    "ISHMEMI_VERSION=\"${PROJECT_VERSION}\";ISHMEMI_BUILD_TYPE=\"${CMAKE_BUILD_TYPE}\";ISHMEMI_COMPILER=\"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\"")
target_include_directories(ishmem
    PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
           "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src")
# The public headers include Level Zero's, and programs call it.
target_link_libraries(ishmem
    PUBLIC "$<BUILD_INTERFACE:${ISHMEM_ZE_LOADER}>" "$<INSTALL_INTERFACE:ze_loader>"
    PRIVATE "$<BUILD_INTERFACE:ishmem_warnings>" PkgConfig::ISHMEM_HWLOC ${CMAKE_DL_LIBS}
            Threads::Threads)
# ishmem.hpp is C++17; a project in C alone has no compiler to ask that of.
target_compile_features(ishmem INTERFACE
    "$<$<NOT:$<STREQUAL:$<CXX_COMPILER_ID>,>>:cxx_std_17>")
target_link_options(ishmem PRIVATE
    "LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/ishmem.map")
set_target_properties(ishmem PROPERTIES
    VERSION "${PROJECT_VERSION}"
    SOVERSION 0
    LINK_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/ishmem.map")
if(NOT ISHMEM_SANITIZE)
    target_link_options(ishmem PRIVATE "LINKER:--no-undefined")
endif()
# Loaded at run time: a program that links ishmem needs them built.
get_property(modules GLOBAL PROPERTY ISHMEM_MODULES)
if(modules)
    add_dependencies(ishmem ${modules})
endif()
if(TARGET ze_cpu)
    add_dependencies(ishmem ze_cpu)
endif()

# ---- Installation: find_package(ishmem), and pkg-config -----------------------------------------
include(CMakePackageConfigHelpers)
set(ISHMEM_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/ishmem")
install(TARGETS ishmem EXPORT ishmem LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT ishmem NAMESPACE ishmem:: FILE ishmemTargets.cmake
        DESTINATION "${ISHMEM_PACKAGE_DIR}")
configure_package_config_file(
    "${CMAKE_CURRENT_SOURCE_DIR}/ishmemConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/package/ishmemConfig.cmake"
    INSTALL_DESTINATION "${ISHMEM_PACKAGE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/ishmemConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/ishmemConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/ishmemConfigVersion.cmake"
        DESTINATION "${ISHMEM_PACKAGE_DIR}")
# Relative, as the prefix of an installation may be chosen when it is installed.
file(RELATIVE_PATH ISHMEM_PC_TO_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/ishmem.pc.in" "${PROJECT_BINARY_DIR}/package/ishmem.pc"
               @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/ishmem.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
