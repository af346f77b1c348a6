# SPDX-License-Identifier: BSD-3-Clause
# Rooms: folders beside a rooms.txt that says which of the others each may use.  A room's sources
# include its own headers and those of the rooms that it may use; another room's header does not
# compile.  The test `rooms` checks calls as well.
find_path(ISHMEM_ZE_INCLUDE level_zero/ze_api.h REQUIRED)

# ishmem_open_rooms(<prefix> <folder> <include>...): reads <folder>/rooms.txt for the folder that
# calls and those below it.  Their rooms are object libraries <prefix>_<room>, which also search
# the include folders.  Sets ISHMEM_ROOMS, lowest first, and ISHMEM_ROOM_USES_<room> for each.
function(ishmem_open_rooms prefix folder)
    set(rooms "")
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY
        CMAKE_CONFIGURE_DEPENDS "${folder}/rooms.txt")
    file(STRINGS "${folder}/rooms.txt" lines REGEX "^[a-z]")
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
    set(ISHMEM_ROOMS_PREFIX "${prefix}" PARENT_SCOPE)
    set(ISHMEM_ROOMS_DIR "${folder}" PARENT_SCOPE)
    set(ISHMEM_ROOMS_INCLUDE "${ARGN}" PARENT_SCOPE)
endfunction()

# ishmem_use_rooms(<target> <room>...): the target may include the rooms' headers.
function(ishmem_use_rooms target)
    target_include_directories(${target} PRIVATE ${ISHMEM_ROOMS_INCLUDE})
    foreach(room IN LISTS ARGN)
        target_include_directories(${target} PRIVATE "${ISHMEM_ROOMS_DIR}/${room}")
    endforeach()
endfunction()

# ishmem_add_room(<source>...): the room of this folder.
function(ishmem_add_room)
    get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    if(NOT room IN_LIST ISHMEM_ROOMS)
        message(FATAL_ERROR "${ISHMEM_ROOMS_DIR}/rooms.txt has no line for the room ${room}")
    endif()
    set(target "${ISHMEM_ROOMS_PREFIX}_${room}")
    add_library(${target} OBJECT ${ARGN})
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
    ishmem_use_rooms(${target} ${room} ${ISHMEM_ROOM_USES_${room}})
    target_include_directories(${target} SYSTEM PRIVATE "${ISHMEM_ZE_INCLUDE}")
    target_link_libraries(${target} PRIVATE ishmem_warnings Threads::Threads)
endfunction()
