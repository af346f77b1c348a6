/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_until of every type and signal_wait_until, inside kernels in every form.
 */
#include "forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include "wait_cases.h"
#include <stdio.h>

ISHMEMI_WAIT_TYPES(WAIT_HOLDS, )

typedef struct call {
    ze_kernel_handle_t kernel;
    launch_shape_t shape;
    uint32_t form;
    uint64_t *result; /* of a signal's wait; NULL for the others */
    char name[80];
} call_t;

static uint64_t wait_until(const wait_routines_t *self, void *ivar, int cmp, uint64_t value)
{
    const call_t *const call = self->caller;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(call->form), LAUNCH_ARGUMENT(ivar),
                                           LAUNCH_ARGUMENT(cmp), LAUNCH_ARGUMENT(value)};
    launch_run(call->kernel, call->shape, arguments, LAUNCH_COUNT(arguments));
    return 0;
}

static uint64_t signal_wait_until(const wait_routines_t *self, void *sig_addr, int cmp,
                                  uint64_t value)
{
    const call_t *const call = self->caller;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(sig_addr), LAUNCH_ARGUMENT(cmp),
                                           LAUNCH_ARGUMENT(value), LAUNCH_ARGUMENT(call->result)};
    launch_run(call->kernel, call->shape, arguments, LAUNCH_COUNT(arguments));
    return *call->result;
}

/* By a work-item, by a work-group, and by several work-groups that all wait for the object. */
static const struct {
    const char *name;
    const char *kernel;
    launch_shape_t shape;
} callers[] = {
    {"a work-item", "item", {1, 1}},
    {"a work-item of many", "item", {2, 24}},
    {"a work-group", "group", {1, 40}},
    {"several work-groups", "group", {3, 16}},
};

static void run_type(const char *type, size_t size,
                     bool (*holds)(uint64_t left, int cmp, uint64_t right))
{
    for (size_t i = 0; i < sizeof callers / sizeof callers[0]; i++) {
        call_t call = {.shape = callers[i].shape,
                       .form = i % 2 == 0 ? FORM_FLAT : FORM_OVERLOAD,
                       .kernel = launch_kernel("%s_%s", type, callers[i].kernel)};
        snprintf(call.name, sizeof call.name, "%s%s", type, i % 2 == 0 ? "" : " by overload");
        const wait_routines_t routines = {.name = call.name,
                                          .size = size,
                                          .wait_until = wait_until,
                                          .holds = holds,
                                          .caller = &call};
        wait_cases(callers[i].name, &routines, 1);
    }
}

static void run_signal(void)
{
    uint64_t *const result = memory_allocate_shared(sizeof *result);
    for (size_t i = 0; i < sizeof callers / sizeof callers[0]; i++) {
        const call_t call = {.shape = callers[i].shape,
                             .result = result,
                             .kernel = launch_kernel("signal_%s", callers[i].kernel)};
        const wait_routines_t routines = {.name = "signal",
                                          .size = sizeof(uint64_t),
                                          .returns_value = true,
                                          .wait_until = signal_wait_until,
                                          .holds = uint64_holds,
                                          .caller = &call};
        wait_cases(callers[i].name, &routines, 1);
    }
    memory_free_shared(result);
}

int main(void)
{
    test_start();
    test_family("wait, device");
    launch_open("wait");
#define RUN_TYPE(NAME, TYPE, A) run_type(#NAME, sizeof(TYPE), NAME##_holds);
    ISHMEMI_WAIT_TYPES(RUN_TYPE, )
    run_signal();
    launch_close();
    return test_finish();
}
