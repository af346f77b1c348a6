# SPDX-License-Identifier: BSD-3-Clause
# The public headers: those of include/, and those that the compiler's preprocessor makes of the lists
# of routines, in the build tree's include/.  ISHMEM_INCLUDE_DIRS has both folders.
set(ISHMEM_GENERATED_INCLUDE "${PROJECT_BINARY_DIR}/include")
set(ISHMEM_INCLUDE_DIRS "${PROJECT_SOURCE_DIR}/include" "${ISHMEM_GENERATED_INCLUDE}")
# A program that includes <shmem.h> names these two as well.
set(ISHMEM_OPENSHMEM_INCLUDE_DIRS "${PROJECT_SOURCE_DIR}/include/ishmem/openshmem"
    ${ISHMEM_INCLUDE_DIRS})
# And one that includes <nvshmem.h> these.
set(ISHMEM_NVSHMEM_INCLUDE_DIRS "${PROJECT_SOURCE_DIR}/include/ishmem/nvshmem" ${ISHMEM_INCLUDE_DIRS})
set(ISHMEM_HEADERS_DIR "${PROJECT_SOURCE_DIR}/tools/headers")

# ishmem_read_version(<name> <header> <prefix> <part>...): sets the variable <name> to the numbers that
# include/<header> defines as <prefix>_<part>_VERSION, with dots between them.
function(ishmem_read_version name header prefix)
    set(numbers "")
    foreach(part IN LISTS ARGN)
        file(STRINGS "${PROJECT_SOURCE_DIR}/include/${header}" line REGEX "define ${prefix}_${part}_VERSION")
        string(REGEX REPLACE ".* " "" line "${line}")
        list(APPEND numbers "${line}")
    endforeach()
    list(JOIN numbers "." numbers)
    set(${name} "${numbers}" PARENT_SCOPE)
endfunction()

# ishmem_part(<text> <name>): sets the variable <name> to the rows of PART(<name>).
function(ishmem_part text name)
    string(FIND "${text}" "PART(${name})" start)
    if(start EQUAL -1)
        message(FATAL_ERROR "tools/headers/rows.c has no PART(${name})")
    endif()
    string(SUBSTRING "${text}" ${start} -1 rows)
    string(REGEX REPLACE "^PART\\([a-z_]*\\)" "" rows "${rows}")
    string(REGEX REPLACE "PART\\(.*" "" rows "${rows}")
    string(STRIP "${rows}" rows)
    set(${name} "${rows}" PARENT_SCOPE)
endfunction()

# ishmem_expand_rows(<file> <name>): sets the variable <name> to the lines of tools/headers/<file>.
function(ishmem_expand_rows file name)
    execute_process(
        COMMAND "${CMAKE_C_COMPILER}" -std=c11 -E -P -I "${PROJECT_SOURCE_DIR}/include"
            -I "${PROJECT_SOURCE_DIR}/src" "${ISHMEM_HEADERS_DIR}/${file}"
        OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "The routines of include/ishmem cannot be expanded:\n${errors}")
    endif()
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    string(REGEX REPLACE " ?LINE " "\n" text "${text}")
    string(REGEX REPLACE " ?HEADING\\(\"([^\"]*)\"\\)" "\n\n/* ---- \\1 ---- */\n" text "${text}")
    string(REGEX REPLACE " { (return [^}]*) }" "\n{\n    \\1\n}" text "${text}")
    string(REPLACE "DEFINE " "#define " text "${text}")
    string(REPLACE "VARIADIC" "__VA_ARGS__" text "${text}")
    set(${name} "${text}" PARENT_SCOPE)
endfunction()

# ishmem_declarations(<header> <name>): sets the variable <name> to what include/<header> declares as
# ISHMEM_EXPORT, but for variables.
function(ishmem_declarations header name)
    file(READ "${PROJECT_SOURCE_DIR}/include/${header}" text)
    string(REGEX MATCHALL "\nISHMEM_EXPORT [^;{]*\\([^;{]*\\)" declarations "${text}")
    list(JOIN declarations ";" text)
    string(REPLACE "ISHMEM_EXPORT " "" text "${text};\n")
    set(${name} "${text}" PARENT_SCOPE)
