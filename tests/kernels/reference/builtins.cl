/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The built-in functions of OpenCL C that the corpus uses, as plain code for this machine.  They are written in
 * OpenCL C themselves, so that clang gives them the names and the vectors that it gives their callers.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF

#define OVER __attribute__((overloadable))
#define PART(vector, T, i) (((private T *)&(vector))[i])

#define WIDTHS(M, ...) \
    M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)

/* Of a scalar function, the one on vectors. */
#define PARTS_1(n, F, R, A)                   \
    R##n OVER F(A##n a)                       \
    {                                         \
        R##n r;                               \
        for (int i = 0; i < n; i++)           \
            PART(r, R, i) = F(PART(a, A, i)); \
        return r;                             \
    }
#define PARTS_2(n, F, R, A, B)                               \
    R##n OVER F(A##n a, B##n b)                              \
    {                                                        \
        R##n r;                                              \
        for (int i = 0; i < n; i++)                          \
            PART(r, R, i) = F(PART(a, A, i), PART(b, B, i)); \
        return r;                                            \
    }
#define PARTS_3(n, F, R, A, B, C)                                           \
    R##n OVER F(A##n a, B##n b, C##n c)                                     \
    {                                                                       \
        R##n r;                                                             \
        for (int i = 0; i < n; i++)                                         \
            PART(r, R, i) = F(PART(a, A, i), PART(b, B, i), PART(c, C, i)); \
        return r;                                                           \
    }
#define DEFINE_1(F, R, A, BODY) R OVER F(A a){BODY} WIDTHS(PARTS_1, F, R, A)
#define DEFINE_2(F, R, A, B, BODY) R OVER F(A a, B b){BODY} WIDTHS(PARTS_2, F, R, A, B)
#define DEFINE_3(F, R, A, B, C, BODY) R OVER F(A a, B b, C c){BODY} WIDTHS(PARTS_3, F, R, A, B, C)

/* ---- Work-items --------------------------------------------------------------------------------- */

uint reference_query(uint query, uint dimension);
void reference_barrier(void);

size_t OVER get_local_id(uint d)
{
    return reference_query(0, d);
}
size_t OVER get_local_size(uint d)
{
    return reference_query(1, d);
}
size_t OVER get_enqueued_local_size(uint d)
{
    return reference_query(1, d);
}
size_t OVER get_group_id(uint d)
{
    return reference_query(2, d);
}
size_t OVER get_num_groups(uint d)
{
    return reference_query(3, d);
}
size_t OVER get_global_offset(uint d)
{
    return 0;
}
size_t OVER get_global_size(uint d)
{
    return get_num_groups(d) * get_local_size(d);
}
size_t OVER get_global_id(uint d)
{
    return get_group_id(d) * get_local_size(d) + get_local_id(d);
}
size_t OVER get_global_linear_id(void)
{
    return get_global_id(1) * get_global_size(0) + get_global_id(0);
}
size_t OVER get_local_linear_id(void)
{
    return get_local_id(1) * get_local_size(0) + get_local_id(0);
}
void OVER barrier(cl_mem_fence_flags flags)
{
    reference_barrier();
}
void OVER work_group_barrier(cl_mem_fence_flags flags)
{
    reference_barrier();
}
void OVER mem_fence(cl_mem_fence_flags flags)
{
}

/* ---- Integers ------------------------------------------------------------------------------------ */

/* Whole numbers of 128 bits hold what no type of OpenCL C does. */
typedef __int128 wide;
typedef unsigned __int128 uwide;

#define LEAST(T) ((T)-1 < (T)0 ? -((wide)1 << (sizeof(T) * 8 - 1)) : (wide)0)
#define MOST(T) \
    ((T)-1 < (T)0 ? ((wide)1 << (sizeof(T) * 8 - 1)) - 1 : ((wide)1 << (sizeof(T) * 8)) - 1)

