/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_until and test of every type, of one object and of sets, and signal_wait_until, on a command
 * list.
 */
#include "harness.h"
#include "memory.h"
#include "queue_caller.h"
#include "wait_cases.h"
#include "wait_set_cases.h"
#include <string.h>

/* ---- One object ------------------------------------------------------------------------------ */

ISHMEMI_WAIT_TYPES(WAIT_HOLDS, )

#define WAIT_CALL(NAME, TYPE, A)                                                        \
    static uint64_t NAME##_wait_until(const wait_routines_t *self, void *ivar, int cmp, \
                                      uint64_t value)                                   \
    {                                                                                   \
        (void)self;                                                                     \
        QUEUE_RUN(ishmemx_##NAME##_wait_until_on_queue, ivar, cmp, (TYPE)value);        \
        return 0;                                                                       \
    }
ISHMEMI_WAIT_TYPES(WAIT_CALL, )

static uint64_t signal_wait_until(const wait_routines_t *self, void *sig_addr, int cmp,
                                  uint64_t value)
{
    (void)self;
    *queue_result = ~value;
    QUEUE_RUN(ishmemx_signal_wait_until_on_queue, sig_addr, cmp, value, queue_result);
    return *queue_result;
}

#define WAIT_ROW(NAME, TYPE, A)                       \
    {.name = "ishmemx_" #NAME "_wait_until_on_queue", \
     .size = sizeof(TYPE),                            \
     .wait_until = NAME##_wait_until,                 \
     .holds = NAME##_holds},

static wait_routines_t waits[] = {
    ISHMEMI_WAIT_TYPES(WAIT_ROW, ){.name = "ishmemx_signal_wait_until_on_queue",
                                   .size = sizeof(uint64_t),
                                   .returns_value = true,
                                   .wait_until = signal_wait_until,
                                   .holds = uint64_holds},
};

/* ---- Sets ------------------------------------------------------------------------------------ */

/* What kernels read and write instead of the cases' own arrays. */
#define MOST 2048
static struct shared {
    int status[MOST];
    uint64_t values[MOST];
    size_t indices[MOST];
} *shared;

static const int *shared_status(const int *status, size_t nelems)
{
    return status ? memcpy(shared->status, status, nelems * sizeof *status) : NULL;
}

static const void *shared_values(const void *values, size_t nelems, size_t size)
{
    return memcpy(shared->values, values, nelems * size);
}

#define RESULT(TYPE) ((TYPE *)(void *)queue_result)

#define SET_CALLS(NAME, TYPE, A)                                                                 \
    static int NAME##_test(const wait_set_routines_t *self, void *ivar, int cmp, uint64_t value) \
    {                                                                                            \
        (void)self;                                                                              \
        *RESULT(int) = -1;                                                                       \
        QUEUE_RUN(ishmemx_##NAME##_test_on_queue, ivar, cmp, (TYPE)value, RESULT(int));          \
        return *RESULT(int);                                                                     \
    }                                                                                            \
    static void NAME##_wait_all(const wait_set_routines_t *self, void *ivars, size_t nelems,     \
                                const int *status, int cmp, uint64_t value, const void *values)  \
    {                                                                                            \
        if (values) {                                                                            \
            QUEUE_RUN(ishmemx_##NAME##_wait_until_all_vector_on_queue, ivars, nelems,            \
                      shared_status(status, nelems), cmp,                                        \
                      shared_values(values, nelems, self->size));                                \
        } else {                                                                                 \
            QUEUE_RUN(ishmemx_##NAME##_wait_until_all_on_queue, ivars, nelems,                   \
                      shared_status(status, nelems), cmp, (TYPE)value);                          \
        }                                                                                        \
    }                                                                                            \
    WITH_RESULT(int, NAME, TYPE, test_all, test_all)                                             \
    WITH_RESULT(size_t, NAME, TYPE, wait_any, wait_until_any)                                    \
    WITH_RESULT(size_t, NAME, TYPE, test_any, test_any)                                          \
    SOME(NAME, TYPE, wait_some, wait_until_some)                                                 \
    SOME(NAME, TYPE, test_some, test_some)
#define WITH_RESULT(TYPE_OF_RESULT, NAME, TYPE, CALL, ROUTINE)                                     \
    static TYPE_OF_RESULT NAME##_##CALL(const wait_set_routines_t *self, void *ivars,              \
                                        size_t nelems, const int *status, int cmp, uint64_t value, \
                                        const void *values)                                        \
    {                                                                                              \
        *queue_result = 0x5555555555555555u;                                                       \
        if (values) {                                                                              \
            QUEUE_RUN(ishmemx_##NAME##_##ROUTINE##_vector_on_queue, ivars, nelems,                 \
                      shared_status(status, nelems), cmp,                                          \
                      shared_values(values, nelems, self->size), RESULT(TYPE_OF_RESULT));          \
        } else {                                                                                   \
            QUEUE_RUN(ishmemx_##NAME##_##ROUTINE##_on_queue, ivars, nelems,                        \
                      shared_status(status, nelems), cmp, (TYPE)value, RESULT(TYPE_OF_RESULT));    \
        }                                                                                          \
        return *RESULT(TYPE_OF_RESULT);                                                            \
    }
#define SOME(NAME, TYPE, CALL, ROUTINE)                                                      \
    static size_t NAME##_##CALL(const wait_set_routines_t *self, void *ivars, size_t nelems, \
                                size_t *indices, const int *status, int cmp, uint64_t value, \
                                const void *values)                                          \
    {                                                                                        \
        *queue_result = 0x5555555555555555u;                                                 \
        if (values) {                                                                        \
            QUEUE_RUN(ishmemx_##NAME##_##ROUTINE##_vector_on_queue, ivars, nelems,           \
                      shared->indices, shared_status(status, nelems), cmp,                   \
                      shared_values(values, nelems, self->size), RESULT(size_t));            \
        } else {                                                                             \
            QUEUE_RUN(ishmemx_##NAME##_##ROUTINE##_on_queue, ivars, nelems, shared->indices, \
                      shared_status(status, nelems), cmp, (TYPE)value, RESULT(size_t));      \
        }                                                                                    \
        memcpy(indices, shared->indices, *RESULT(size_t) * sizeof *indices);                 \
        return *RESULT(size_t);                                                              \
    }
ISHMEMI_WAIT_TYPES(SET_CALLS, )

#define SET_ROW(NAME, TYPE, A) WAIT_SET_ROW(NAME, TYPE, "ishmemx_" #NAME "_on_queue")
static wait_set_routines_t sets[] = {ISHMEMI_WAIT_TYPES(SET_ROW, )};

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    shared = memory_allocate_shared(sizeof *shared);
    test_family("wait, queued");
    wait_cases(queue_mode_names[mode], waits, QUEUE_SOME(waits));
    test_family("wait, sets, queued");
    wait_set_cases(queue_mode_names[mode], sets, QUEUE_SOME(sets));
    memory_free_shared(shared);
    return queue_test_finish();
}
