/* SPDX-License-Identifier: BSD-3-Clause */
/* All launches are reported, with kernel, groups and times, and only while a callback is set. */
#include "fixture.h"
#include "util/ticks.h"
#include "ze_cpu_ext.h"

#include <pthread.h>
#include <string.h>

#define MANY 6000 /* more than the CUDA engine tracks at a time */
/* For comparing two clocks: much more than they may differ by, and much less than the difference to
 * 0 or to a GPU's time. */
#define DOUBT_NS 100000000

typedef struct told {
    char kernel[16];
    uint64_t groups;
    uint64_t began, ended;
} told_t;

static test_device device;
static ze_module_handle_t module;
static ze_command_list_handle_t list;
static ze_event_handle_t end;
static uint32_t *word;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static told_t all[MANY]; /* under the lock */
static uint32_t count;

static void note(const char *kernel, uint64_t groups, uint64_t began, uint64_t ended)
{
    pthread_mutex_lock(&lock);
    CHECK(count < MANY);
    told_t *told = &all[count++];
    snprintf(told->kernel, sizeof told->kernel, "%s", kernel);
    told->groups = groups;
    told->began = began;
    told->ended = ended;
    pthread_mutex_unlock(&lock);
}

static uint32_t counted(void)
{
    pthread_mutex_lock(&lock);
    const uint32_t now = count;
    pthread_mutex_unlock(&lock);
    return now;
}

static void launch(const char *name, ze_group_count_t groups)
{
    ze_kernel_handle_t kernel = fixture_kernel(module, name);
    const uint32_t value = 1;
    CHECK_SUCCESS(zeKernelSetGroupSize(kernel, 1, 1, 1));
    if (strcmp(name, "store") == 0) {
        fixture_argument(kernel, 0, sizeof word, &word);
        fixture_argument(kernel, 1, sizeof value, &value);
    }
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL));
    CHECK_SUCCESS(zeKernelDestroy(kernel));
}

static void finish(void)
{
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, end, 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
    CHECK_SUCCESS(zeEventHostReset(end));
}

static void test_what_is_told(ze_cpu_pfn_set_launch_callback_t tell)
{
    launch("nothing", (ze_group_count_t){1, 1, 1});
    finish();
    CHECK(counted() == 0);

    const ishmemi_both_clocks_t before = ishmemi_both_clocks();
    tell(note);
    launch("store", (ze_group_count_t){2, 3, 4});
    launch("nothing", (ze_group_count_t){5, 1, 1});
    finish();
    tell(NULL);
    const ishmemi_both_clocks_t after = ishmemi_both_clocks();
    const double rate = (double)(after.ticks - before.ticks) / (double)(after.ns - before.ns);
    const uint64_t doubt = device.gpu ? (uint64_t)(DOUBT_NS * rate) : 0;

    CHECK(counted() == 2);
    CHECK(strcmp(all[0].kernel, "store") == 0 && all[0].groups == 24);
    CHECK(strcmp(all[1].kernel, "nothing") == 0 && all[1].groups == 5);
    CHECK(before.ticks <= all[0].began + doubt && all[0].began <= all[0].ended &&
          all[0].ended <= all[1].began && all[1].began <= all[1].ended &&
          all[1].ended <= after.ticks + doubt);

    launch("nothing", (ze_group_count_t){1, 1, 1});
    finish();
    CHECK(counted() == 2);
    count = 0;
}

/* Slots of launches that have ended are used again. */
static void test_many(ze_cpu_pfn_set_launch_callback_t tell)
{
    tell(note);
    for (uint32_t i = 0; i < MANY; i++) {
        launch("nothing", (ze_group_count_t){1, 1, 1});
        if (i % 1000 == 999) {
            finish();
        }
    }
    finish();
    tell(NULL);
    CHECK(counted() == MANY);
}

int main(void)
{
    fixture_start(&device);
    if (!fixture_wraps_handles()) {
        ze_cpu_pfn_set_launch_callback_t tell;
        void *address = fixture_function(&device, ZE_CPU_SET_LAUNCH_CALLBACK);
        memcpy(&tell, &address, sizeof tell);
        module = fixture_module(&device, "kernels.spv");
        list = fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
        end = fixture_event(pool, 0);
        word = fixture_device_memory(&device, sizeof *word);
        test_what_is_told(tell);
        test_many(tell);
        CHECK_SUCCESS(zeMemFree(device.context, word));
        CHECK_SUCCESS(zeCommandListDestroy(list));
        CHECK_SUCCESS(zeEventDestroy(end));
        CHECK_SUCCESS(zeEventPoolDestroy(pool));
        CHECK_SUCCESS(zeModuleDestroy(module));
    }
    fixture_end(&device);
    return 0;
}
