# SPDX-License-Identifier: BSD-3-Clause
# Packages for Debian and, where rpmbuild is, for systems with RPM: `cmake --build --preset release --target
# package` writes them to the build's packages/.  A package is a component of the installation.
find_program(ISHMEM_RPMBUILD rpmbuild)
find_program(ISHMEM_DPKG dpkg-shlibdeps)

# Who answers for a package is who makes it: as Debian's own tools do, by $DEBFULLNAME and $DEBEMAIL, else by the
# author of commits in this checkout, else by the user of this machine.
function(ishmem_find_contact)
    cmake_host_system_information(RESULT host QUERY FQDN)
    execute_process(COMMAND git config user.name WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        OUTPUT_VARIABLE author OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND git config user.email WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        OUTPUT_VARIABLE email OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND id -un OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(names "$ENV{DEBFULLNAME}" "${author}" "${user}")
    set(addresses "$ENV{DEBEMAIL}" "${email}" "${user}@${host}")
    list(REMOVE_ITEM names "")
    list(REMOVE_ITEM addresses "")
    list(GET names 0 name)
    list(GET addresses 0 address)
    set(ISHMEM_PACKAGE_CONTACT "${name} <${address}>" CACHE STRING "Who makes the packages: Name <address>")
endfunction()
ishmem_find_contact()

# component=package
set(ISHMEM_PACKAGES runtime=libishmem0 development=libishmem-dev documents=libishmem-doc programs=ishmem-tools
    cpu_driver=libze-cpu1 cuda_driver=libze-cuda1)
set(ISHMEM_PACKAGES_DIR "${PROJECT_SOURCE_DIR}/cmake/packages")
string(TIMESTAMP ISHMEM_PACKAGES_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(CPACK_PACKAGE_NAME libishmem)
# The default, which is put before no package's own description.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(CPACK_PACKAGE_VENDOR "the libishmem authors")
set(CPACK_PACKAGE_CONTACT "${ISHMEM_PACKAGE_CONTACT}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_SOURCE_GENERATOR "")
set(CPACK_GENERATOR "")
if(ISHMEM_DPKG)
    list(APPEND CPACK_GENERATOR DEB)
endif()
if(ISHMEM_RPMBUILD)
    list(APPEND CPACK_GENERATOR RPM)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE "BSD-3-Clause")
set(CPACK_RPM_PACKAGE_RELEASE 1)
# Links from build ids to files are for packages of debug information.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _build_id_links none")

# ishmem_package(<component> SECTION s SUMMARY line TEXT paragraph [NEEDS package...] [PACKAGES component...]
#                [RECOMMENDS package...] [LIBRARIES name=version...] [ALTERNATIVES name...]): NEEDS and
# RECOMMENDS are Debian's names of what shlibs cannot find; PACKAGES are components that the package needs in the
# same version; LIBRARIES are what other packages may link; of ALTERNATIVES, names that other packages may have as
# well, ishmem-NAME is one in Debian's alternatives system.
function(ishmem_package component)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SECTION;SUMMARY;TEXT" "NEEDS;PACKAGES;RECOMMENDS;LIBRARIES;ALTERNATIVES")
    list(TRANSFORM ISHMEM_PACKAGES REPLACE "^${component}=" "" OUTPUT_VARIABLE name)
    list(FILTER name EXCLUDE REGEX =)
    string(TOUPPER ${component} upper)
    list(JOIN arg_NEEDS ", " needs)
    list(JOIN arg_RECOMMENDS ", " recommends)
    set(CPACK_COMPONENT_${upper}_DEPENDS ${arg_PACKAGES} PARENT_SCOPE)
    set(CPACK_COMPONENT_${upper}_DESCRIPTION "${arg_SUMMARY}\n${arg_TEXT}" PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${arg_SECTION} PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${needs}" PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS "${recommends}" PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${arg_SUMMARY}\n${arg_TEXT}" PARENT_SCOPE)
    set(CPACK_RPM_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
    set(CPACK_RPM_${upper}_PACKAGE_SUMMARY "${arg_SUMMARY}" PARENT_SCOPE)
    set(CPACK_RPM_${upper}_PACKAGE_DESCRIPTION "${arg_TEXT}" PARENT_SCOPE)
    set(control "${PROJECT_BINARY_DIR}/package/${name}.control")
    set(extra "")
    if(arg_ALTERNATIVES)
        set(install "")
        set(remove "")
        foreach(program IN LISTS arg_ALTERNATIVES)
            string(APPEND install "    update-alternatives --install /usr/bin/${program} ${program} "
                "/usr/bin/ishmem-${program} 40 \\\n        --slave /usr/share/man/man1/${program}.1.gz "
                "${program}.1.gz /usr/share/man/man1/ishmem-${program}.1.gz\n")
            string(APPEND remove "    update-alternatives --remove ${program} /usr/bin/ishmem-${program}\n")
        endforeach()
        file(WRITE "${control}/postinst" "#!/bin/sh\nset -e\nif [ \"$1\" = configure ]; then\n${install}fi\n")
        file(WRITE "${control}/prerm"
            "#!/bin/sh\nset -e\nif [ \"$1\" = remove ] || [ \"$1\" = deconfigure ]; then\n${remove}fi\n")
        list(APPEND extra "${control}/postinst" "${control}/prerm")
    endif()
    if(arg_LIBRARIES)
        list(TRANSFORM arg_LIBRARIES REPLACE "(.*)=(.*)" "\\1 \\2 ${name} (>= ${PROJECT_VERSION})")
        list(JOIN arg_LIBRARIES "\n" shlibs)
        file(WRITE "${control}/shlibs" "${shlibs}\n")
        file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
        list(APPEND extra "${control}/shlibs" "${control}/triggers")
    endif()
    set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA "${extra}" PARENT_SCOPE)
    # Dependencies within one release, for RPM; the others it finds in the files.
    set(others "")
    foreach(other IN LISTS arg_PACKAGES)
        list(TRANSFORM ISHMEM_PACKAGES REPLACE "^${other}=" "" OUTPUT_VARIABLE other_name)
        list(FILTER other_name EXCLUDE REGEX =)
        list(APPEND others "${other_name} = ${PROJECT_VERSION}")
    endforeach()
    list(JOIN others ", " others)
    set(CPACK_RPM_${upper}_PACKAGE_REQUIRES "${others}" PARENT_SCOPE)

    # What every Debian package has.
    set(documents "${PROJECT_BINARY_DIR}/package/${name}")
    configure_file("${ISHMEM_PACKAGES_DIR}/changelog.in" "${documents}/changelog.Debian" @ONLY)
    configure_file("${ISHMEM_PACKAGES_DIR}/copyright.in" "${documents}/copyright" @ONLY)
    execute_process(COMMAND gzip -9nf "${documents}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
    install(FILES "${documents}/copyright" "${documents}/changelog.Debian.gz"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}" COMPONENT ${component})
    if(EXISTS "${ISHMEM_PACKAGES_DIR}/${name}.overrides")
        install(FILES "${ISHMEM_PACKAGES_DIR}/${name}.overrides"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME ${name} COMPONENT ${component})
    endif()
endfunction()

file(READ "${PROJECT_SOURCE_DIR}/LICENSE" ISHMEM_LICENSE)
string(REGEX REPLACE "^[^\n]*\n\nCopyright[^\n]*\n\n" "" ISHMEM_LICENSE "${ISHMEM_LICENSE}")
string(STRIP "${ISHMEM_LICENSE}" ISHMEM_LICENSE)
string(REGEX REPLACE "\n\n" "\n.\n" ISHMEM_LICENSE "${ISHMEM_LICENSE}")
string(REGEX REPLACE "\n" "\n " ISHMEM_LICENSE "${ISHMEM_LICENSE}")
install(FILES README.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libishmem-dev"
    COMPONENT development)
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libishmem-dev" COMPONENT development
    PATTERN CMakeLists.txt EXCLUDE PATTERN fetchcontent EXCLUDE)
install(DIRECTORY examples/fetchcontent DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libishmem-dev/examples"
    COMPONENT development)

ishmem_package(runtime SECTION libs SUMMARY "OpenSHMEM for GPUs over Level Zero"
    LIBRARIES libishmem=0 libishmem_nvshmem=0 libishmem_shmem=1
    TEXT "Each process owns a GPU tile and a symmetric heap on it. It puts to, gets
from, atomically updates and waits on the heap of any process, on the host and
inside running kernels."
    RECOMMENDS "libze-cpu1 (>= ${PROJECT_VERSION})")
ishmem_package(development SECTION libdevel SUMMARY "OpenSHMEM for GPUs, for development"
    TEXT "Headers, the compiler ishmemcc of kernels, the device library, compilers of
OpenSHMEM programs, CMake and pkg-config files, and examples."
    PACKAGES runtime ALTERNATIVES oshcc oshc++
    NEEDS libze-dev clang-${ISHMEM_LLVM} llvm-${ISHMEM_LLVM} llvm-spirv-${ISHMEM_LLVM} spirv-tools
    RECOMMENDS "gcc | c-compiler" libc6-dev "pkg-config | pkgconf" "ishmem-tools (>= ${PROJECT_VERSION})"
        "libishmem-doc (>= ${PROJECT_VERSION})")
# For any processor.  It has thousands of pages, and in none of them CPack need look for libraries.
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_ARCHITECTURE all)
set(CPACK_RPM_DOCUMENTS_PACKAGE_ARCHITECTURE noarch)
ishmem_package(documents SECTION doc SUMMARY "OpenSHMEM for GPUs, man pages and reference"
    TEXT "Man pages of all routines, under the names of libishmem, OpenSHMEM and
NVSHMEM, and the same reference as Markdown.")
ishmem_package(programs SECTION utils SUMMARY "OpenSHMEM for GPUs, programs"
    TEXT "ishmrun starts jobs without MPI, ishmem-info shows what the library finds on
a machine, ishmem-perf measures, ishmem-trace shows where the time of a job
went and ishmem-tune writes tables of algorithms."
    PACKAGES runtime ALTERNATIVES oshrun NEEDS python3 RECOMMENDS python3-matplotlib)
ishmem_package(cpu_driver SECTION libs SUMMARY "Level Zero driver for processors"
    LIBRARIES libze_cpu=1
    TEXT "Runs SPIR-V kernels on the processor, for libishmem and, if
ZE_ENABLE_ALT_DRIVERS names it, for any other Level Zero program.")
ishmem_package(cuda_driver SECTION libs SUMMARY "Level Zero driver for NVIDIA GPUs"
    LIBRARIES libze_cuda=1
    TEXT "Runs SPIR-V kernels on GPUs of compute capability 8.0 and newer through
NVIDIA's driver, for libishmem and, if ZE_ENABLE_ALT_DRIVERS names it, for any
other Level Zero program."
    PACKAGES cpu_driver)

list(TRANSFORM ISHMEM_PACKAGES REPLACE "=.*" "" OUTPUT_VARIABLE CPACK_COMPONENTS_ALL)
if(CPACK_GENERATOR)
    include(CPack)
else()
    # CPack would make archives instead.
    message(STATUS "Neither dpkg-shlibdeps nor rpmbuild is installed: no packages")
    add_custom_target(package VERBATIM
        COMMAND ${CMAKE_COMMAND} -E echo "Neither dpkg-shlibdeps nor rpmbuild was installed when CMake configured"
        COMMAND ${CMAKE_COMMAND} -E false)
endif()
