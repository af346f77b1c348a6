# SPDX-License-Identifier: BSD-3-Clause
# Rooms: folders that have a line in a rooms.txt, which says what others each may use
# (tests/gates/rooms/rooms_file.py).  The rooms of a house's group, which is src/host or driver/api, include their own
# headers and those of the rooms of the group that they may use by bare names; another room's header does not compile.
# The test `rooms` checks all other arrows.
find_package(Threads REQUIRED)
find_path(ISHMEM_ZE_INCLUDE level_zero/ze_api.h REQUIRED)

# ishmem_open_rooms(<prefix> <house> <group> <include>...): reads <house>/rooms.txt for the folder that
# calls and those below it.  Rooms are object libraries <prefix>_<room>, which also search the include
# folders.  A room of the group has its own name; another that of its path, with _ for /.  Sets
# ISHMEM_ROOMS, those of the group, lowest first, and ISHMEM_ROOM_USES_<room> for each: the rooms of
# the group that it may use.
function(ishmem_open_rooms prefix house group)
    set(rooms "")
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY
        CMAKE_CONFIGURE_DEPENDS "${house}/rooms.txt")
    file(STRINGS "${house}/rooms.txt" lines REGEX "^[a-z]")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE " *#.*" "" line "${line}")
        string(REGEX MATCH "^([a-z_/]+): *(.*)$" matched "${line}")
        set(path "${CMAKE_MATCH_1}")
        string(REGEX REPLACE " +" ";" names "${CMAKE_MATCH_2}")
        string(REGEX REPLACE "^${group}/" "" room "${path}")
        set(uses "")
        foreach(name IN LISTS names)
            string(REGEX REPLACE "^${group}/" "" name "${name}")
            if(name IN_LIST rooms)
                list(APPEND uses "${name}")
            endif()
        endforeach()
        if(NOT room STREQUAL path)
            list(APPEND rooms "${room}")
        endif()
        string(REPLACE "/" "_" room "${room}")
        set(ISHMEM_ROOM_USES_${room} "${uses}" PARENT_SCOPE)
    endforeach()
    set(ISHMEM_ROOMS "${rooms}" PARENT_SCOPE)
    set(ISHMEM_ROOMS_PREFIX "${prefix}" PARENT_SCOPE)
    set(ISHMEM_ROOMS_HOUSE "${house}" PARENT_SCOPE)
    set(ISHMEM_ROOMS_GROUP "${group}" PARENT_SCOPE)
    set(ISHMEM_ROOMS_INCLUDE "${ARGN}" PARENT_SCOPE)
endfunction()

# ishmem_use_rooms(<target> <room>...): the target may include the headers of these rooms of the group.
function(ishmem_use_rooms target)
    target_include_directories(${target} PRIVATE ${ISHMEM_ROOMS_INCLUDE})
    foreach(room IN LISTS ARGN)
        target_include_directories(${target} PRIVATE "${ISHMEM_ROOMS_HOUSE}/${ISHMEM_ROOMS_GROUP}/${room}")
    endforeach()
endfunction()

# ishmem_add_room(<source>...): the room of this folder.
function(ishmem_add_room)
    file(RELATIVE_PATH room "${ISHMEM_ROOMS_HOUSE}" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(REGEX REPLACE "^${ISHMEM_ROOMS_GROUP}/" "" room "${room}")
    string(REPLACE "/" "_" room "${room}")
    if(NOT DEFINED ISHMEM_ROOM_USES_${room})
        message(FATAL_ERROR "${ISHMEM_ROOMS_HOUSE}/rooms.txt has no line for ${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
    set(target "${ISHMEM_ROOMS_PREFIX}_${room}")
    add_library(${target} OBJECT ${ARGN})
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    ishmem_use_rooms(${target} ${ISHMEM_ROOM_USES_${room}})
    target_include_directories(${target} SYSTEM PRIVATE "${ISHMEM_ZE_INCLUDE}")
    target_link_libraries(${target} PRIVATE ishmem_warnings Threads::Threads)
endfunction()
