# SPDX-License-Identifier: BSD-3-Clause
# Where an installation has what: below the prefix, as GNUInstallDirs says, and
#   ISHMEM_INSTALL_PRIVATE_LIBDIR   modules, kernels and the device library, which no program links
#   ISHMEM_INSTALL_LIBEXECDIR       programs that the library and other programs start
#   ISHMEM_INSTALL_RPATH            how programs find the library, wherever the installation is moved
# Every file belongs to a component: runtime, development, documents, programs, cpu_driver or cuda_driver.  The
# packages of Packages.cmake are these components.

# Debian's folder for the libraries of one architecture, below every prefix: packages and `cmake --install` have
# the same layout, and Debian's compilers, CMake, pkg-config and ldconfig look there below /usr/local, too.
if(PROJECT_IS_TOP_LEVEL AND EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE)
    set(CMAKE_INSTALL_LIBDIR "lib/${CMAKE_LIBRARY_ARCHITECTURE}" CACHE STRING "Libraries, below the prefix")
endif()
include(GNUInstallDirs)
set(ISHMEM_INSTALL_PRIVATE_LIBDIR "${CMAKE_INSTALL_LIBDIR}/ishmem")
set(ISHMEM_INSTALL_LIBEXECDIR "${CMAKE_INSTALL_LIBEXECDIR}/ishmem")
file(RELATIVE_PATH ISHMEM_INSTALL_RPATH "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
set(ISHMEM_INSTALL_RPATH "$ORIGIN/${ISHMEM_INSTALL_RPATH}")
