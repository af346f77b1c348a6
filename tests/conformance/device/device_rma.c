/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put, get, p and g of every type and size, called inside kernels in every form.
 */
#include "forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include "rma_cases.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const form_names[] = {"", " with a context", " by overload",
                                         " by overload with a context"};

typedef struct call {
    ze_kernel_handle_t put;
    ze_kernel_handle_t get;
    uint32_t form;
    bool by_group;
    unsigned turn; /* of the shapes */
    char name[80];
} call_t;

/* One caller, some, and more than a group's worth, with sizes that are no power of two. */
static const launch_shape_t item_shapes[] = {{1, 1}, {1, 32}, {3, 20}};
static const launch_shape_t group_shapes[] = {{1, 64}, {4, 32}, {2, 50}, {1, 1}, {3, 16}};

static void run(call_t *call, ze_kernel_handle_t kernel, void *dest, const void *source,
                size_t nelems, int pe)
{
    const launch_shape_t shape =
        call->by_group ? group_shapes[call->turn % 5] : item_shapes[call->turn % 3];
    const uint64_t count = nelems;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ishmem_ctx_default),
                                           LAUNCH_ARGUMENT(call->form),
                                           LAUNCH_ARGUMENT(dest),
                                           LAUNCH_ARGUMENT(source),
                                           LAUNCH_ARGUMENT(count),
                                           LAUNCH_ARGUMENT(pe)};
    call->turn++;
    launch_run(kernel, shape, arguments, LAUNCH_COUNT(arguments));
}

static void put(const rma_routines_t *self, void *dest, const void *source, size_t nelems, int pe)
{
    call_t *const call = (call_t *)(uintptr_t)self->caller;
    run(call, call->put, dest, source, nelems, pe);
}

static void get(const rma_routines_t *self, void *dest, const void *source, size_t nelems, int pe)
{
    call_t *const call = (call_t *)(uintptr_t)self->caller;
    run(call, call->get, dest, source, nelems, pe);
}

/* A type has its counts and offsets spread over its forms, lest the runs get long. */
#define STEP 5

/* One form of one type. */
static void run_form(rma_caller_t *caller, const char *type, size_t size, size_t alignment,
                     bool by_group, uint32_t form)
{
    call_t call = {.form = form, .by_group = by_group};
    const char *const who = !by_group                ? "work-items"
                            : form >= FORM_SUB_GROUP ? "sub-groups"
                                                     : "work-groups";
    snprintf(call.name, sizeof call.name, "%s%s%s, %s,", type,
             !by_group && form >= FORM_ELEMENTS ? " p and g" : "", form_names[form % 4], who);
    call.put = launch_kernel("%s_put_%s", type, by_group ? "group" : "item");
    call.get = launch_kernel("%s_get_%s", type, by_group ? "group" : "item");
    const rma_routines_t routines = {.name = call.name,
                                     .size = size,
                                     .alignment = alignment,
                                     .put = put,
                                     .get = get,
                                     .caller = &call};
    rma_cases(caller, &routines, 1);
    caller->first = (caller->first + 1) % caller->step;
}

/* An odd TEST_EVERY still has each form with some type. */
static void run_type(rma_caller_t *caller, const char *type, size_t size)
{
    static unsigned number;
    for (uint32_t form = 0; form < 8; form++) {
        for (int by_group = 0; by_group < 2; by_group++) {
            if (number++ % test_every() == 0) {
                run_form(caller, type, size, size, by_group != 0, form);
            }
        }
    }
}

static void run_size(rma_caller_t *caller, const char *name, size_t size)
{
    static const uint32_t forms[] = {FORM_FLAT, FORM_CTX};
    for (size_t i = 0; i < 2; i++) {
        run_form(caller, name, size, 1, false, forms[i]);
        run_form(caller, name, size, 1, true, forms[i]);
        run_form(caller, name, size, 1, true, FORM_SUB_GROUP + forms[i]);
    }
}

/* The source of a put and the destination of a get in private and in local memory. */
static void address_spaces(void)
{
    enum { BYTES = 200, AREA = 256 };
    char *const slots = ishmem_malloc((size_t)test_n * AREA);
    char *const local = memory_allocate_shared(3 * AREA);
    const ze_kernel_handle_t kernel = launch_kernel("spaces");
    for (int pe = 0; pe < test_n; pe++) {
        const char *const source = local;
        char *const private_back = local + AREA;
        char *const local_back = local + 2 * (size_t)AREA;
        char *const dest = slots + test_me * AREA;
        const uint64_t bytes = BYTES;
        memset(local, 0, 3 * AREA);
        memcpy(local, test_pattern((unsigned)(test_me * 7 + pe)), BYTES);
        const launch_argument_t arguments[] = {
            LAUNCH_ARGUMENT(dest),       LAUNCH_ARGUMENT(source), LAUNCH_ARGUMENT(private_back),
            LAUNCH_ARGUMENT(local_back), LAUNCH_ARGUMENT(bytes),  LAUNCH_ARGUMENT(pe)};
        launch_run(kernel, (launch_shape_t){1, 48}, arguments, LAUNCH_COUNT(arguments));
        test_check(memcmp(private_back, source, BYTES) == 0,
                   "private memory: other bytes came back from PE %d", pe);
        bool reversed = true;
        for (int i = 0; i < BYTES; i++) {
            reversed = reversed && local_back[i] == source[BYTES - 1 - i];
        }
        test_check(reversed, "local memory: other bytes came back from PE %d", pe);
    }
    memory_free_shared(local);
    ishmem_free(slots);
}

int main(void)
{
    rma_caller_t caller = {.name = "a kernel",
                           .shared = true,
                           .block_bytes = 65536,
                           .step = test_step(STEP, RMA_LONGEST_STEP)};
    rma_caller_t large = {.name = "a kernel",
                          .shared = true,
                          .block_bytes = RMA_LARGEST_BLOCK,
                          .step = test_step(1, STEP)};
    test_start();
    test_family("rma, device");
    launch_open("rma");
#define RUN_TYPE(NAME, TYPE, A) run_type(&caller, #NAME, sizeof(TYPE));
#define RUN_SIZE(SIZE, BYTES, A) run_size(&caller, "sized_" #SIZE, BYTES);
    RMA_EVERY(RUN_TYPE, RUN_SIZE, )
    run_form(&large, "sized_mem", 1, 1, false, FORM_FLAT);
    run_form(&large, "sized_mem", 1, 1, true, FORM_FLAT);
    run_form(&large, "sized_mem", 1, 1, true, FORM_SUB_GROUP);
    address_spaces();
    launch_close();
    return test_finish();
}
