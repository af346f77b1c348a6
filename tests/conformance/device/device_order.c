/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Litmus tests of fence and quiet inside kernels, by a work-item and by a work-group.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include "order_cases.h"

typedef struct caller {
    launch_shape_t shape;
    ze_kernel_handle_t pass_messages;
    ze_kernel_handle_t store_in_step;
    ze_kernel_handle_t store_side_by_side;
    ze_kernel_handle_t read_independently;
} caller_t;

static caller_t caller; /* the one that is tested now */

static void open_caller(const char *name, launch_shape_t shape)
{
    caller.shape = shape;
    caller.pass_messages = launch_kernel("pass_messages_%s", name);
    caller.store_in_step = launch_kernel("store_in_step_%s", name);
    caller.store_side_by_side = launch_kernel("store_side_by_side_%s", name);
    caller.read_independently = launch_kernel("read_independently_%s", name);
}

static uint64_t pass_messages(long *words, long rounds, int right)
{
    uint64_t *const wrong = memory_allocate_shared(sizeof *wrong);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ishmem_ctx_default),
                                           LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(rounds),
                                           LAUNCH_ARGUMENT(right), LAUNCH_ARGUMENT(wrong)};
    launch_run(caller.pass_messages, caller.shape, arguments, LAUNCH_COUNT(arguments));
    const uint64_t count = *wrong;
    memory_free_shared(wrong);
    return count;
}

static void run_stores(ze_kernel_handle_t kernel, const long *words, const unsigned char *saw_old,
                       long rounds, int partner)
{
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ishmem_ctx_default),
                                           LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(saw_old),
                                           LAUNCH_ARGUMENT(rounds), LAUNCH_ARGUMENT(partner)};
    launch_run(kernel, caller.shape, arguments, LAUNCH_COUNT(arguments));
}

static void store_in_step(long *words, unsigned char *saw_old, long rounds, int partner)
{
    run_stores(caller.store_in_step, words, saw_old, rounds, partner);
}

static void store_side_by_side(long *x, unsigned char *saw_old, long count, int partner)
{
    run_stores(caller.store_side_by_side, x, saw_old, count, partner);
}

static void read_independently(long *x, long *y, unsigned char *saw_first, long count, int other)
{
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(x), LAUNCH_ARGUMENT(y),
                                           LAUNCH_ARGUMENT(saw_first), LAUNCH_ARGUMENT(count),
                                           LAUNCH_ARGUMENT(other)};
    launch_run(caller.read_independently, caller.shape, arguments, LAUNCH_COUNT(arguments));
}

int main(void)
{
    order_calls_t calls = {"work-item", pass_messages, store_in_step, store_side_by_side,
                           read_independently};
    test_start();
    test_family("order, device");
    launch_open("order");
    open_caller("item", (launch_shape_t){1, 1});
    order_check(&calls, 1000000);
    calls.caller = "work-group";
    open_caller("group", (launch_shape_t){1, 20});
    order_check(&calls, 1000000);
    launch_close();
    return test_finish();
}
