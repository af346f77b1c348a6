/* SPDX-License-Identifier: BSD-3-Clause */
/* iput, iget, ibput and ibget inside kernels; and put_nbi and get_nbi, completed by quiet. */
#include "call_forms.h"

/* Of a type, the first and the last form: the others are the same lines as for an element size. */
#define CALL_TWO(RESULT, PREFIX, ROUTINE, KIND)                           \
    if (form == CALL_ITEM) {                                              \
        PREFIX##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);                     \
    } else {                                                              \
        ishmemx_ctx_##ROUTINE##_sub_group(ctx, ISHMEMI_ARGUMENTS_##KIND); \
    }

#define KERNEL_BLOCKS(FORMS, NAME, TYPE, PREFIX, ROUTINE, STEM, KIND)                        \
    kernel void NAME##_##ROUTINE(ishmem_ctx_t ctx, uint form, global TYPE *dest,             \
                                 global const TYPE *source, long dst, long sst, ulong bsize, \
                                 ulong nblocks, int pe)                                      \
    {                                                                                        \
        const ulong nelems = nblocks;                                                        \
        (void)dst, (void)sst, (void)bsize, (void)nelems;                                     \
        if (call_takes_part(form)) {                                                         \
            FORMS(, PREFIX, STEM, KIND)                                                      \
        }                                                                                    \
    }
#define TYPED(NAME, TYPE, A)                                                   \
    KERNEL_BLOCKS(CALL_TWO, NAME, TYPE, ishmem, iput, NAME##_iput, strided)    \
    KERNEL_BLOCKS(CALL_TWO, NAME, TYPE, ishmem, iget, NAME##_iget, strided)    \
    KERNEL_BLOCKS(CALL_TWO, NAME, TYPE, ishmemx, ibput, NAME##_ibput, blocks)  \
    KERNEL_BLOCKS(CALL_TWO, NAME, TYPE, ishmemx, ibget, NAME##_ibget, blocks)  \
    KERNEL_BLOCKS(CALL_TWO, NAME, TYPE, ishmem, put_nbi, NAME##_put_nbi, copy) \
    KERNEL_BLOCKS(CALL_TWO, NAME, TYPE, ishmem, get_nbi, NAME##_get_nbi, copy)
ISHMEMI_RMA_TYPES(TYPED, )

typedef struct {
    ulong words[2];
} bytes16_t;
#define SIZED(SIZE, TYPE)                                                               \
    KERNEL_BLOCKS(CALL_FORMS, size##SIZE, TYPE, ishmem, iput, iput##SIZE, strided)      \
    KERNEL_BLOCKS(CALL_FORMS, size##SIZE, TYPE, ishmem, iget, iget##SIZE, strided)      \
    KERNEL_BLOCKS(CALL_FORMS, size##SIZE, TYPE, ishmemx, ibput, ibput##SIZE, blocks)    \
    KERNEL_BLOCKS(CALL_FORMS, size##SIZE, TYPE, ishmemx, ibget, ibget##SIZE, blocks)    \
    KERNEL_BLOCKS(CALL_FORMS, size##SIZE, TYPE, ishmem, put_nbi, put##SIZE##_nbi, copy) \
    KERNEL_BLOCKS(CALL_FORMS, size##SIZE, TYPE, ishmem, get_nbi, get##SIZE##_nbi, copy)
SIZED(8, uchar)
SIZED(16, ushort)
SIZED(32, uint)
SIZED(64, ulong)
SIZED(128, bytes16_t)