endfunction()

# ishmem_write_profiling(): pishmem_NAME for every host routine ishmem_NAME: declarations, and the linker's
# script that gives the routine this name, too.
set(ISHMEM_PROFILING_NAMES "${PROJECT_BINARY_DIR}/profiling_names.ld")
function(ishmem_write_profiling routines)
    ishmem_declarations(ishmem.h base)
    ishmem_declarations(ishmemx.h extensions)
    string(REGEX REPLACE "(ishmemx?_[a-z0-9_]+)\\(" "p\\1(" profiling_routines
        "${base}${extensions}${routines}")
    configure_file("${ISHMEM_HEADERS_DIR}/profiling_routines.h.in"
        "${ISHMEM_GENERATED_INCLUDE}/ishmem/profiling_routines.h" @ONLY)
    string(REGEX MATCHALL "pishmemx?_[a-z0-9_]+\\(" names "${profiling_routines}")
    list(JOIN names "" names)
    string(REGEX REPLACE "p([a-z0-9_]+)\\(" "p\\1 = \\1;\n" names "${names}")
    file(CONFIGURE OUTPUT "${ISHMEM_PROFILING_NAMES}" CONTENT "${names}")
endfunction()

# The device code in the order in which one file needs the other, without what is for OpenCL C alone.
set(ISHMEM_SYCL_DEVICE_SOURCES
    device/sycl/language.h shared/state.h device/body/reach.h device/sycl/forms.h
    device/forms/typed.h device/query.cl device/body/check.h shared/kernel_log.h device/body/log.h
    device/body/copy.h shared/team.h shared/team_block.h device/body/long_wait.h shared/ring.h
    device/body/ring.h device/body/rma.h device/forms/values.h device/rma.cl device/body/signal.h
    device/body/atomics.h device/body/wait.h device/signal.cl shared/search_start.h device/body/wait_set.h
    device/wait.cl
    device/atomics.cl device/atomics_float.cl device/body/order.h device/order.cl shared/lock.h
    device/body/lock.h device/lock.cl shared/collective/task.h shared/collective/combine.h
    device/body/fold.h device/body/collective_language.h shared/collective/members.h shared/collective/signature.h
    shared/collective/match.h device/body/team_check.h device/body/team_query.h device/team.cl
    device/body/mail.h device/utility.cl shared/collective/choice.h shared/collective/choose.h
    shared/collective/sync.h shared/collective/words.h shared/collective/exchange.h
    shared/collective/slices.h device/collective.h shared/collective/broadcast.h
    shared/collective/follow.h shared/collective/collect.h
    shared/collective/alltoall.h shared/collective/gather.h device/collective_pair.h device/collective.cl
    shared/collective/reduction.h shared/collective/reduce_of_two.h shared/collective/reduce.h
    shared/collective/scan.h shared/collective/scatter.h device/collective_reduce_body.h
    device/collective_double.cl device/collective_reduce.cl)
