/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs with kernels (kernels.cl), as those of case.h.  Without a function of its own a program is its
 * kernel, which runs on each PE.
 *
 *     races_kernels MODULE wrong|right [NAME]
 */
#include "case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile int sink;

static ze_module_handle_t module;
static ze_command_list_handle_t list;

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "races_kernels: %s failed\n", what);
        ishmem_global_exit(3);
    }
}
#define ZE(call) require((call) == ZE_RESULT_SUCCESS, #call)

/* Returns when the kernel has ended. */
static void run_kernel(const char *name, memory_t *m)
{
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    const ze_group_count_t groups = {1, 1, 1};
    ze_kernel_handle_t kernel;
    ZE(zeKernelCreate(module, &desc, &kernel));
    ZE(zeKernelSetArgumentValue(kernel, 0, sizeof m, &m));
    ZE(zeKernelSetGroupSize(kernel, N, 1, 1));
    ZE(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL));
    ZE(zeKernelDestroy(kernel));
}
#define RUN() run_kernel(__func__, m)

/* ---- Wrong ------------------------------------------------------------------------------------- */

CASE(wrong_host_puts)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    } else if (me == 1) {
        RUN();
    }
}

CASE(wrong_host_gets)
{
    if (me == 0) {
        ishmem_int_get(m->gathered, m->data, N, 1);
    } else if (me == 1) {
        RUN();
    }
}

CASE(wrong_flag_of_host)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        RUN();
    }
}

CASE(wrong_source_of_host)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        RUN();
    }
}

CASE(wrong_host_syncs)
{
    RUN();
    ishmem_sync_all();
    if (me == 1) {
        READ(m->data);
    }
}

/* ---- Right ------------------------------------------------------------------------------------- */

CASE(right_host_puts)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        RUN();
    }
}

CASE(right_host_gets)
{
    RUN();
    ishmem_sync_all();
    ishmem_int_get(m->gathered, m->data, N, (me + 1) % 3);
}

CASE(right_host_barrier)
{
    RUN();
    ishmem_barrier_all();
    if (me == 1) {
        READ(m->data);
    }
}

CASE(right_in_turn)
{
    for (int pe = 0; pe < 3; pe++) {
        if (pe == me) {
            RUN();
        }
        ishmem_sync_all();
    }
}

#define KERNEL(NAME) {#NAME, NULL},
#define HOST(NAME) {#NAME, NAME},
static const races_case_t wrong[] = {
    KERNEL(wrong_put_flag) KERNEL(wrong_put_signal_of_other_data) KERNEL(wrong_no_barrier) KERNEL(
        wrong_sync_without_quiet) KERNEL(wrong_source_of_put_nbi) KERNEL(wrong_read_of_get_nbi)
        KERNEL(wrong_two_p) KERNEL(wrong_amo_and_store) KERNEL(wrong_stores_to_peer)
            KERNEL(wrong_groups_put_and_get) KERNEL(wrong_dest_of_reduction) HOST(wrong_host_puts)
                HOST(wrong_host_gets) HOST(wrong_flag_of_host) HOST(wrong_source_of_host)
                    HOST(wrong_host_syncs) KERNEL(wrong_without_lock) KERNEL(wrong_other_flag)
                        KERNEL(wrong_signal_before_data) KERNEL(wrong_sub_group_flag){NULL, NULL}};
static const races_case_t right[] = {
    KERNEL(right_put_quiet_flag) KERNEL(right_put_fence_flag) KERNEL(right_put_signal)
        KERNEL(right_put_signal_work_group) KERNEL(right_put_signal_sub_group)
            KERNEL(right_barrier_work_group) KERNEL(right_barriers_of_group)
                KERNEL(right_source_after_quiet) KERNEL(right_read_after_quiet) KERNEL(right_amos)
                    KERNEL(right_atomics_on_peer) KERNEL(right_atomic_flag) KERNEL(right_lock)
                        KERNEL(right_reduction) KERNEL(right_broadcast) HOST(right_host_puts)
                            HOST(right_host_gets) HOST(right_host_barrier) HOST(right_in_turn)
                                KERNEL(right_test){NULL, NULL}};

static void run(const races_case_t *one, int me)
{
    memory_t *const m = ishmem_calloc(1, sizeof *m);
    require(m, "ishmem_calloc");
    ishmem_barrier_all();
    if (one->run) {
        one->run(m, me);
    } else {
        run_kernel(one->name, m);
    }
    ishmem_barrier_all();
    ishmem_free(m);
    if (me == 0) {
        printf("has run %s\n", one->name);
    }
}

int main(int argc, char **argv)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ishmem_init();
    require(argc > 2, "races_kernels MODULE wrong|right");
    require(ishmemx_module_load(argv[1], &module) == 0, "ishmemx_module_load");
    ZE(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list));
    const int me = ishmem_my_pe();
    for (const races_case_t *one = strcmp(argv[2], "wrong") == 0 ? wrong : right; one->name;
         one++) {
        if (argc < 4 || strcmp(one->name, argv[3]) == 0) {
            run(one, me);
        }
    }
    ZE(zeCommandListDestroy(list));
    ishmem_finalize();
    return EXIT_SUCCESS;
}
