# SPDX-License-Identifier: BSD-3-Clause
# The MPIs that are installed.  Where there are several, mpicc, mpiexec and libmpi are any one's, so
# each MPI is looked for by names of its own:
#   ishmem::mpich, ishmem::open_mpi   targets, as far as they are there
#   ISHMEM_MPIS                       their names: mpich, open_mpi
#   ishmem::mpi, ISHMEM_MPIEXEC       what tests and tools use, and the launcher that fits
# An MPI for which there is no pkg-config file is found by CMake's own means, and MPI_HOME names one.  Without any,
# jobs start with ishmrun, PMIx or a unique id, and there are no tests and no programs that compare with MPI.
include_guard(GLOBAL)
option(ISHMEM_WITH_MPI "Start-up modules for the MPIs that are installed, and what compares with MPI" ON)
include(CheckCSourceCompiles)
find_package(PkgConfig REQUIRED)
set(ISHMEM_MPIS "")

function(ishmem_add_mpi name headers library)
    add_library(ishmem_mpi_of_${name} INTERFACE)
    add_library(ishmem::${name} ALIAS ishmem_mpi_of_${name})
    target_include_directories(ishmem_mpi_of_${name} SYSTEM INTERFACE ${headers})
    target_link_libraries(ishmem_mpi_of_${name} INTERFACE ${library})
    message(STATUS "Found MPI: ${name}, ${library}")
endfunction()

# From a pkg-config file, of which the libraries that MPI itself needs are left to MPI.
macro(ishmem_find_mpi name module)
    pkg_check_modules(ISHMEM_${module} QUIET ${module})
    set(library ${ISHMEM_${module}_LINK_LIBRARIES})
    list(FILTER library INCLUDE REGEX "/libmpi(ch)?\\.")
    if(ISHMEM_${module}_FOUND AND library)
        ishmem_add_mpi(${name} "${ISHMEM_${module}_INCLUDE_DIRS}" "${library}")
        list(APPEND ISHMEM_MPIS ${name})
    endif()
endmacro()

if(NOT ISHMEM_WITH_MPI)
    if(BUILD_TESTING)
        message(FATAL_ERROR "ISHMEM_WITH_MPI is OFF; tests need an MPI: add -DBUILD_TESTING=OFF")
    endif()
    return()
endif()
if(NOT MPI_HOME)
    ishmem_find_mpi(mpich mpich)
    ishmem_find_mpi(open_mpi ompi-c)
endif()
if(NOT ISHMEM_MPIS)
    find_package(MPI QUIET COMPONENTS C)
    if(NOT MPI_C_FOUND AND (MPI_HOME OR BUILD_TESTING))
        message(FATAL_ERROR "No MPI is there: set MPI_HOME, or run tools/setup.sh --test, which installs MPICH, or "
                            "build without tests, with -DBUILD_TESTING=OFF")
    endif()
    if(NOT MPI_C_FOUND)
        message(STATUS "No MPI is there: no start-up module for mpiexec, no ishmem-perf and no ishmem-tune")
        return()
    endif()
    set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
    check_c_source_compiles("#include <mpi.h>\n#ifndef OPEN_MPI\n#error\n#endif\nint main(void) {}"
                            ISHMEM_MPI_IS_OPEN_MPI)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(ISHMEM_MPI_IS_OPEN_MPI)
        set(ISHMEM_MPIS open_mpi)
    else()
        set(ISHMEM_MPIS mpich)
    endif()
    ishmem_add_mpi(${ISHMEM_MPIS} "" MPI::MPI_C)
    cmake_path(GET MPI_C_COMPILER PARENT_PATH ISHMEM_MPI_PLACE)
endif()

list(GET ISHMEM_MPIS 0 ISHMEM_MPI)
add_library(ishmem_mpi_of_tests INTERFACE)
add_library(ishmem::mpi ALIAS ishmem_mpi_of_tests)
target_link_libraries(ishmem_mpi_of_tests INTERFACE ishmem::${ISHMEM_MPI})

# The launcher in the place of the MPI that CMake has found, or else the one with MPI's own name.
if("open_mpi" IN_LIST ISHMEM_MPIS)
    find_program(ISHMEM_MPIEXEC_OPEN_MPI NAMES mpiexec.openmpi orterun prterun mpiexec
                 HINTS ${ISHMEM_MPI_PLACE})
endif()
if("mpich" IN_LIST ISHMEM_MPIS)
    find_program(ISHMEM_MPIEXEC NAMES mpiexec.hydra mpiexec.mpich mpiexec mpirun
                 HINTS ${ISHMEM_MPI_PLACE} REQUIRED)
else()
    set(ISHMEM_MPIEXEC "${ISHMEM_MPIEXEC_OPEN_MPI}" CACHE FILEPATH "Launcher of the tests")
endif()