list(TRANSFORM ISHMEM_SYCL_DEVICE_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/src/")

# ishmem_write_sycl_device_code(): one header of all device code.  Macros end with it; those of a file of
# routines end with the file, as the next one has others of the same names.
function(ishmem_write_sycl_device_code)
    set(undefine "")
    set(code "")
    foreach(source IN LISTS ISHMEM_SYCL_DEVICE_SOURCES)
        file(READ "${source}" text)
        string(REGEX REPLACE "(^|\n)/\\* SPDX[^\n]*" "" text "${text}")
        string(REGEX REPLACE "\n#include \"[^\n]*" "" text "${text}")
        string(REGEX MATCHALL "#define +[A-Za-z_0-9]+" macros "${text}")
        list(REMOVE_DUPLICATES macros)
        list(TRANSFORM macros REPLACE "#define +" "#undef ")
        list(JOIN macros "\n" ends)
        if(source MATCHES "\\.cl$")
            string(APPEND text "${ends}\n")
        else()
            string(APPEND undefine "${ends}\n")
        endif()
        string(APPEND code "${text}")
    endforeach()
    set(sycl_device_code "${code}")
    set(sycl_device_undefine "${undefine}")
    configure_file("${ISHMEM_HEADERS_DIR}/sycl_device_code.h.in"
        "${ISHMEM_GENERATED_INCLUDE}/ishmem/sycl/device_code.h" @ONLY)
endfunction()

# ishmem_write_headers(): at configuration, so that every compiler and editor finds them.
function(ishmem_write_headers)
    ishmem_expand_rows(rows.c text)
    foreach(part IN ITEMS routines world_functions world_macros generic_names generic_macros)
        ishmem_part("${text}" ${part})
        ishmem_part("${text}" queue_${part})
    endforeach()
    foreach(header IN ITEMS routines queue_routines)
        configure_file("${ISHMEM_HEADERS_DIR}/${header}.h.in"
            "${ISHMEM_GENERATED_INCLUDE}/ishmem/${header}.h" @ONLY)
    endforeach()
    ishmem_write_profiling("${routines}${queue_routines}")
    ishmem_expand_rows(openshmem_rows.c text)
    string(REGEX REPLACE "(shmem_[a-z0-9_]+|_pes?|sh[a-z]*(alloc|free|align)) \\(" "\\1(" text "${text}")
    string(REGEX REPLACE "void \\* ([_s])" "void *\\1" text "${text}")
    foreach(part IN ITEMS routines of_long bare generics overloads c_complex)
        ishmem_part("${text}" openshmem_${part})
    endforeach()
    # The same routines under the names for profiling.
    foreach(part IN ITEMS routines of_long)
        string(REGEX REPLACE "shmem_([a-z0-9_]+)\\(" "pshmem_\\1(" openshmem_p${part}
            "${openshmem_${part}}")
    endforeach()
    foreach(header IN ITEMS routines profiling_routines overloads generic)
        configure_file("${ISHMEM_HEADERS_DIR}/openshmem_${header}.h.in"
            "${ISHMEM_GENERATED_INCLUDE}/ishmem/openshmem/${header}.h" @ONLY)
    endforeach()
    ishmem_expand_rows(nvshmem_rows.c text)
    string(REGEX REPLACE "(nvshmemx?_[a-z0-9_]+) \\(" "\\1(" text "${text}")
    string(REGEX REPLACE "void \\* (nv)" "void *\\1" text "${text}")
    foreach(header IN ITEMS routines extensions)
        ishmem_part("${text}" nvshmem_${header})
        configure_file("${ISHMEM_HEADERS_DIR}/nvshmem_${header}.h.in"
            "${ISHMEM_GENERATED_INCLUDE}/ishmem/nvshmem/${header}.h" @ONLY)
    endforeach()
endfunction()

set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${ISHMEM_SYCL_DEVICE_SOURCES}
    "${ISHMEM_HEADERS_DIR}/rows.c"
    "${ISHMEM_HEADERS_DIR}/reads.h"
    "${ISHMEM_HEADERS_DIR}/openshmem_rows.c"
    "${ISHMEM_HEADERS_DIR}/nvshmem_rows.c"
    "${PROJECT_SOURCE_DIR}/include/ishmem/nvshmem/lists.h"
    "${PROJECT_SOURCE_DIR}/src/openshmem/families.h"
    "${PROJECT_SOURCE_DIR}/src/openshmem/routines.h"
    "${PROJECT_SOURCE_DIR}/include/ishmem.h"
    "${PROJECT_SOURCE_DIR}/include/ishmemx.h"
    "${PROJECT_SOURCE_DIR}/include/ishmem/select.h"
    "${PROJECT_SOURCE_DIR}/include/ishmem/queue_forms.h"
    "${PROJECT_SOURCE_DIR}/include/ishmem/routine_lists.h"
    "${PROJECT_SOURCE_DIR}/include/ishmem/type_lists.h")
ishmem_write_headers()
ishmem_write_sycl_device_code()
