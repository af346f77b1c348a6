/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * integer_list.h for the type T; U is its unsigned type, and W the type of twice the size, if there
 * is one.  There is one kernel for each number of lanes; results are stored function after
 * function.
 */
#include "integer_list.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define AS(n) JOIN(JOIN(as_, T), n)

#define FIRST(p) ((global const T *)(p + i))[0]
#define CALL_one(name) name(a[i])
#define CALL_two(name) name(a[i], b[i])
#define CALL_three(name) name(a[i], b[i], c[i])
#define CALL_two_scalars(name) name(a[i], FIRST(b))
#define CALL_three_scalars(name) name(a[i], FIRST(b), FIRST(c))
#define CALL_two_short(name) name(a[i] >> 8, b[i] >> 8)
#define CALL_three_short(name) name(a[i] >> 8, b[i] >> 8, c[i])

/* The number of each row. `n` is empty for scalars. */
#define NUMBER(shape, name, row) row_##row,
enum {
    INTEGER_FUNCTIONS(NUMBER)
#ifdef HAS_24
        INTEGER_FUNCTIONS_24(NUMBER)
#endif
};
#define STORE(shape, name, row) to[row_##row * count + i] = AS(LANES)(CALL_##shape(name));
#ifdef HAS_24
#define ALL INTEGER_FUNCTIONS(STORE) INTEGER_FUNCTIONS_24(STORE)
#else
#define ALL INTEGER_FUNCTIONS(STORE)
#endif
#ifdef W
#define UPSAMPLE up[i] = upsample(a[i], JOIN(JOIN(as_, U), LANES)(b[i]));
#else
#define W T
#define UPSAMPLE
#endif

#define KERNEL(name)                                                                   \
    kernel void name(global JOIN(T, LANES) * to, global JOIN(W, LANES) * up,           \
                     global const JOIN(T, LANES) * a, global const JOIN(T, LANES) * b, \
                     global const JOIN(T, LANES) * c)                                  \
    {                                                                                  \
        const size_t i = get_global_id(0), count = get_global_size(0);                 \
        ALL UPSAMPLE                                                                   \
    }
#define LANES
KERNEL(integers_1)
#undef LANES
#define LANES 2
KERNEL(integers_2)
#undef LANES
#define LANES 3
KERNEL(integers_3)
#undef LANES
#define LANES 4
KERNEL(integers_4)
#undef LANES
#define LANES 8
KERNEL(integers_8)
#undef LANES
#define LANES 16
KERNEL(integers_16)