#define INTEGERS(T, U)                                                                          \
    static T into_##T(wide value)                                                               \
    {                                                                                           \
        return value < LEAST(T) ? (T)LEAST(T) : value > MOST(T) ? (T)MOST(T) : (T)value;        \
    }                                                                                           \
    DEFINE_1(abs, U, T, return (U)(a < 0 ? -(wide)a : (wide)a);)                                \
    DEFINE_2(abs_diff, U, T, T, return (U)(a < b ? (wide)b - (wide)a : (wide)a - (wide)b);)     \
    DEFINE_2(add_sat, T, T, T, return into_##T((wide)a + (wide)b);)                             \
    DEFINE_2(sub_sat, T, T, T, return into_##T((wide)a - (wide)b);)                             \
    DEFINE_2(hadd, T, T, T, return (T)(((wide)a + (wide)b) >> 1);)                              \
    DEFINE_2(rhadd, T, T, T, return (T)(((wide)a + (wide)b + 1) >> 1);)                         \
    DEFINE_2(max, T, T, T, return a < b ? b : a;)                                               \
    DEFINE_2(min, T, T, T, return b < a ? b : a;)                                               \
    DEFINE_3(clamp, T, T, T, T, return a < b ? b : a > c ? c : a;)                              \
    DEFINE_2(mul_hi, T, T, T,                                                                   \
             return (T)((T)-1 < (T)0 ? (wide)a * (wide)b >> (sizeof(T) * 8)                     \
                                     : (wide)((uwide)a * (uwide)b >> (sizeof(T) * 8)));)        \
    DEFINE_3(mad_hi, T, T, T, T, return (T)((U)mul_hi(a, b) + (U)c);)                           \
    DEFINE_2(rotate, T, T, T, const uint bits = sizeof(T) * 8;                                  \
             const uint by = (uint)((U)b & (bits - 1));                                         \
             return (T)(U)((uwide)(U)a << by | (uwide)(U)a >> (bits - by));)                    \
    DEFINE_1(popcount, T, T, uint r = 0; for (U rest = (U)a; rest != 0; rest &= rest - 1) r++;  \
             return (T)r;)                                                                      \
    DEFINE_1(clz, T, T, uint r = sizeof(T) * 8; for (U rest = (U)a; rest != 0; rest >>= 1) r--; \
             return (T)r;)                                                                      \
    DEFINE_1(ctz, T, T, uint r = 0;                                                             \
             for (U rest = (U)a; r < sizeof(T) * 8 && (rest & 1) == 0; rest >>= 1) r++;         \
             return (T)r;)                                                                      \
    DEFINE_3(bitselect, T, T, T, T, return (T)(((U)a & ~(U)c) | ((U)b & (U)c));)

INTEGERS(char, uchar)
INTEGERS(uchar, uchar)
INTEGERS(short, ushort)
INTEGERS(ushort, ushort)
INTEGERS(int, uint)
INTEGERS(uint, uint)
INTEGERS(long, ulong)
INTEGERS(ulong, ulong)

DEFINE_3(mad_sat, int, int, int, int, return into_int((wide)a * (wide)b + (wide)c);)
DEFINE_3(mad_sat, uint, uint, uint, uint, return into_uint((wide)a * (wide)b + (wide)c);)
DEFINE_2(mul24, int, int, int, return a * b;)
DEFINE_2(mul24, uint, uint, uint, return a * b;)
DEFINE_3(mad24, int, int, int, int, return a * b + c;)
DEFINE_3(mad24, uint, uint, uint, uint, return a * b + c;)
DEFINE_2(upsample, short, char, uchar, return (short)((ushort)(uchar)a << 8 | b);)
DEFINE_2(upsample, ushort, uchar, uchar, return (ushort)((ushort)a << 8 | b);)
DEFINE_2(upsample, int, short, ushort, return (int)((uint)(ushort)a << 16 | b);)
DEFINE_2(upsample, uint, ushort, ushort, return (uint)a << 16 | b;)
DEFINE_2(upsample, long, int, uint, return (long)((ulong)(uint)a << 32 | b);)
DEFINE_2(upsample, ulong, uint, uint, return (ulong)a << 32 | b;)

/* ---- Choices -------------------------------------------------------------------------------------- */

/* Of scalars the condition counts as a whole, of vectors its sign. */
#define SELECT_PARTS(n, T, C)                                                                     \
    T##n OVER select(T##n a, T##n b, C##n c)                                                      \
    {                                                                                             \
        T##n r;                                                                                   \
        for (int i = 0; i < n; i++)                                                               \
            PART(r, T, i) = PART(c, C, i) >> (sizeof(C) * 8 - 1) ? PART(b, T, i) : PART(a, T, i); \
        return r;                                                                                 \
    }
#define SELECT(T, C)             \
    T OVER select(T a, T b, C c) \
    {                            \
        return c ? b : a;        \
    }                            \
    WIDTHS(SELECT_PARTS, T, C)
#define SELECTS(T, I, U) SELECT(T, I) SELECT(T, U)
SELECTS(char, char, uchar)
SELECTS(uchar, char, uchar)
SELECTS(short, short, ushort)
SELECTS(ushort, short, ushort)
SELECTS(int, int, uint)
SELECTS(uint, int, uint)
SELECTS(long, long, ulong)
SELECTS(ulong, long, ulong)
SELECTS(float, int, uint)
SELECTS(double, long, ulong)
SELECTS(half, short, ushort)

#define ANY_PARTS(n, T)             \
    int OVER any(T##n a)            \
    {                               \
        int r = 0;                  \
        for (int i = 0; i < n; i++) \
            r |= PART(a, T, i) < 0; \
        return r;                   \
    }                               \
    int OVER all(T##n a)            \
    {                               \
        int r = 1;                  \
        for (int i = 0; i < n; i++) \
            r &= PART(a, T, i) < 0; \
        return r;                   \
    }
WIDTHS(ANY_PARTS, char)
WIDTHS(ANY_PARTS, short)
WIDTHS(ANY_PARTS, int)
WIDTHS(ANY_PARTS, long)

/* ---- Floating point --------------------------------------------------------------------------------- */

#define FLOATS(T, NAMED)                                                         \
    DEFINE_1(fabs, T, T, return (T)__builtin_fabs(NAMED a);)                     \
    DEFINE_1(floor, T, T, return (T)__builtin_floor(NAMED a);)                   \
    DEFINE_1(ceil, T, T, return (T)__builtin_ceil(NAMED a);)                     \
    DEFINE_1(trunc, T, T, return (T)__builtin_trunc(NAMED a);)                   \
    DEFINE_1(rint, T, T, return (T)__builtin_rint(NAMED a);)                     \
    DEFINE_2(fmax, T, T, T, return (T)__builtin_fmax(NAMED a, NAMED b);)         \
    DEFINE_2(fmin, T, T, T, return (T)__builtin_fmin(NAMED a, NAMED b);)         \
    DEFINE_2(max, T, T, T, return a < b ? b : a;)                                \
    DEFINE_2(min, T, T, T, return b < a ? b : a;)                                \
    DEFINE_2(copysign, T, T, T, return (T)__builtin_copysign(NAMED a, NAMED b);) \
    DEFINE_3(clamp, T, T, T, T, return a < b ? b : a > c ? c : a;)               \
    DEFINE_1(sqrt, T, T, return (T)__builtin_sqrt(NAMED a);)

#define KINDS(T)                     \
    int OVER isnan(T a)              \
    {                                \
        return a != a;               \
    }                                \
    int OVER isinf(T a)              \
    {                                \
        return a == a && a - a != 0; \
    }
KINDS(float)
KINDS(double)

/* What the functions on double give is exact, or for sqrt rounds to the same value. */
FLOATS(float, (double))
FLOATS(double, )
FLOATS(half, (double))

/* Without a step in between: an exact product and one rounding. */
DEFINE_3(fma, float, float, float, float, return __builtin_fmaf(a, b, c);)
DEFINE_3(fma, double, double, double, double, return __builtin_fma(a, b, c);)

/* ---- Conversions ------------------------------------------------------------------------------------- */

/* TAIL: nothing, or _sat. */
#define CONVERT_PARTS(n, R, A, TAIL)                          \
    R##n OVER convert_##R##n##TAIL(A##n a)                    \
    {                                                         \
        R##n r;                                               \
        for (int i = 0; i < n; i++)                           \
            PART(r, R, i) = convert_##R##TAIL(PART(a, A, i)); \
        return r;                                             \
    }
/* clang-format off */ /* which would format again what it has formatted */
#define DEFINE_CONVERT(R, A, TAIL, BODY) \
    R OVER convert_##R##TAIL(A a){BODY} WIDTHS(CONVERT_PARTS, R, A, TAIL)
#define CONVERT(R, A) DEFINE_CONVERT(R, A, , return (R)a;)
#define CONVERT_ALL(R)                                                                       \
    CONVERT(R, char)                                                                         \
    CONVERT(R, uchar)                                                                        \
    CONVERT(R, short)                                                                        \
    CONVERT(R, ushort)                                                                       \
    CONVERT(R, int)                                                                          \
    CONVERT(R, uint) CONVERT(R, long) CONVERT(R, ulong) CONVERT(R, float) CONVERT(R, double) \
        CONVERT(R, half)
CONVERT_ALL(char)
CONVERT_ALL(uchar)
CONVERT_ALL(short)
CONVERT_ALL(ushort)
CONVERT_ALL(int)
CONVERT_ALL(uint)
CONVERT_ALL(long)
CONVERT_ALL(ulong)
CONVERT_ALL(float)
CONVERT_ALL(double)
CONVERT_ALL(half)

#define CONVERT_SAT(R, A) DEFINE_CONVERT(R, A, _sat, return into_##R((wide)a);)
/* Larger values and NaN do not fit into `wide` either. */
#define CONVERT_SAT_FLOAT(R, A)                         \
    DEFINE_CONVERT(R, A, _sat,                          \
                   return a != a          ? (R)0        \
                          : a < (A)-1e20f ? (R)LEAST(R) \
                          : a > (A)1e20f  ? (R)MOST(R)  \
                                          : into_##R((wide)a);)
#define CONVERT_SAT_ALL(R)                                                                      \
    CONVERT_SAT(R, char)                                                                        \
    CONVERT_SAT(R, uchar)                                                                       \
    CONVERT_SAT(R, short)                                                                       \
    CONVERT_SAT(R, ushort)                                                                      \
    CONVERT_SAT(R, int)                                                                         \
    CONVERT_SAT(R, uint) CONVERT_SAT(R, long) CONVERT_SAT(R, ulong) CONVERT_SAT_FLOAT(R, float) \
        CONVERT_SAT_FLOAT(R, double)
CONVERT_SAT_ALL(char)
CONVERT_SAT_ALL(uchar)
CONVERT_SAT_ALL(short)
CONVERT_SAT_ALL(ushort)
CONVERT_SAT_ALL(int)
CONVERT_SAT_ALL(uint)
CONVERT_SAT_ALL(long)
CONVERT_SAT_ALL(ulong)

/* ---- Memory --------------------------------------------------------------------------------------------- */

#define LOAD(n, T, SPACE)                              \
    T##n OVER vload##n(size_t at, const SPACE T *from) \
    {                                                  \
        T##n r;                                        \
        for (int i = 0; i < n; i++)                    \
            PART(r, T, i) = from[at * n + i];          \
        return r;                                      \
    }
#define STORE(n, T)                                   \
    void OVER vstore##n(T##n value, size_t at, T *to) \
    {                                                 \
        for (int i = 0; i < n; i++)                   \
            to[at * n + i] = PART(value, T, i);       \
    }
#define LOADS_AND_STORES(T) WIDTHS(LOAD, T, generic) WIDTHS(LOAD, T, constant) WIDTHS(STORE, T)
LOADS_AND_STORES(char)
LOADS_AND_STORES(uchar)
LOADS_AND_STORES(short)
LOADS_AND_STORES(ushort)
LOADS_AND_STORES(int)
LOADS_AND_STORES(uint)
LOADS_AND_STORES(long)
LOADS_AND_STORES(ulong)
LOADS_AND_STORES(float)
LOADS_AND_STORES(double)
LOADS_AND_STORES(half)

float OVER vload_half(size_t at, const half *from)
{
    return (float)from[at];
}
void OVER vstore_half(float value, size_t at, half *to)
{
    to[at] = (half)value;
}

/* One item of the group copies all: the others do it again, which changes nothing. */
#define COPY(T, TO, FROM)                                                                         \
    event_t OVER async_work_group_copy(TO T *to, const FROM T *from, size_t count, event_t event) \
    {                                                                                             \
        for (size_t i = 0; i < count; i++)                                                        \
            to[i] = from[i];                                                                      \
        return event;                                                                             \
    }
#define COPIES(T) COPY(T, local, global) COPY(T, global, local)
COPIES(uint)
COPIES(uint4)
COPIES(float)
void OVER wait_group_events(int count, event_t *events)
{
    reference_barrier();
}

/* ---- Atomics: items take turns only at barriers. ------------------------------------------------------ */

#define CHANGE(NAME, T, SPACE, NEW)       \
    T OVER NAME(volatile SPACE T *p, T v) \
    {                                     \
        const T old = *p;                 \
        *p = NEW;                         \
        return old;                       \
    }
#define STEP(NAME, T, SPACE, NEW)    \
    T OVER NAME(volatile SPACE T *p) \
    {                                \
        const T old = *p;            \
        *p = NEW;                    \
        return old;                  \
    }
#define EXCHANGE(NAME, T, SPACE)                      \
    T OVER NAME(volatile SPACE T *p, T expected, T v) \
    {                                                 \
        const T old = *p;                             \
        if (old == expected)                          \
            *p = v;                                   \
        return old;                                   \
    }
#define ATOMICS_IN(PREFIX, T, U, SPACE)                \
    CHANGE(PREFIX##_add, T, SPACE, (T)((U)old + (U)v)) \
    CHANGE(PREFIX##_sub, T, SPACE, (T)((U)old - (U)v)) \
    CHANGE(PREFIX##_xchg, T, SPACE, v)                 \
    CHANGE(PREFIX##_min, T, SPACE, v < old ? v : old)  \
    CHANGE(PREFIX##_max, T, SPACE, v > old ? v : old)  \
    CHANGE(PREFIX##_and, T, SPACE, old &v)             \
    CHANGE(PREFIX##_or, T, SPACE, old | v)             \
    CHANGE(PREFIX##_xor, T, SPACE, old ^ v)            \
    STEP(PREFIX##_inc, T, SPACE, (T)((U)old + 1))      \
    STEP(PREFIX##_dec, T, SPACE, (T)((U)old - 1))      \
    EXCHANGE(PREFIX##_cmpxchg, T, SPACE)
#define ATOMICS(PREFIX, T, U) ATOMICS_IN(PREFIX, T, U, global) ATOMICS_IN(PREFIX, T, U, local)
ATOMICS(atomic, int, uint)
ATOMICS(atomic, uint, uint)
ATOMICS(atom, int, uint)
ATOMICS(atom, uint, uint)
ATOMICS(atom, long, ulong)
ATOMICS(atom, ulong, ulong)

/* The names of C11, of which each has three lengths. */
#define PLAIN(T, p) ((volatile generic T *)(p))
#define FETCH_BODY(T, p, NEW)       \
    {                               \
        const T old = *PLAIN(T, p); \
        *PLAIN(T, p) = NEW;         \
        return old;                 \
    }
#define FETCH(NAME, T, NEW)                                                          \
    T OVER atomic_##NAME(volatile atomic_##T *p, T v) FETCH_BODY(T, p, NEW)          \
        T OVER atomic_##NAME##_explicit(volatile atomic_##T *p, T v, memory_order o) \
            FETCH_BODY(T, p, NEW) T OVER atomic_##NAME##_explicit(                   \
                volatile atomic_##T *p, T v, memory_order o, memory_scope s) FETCH_BODY(T, p, NEW)
#define LOAD_BODY(T, p)      \
    {                        \
        return *PLAIN(T, p); \
    }
#define STORE_BODY(T, p)  \
    {                     \
        *PLAIN(T, p) = v; \
    }
#define COMPARE_BODY(T, p)          \
    {                               \
        const T old = *PLAIN(T, p); \
        if (old != *expected) {     \
            *expected = old;        \
            return false;           \
        }                           \
        *PLAIN(T, p) = v;           \
        return true;                \
    }
#define COMPARE(NAME, T)                                                                              \
    bool OVER atomic_compare_exchange_##NAME(volatile atomic_##T *p, T *expected, T v)                \
        COMPARE_BODY(T, p) bool OVER                                                                  \
        atomic_compare_exchange_##NAME##_explicit(volatile atomic_##T *p, T *expected, T v,           \
                                                  memory_order good, memory_order bad)                \
            COMPARE_BODY(T, p) bool OVER                                                              \
            atomic_compare_exchange_##NAME##_explicit(volatile atomic_##T *p, T *expected, T v,       \
                                                      memory_order good, memory_order bad,            \
                                                      memory_scope s) COMPARE_BODY(T, p)
#define C11(T, U)                                                                              \
    FETCH(fetch_add, T, (T)((U)old + (U)v))                                                    \
    FETCH(fetch_sub, T, (T)((U)old - (U)v))                                                    \
    FETCH(fetch_or, T, old | v)                                                                \
    FETCH(fetch_xor, T, old ^ v)                                                               \
    FETCH(fetch_and, T, old &v)                                                                \
    FETCH(fetch_min, T, v < old ? v : old)                                                     \
    FETCH(fetch_max, T, v > old ? v : old)                                                     \
    FETCH(exchange, T, v)                                                                      \
    T OVER atomic_load(volatile atomic_##T *p) LOAD_BODY(T, p) T OVER atomic_load_explicit(    \
        volatile atomic_##T *p, memory_order o) LOAD_BODY(T, p) T OVER                         \
    atomic_load_explicit(volatile atomic_##T *p, memory_order o, memory_scope s)               \
        LOAD_BODY(T, p) void OVER                                                              \
        atomic_store(volatile atomic_##T *p, T v) STORE_BODY(T, p) void OVER                   \
        atomic_store_explicit(volatile atomic_##T *p, T v, memory_order o)                     \
            STORE_BODY(T, p) void OVER                                                         \
            atomic_store_explicit(volatile atomic_##T *p, T v, memory_order o, memory_scope s) \
                STORE_BODY(T, p) void OVER                                                     \
                atomic_init(volatile atomic_##T *p, T v) STORE_BODY(T, p) COMPARE(strong, T)   \
                    COMPARE(weak, T)
C11(int, uint)
C11(uint, uint)
C11(long, ulong)
C11(ulong, ulong)
