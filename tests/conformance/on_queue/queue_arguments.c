/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered calls with a bad argument, one a run: `queue_arguments CASE`.  The library says
 * what is wrong, and ends the job or returns not 0, which a run passes on as its status.
 */
#include "harness.h"
#include "level_zero.h"
#include "queue_caller.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *ints;             /* symmetric */
static uint64_t *signal_word; /* symmetric */
static queue_t queue;
static int local[4];

#define ON queue.list, queue.done, 0, NULL

static int null_list(void)
{
    return ishmemx_int_put_on_queue(ints, local, 1, 0, NULL, queue.done, 0, NULL);
}

static int unknown_list(void)
{
    static void *zeros[64];
    return ishmemx_barrier_all_on_queue((ze_command_list_handle_t)(void *)zeros, NULL, 0, NULL);
}

static int on_list_of(ze_device_handle_t device)
{
    const ze_command_list_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list;
    require_ze(zeCommandListCreate(ishmemx_ze_context(), device, &desc, &list),
               "zeCommandListCreate");
    return ishmemx_quiet_on_queue(list, NULL, 0, NULL);
}

static ze_device_handle_t root_device(void)
{
    ze_device_handle_t device = NULL;
    uint32_t count = 1;
    require_ze(zeDeviceGet(ishmemx_ze_driver(), &count, &device), "zeDeviceGet");
    return device;
}

static int other_tile(void)
{
    ze_device_handle_t tiles[2];
    uint32_t count = 2;
    require_ze(zeDeviceGetSubDevices(root_device(), &count, tiles), "zeDeviceGetSubDevices");
    return on_list_of(tiles[tiles[0] == ishmemx_ze_device()]);
}

static int whole_device(void)
{
    return on_list_of(root_device());
}

static int closed_list(void)
{
    queue_t recorded;
    queue_create(QUEUE_RECORDED, NULL, &recorded);
    queue_close(&recorded);
    return ishmemx_int_put_on_queue(ints, ints + 1, 1, 0, recorded.list, NULL, 0, NULL);
}

/* A list that only copies: a put is a copy, a p is none. */
static int copying_list(void)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .ordinal = 1};
    ze_command_list_handle_t list;
    require_ze(
        zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list),
        "zeCommandListCreateImmediate");
    local[0] = 42;
    int result = ishmemx_int_put_on_queue(ints, local, 1, test_me, list, queue.done, 0, NULL);
    if (result == 0) {
        queue_wait(&queue);
    }
    if (result != 0 || ishmem_int_g(ints, test_me) != 42) {
        printf("a put on a list that only copies does not work\n");
        return 0;
    }
    return ishmemx_int_p_on_queue(ints, 1, 0, list, NULL, 0, NULL);
}

static int waits_null(void)
{
    return ishmemx_quiet_on_queue(queue.list, queue.done, 2, NULL);
}

static int no_event(void)
{
    static void *zeros[64];
    return ishmemx_quiet_on_queue(queue.list, (ze_event_handle_t)(void *)zeros, 0, NULL);
}

static int pe_too_large(void)
{
    return ishmemx_int_put_on_queue(ints, local, 1, test_n, ON);
}

static int dest_local(void)
{
    int automatic[4];
    return ishmemx_putmem_on_queue(automatic, local, 4, 0, ON);
}

static int dest_static(void)
{
    return ishmemx_int_put_on_queue(local, ints, 4, 0, ON);
}

static int stride_zero(void)
{
    return ishmemx_int_iput_on_queue(ints, local, 0, 1, 2, 0, ON);
}

static int amo_misaligned(void)
{
    return ishmemx_int_atomic_inc_on_queue((int *)(void *)((char *)ints + 2), 0, ON);
}

static int ret_null(void)
{
    return ishmemx_int_g_on_queue(ints, 0, NULL, ON);
}

static int fetch_null(void)
{
    return ishmemx_int_atomic_fetch_add_nbi_on_queue(NULL, ints, 1, 0, ON);
}

static int test_ret_misaligned(void)
{
    return ishmemx_int_test_on_queue(ints, ISHMEM_CMP_EQ, 0, (int *)(void *)((char *)local + 1),
                                     ON);
}

static int unknown_cmp(void)
{
    return ishmemx_signal_wait_until_on_queue(signal_word, 9, 0, NULL, ON);
}

