# SPDX-License-Identifier: BSD-3-Clause
# Where an installation has what: below the prefix, as GNUInstallDirs says, and
#   ISHMEM_INSTALL_PRIVATE_LIBDIR   modules, kernels and the device library, which no program links
#   ISHMEM_INSTALL_LIBEXECDIR       programs that the library and other programs start
#   ISHMEM_INSTALL_RPATH            how programs find the library, wherever the installation is moved
# Every file belongs to a component: runtime, development, programs, cpu_driver or cuda_driver.  The
# packages of Packages.cmake are these components.
set(ISHMEM_INSTALL_PRIVATE_LIBDIR "${CMAKE_INSTALL_LIBDIR}/ishmem")
set(ISHMEM_INSTALL_LIBEXECDIR "${CMAKE_INSTALL_LIBEXECDIR}/ishmem")
file(RELATIVE_PATH ISHMEM_INSTALL_RPATH "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
set(ISHMEM_INSTALL_RPATH "$ORIGIN/${ISHMEM_INSTALL_RPATH}")
