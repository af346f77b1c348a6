/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered atomic memory operations and updates of signal words.  Each is one work-item on the
 * tile, so it is atomic with respect to every other AMO on the object.
 */
#include "observe.h"
#include "queue_define.h"
#include "values.h"

static ishmemi_queue_kernel_t kernel_for(ishmemi_amo_t op, size_t size)
{
    if (op != ISHMEMI_AMO_ADD_FLOAT) {
        return ISHMEMI_QUEUE_AMO;
    }
    return size == sizeof(float) ? ISHMEMI_QUEUE_ADD_FLOAT : ISHMEMI_QUEUE_ADD_DOUBLE;
}

static uint8_t flags_of(ishmemi_amo_t op, const void *ret)
{
    return (uint8_t)((op == ISHMEMI_AMO_FETCH ? 0 : ISHMEMI_CALL_WRITES) |
                     (ret ? ISHMEMI_CALL_FETCHES : 0));
}

/* argument: the name of the parameter `object`.  ret, which messages call `result`: where the old
 * value is stored, or NULL. */
static int amo(const ishmemi_queue_t *queue, ishmemi_amo_t op, const char *argument,
               const void *object, size_t size, uint64_t value, uint64_t cond, const char *result,
               void *ret, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_object(queue->routine, argument, object, size, pe), -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_heap(queue, argument, object), -1);
    if (ret) {
        ISHMEMI_REQUIRE_OR(ishmemi_queue_check_local(queue, result, ret, 1, size), -1);
    }
    ISHMEMI_OBSERVE(AMO, queue->routine, pe, .bytes = size, .path = ISHMEMI_PATH_QUEUE,
                    .object = object, .flags = flags_of(op, ret),
                    .dest = ISHMEMI_OBSERVED_BLOCK(object, size),
                    .also_writes = {ISHMEMI_OBSERVED_ALSO(ret, 1, size)});
    const ishmemi_queue_amo_t request = {.state = ishmemi_queue_state(),
                                         .object = ishmemi_queue_address(object),
                                         .value = value,
                                         .cond = cond,
                                         .ret = ishmemi_queue_address(ret),
                                         .bytes = (uint32_t)size,
                                         .pe = pe,
                                         .op = op};
    return ishmemi_queue_append_kernel(queue, kernel_for(op, size), &request, sizeof request, 1);
}

/* A call that stores no value would have no purpose, so ret must not be NULL. */
static int fetch_only(const ishmemi_queue_t *queue, const void *source, size_t size,
                      const char *result, void *ret, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(queue->routine, result, ret, 1, size), -1);
    return amo(queue, ISHMEMI_AMO_FETCH, "source", source, size, 0, 0, result, ret, pe);
}

/* An operation with a value, in three forms: without a result, returning the old value, and
 * non-blocking. */
#define PLAIN(QUEUE, OP, VALUE, SIZE) amo(QUEUE, OP, "dest", dest, SIZE, VALUE, 0, "", NULL, pe)
#define FETCHING(QUEUE, OP, VALUE, SIZE) \
    amo(QUEUE, OP, "dest", dest, SIZE, VALUE, 0, "ret", ret, pe)
#define STORING(QUEUE, OP, VALUE, COND, SIZE)                        \
    (ishmemi_check_local((QUEUE)->routine, "fetch", fetch, 1, SIZE), \
     amo(QUEUE, OP, "dest", dest, SIZE, VALUE, COND, "fetch", fetch, pe))

