/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * iput, iget, ibput and ibget of every type and size, on a command list.
 */
#include "harness.h"
#include "queue_caller.h"
#include "strided_cases.h"

#define CALLS(ID, IPUT, IGET, IBPUT, IBGET)                                                    \
    static void ID##_iput(const strided_routines_t *self, void *dest, const void *source,      \
                          ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)                 \
    {                                                                                          \
        (void)self;                                                                            \
        QUEUE_RUN(IPUT, dest, source, dst, sst, nelems, pe);                                   \
    }                                                                                          \
    static void ID##_iget(const strided_routines_t *self, void *dest, const void *source,      \
                          ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)                 \
    {                                                                                          \
        (void)self;                                                                            \
        QUEUE_RUN(IGET, dest, source, dst, sst, nelems, pe);                                   \
    }                                                                                          \
    static void ID##_ibput(const strided_routines_t *self, void *dest, const void *source,     \
                           ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
    {                                                                                          \
        (void)self;                                                                            \
        QUEUE_RUN(IBPUT, dest, source, dst, sst, bsize, nblocks, pe);                          \
    }                                                                                          \
    static void ID##_ibget(const strided_routines_t *self, void *dest, const void *source,     \
                           ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
    {                                                                                          \
        (void)self;                                                                            \
        QUEUE_RUN(IBGET, dest, source, dst, sst, bsize, nblocks, pe);                          \
    }

#define TYPED_CALLS(NAME, TYPE, A)                                                  \
    CALLS(t_##NAME, ishmemx_##NAME##_iput_on_queue, ishmemx_##NAME##_iget_on_queue, \
          ishmemx_##NAME##_ibput_on_queue, ishmemx_##NAME##_ibget_on_queue)
ISHMEMI_RMA_TYPES(TYPED_CALLS, )
#define SIZED_CALLS(SIZE, BYTES, A)                                               \
    CALLS(s_##SIZE, ishmemx_iput##SIZE##_on_queue, ishmemx_iget##SIZE##_on_queue, \
          ishmemx_ibput##SIZE##_on_queue, ishmemx_ibget##SIZE##_on_queue)
ISHMEMI_SIZES(SIZED_CALLS, )

#define TYPED_ROW(NAME, TYPE, A) STRIDED_ROW(t_##NAME, #NAME, sizeof(TYPE), sizeof(TYPE))
#define SIZED_ROW(SIZE, BYTES, A) STRIDED_ROW(s_##SIZE, #SIZE, BYTES, 1)

static strided_routines_t table[] = {ISHMEMI_RMA_TYPES(TYPED_ROW, ) ISHMEMI_SIZES(SIZED_ROW, )};

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    test_family("strided rma, queued");
    strided_cases(queue_mode_names[mode], true, table, QUEUE_SOME(table), 1, 0);
    return queue_test_finish();
}
