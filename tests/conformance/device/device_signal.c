/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal of every type and size, called inside kernels in every form; and rounds of signalled
 * payloads around all PEs inside one launch.
 */
#include "forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include "rma_cases.h"
#include <stdio.h>

static const char *const form_names[] = {"", " with a context", " by overload",
                                         " by overload with a context"};

typedef struct call {
    ze_kernel_handle_t kernel;
    uint32_t form;
    bool by_group;
    unsigned turn;
    char name[80];
} call_t;

static const launch_shape_t item_shapes[] = {{1, 1}, {2, 8}};
static const launch_shape_t group_shapes[] = {{1, 64}, {2, 32}, {1, 50}};

static void put_signal(const rma_routines_t *self, void *dest, const void *source, size_t nelems,
                       uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)
{
    call_t *const call = (call_t *)(uintptr_t)self->caller;
    const launch_shape_t shape =
        call->by_group ? group_shapes[call->turn % 3] : item_shapes[call->turn % 2];
    const uint64_t count = nelems;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ishmem_ctx_default),
                                           LAUNCH_ARGUMENT(call->form),
                                           LAUNCH_ARGUMENT(dest),
                                           LAUNCH_ARGUMENT(source),
                                           LAUNCH_ARGUMENT(count),
                                           LAUNCH_ARGUMENT(sig_addr),
                                           LAUNCH_ARGUMENT(signal),
                                           LAUNCH_ARGUMENT(sig_op),
                                           LAUNCH_ARGUMENT(pe)};
    call->turn++;
    launch_run(call->kernel, shape, arguments, LAUNCH_COUNT(arguments));
}

/* A type has its counts and offsets spread over its forms, lest the runs get long. */
#define STEP 5

/* One form of one type. */
static void run_form(rma_caller_t *caller, const char *type, size_t size, size_t alignment,
                     bool by_group, uint32_t form)
{
    call_t call = {.form = form, .by_group = by_group};
    const char *const who = !by_group                ? "a work-item"
                            : form >= FORM_SUB_GROUP ? "a sub-group"
                                                     : "a work-group";
    snprintf(call.name, sizeof call.name, "%s%s, %s,", type, form_names[form % 4], who);
    call.kernel = launch_kernel("%s_%s", type, by_group ? "group" : "item");
    const rma_routines_t routines = {.name = call.name,
                                     .size = size,
                                     .alignment = alignment,
                                     .put_signal = put_signal,
                                     .caller = &call};
    signal_cases(caller, &routines, 1);
    caller->first = (caller->first + 1) % caller->step;
}

static void run_type(rma_caller_t *caller, const char *type, size_t size)
{
    for (uint32_t form = 0; form < 4; form++) {
        run_form(caller, type, size, size, false, form);
        run_form(caller, type, size, size, true, form);
        run_form(caller, type, size, size, true, FORM_SUB_GROUP + form);
    }
}

static void run_size(rma_caller_t *caller, const char *name, size_t size)
{
    for (uint32_t form = FORM_FLAT; form <= FORM_CTX; form++) {
        run_form(caller, name, size, 1, false, form);
        run_form(caller, name, size, 1, true, form);
        run_form(caller, name, size, 1, true, FORM_SUB_GROUP + form);
    }
}

static void hammer(const char *kernel_name, launch_shape_t shape, uint64_t words, int64_t rounds)
{
    long *const payload = ishmem_calloc(2 * words, sizeof *payload);
    long *const source = ishmem_calloc(words, sizeof *source);
    uint64_t *const sig_addr = ishmem_calloc(1, sizeof *sig_addr);
    uint64_t *const seen = ishmem_calloc(1, sizeof *seen);
    uint64_t *const wrong = ishmem_calloc(1, sizeof *wrong);
    if (!payload || !source || !sig_addr || !seen || !wrong) {
        test_fatal("no memory for the payload");
    }
    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    const launch_argument_t arguments[] = {
        LAUNCH_ARGUMENT(payload),  LAUNCH_ARGUMENT(source), LAUNCH_ARGUMENT(words),
        LAUNCH_ARGUMENT(sig_addr), LAUNCH_ARGUMENT(seen),   LAUNCH_ARGUMENT(rounds),
        LAUNCH_ARGUMENT(right),    LAUNCH_ARGUMENT(left),   LAUNCH_ARGUMENT(wrong)};
    launch_run(launch_kernel("%s", kernel_name), shape, arguments, LAUNCH_COUNT(arguments));
    ishmem_barrier_all();
    uint64_t found = 0;
    memory_read(&found, wrong, sizeof found);
    test_check(found == 0, "%s: the signal came before the data for %llu words in %lld rounds",
               kernel_name, (unsigned long long)found, (long long)rounds);
    test_check(ishmem_signal_fetch(sig_addr) == (uint64_t)rounds, "%s: the signal is %llu",
               kernel_name, (unsigned long long)ishmem_signal_fetch(sig_addr));
    ishmem_free(wrong);
    ishmem_free(seen);
    ishmem_free(sig_addr);
    ishmem_free(source);
    ishmem_free(payload);
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
    test_family("signal, device");
    launch_open("signal");
#define RUN_TYPE(NAME, TYPE, A) run_type(&caller, #NAME, sizeof(TYPE));
#define RUN_SIZE(SIZE, BYTES, A) run_size(&caller, "sized_" #SIZE, BYTES);
    RMA_EVERY(RUN_TYPE, RUN_SIZE, )
    run_form(&large, "sized_mem", 1, 1, false, FORM_FLAT);
    run_form(&large, "sized_mem", 1, 1, true, FORM_FLAT);
    hammer("hammer_item", (launch_shape_t){1, 1}, 513, test_rounds(100000));
    hammer("hammer_group", (launch_shape_t){1, 32}, 513, test_rounds(10000));
    launch_close();
    return test_finish();
}
