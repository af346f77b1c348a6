/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of routines, expanded from the lists of the C library. */
#include "routines.h"

#include <cstring>

/* Where the arguments of a call lie, under the names that ISHMEMI_ARGUMENTS_KIND has. */
#define LOCALS(TYPE)                                                                  \
    [[maybe_unused]] auto *const dest = static_cast<TYPE *>(call.dest);               \
    [[maybe_unused]] auto *const ivar = dest;                                         \
    [[maybe_unused]] auto *const ivars = dest;                                        \
    [[maybe_unused]] auto *const fetch = static_cast<TYPE *>(call.fetch);             \
    [[maybe_unused]] auto *const source = static_cast<const TYPE *>(call.source);     \
    [[maybe_unused]] auto *const cmp_values = static_cast<const TYPE *>(call.values); \
    [[maybe_unused]] auto *const sig_addr = call.sig_addr;                            \
    [[maybe_unused]] auto *const indices = call.indices;                              \
    [[maybe_unused]] auto *const status = call.status;                                \
    [[maybe_unused]] const auto signal = call.signal;                                 \
    [[maybe_unused]] const auto sig_op = call.sig_op;                                 \
    [[maybe_unused]] const auto nelems = call.nelems;                                 \
    [[maybe_unused]] const auto nreduce = call.nelems;                                \
    [[maybe_unused]] const auto dst = call.dst;                                       \
    [[maybe_unused]] const auto sst = call.sst;                                       \
    [[maybe_unused]] const auto bsize = call.bsize;                                   \
    [[maybe_unused]] const auto nblocks = call.nblocks;                               \
    [[maybe_unused]] const auto pe = call.pe;                                         \
    [[maybe_unused]] const auto PE_root = call.root;                                  \
    [[maybe_unused]] const auto team = call.team;                                     \
    [[maybe_unused]] const auto cmp = call.cmp;                                       \
    [[maybe_unused]] const auto value = call.value.get<TYPE>();                       \
    [[maybe_unused]] const auto cmp_value = value;                                    \
    [[maybe_unused]] const auto cond = call.cond.get<TYPE>();                         \
    [[maybe_unused]] auto *const queue = call.queue;                                  \
    [[maybe_unused]] auto *const signal_event = call.signal_event;                    \
    [[maybe_unused]] const auto num_waits = call.num_waits;                           \
    [[maybe_unused]] auto *const waits = call.waits

template <class F> static void store_result(Call &call, F f)
{
    if constexpr (std::is_void_v<decltype(f())>) {
        f();
    } else {
        call.result.set(f());
    }
}

static Routine &row(Routines &all, const char *name, Kind kind, bool has_ctx, bool has_result)
{
    Routine &routine = all[name];
    routine.kind = kind;
    routine.has_ctx |= has_ctx;
    routine.has_result |= has_result;
    return routine;
}

/* Of several names of a type, errors have the one that tells its size, such as int64. */
static void set_form(Invoke &form, const char *name, Invoke invoke)
{
    if (!form || std::strpbrk(name, "0123456789")) {
        form = invoke;
    }
}

template <class T> struct return_of {
    using type = T;
};

