/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered waits and tests, of one object and of sets, for every type that waits have.  Each
 * is one work-item on the tile, which chooses at each execution where the search of a set starts.
 */
#include "observe.h"
#include "queue_define.h"

/* ---- One object ------------------------------------------------------------------------------ */

/* ret: where a wait stores the value that it has seen, in the object's size, or a test stores its
 * int; or NULL. */
static int one(const ishmemi_queue_t *queue, const char *argument, const void *object, size_t size,
               bool is_signed, int cmp, uint64_t value, bool waits, void *ret)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_own(queue->routine, argument, object, size), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_cmp(queue->routine, cmp), -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, argument, object), -1);
    const size_t result = waits ? size : sizeof(int);
    if (ret || !waits) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_local(queue, "ret", ret, 1, result), -1);
    }
    ISHMEMI_OBSERVE_AS(waits ? ISHMEMI_OBSERVE_WAIT : ISHMEMI_OBSERVE_TEST, queue->routine, -1,
                       .path = ISHMEMI_PATH_QUEUE, .object = object,
                       .dest = ISHMEMI_OBSERVED_BLOCK(object, size),
                       .also_writes = {ISHMEMI_OBSERVED_ALSO(ret, 1, result)});
    const ishmemi_queue_wait_t request = {.state = ishmemi_queue_state(),
                                          .object = ishmemi_queue_address(object),
                                          .value = value,
                                          .ret = ishmemi_queue_address(ret),
                                          .bytes = (uint32_t)size,
                                          .cmp = cmp,
                                          .is_signed = is_signed,
                                          .waits = waits};
    return ishmemi_queue_append_kernel(queue, ISHMEMI_QUEUE_WAIT, &request, sizeof request, 1);
}

int ishmemx_signal_wait_until_on_queue(uint64_t *sig_addr, int cmp, uint64_t cmp_value,
                                       uint64_t *ret, ISHMEMI_QUEUE_PARAMETERS)
{
    return one(QUEUE("ishmemx_signal_wait_until_on_queue"), "sig_addr", sig_addr, sizeof *sig_addr,
               false, cmp, cmp_value, true, ret);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

typedef struct set {
    const void *ivars;
    size_t nelems;
    const int *status;
    int cmp;
    uint64_t value;
    bool has_values;
    const void *values;
    size_t size;
    bool is_signed;
} set_t;

/* indices, ret: NULL if the routine has no such parameter. */
static int of_set(const ishmemi_queue_t *queue, const set_t *set, ishmemi_queue_set_kind_t kind,
                  bool waits, size_t *indices, void *ret)
{
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_own_array(queue->routine, "ivars", set->ivars, set->nelems, set->size), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_cmp(queue->routine, set->cmp), -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    if (set->nelems > 0) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, "ivars", set->ivars), -1);
    }
    if (set->has_values) {
        ISHMEMI_REQUIRE_OR(
            ishmemi_queue_check_local(queue, "cmp_values", set->values, set->nelems, set->size),
            -1);
    }
    if (set->status) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_local(queue, "status", set->status, set->nelems,
                                                     sizeof *set->status),
                           -1);
    }
    if (kind == ISHMEMI_QUEUE_SET_SOME) {
        ISHMEMI_REQUIRE_OR(
            ishmemi_queue_check_local(queue, "indices", indices, set->nelems, sizeof *indices), -1);
    }
    const size_t result = kind == ISHMEMI_QUEUE_SET_ALL ? sizeof(int) : sizeof(size_t);
    if (ret || !waits) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_local(queue, "ret", ret, 1, result), -1);
    }
    ISHMEMI_OBSERVE_AS(
        waits ? ISHMEMI_OBSERVE_WAIT : ISHMEMI_OBSERVE_TEST, queue->routine, -1,
        .path = ISHMEMI_PATH_QUEUE, .object = set->ivars,
        .dest = {set->ivars, set->size, set->nelems, set->size},
        .also_writes = {ISHMEMI_OBSERVED_ALSO(ret, 1, result),
                        ISHMEMI_OBSERVED_ALSO(indices, set->nelems, sizeof *indices)},
        .also_reads = {ISHMEMI_OBSERVED_ALSO(set->status, set->nelems, sizeof *set->status),
                       ISHMEMI_OBSERVED_ALSO(set->values, set->nelems, set->size)});
    const ishmemi_queue_set_t request = {.state = ishmemi_queue_state(),
                                         .ivars = ishmemi_queue_address(set->ivars),
                                         .nelems = set->nelems,
                                         .indices = ishmemi_queue_address(indices),
                                         .status = ishmemi_queue_address(set->status),
                                         .value = set->value,
                                         .values = ishmemi_queue_address(set->values),
                                         .ret = ishmemi_queue_address(ret),
                                         .bytes = (uint32_t)set->size,
                                         .cmp = set->cmp,
                                         .kind = kind,
                                         .is_signed = set->is_signed,
                                         .waits = waits};
    return ishmemi_queue_append_kernel(queue, ISHMEMI_QUEUE_SET, &request, sizeof request, 1);
}

