# SPDX-License-Identifier: BSD-3-Clause
# cmake -DOUT=FILE.c -DTABLES=a.tuning;b.tuning -P embed.cmake: the rows of each table, without its
# comments, as the string ishmemi_tuning_NAME.
set(text "/* Made from tables of src/host/tuning: see tables.h. */\n#include \"tables.h\"\n")
foreach(table IN LISTS TABLES)
    get_filename_component(name "${table}" NAME_WE)
    file(STRINGS "${table}" lines)
    string(APPEND text "\nconst char ishmemi_tuning_${name}[] =")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "#.*" "" row "${line}")
        string(STRIP "${row}" row)
        if(row)
            string(APPEND text "\n    \"${row}\\n\"")
        endif()
    endforeach()
    string(APPEND text ";\n")
endforeach()
file(WRITE "${OUT}" "${text}")
