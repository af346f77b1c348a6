# SPDX-License-Identifier: BSD-3-Clause
# The bodies of the API's routines and what they stand on.
target_sources(ishmem PRIVATE
    access.c
    access_mapped.c
    access_static.c
    access_tile.c
    amo.c
    block_copy.c
    check.c
    collective.c
    collective_check.c
    collective_move.c
    collective_reduce.c
    collective_static.c
    combine.c
    combine_baseline.c
    context.c
    far.c
    far_bell.c
    far_open.c
    far_thread.c
    ../proxy/bell.c
    ../proxy/idle.c
    ../proxy/operation.c
    ../proxy/proxy.c
    ../proxy/ring.c
    proxy_cpu.c
    proxy_cpu_pick.c
    ring_open.c
    host_kernels.S
    kernels.c
    lock.c
    order.c
    queue.c
    queue_amo.c
    queue_collective.c
    queue_device.c
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

# host_kernels.S carries the kernels into the library.
set_source_files_properties(host_kernels.S PROPERTIES
    COMPILE_OPTIONS "-Wa,-I${ISHMEM_HOST_KERNELS_DIR}"
    OBJECT_DEPENDS "${ISHMEM_HOST_KERNELS_SPV}")
add_dependencies(ishmem ishmem_host_kernels)

# Loops over arrays, for each width of instructions: which is used is found out at run time.
set_source_files_properties(combine_baseline.c PROPERTIES COMPILE_OPTIONS "-O3")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_sources(ishmem PRIVATE combine_avx2.c combine_avx512.c)
    set_source_files_properties(combine_avx2.c PROPERTIES COMPILE_OPTIONS "-O3;-mavx2")
    set_source_files_properties(combine_avx512.c PROPERTIES COMPILE_OPTIONS
        "-O3;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mprefer-vector-width=512")
endif()
