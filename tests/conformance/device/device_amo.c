/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations of every type, called inside kernels in every form; and kernels of all
 * PEs and their hosts on one object at the same time.
 */
#include "amo_cases.h"
#include "forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <stdio.h>

typedef struct call {
    ze_kernel_handle_t set_fetch;
    ze_kernel_handle_t amo;
    uint32_t form;
    uint64_t *result;
    char name[80];
} call_t;

static const launch_shape_t one = {1, 1};

static uint64_t run_set_fetch(const amo_routines_t *self, uint32_t op, const void *object,
                              uint64_t value, int pe)
{
    const call_t *const call = self->caller;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ishmem_ctx_default),
                                           LAUNCH_ARGUMENT(call->form),
                                           LAUNCH_ARGUMENT(op),
                                           LAUNCH_ARGUMENT(object),
                                           LAUNCH_ARGUMENT(value),
                                           LAUNCH_ARGUMENT(pe),
                                           LAUNCH_ARGUMENT(call->result)};
    launch_run(call->set_fetch, one, arguments, LAUNCH_COUNT(arguments));
    return *call->result;
}

static uint64_t run_amo(const amo_routines_t *self, uint32_t op, void *object, uint64_t value,
                        uint64_t cond, int pe)
{
    const call_t *const call = self->caller;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ishmem_ctx_default),
                                           LAUNCH_ARGUMENT(call->form),
                                           LAUNCH_ARGUMENT(op),
                                           LAUNCH_ARGUMENT(object),
                                           LAUNCH_ARGUMENT(value),
                                           LAUNCH_ARGUMENT(cond),
                                           LAUNCH_ARGUMENT(pe),
                                           LAUNCH_ARGUMENT(call->result)};
    launch_run(call->amo, one, arguments, LAUNCH_COUNT(arguments));
    return *call->result & (self->size == 8 ? UINT64_MAX : UINT32_MAX);
}

static uint64_t fetch(const amo_routines_t *self, const void *source, int pe)
{
    return run_set_fetch(self, AMO_FETCH, source, 0, pe);
}

static void set(const amo_routines_t *self, void *dest, uint64_t value, int pe)
{
    run_set_fetch(self, AMO_SET, dest, value, pe);
}

static uint64_t fetch_add(const amo_routines_t *self, void *dest, uint64_t value, int pe)
{
    return run_amo(self, AMO_FETCH_ADD, dest, value, 0, pe);
}

static void add(const amo_routines_t *self, void *dest, uint64_t value, int pe)
{
    run_amo(self, AMO_ADD, dest, value, 0, pe);
}

static uint64_t compare_swap(const amo_routines_t *self, void *dest, uint64_t cond, uint64_t value,
                             int pe)
{
    return run_amo(self, AMO_COMPARE_SWAP, dest, value, cond, pe);
}

static void run_type(const char *type, size_t size, bool standard, uint64_t *result)
{
    static const char *const form_names[] = {"", " with a context", " by overload",
                                             " by overload with a context"};
    for (uint32_t form = FORM_FLAT; form <= FORM_OVERLOAD_CTX; form++) {
        call_t call = {.form = form, .result = result};
        snprintf(call.name, sizeof call.name, "ishmem_%s_atomic%s", type, form_names[form]);
        call.set_fetch = launch_kernel("%s_set_fetch", type);
        amo_routines_t routines = {
            .name = call.name, .size = size, .fetch = fetch, .set = set, .caller = &call};
        if (standard) {
            call.amo = launch_kernel("%s_amo", type);
            routines.fetch_add = fetch_add;
            routines.add = add;
            routines.compare_swap = compare_swap;
        }
        amo_cases("a kernel", &routines, 1, test_rounds(20));
    }
}

/* What the host does to the object while the kernels hammer it; 4 a round. */
typedef void (*host_part_t)(void *object, int rounds, int pe);

static void hammer(const char *type, size_t size, host_part_t host_part)
{
    const launch_shape_t shape = {4, 32};
    const uint32_t rounds = (uint32_t)test_rounds(40);
    const int host_rounds = test_rounds(4000);
    uint64_t *const object = ishmem_calloc(1, sizeof *object);
    uint64_t *const wrong = ishmem_calloc(1, sizeof *wrong);
    const ze_kernel_handle_t kernel = launch_kernel("%s_hammer", type);
    for (int i = 0; i < test_n; i++) {
        /* All PEs on the object of one, so that they meet. */
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(object), LAUNCH_ARGUMENT(rounds),
                                               LAUNCH_ARGUMENT(i), LAUNCH_ARGUMENT(wrong)};
        launch_start(kernel, shape, arguments, LAUNCH_COUNT(arguments));
        host_part(object, host_rounds, i);
        launch_wait();
    }
    ishmem_barrier_all();
    uint64_t sum = 0;
    uint64_t went_back = 0;
    memory_read(&sum, object, sizeof sum);
    memory_read(&went_back, wrong, sizeof went_back);
    const uint64_t expected =
        (uint64_t)test_n *
        (15u * (uint64_t)rounds * shape.groups * shape.items + 4u * (uint64_t)host_rounds);
    const uint64_t mask = size == 8 ? UINT64_MAX : UINT32_MAX;
    test_check(sum == (expected & mask),
               "%s: kernels and hosts together made 0x%llx, expected 0x%llx", type,
               (unsigned long long)sum, (unsigned long long)expected);
    test_check(went_back == 0, "%s: a fetched sum went back %llu times", type,
               (unsigned long long)went_back);
    ishmem_free(wrong);
    ishmem_free(object);
}

#define HOST_PART(NAME, TYPE, A)                                   \
    static void NAME##_host_part(void *object, int rounds, int pe) \
    {                                                              \
        for (int round = 0; round < rounds; round++) {             \
            (void)ishmem_##NAME##_atomic_fetch_add(object, 1, pe); \
            ishmem_##NAME##_atomic_add(object, 3, pe);             \
        }                                                          \
    }
ISHMEMI_AMO_STD_TYPES(HOST_PART, )

int main(void)
{
    test_start();
    test_family("amo, device");
    launch_open("amo");
    uint64_t *const result = memory_allocate_shared(sizeof *result);
    run_type("float", sizeof(float), false, result);
    run_type("double", sizeof(double), false, result);
#define RUN_TYPE(NAME, TYPE, A) run_type(#NAME, sizeof(TYPE), true, result);
    ISHMEMI_AMO_STD_TYPES(RUN_TYPE, )
#define RUN_HAMMER(NAME, TYPE, A) hammer(#NAME, sizeof(TYPE), NAME##_host_part);
    ISHMEMI_AMO_STD_TYPES(RUN_HAMMER, )
    memory_free_shared(result);
    launch_close();
    return test_finish();
}
