# SPDX-License-Identifier: BSD-3-Clause
# The bodies of the API's routines and what they stand on.
target_sources(ishmem PRIVATE
    access.c
    access_mapped.c
    access_static.c
    access_tile.c
    amo.c
    check.c
    context.c
    far.c
    far_open.c
    far_thread.c
    ../proxy/idle.c
    ../proxy/operation.c
    ../proxy/proxy.c
    ../proxy/ring.c
    proxy_cpu.c
    ring_open.c
    host_kernels.S
    lock.c
    order.c
    rma.c
    signal.c
    spin.c
    strided.c
    sync.c
    wait.c
    wait_set.c)

# host_kernels.S carries the kernels into the library.
set_source_files_properties(host_kernels.S PROPERTIES
    COMPILE_DEFINITIONS "ISHMEM_HOST_KERNELS_SPV=\"${ISHMEM_HOST_KERNELS_SPV}\""
    OBJECT_DEPENDS "${ISHMEM_HOST_KERNELS_SPV}")
add_dependencies(ishmem ishmem_host_kernels)