/* The forms of a routine without a context, with one or none, and on a queue. */
#define PLAIN(NAME, CODE, TYPE, CALLED, KIND)                                 \
    set_form(routine.plain[CODE], #NAME, [](Call &call) {                     \
        LOCALS(TYPE);                                                         \
        store_result(call, [&] { return CALLED(ISHMEMI_ARGUMENTS_##KIND); }); \
    });
#define EITHER(NAME, CODE, TYPE, CALLED, CALLED_WITH_CTX, KIND)                   \
    set_form(routine.plain[CODE], #NAME, [](Call &call) {                         \
        LOCALS(TYPE);                                                             \
        store_result(call, [&] {                                                  \
            return call.ctx ? CALLED_WITH_CTX(call.ctx, ISHMEMI_ARGUMENTS_##KIND) \
                            : CALLED(ISHMEMI_ARGUMENTS_##KIND);                   \
        });                                                                       \
    });
#define QUEUED(NAME, CODE, TYPE, RESULT, CALLED, KIND)                                            \
    set_form(routine.queued[CODE], #NAME, [](Call &call) {                                        \
        LOCALS(TYPE);                                                                             \
        [[maybe_unused]] auto *const ret = static_cast<return_of<RESULT>::type *>(call.ret);      \
        call.result.set(                                                                          \
            CALLED(ISHMEMI_ARGUMENTS_##KIND, ISHMEMI_QUEUE_RET(RESULT) ISHMEMI_QUEUE_ARGUMENTS)); \
    });

/* Of each routine of a type: with contexts, and without. */
#define WITH_CTX(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                      \
    {                                                                                            \
        Routine &routine = row(all, #ROUTINE, Kind::KIND, true, !std::is_void_v<RESULT>);        \
        EITHER(NAME, code_of<TYPE>(), TYPE, PREFIX##_##NAME##_##ROUTINE,                         \
               PREFIX##_ctx_##NAME##_##ROUTINE, KIND)                                            \
        QUEUED(NAME, code_of<TYPE>(), TYPE, RESULT, ishmemx_##NAME##_##ROUTINE##_on_queue, KIND) \
    }
#define WITHOUT_CTX(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                   \
    {                                                                                            \
        Routine &routine = row(all, #ROUTINE, Kind::KIND, false, !std::is_void_v<RESULT>);       \
        PLAIN(NAME, code_of<TYPE>(), TYPE, PREFIX##_##NAME##_##ROUTINE, KIND)                    \
        QUEUED(NAME, code_of<TYPE>(), TYPE, RESULT, ishmemx_##NAME##_##ROUTINE##_on_queue, KIND) \
    }
#define HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                           \
    {                                                                                             \
        Routine &routine = row(all, #ROUTINE, Kind::KIND, false, true);                           \
        PLAIN(NAME, half_code(#NAME), TYPE, PREFIX##_##NAME##_##ROUTINE, KIND)                    \
        QUEUED(NAME, half_code(#NAME), TYPE, RESULT, ishmemx_##NAME##_##ROUTINE##_on_queue, KIND) \
    }
static Code half_code(const char *name)
{
    return name[0] == 'b' ? BFLOAT16 : FLOAT16;
}
/* What only the host has: sums of long double and complex numbers. */
#define HOST_ONLY(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                  \
    {                                                                         \
        Routine &routine = row(all, #ROUTINE, Kind::KIND, false, true);       \
        PLAIN(NAME, code_of<TYPE>(), TYPE, PREFIX##_##NAME##_##ROUTINE, KIND) \
    }

#define EACH_SUM(NAME, TYPE, X) ISHMEMI_REDUCE_SUM_ROUTINES(X, NAME, TYPE)
#define EACH_EXTREMUM(NAME, TYPE, X) ISHMEMI_REDUCE_EXTREMA_ROUTINES(X, NAME, TYPE)

static Routines expand()
{
    Routines all;
    ISHMEMI_RMA_TYPES(ISHMEMI_EACH_RMA, WITH_CTX)
    ISHMEMI_ALL_AMOS(WITH_CTX)
    ISHMEMI_ALL_WAITS(WITHOUT_CTX)
    ISHMEMI_RMA_TYPES(ISHMEMI_EACH_COLLECTIVE, WITHOUT_CTX)
    ISHMEMI_REDUCE_BIT_TYPES(ISHMEMI_EACH_REDUCE_BIT, WITHOUT_CTX)
    ISHMEMI_REDUCE_ARITH_TYPES(ISHMEMI_EACH_REDUCE_ARITH, WITHOUT_CTX)
    ISHMEMI_REDUCE_HALF_TYPES(ISHMEMI_EACH_REDUCE_HALF, HALF)
    ISHMEMI_COMPLEX_TYPES(EACH_SUM, HOST_ONLY)
    ISHMEMI_LONG_TYPES(EACH_SUM, HOST_ONLY)
    ISHMEMI_LONG_TYPES(EACH_EXTREMUM, HOST_ONLY)
    return all;
}

const Routines &routines()
{
    static const Routines all = expand();
    return all;
}
