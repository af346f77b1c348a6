# SPDX-License-Identifier: BSD-3-Clause
# What every target of this project is compiled with.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ${PROJECT_IS_TOP_LEVEL})
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
elseif(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

set(ISHMEM_SANITIZE "" CACHE STRING "Sanitizers for the host library and its tests: address,undefined or thread")
option(ISHMEM_DRIVERS
    "The drivers with their compiler, and all that needs kernels; OFF: tests run on a driver that is built already" ON)
option(ISHMEM_LIBRARY "The library, its programs and their tests; OFF: the Level Zero drivers alone" ON)
option(ISHMEM_FEW_PIECES
    "Compile the driver's compiler in few large pieces: half the time for a first build, more for a second" OFF)

# For libraries that a program may close: their threads and exit handlers stay, and so must they.
add_library(ishmem_stays INTERFACE)
target_link_options(ishmem_stays INTERFACE "LINKER:-z,nodelete")

add_library(ishmem_warnings INTERFACE)
target_compile_options(ishmem_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(ISHMEM_SANITIZE)
    add_compile_options(-fsanitize=${ISHMEM_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${ISHMEM_SANITIZE})
endif()
