# SPDX-License-Identifier: BSD-3-Clause
# Rooms: folders of src/host whose sources include their own headers and those of the rooms that
# src/host/rooms.txt lets them use.  Another room's header does not compile.
set(ISHMEM_HOST_DIR "${PROJECT_SOURCE_DIR}/src/host")
set(ISHMEM_ROOMS_FILE "${ISHMEM_HOST_DIR}/rooms.txt")
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS "${ISHMEM_ROOMS_FILE}")

# ishmem_read_rooms(): ISHMEM_ROOMS, lowest first, and ISHMEM_ROOM_USES_<room> for each.
function(ishmem_read_rooms)
    set(rooms "")
    file(STRINGS "${ISHMEM_ROOMS_FILE}" lines REGEX "^[a-z]")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "^([a-z]+): *(.*)$" matched "${line}")
        set(room "${CMAKE_MATCH_1}")
        string(REGEX REPLACE " +" ";" uses "${CMAKE_MATCH_2}")
        if(uses STREQUAL "*")
            set(uses "${rooms}")
        endif()
        set(ISHMEM_ROOM_USES_${room} "${uses}" PARENT_SCOPE)
        list(APPEND rooms "${room}")
    endforeach()
    set(ISHMEM_ROOMS "${rooms}" PARENT_SCOPE)
endfunction()
ishmem_read_rooms()

# ishmem_use_rooms(<target> <room>...): the target may include the rooms' headers.
function(ishmem_use_rooms target)
    target_include_directories(${target} PRIVATE
        "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include")
    foreach(room IN LISTS ARGN)
        target_include_directories(${target} PRIVATE "${ISHMEM_HOST_DIR}/${room}")
    endforeach()
endfunction()

# ishmem_add_room(<source>...): the room of this folder, as the object library ishmem_<room>.
function(ishmem_add_room)
    get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    if(NOT room IN_LIST ISHMEM_ROOMS)
        message(FATAL_ERROR "src/host/${room} is no room of src/host/rooms.txt")
    endif()
    add_library(ishmem_${room} OBJECT ${ARGN})
    target_compile_definitions(ishmem_${room} PRIVATE _GNU_SOURCE)
    ishmem_use_rooms(ishmem_${room} ${room} ${ISHMEM_ROOM_USES_${room}})
    target_include_directories(ishmem_${room} SYSTEM PRIVATE "${ISHMEM_ZE_INCLUDE}")
    target_link_libraries(ishmem_${room} PRIVATE ishmem_warnings Threads::Threads)
endfunction()
