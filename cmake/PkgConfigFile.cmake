# SPDX-License-Identifier: BSD-3-Clause
# ishmem_install_pkgconfig(<template>): installs NAME.pc of NAME.pc.in in one of two forms.  Below /usr it says /usr,
# and pkg-config leaves out the folders where compilers and the loader look anyway.  Elsewhere it says where the file
# itself lies, so that the installation can be moved, and programs get a run path to the libraries.
include_guard(GLOBAL)

function(ishmem_install_pkgconfig template)
    cmake_path(GET template STEM LAST_ONLY file)
    set(folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    set(made "${PROJECT_BINARY_DIR}/package")
    set(ISHMEM_PC_PREFIX /usr)
    set(ISHMEM_PC_RUN_PATH "")
    configure_file("${template}" "${made}/usr/${file}" @ONLY)
    file(RELATIVE_PATH ISHMEM_PC_PREFIX "/prefix/${folder}" "/prefix")
    string(REGEX REPLACE "/$" "" ISHMEM_PC_PREFIX "\${pcfiledir}/${ISHMEM_PC_PREFIX}")
    set(ISHMEM_PC_RUN_PATH " -Wl,-rpath,\${libdir}")
    configure_file("${template}" "${made}/movable/${file}" @ONLY)
    # CPack stages what will be /usr.
    install(CODE "
        set(form movable)
        if(CMAKE_INSTALL_PREFIX MATCHES \"^/usr$|/_CPack_Packages/.*/usr$\")
            set(form usr)
        endif()
        file(INSTALL \"${made}/\${form}/${file}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${folder}\")"
        COMPONENT development)
endfunction()
