/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lists of the program's own context and device, which it has given to ishmemx_init_attr: with
 * local memory, events and results of that context.
 */
#include "harness.h"
#include "level_zero.h"
#include "memory.h"
#include "queue_caller.h"

enum { WORDS = 40000 };

/* What the library would choose, and a context of the program's for it. */
static ishmemx_attr_t own_attributes(void)
{
    const ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    ishmem_init();
    attr.driver = ishmemx_ze_driver();
    attr.device = ishmemx_ze_device();
    ishmem_finalize();
    require_ze(zeContextCreate(attr.driver, &desc, &attr.context), "zeContextCreate");
    return attr;
}

/* A block to the right by copy or ring, its sum over all PEs, and its last word back. */
static void communicate(const ishmemx_attr_t *attr, queue_mode_t mode)
{
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    uint64_t *const dest = ishmem_calloc(WORDS, sizeof *dest);
    uint64_t *const sums = ishmem_calloc(WORDS, sizeof *sums);
    uint64_t *const signal = ishmem_calloc(1, sizeof *signal);
    uint64_t *const image = memory_allocate_shared(WORDS * sizeof *image);
    uint64_t *const last = memory_allocate_shared(sizeof *last);
    int *const failed = memory_allocate_shared(sizeof *failed);
    void *source = NULL;
    require_ze(
        zeMemAllocDevice(attr->context, &desc, WORDS * sizeof *dest, 64, attr->device, &source),
        "zeMemAllocDevice");
    for (uint64_t i = 0; i < WORDS; i++) {
        image[i] = (uint64_t)test_me << 32 | i;
    }
    memory_write(source, image, WORDS * sizeof *image);
    *last = 0;
    *failed = 1;

    queue_t queue;
    queue_create(mode, attr->context, &queue);
#define ON queue.list, NULL, 0, NULL
    const bool appended =
        ishmemx_uint64_put_signal_on_queue(dest, source, WORDS, signal, 1, ISHMEM_SIGNAL_ADD, right,
                                           ON) == 0 &&
        ishmemx_signal_wait_until_on_queue(signal, ISHMEM_CMP_EQ, 1, NULL, ON) == 0 &&
        ishmemx_uint64_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, sums, dest, WORDS, failed, ON) == 0 &&
        ishmemx_quiet_on_queue(ON) == 0 &&
        ishmemx_uint64_g_on_queue(dest + WORDS - 1, right, last, queue.list, queue.done, 0, NULL) ==
            0;
    test_check(appended, "an operation could not be appended");
    queue_close(&queue);
    queue_start(&queue);
    queue_wait(&queue);
    queue_destroy(&queue);

    const uint64_t n = (uint64_t)test_n;
    bool good = *failed == 0 && *last == ((uint64_t)test_me << 32 | (WORDS - 1));
    memory_read(image, dest, WORDS * sizeof *image);
    for (uint64_t i = 0; i < WORDS; i++) {
        good = good && image[i] == ((uint64_t)left << 32 | i);
    }
    memory_read(image, sums, WORDS * sizeof *image);
    for (uint64_t i = 0; i < WORDS; i++) {
        good = good && image[i] == ((n * (n - 1) / 2) << 32) + n * i;
    }
    test_check(good, "%s of the program's own context", queue_mode_names[mode]);
    ishmem_barrier_all();
    require_ze(zeMemFree(attr->context, source), "zeMemFree");
    memory_free_shared(failed);
    memory_free_shared(last);
    memory_free_shared(image);
    ishmem_free(signal);
    ishmem_free(sums);
    ishmem_free(dest);
}

int main(void)
{
    ishmemx_attr_t attr = own_attributes();
    ishmemx_init_attr(&attr);
    test_started();
    test_family("contexts of programs, queued");
    test_check(ishmemx_ze_context() == attr.context, "the context is another one");
    for (int round = 0; round < 4; round++) {
        communicate(&attr, round % 2 ? QUEUE_RECORDED : QUEUE_IMMEDIATE);
    }
    const int status = test_finish();
    require_ze(zeContextDestroy(attr.context), "zeContextDestroy");
    return status;
}
