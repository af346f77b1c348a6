/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put, get, their non-blocking forms, p, g and put_signal of every type and size, on a command
 * list.
 */
#include "harness.h"
#include "queue_caller.h"
#include "rma_cases.h"
#include <string.h>

#define BLOCK_CALLS(ID, FORM, PUT, GET, PUT_SIGNAL)                                             \
    static void FORM##_##ID##_put(const rma_routines_t *self, void *dest, const void *source,   \
                                  size_t nelems, int pe)                                        \
    {                                                                                           \
        (void)self;                                                                             \
        QUEUE_RUN(PUT, dest, source, nelems, pe);                                               \
    }                                                                                           \
    static void FORM##_##ID##_get(const rma_routines_t *self, void *dest, const void *source,   \
                                  size_t nelems, int pe)                                        \
    {                                                                                           \
        (void)self;                                                                             \
        QUEUE_RUN(GET, dest, source, nelems, pe);                                               \
    }                                                                                           \
    static void FORM##_##ID##_put_signal(const rma_routines_t *self, void *dest,                \
                                         const void *source, size_t nelems, uint64_t *sig_addr, \
                                         uint64_t signal, int sig_op, int pe)                   \
    {                                                                                           \
        (void)self;                                                                             \
        QUEUE_RUN(PUT_SIGNAL, dest, source, nelems, sig_addr, signal, sig_op, pe);              \
    }

#define TYPED_CALLS(NAME, TYPE, A)                                                               \
    BLOCK_CALLS(NAME, plain, ishmemx_##NAME##_put_on_queue, ishmemx_##NAME##_get_on_queue,       \
                ishmemx_##NAME##_put_signal_on_queue)                                            \
    BLOCK_CALLS(NAME, nbi, ishmemx_##NAME##_put_nbi_on_queue, ishmemx_##NAME##_get_nbi_on_queue, \
                ishmemx_##NAME##_put_signal_nbi_on_queue)                                        \
    static void plain_##NAME##_p(const rma_routines_t *self, void *dest, uint64_t bits, int pe)  \
    {                                                                                            \
        TYPE value;                                                                              \
        (void)self;                                                                              \
        memcpy(&value, &bits, sizeof value);                                                     \
        QUEUE_RUN(ishmemx_##NAME##_p_on_queue, dest, value, pe);                                 \
    }                                                                                            \
    static uint64_t plain_##NAME##_g(const rma_routines_t *self, const void *source, int pe)     \
    {                                                                                            \
        (void)self;                                                                              \
        *queue_result = 0;                                                                       \
        QUEUE_RUN(ishmemx_##NAME##_g_on_queue, source, pe, (TYPE *)(void *)queue_result);        \
        return *queue_result;                                                                    \
    }

#define SIZED_CALLS(SIZE, BYTES, A)                                                            \
    BLOCK_CALLS(SIZE, plain, ishmemx_put##SIZE##_on_queue, ishmemx_get##SIZE##_on_queue,       \
                ishmemx_put##SIZE##_signal_on_queue)                                           \
    BLOCK_CALLS(SIZE, nbi, ishmemx_put##SIZE##_nbi_on_queue, ishmemx_get##SIZE##_nbi_on_queue, \
                ishmemx_put##SIZE##_signal_nbi_on_queue)
RMA_EVERY(TYPED_CALLS, SIZED_CALLS, )

#define TYPED_ROW(NAME, TYPE, FORM)                                                        \
    RMA_ROW(FORM##_##NAME, #FORM " " #NAME, sizeof(TYPE), sizeof(TYPE), FORM##_##NAME##_p, \
            FORM##_##NAME##_g, FORM##_##NAME##_put_signal)
#define TYPED_ROW_NBI(NAME, TYPE, FORM)                                             \
    RMA_ROW(FORM##_##NAME, #FORM " " #NAME, sizeof(TYPE), sizeof(TYPE), NULL, NULL, \
            FORM##_##NAME##_put_signal)
#define SIZED_ROW(SIZE, BYTES, FORM) \
    RMA_ROW(FORM##_##SIZE, #FORM " " #SIZE, BYTES, 1, NULL, NULL, FORM##_##SIZE##_put_signal)

static rma_routines_t plain[] = {RMA_EVERY(TYPED_ROW, SIZED_ROW, plain)};
/* The same bodies: a few shapes each. */
static rma_routines_t nbi[] = {RMA_EVERY(TYPED_ROW_NBI, SIZED_ROW, nbi)};

/* A count of zero touches nothing, wherever the addresses point, and signals its event. */
static void zero_counts(void)
{
    QUEUE_RUN(ishmemx_putmem_on_queue, NULL, NULL, 0, test_me);
    QUEUE_RUN(ishmemx_getmem_on_queue, NULL, NULL, 0, test_me);
    QUEUE_RUN(ishmemx_int_iput_on_queue, NULL, NULL, 3, 2, 0, test_n - 1);
    QUEUE_RUN(ishmemx_double_ibget_on_queue, NULL, NULL, 3, 2, 0, 7, test_n - 1);
}

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    const rma_caller_t caller = {.name = queue_mode_names[mode],
                                 .shared = true,
                                 .block_bytes = RMA_LARGEST_BLOCK,
                                 .step = 3};
    const rma_caller_t few = {.name = queue_mode_names[mode],
                              .shared = true,
                              .block_bytes = (size_t)64 << 10,
                              .step = 7,
                              .first = 3};
    /* Memory that only the host knows. */
    const rma_caller_t of_host = {.name = queue_mode_names[mode],
                                  .shared = false,
                                  .block_bytes = 1 << 14,
                                  .step = 11,
                                  .first = 5};
    const size_t plain_count = QUEUE_SOME(plain);
    const size_t nbi_count = QUEUE_SOME(nbi);
    test_family("rma, queued");
    rma_cases(&caller, plain, plain_count);
    rma_cases(&few, nbi, nbi_count);
    rma_cases(&of_host, nbi, nbi_count);
    zero_counts();
    test_family("signal, queued");
    signal_cases(&caller, plain, plain_count);
    signal_cases(&few, nbi, nbi_count);
    signal_cases(&of_host, nbi, nbi_count);
    return queue_test_finish();
}
