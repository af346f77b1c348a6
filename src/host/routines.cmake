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
    kernels.c
    lock.c
    order.c
    queue.c
    queue_amo.c
    queue_device.c
    queue_kernels.S
    queue_launch.c
    queue_order.c
    queue_rma.c
    queue_wait.c
    reach.c
    rma.c
    signal.c
    spin.c
    strided.c
    sync.c
    team_create.c
    team_query.c
    wait.c
    wait_set.c)

# These carry kernels into the library.
set_source_files_properties(host_kernels.S PROPERTIES
    COMPILE_DEFINITIONS "ISHMEM_HOST_KERNELS_SPV=\"${ISHMEM_HOST_KERNELS_SPV}\""
    OBJECT_DEPENDS "${ISHMEM_HOST_KERNELS_SPV}")
set_source_files_properties(queue_kernels.S PROPERTIES
    COMPILE_DEFINITIONS "ISHMEM_QUEUE_KERNELS_SPV=\"${ISHMEM_QUEUE_KERNELS_SPV}\";ISHMEM_QUEUE_KERNELS_DOUBLE_SPV=\"${ISHMEM_QUEUE_KERNELS_DOUBLE_SPV}\""
    OBJECT_DEPENDS "${ISHMEM_QUEUE_KERNELS_SPV};${ISHMEM_QUEUE_KERNELS_DOUBLE_SPV}")
add_dependencies(ishmem ishmem_host_kernels)