#define QUEUED_atomic_compare_swap(QUEUE, NAME, TYPE, SIZE, ALIGNMENT)           \
    amo(QUEUE, ISHMEMI_AMO_COMPARE_SWAP, "dest", dest, SIZE, NAME##_bits(value), \
        NAME##_bits(cond), "ret", ret, pe)
#define QUEUED_atomic_compare_swap_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ISHMEMI_AMO_COMPARE_SWAP, NAME##_bits(value), NAME##_bits(cond), SIZE)
#define QUEUED_atomic_fetch_inc(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(QUEUE, ISHMEMI_AMO_ADD, 1, SIZE)
#define QUEUED_atomic_inc(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) PLAIN(QUEUE, ISHMEMI_AMO_ADD, 1, SIZE)
#define QUEUED_atomic_fetch_inc_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ISHMEMI_AMO_ADD, 1, 0, SIZE)

/* Floating-point numbers need their own addition. */
#define ADD(TYPE) ((TYPE)0.5 > 0 ? ISHMEMI_AMO_ADD_FLOAT : ISHMEMI_AMO_ADD)
#define QUEUED_atomic_fetch_add(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(QUEUE, ADD(TYPE), NAME##_bits(value), SIZE)
#define QUEUED_atomic_add(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(QUEUE, ADD(TYPE), NAME##_bits(value), SIZE)
#define QUEUED_atomic_fetch_add_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ADD(TYPE), NAME##_bits(value), 0, SIZE)

#define QUEUED_atomic_fetch(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    fetch_only(QUEUE, source, SIZE, "ret", ret, pe)
#define QUEUED_atomic_fetch_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    fetch_only(QUEUE, source, SIZE, "fetch", fetch, pe)
#define QUEUED_atomic_set(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(QUEUE, ISHMEMI_AMO_SET, NAME##_bits(value), SIZE)
#define QUEUED_atomic_swap(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(QUEUE, ISHMEMI_AMO_SWAP, NAME##_bits(value), SIZE)
#define QUEUED_atomic_swap_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ISHMEMI_AMO_SWAP, NAME##_bits(value), 0, SIZE)

#define QUEUED_atomic_fetch_and(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(QUEUE, ISHMEMI_AMO_AND, NAME##_bits(value), SIZE)
#define QUEUED_atomic_and(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(QUEUE, ISHMEMI_AMO_AND, NAME##_bits(value), SIZE)
#define QUEUED_atomic_fetch_and_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ISHMEMI_AMO_AND, NAME##_bits(value), 0, SIZE)
#define QUEUED_atomic_fetch_or(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(QUEUE, ISHMEMI_AMO_OR, NAME##_bits(value), SIZE)
#define QUEUED_atomic_or(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(QUEUE, ISHMEMI_AMO_OR, NAME##_bits(value), SIZE)
#define QUEUED_atomic_fetch_or_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ISHMEMI_AMO_OR, NAME##_bits(value), 0, SIZE)
#define QUEUED_atomic_fetch_xor(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(QUEUE, ISHMEMI_AMO_XOR, NAME##_bits(value), SIZE)
#define QUEUED_atomic_xor(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(QUEUE, ISHMEMI_AMO_XOR, NAME##_bits(value), SIZE)
#define QUEUED_atomic_fetch_xor_nbi(QUEUE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(QUEUE, ISHMEMI_AMO_XOR, NAME##_bits(value), 0, SIZE)

#define DEFINE_STD(NAME, TYPE, A) ISHMEMI_AMO_STD_ROUTINES(DEFINE_QUEUED, NAME, TYPE)
#define DEFINE_EXT(NAME, TYPE, A) ISHMEMI_AMO_EXT_ROUTINES(DEFINE_QUEUED, NAME, TYPE)
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_AMO_BIT_ROUTINES(DEFINE_QUEUED, NAME, TYPE)
#define DEFINE_FLOAT(NAME, TYPE, A) ISHMEMI_AMO_FLOAT_ROUTINES(DEFINE_QUEUED, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(DEFINE_STD, )
ISHMEMI_AMO_EXT_TYPES(DEFINE_EXT, )
ISHMEMI_AMO_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_AMO_FLOAT_TYPES(DEFINE_FLOAT, )

int ishmemx_signal_set_on_queue(uint64_t *sig_addr, uint64_t signal, int pe,
                                ISHMEMI_QUEUE_PARAMETERS)
{
    return amo(QUEUE("ishmemx_signal_set_on_queue"), ISHMEMI_AMO_SET, "sig_addr", sig_addr,
               sizeof signal, signal, 0, "", NULL, pe);
}

int ishmemx_signal_add_on_queue(uint64_t *sig_addr, uint64_t signal, int pe,
                                ISHMEMI_QUEUE_PARAMETERS)
{
    return amo(QUEUE("ishmemx_signal_add_on_queue"), ISHMEMI_AMO_ADD, "sig_addr", sig_addr,
               sizeof signal, signal, 0, "", NULL, pe);
}