/* ---- Routines -------------------------------------------------------------------------------- */

#define IS_SIGNED(TYPE) ((TYPE)-1 < (TYPE)1)

#define QUEUED_wait_until(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    one(QUEUE, "ivar", ivar, SIZE, IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value, true, NULL)
#define QUEUED_test(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    one(QUEUE, "ivar", ivar, SIZE, IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value, false, ret)

/* Sets whose elements are compared with one value, and sets in which each element has its own. */
#define SET(SIZE, TYPE)                                                                     \
    &(const set_t)                                                                          \
    {                                                                                       \
        ivars, nelems, status, cmp, (uint64_t)cmp_value, false, NULL, SIZE, IS_SIGNED(TYPE) \
    }
#define VECTOR(SIZE, TYPE)                                                     \
    &(const set_t)                                                             \
    {                                                                          \
        ivars, nelems, status, cmp, 0, true, cmp_values, SIZE, IS_SIGNED(TYPE) \
    }

#define QUEUED_wait_until_all(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, SET(SIZE, TYPE), ISHMEMI_QUEUE_SET_ALL, true, NULL, NULL)
#define QUEUED_wait_until_any(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, SET(SIZE, TYPE), ISHMEMI_QUEUE_SET_ANY, true, NULL, ret)
#define QUEUED_wait_until_some(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, SET(SIZE, TYPE), ISHMEMI_QUEUE_SET_SOME, true, indices, ret)
#define QUEUED_wait_until_all_vector(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, VECTOR(SIZE, TYPE), ISHMEMI_QUEUE_SET_ALL, true, NULL, NULL)
#define QUEUED_wait_until_any_vector(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, VECTOR(SIZE, TYPE), ISHMEMI_QUEUE_SET_ANY, true, NULL, ret)
#define QUEUED_wait_until_some_vector(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, VECTOR(SIZE, TYPE), ISHMEMI_QUEUE_SET_SOME, true, indices, ret)

#define QUEUED_test_all(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, SET(SIZE, TYPE), ISHMEMI_QUEUE_SET_ALL, false, NULL, ret)
#define QUEUED_test_any(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, SET(SIZE, TYPE), ISHMEMI_QUEUE_SET_ANY, false, NULL, ret)
#define QUEUED_test_some(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, SET(SIZE, TYPE), ISHMEMI_QUEUE_SET_SOME, false, indices, ret)
#define QUEUED_test_all_vector(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, VECTOR(SIZE, TYPE), ISHMEMI_QUEUE_SET_ALL, false, NULL, ret)
#define QUEUED_test_any_vector(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, VECTOR(SIZE, TYPE), ISHMEMI_QUEUE_SET_ANY, false, NULL, ret)
#define QUEUED_test_some_vector(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    of_set(QUEUE, VECTOR(SIZE, TYPE), ISHMEMI_QUEUE_SET_SOME, false, indices, ret)

#define DEFINE_WAITS(NAME, TYPE, A) ISHMEMI_WAIT_ROUTINES(DEFINE_QUEUED, NAME, TYPE)
ISHMEMI_WAIT_TYPES(DEFINE_WAITS, )
