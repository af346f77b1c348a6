# SPDX-License-Identifier: BSD-3-Clause
# Without ISHMEM_DRIVERS: the CPU driver that tests run on, built elsewhere.  It and its compiler are linked to
# from where the library and the driver look for them.
#   ISHMEM_DRIVER   its file; default: that of build/release, or an installed one
#   ze_cpu          the target

set(ISHMEM_DRIVER "" CACHE FILEPATH "libze_cpu.so.1 that tests run on, where ISHMEM_DRIVERS is off")
set(driver "${ISHMEM_DRIVER}")
if(NOT driver)
    set(driver "${PROJECT_SOURCE_DIR}/build/release/lib/libze_cpu.so.1")
    if(NOT EXISTS "${driver}")
        find_file(installed libze_cpu.so.1 PATH_SUFFIXES lib lib64 "lib/${CMAKE_LIBRARY_ARCHITECTURE}" NO_CACHE)
        if(installed)
            set(driver "${installed}")
        endif()
    endif()
endif()
message(STATUS "Tests run on the driver ${driver}")

# Where a driver looks for its compiler, seen from its folder (driver/compile/compiler.cpp).
cmake_path(GET driver PARENT_PATH folder)
set(compiler "${folder}/../bin/ze_compile")
foreach(way IN ITEMS . ../libexec/ishmem ../../libexec/ishmem)
    if(EXISTS "${folder}/${way}/ze_compile")
        set(compiler "${folder}/${way}/ze_compile")
    endif()
endforeach()
file(MAKE_DIRECTORY "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
file(CREATE_LINK "${driver}" "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libze_cpu.so.1" SYMBOLIC)
file(CREATE_LINK "${compiler}" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/ze_compile" SYMBOLIC)
add_library(ze_cpu SHARED IMPORTED GLOBAL)
set_target_properties(ze_cpu PROPERTIES IMPORTED_LOCATION "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libze_cpu.so.1")

# The test `driver`, which all that run jobs require.
if(BUILD_TESTING)
    add_test(NAME driver COMMAND "${PROJECT_SOURCE_DIR}/tests/driver_is_there.sh"
        "${driver}" "${compiler}")
    set_tests_properties(driver PROPERTIES LABELS unit FIXTURES_SETUP driver)
endif()
