/* SPDX-License-Identifier: BSD-3-Clause */
/* Every atomic memory operation inside kernels, in every form. */
#include "call_forms.h"

/* What a routine returns is stored by each work-item; a non-blocking one stores its result itself. */
#define KERNEL_AMO(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                               \
    kernel void NAME##_##ROUTINE(ishmem_ctx_t ctx, uint form, global TYPE *dest,            \
                                 global const TYPE *operands, global TYPE *results, int pe) \
    {                                                                                       \
        const TYPE value = operands[0];                                                     \
        const TYPE cond = operands[1];                                                      \
        global const TYPE *const source = dest;                                             \
        global TYPE *const fetch = results;                                                 \
        const ulong lane = call_lane(form);                                                 \
        (void)value, (void)cond, (void)source, (void)fetch, (void)lane;                     \
        if (call_takes_part(form)) {                                                        \
            CALL_FORMS(RETURNS_##ROUTINE, PREFIX, NAME##_##ROUTINE, KIND)                   \
        }                                                                                   \
    }
#define RETURNS_atomic_fetch results[lane] =
#define RETURNS_atomic_swap results[lane] =
#define RETURNS_atomic_compare_swap results[lane] =
#define RETURNS_atomic_fetch_inc results[lane] =
#define RETURNS_atomic_fetch_add results[lane] =
#define RETURNS_atomic_fetch_and results[lane] =
#define RETURNS_atomic_fetch_or results[lane] =
#define RETURNS_atomic_fetch_xor results[lane] =
#define RETURNS_atomic_set
#define RETURNS_atomic_inc
#define RETURNS_atomic_add
#define RETURNS_atomic_and
#define RETURNS_atomic_or
#define RETURNS_atomic_xor
#define RETURNS_atomic_fetch_nbi
#define RETURNS_atomic_swap_nbi
#define RETURNS_atomic_compare_swap_nbi
#define RETURNS_atomic_fetch_inc_nbi
#define RETURNS_atomic_fetch_add_nbi
#define RETURNS_atomic_fetch_and_nbi
#define RETURNS_atomic_fetch_or_nbi
#define RETURNS_atomic_fetch_xor_nbi

#define STANDARD(NAME, TYPE, A) ISHMEMI_AMO_STD_ROUTINES(KERNEL_AMO, NAME, TYPE)
#define EXTENDED(NAME, TYPE, A) ISHMEMI_AMO_EXT_ROUTINES(KERNEL_AMO, NAME, TYPE)
#define BITWISE(NAME, TYPE, A) ISHMEMI_AMO_BIT_ROUTINES(KERNEL_AMO, NAME, TYPE)
#define FLOATING(NAME, TYPE, A) ISHMEMI_AMO_FLOAT_ROUTINES(KERNEL_AMO, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(STANDARD, )
ISHMEMI_AMO_EXT_TYPES(EXTENDED, )
ISHMEMI_AMO_BIT_TYPES(BITWISE, )
ISHMEMI_AMO_FLOAT_TYPES(FLOATING, )

/* Each work-item adds 1 to numbers and flips each bit twice, but the one of its PE once. */
kernel void hammer(global float *f, global double *d, global ulong *bits, ulong rounds, int me,
                   int pe)
{
    for (ulong i = 0; i < rounds; i++) {
        ishmem_float_atomic_add(f, 1.0f, pe);
        ishmem_atomic_fetch_add(d, 1.0, pe);
        ishmem_atomic_xor(bits, 0xff00UL, pe);
        ishmem_atomic_fetch_xor(bits, 0xff00UL, pe);
    }
    ishmem_atomic_or(bits, 1UL << me, pe);
}