static int unknown_sig_op(void)
{
    return ishmemx_int_put_signal_on_queue(ints, local, 1, signal_word, 1, 5, 0, ON);
}

static int ivars_local(void)
{
    return ishmemx_int_wait_until_all_on_queue(local, 1 << 20, NULL, ISHMEM_CMP_EQ, 0, ON);
}

static int indices_null(void)
{
    size_t ret;
    return ishmemx_int_wait_until_some_on_queue(ints, 4, NULL, NULL, ISHMEM_CMP_EQ, 0, &ret, ON);
}

/* With ISHMEM_CHECKS=2. */
static int put_freed(void)
{
    ishmem_free(ints);
    return ishmemx_int_put_on_queue(ints, local, 1, 1, ON);
}

static int amo_freed(void)
{
    ishmem_free(ints);
    return ishmemx_int_atomic_inc_on_queue(ints, 1, ON);
}

static int wait_freed(void)
{
    ishmem_free(ints);
    return ishmemx_int_wait_until_on_queue(ints, ISHMEM_CMP_EQ, 77, ON);
}

static int reduce_freed(void)
{
    ishmem_free(ints);
    return ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, ints, ints, 1, NULL, ON);
}

/* Freed when the operation is recorded already, but not carried out. */
static int amo_freed_later(void)
{
    queue_t recorded;
    queue_create(QUEUE_RECORDED, NULL, &recorded);
    int result = ishmemx_int_atomic_inc_on_queue(ints, 1, recorded.list, recorded.done, 0, NULL);
    ishmem_free(ints);
    if (result == 0) {
        queue_close(&recorded);
        queue_start(&recorded);
        ishmem_barrier_all(); /* where the job's end finds this PE */
    }
    return result;
}

static int after_finalize(void)
{
    queue_destroy(&queue);
    ishmem_finalize();
    return ishmemx_barrier_all_on_queue(NULL, NULL, 0, NULL);
}

/* PE 1 ends the job while PE 0's list waits for what never comes. */
static int ended_job(void)
{
    if (test_me == 1) {
        ishmem_global_exit(3);
    }
    int result = ishmemx_int_wait_until_on_queue(ints, ISHMEM_CMP_EQ, 77, ON);
    queue_wait(&queue);
    return result;
}

static int g_before_init(void)
{
    int ret = 0;
    return ishmemx_int_g_on_queue(&ret, 0, &ret, NULL, NULL, 0, NULL) != 0;
}

static const struct {
    const char *name;
    int (*call)(void);
} cases[] = {
    {"null_list", null_list},
    {"unknown_list", unknown_list},
    {"other_tile", other_tile},
    {"whole_device", whole_device},
    {"closed_list", closed_list},
    {"copying_list", copying_list},
    {"waits_null", waits_null},
    {"no_event", no_event},
    {"pe_too_large", pe_too_large},
    {"dest_local", dest_local},
    {"dest_static", dest_static},
    {"stride_zero", stride_zero},
    {"amo_misaligned", amo_misaligned},
    {"ret_null", ret_null},
    {"fetch_null", fetch_null},
    {"test_ret_misaligned", test_ret_misaligned},
    {"unknown_cmp", unknown_cmp},
    {"unknown_sig_op", unknown_sig_op},
    {"ivars_local", ivars_local},
    {"indices_null", indices_null},
    {"put_freed", put_freed},
    {"amo_freed", amo_freed},
    {"wait_freed", wait_freed},
    {"reduce_freed", reduce_freed},
    {"amo_freed_later", amo_freed_later},
    {"ended_job", ended_job},
    {"after_finalize", after_finalize},
};

int main(int argc, char **argv)
{
    const char *const name = argc == 2 ? argv[1] : "";
    if (strcmp(name, "before_init") == 0) {
        return ishmemx_quiet_on_queue(NULL, NULL, 0, NULL) != 0;
    }
    if (strcmp(name, "g_before_init") == 0) {
        return g_before_init();
    }
    ishmem_init();
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    ints = ishmem_calloc(16, sizeof *ints);
    signal_word = ishmem_calloc(1, sizeof *signal_word);
    queue_create(QUEUE_IMMEDIATE, NULL, &queue);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(cases[i].name, name) == 0) {
            const int result = cases[i].call();
            printf("%s: the call returned %d\n", name, result);
            return result != 0;
        }
    }
    printf("no such case: %s\n", name);
    return EXIT_SUCCESS;
}
