/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The query routines inside kernels.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <string.h>

static void numbers_and_name(void)
{
    enum { ITEMS = 33 };
    int *const numbers = memory_allocate_shared(4 * ITEMS * sizeof *numbers);
    char *const name = memory_allocate_shared(ISHMEM_MAX_NAME_LEN);
    memset(numbers, 0xff, 4 * ITEMS * sizeof *numbers);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(numbers), LAUNCH_ARGUMENT(name)};
    launch_run(launch_kernel("query"), (launch_shape_t){1, ITEMS}, arguments,
               LAUNCH_COUNT(arguments));
    int major = -1;
    int minor = -1;
    ishmem_info_get_version(&major, &minor);
    for (int item = 0; item < ITEMS; item++) {
        const int *const found = numbers + 4 * item;
        test_check(found[0] == test_me, "my_pe of work-item %d is %d", item, found[0]);
        test_check(found[1] == test_n, "n_pes of work-item %d is %d", item, found[1]);
        test_check(found[2] == major && found[3] == minor, "the version of work-item %d is %d.%d",
                   item, found[2], found[3]);
    }
    char host_name[ISHMEM_MAX_NAME_LEN];
    ishmem_info_get_name(host_name);
    test_check(strcmp(name, host_name) == 0, "the name is %.40s", name);
    memory_free_shared(name);
    memory_free_shared(numbers);
}

/* A kernel and the host agree on addresses, and the object is behind them. */
static void pointers(void)
{
    long *const object = ishmem_malloc(sizeof *object);
    long *const local = memory_allocate_shared(sizeof *local);
    const size_t count = (size_t)test_n + 2;
    uint64_t *const addresses = memory_allocate_shared(count * sizeof *addresses);
    const long mine = 1000 + test_me;
    memory_write(object, &mine, sizeof mine);
    ishmem_barrier_all();

    const ze_kernel_handle_t kernel = launch_kernel("pointers");
    const launch_argument_t symmetric[] = {LAUNCH_ARGUMENT(object), LAUNCH_ARGUMENT(addresses)};
    launch_run(kernel, (launch_shape_t){1, (uint32_t)count}, symmetric, LAUNCH_COUNT(symmetric));
    test_check(addresses[0] == 0, "ishmem_ptr for PE -1 is not NULL");
    test_check(addresses[count - 1] == 0, "ishmem_ptr for PE %d is not NULL", test_n);
    for (int pe = 0; pe < test_n; pe++) {
        test_check(addresses[pe + 1] == (uint64_t)(uintptr_t)ishmem_ptr(object, pe),
                   "ishmem_ptr for PE %d differs from the host's", pe);
    }
    const launch_argument_t other[] = {LAUNCH_ARGUMENT(local), LAUNCH_ARGUMENT(addresses)};
    launch_run(kernel, (launch_shape_t){1, (uint32_t)count}, other, LAUNCH_COUNT(other));
    for (int pe = 0; pe < test_n; pe++) {
        test_check(addresses[pe + 1] == 0, "ishmem_ptr of a local object is not NULL for PE %d",
                   pe);
    }
    for (int pe = 0; pe < test_n; pe++) {
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(object), LAUNCH_ARGUMENT(pe),
                                               LAUNCH_ARGUMENT(local)};
        launch_run(launch_kernel("read_through"), (launch_shape_t){1, 1}, arguments,
                   LAUNCH_COUNT(arguments));
        /* -1: a PE of another host. */
        const long expected = ishmem_ptr(object, pe) ? 1000 + pe : -1;
        test_check(*local == expected, "PE %d's object reads %ld", pe, *local);
    }
    ishmem_barrier_all();
    memory_free_shared(addresses);
    memory_free_shared(local);
    ishmem_free(object);
}

int main(void)
{
    test_start();
    test_family("query, device");
    launch_open("query");
    numbers_and_name();
    pointers();
    launch_close();
    return test_finish();
}
