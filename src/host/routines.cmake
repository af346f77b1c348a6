# SPDX-License-Identifier: BSD-3-Clause
# The bodies of the API's routines and what they stand on.
target_sources(ishmem PRIVATE
    access.c
    access_mapped.c
    access_static.c
    access_tile.c
    amo.c
    check.c
    collective.c
    context.c
    host_kernels.S
    lock.c
    order.c
    rma.c
    signal.c
    spin.c
    strided.c
    sync.c
    team_create.c
    team_query.c
    wait.c
    wait_set.c)

# host_kernels.S carries the kernels into the library.
set_source_files_properties(host_kernels.S PROPERTIES
    COMPILE_DEFINITIONS "ISHMEM_HOST_KERNELS_SPV=\"${ISHMEM_HOST_KERNELS_SPV}\""
    OBJECT_DEPENDS "${ISHMEM_HOST_KERNELS_SPV}")
add_dependencies(ishmem ishmem_host_kernels)
