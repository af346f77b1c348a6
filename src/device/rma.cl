/* SPDX-License-Identifier: BSD-3-Clause */
/* Put and get of every kind, p and g. */
#include "body/rma.h"
#include "forms/forms.h"
#include "forms/values.h"

#define BODY_put(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_put(CTX, GROUP, ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe)
#define BODY_get(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_get(CTX, GROUP, ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe)
#define BODY_put_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_put_nbi(CTX, GROUP, ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe)
#define BODY_get_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_get_nbi(CTX, GROUP, ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, pe)
#define BODY_iput(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_ibput(CTX, GROUP, ROUTINE, dest, source, dst, sst, 1, nelems, SIZE, ALIGNMENT, pe)
#define BODY_iget(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_ibget(CTX, GROUP, ROUTINE, dest, source, dst, sst, 1, nelems, SIZE, ALIGNMENT, pe)
#define BODY_ibput(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_ibput(CTX, GROUP, ROUTINE, dest, source, dst, sst, bsize, nblocks, SIZE, ALIGNMENT, pe)
#define BODY_ibget(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_ibget(CTX, GROUP, ROUTINE, dest, source, dst, sst, bsize, nblocks, SIZE, ALIGNMENT, pe)
#define BODY_p(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_p(CTX, GROUP, ROUTINE, dest, SIZE, ishmemi_##NAME##_bits(value), pe)
#define BODY_g(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_##NAME##_value(ishmemi_g(CTX, GROUP, ROUTINE, source, SIZE, pe))

#define DEFINE_RMA(NAME, TYPE, A)                  \
    ISHMEMI_RMA_ROUTINES(DEFINE_TYPED, NAME, TYPE) \
    ISHMEMI_RMA_VALUE_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_RMA, )

#define DEFINE_SIZE(SIZE, BYTES, A)                      \
    ISHMEMI_SIZE_RMA_ROUTINES(DEFINE_SIZED, SIZE, BYTES) \
    ISHMEMI_SIZE_STRIDED_ROUTINES(DEFINE_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
ISHMEMI_SIZE_RMA_ROUTINES(DEFINE_SIZED, mem, 1)
