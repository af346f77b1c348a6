/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One call of a routine: its arguments, with the names of ishmem/routine_lists.h, and how it is made: without
 * Python's lock, with errors as exceptions, and so that Ctrl-C ends it.
 */
#ifndef ISHMEM_PYTHON_CALL_H
#define ISHMEM_PYTHON_CALL_H

#include "types.h"

#include <cstring>
#include <ishmemx.h>
#include <nanobind/nanobind.h>
#include <sched.h>

/* A value of any type of the API. */
struct Scalar {
    alignas(16) unsigned char bytes[32];

    template <class T> T get() const
    {
        T value;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }
    template <class T> void set(T value)
    {
        std::memcpy(bytes, &value, sizeof value);
    }
};

struct Call {
    ishmem_ctx_t ctx = nullptr; /* nullptr: the form without a context */
    ishmem_team_t team = ISHMEM_TEAM_WORLD;
    void *dest = nullptr; /* also ivar, ivars, fetch's object */
    const void *source = nullptr;
    void *fetch = nullptr;
    std::uint64_t *sig_addr = nullptr;
    std::uint64_t signal = 0;
    int sig_op = 0;
    std::size_t nelems = 0; /* also nreduce */
    std::ptrdiff_t dst = 1;
    std::ptrdiff_t sst = 1;
    std::size_t bsize = 0;
    std::size_t nblocks = 0;
    int pe = 0;
    int root = 0;
    int cmp = 0;
    Scalar value;
    Scalar cond;
    const void *values = nullptr;
    const int *status = nullptr;
    std::size_t *indices = nullptr;
    /* Of a queue's form. */
    ze_command_list_handle_t queue = nullptr;
    ze_event_handle_t signal_event = nullptr;
    std::uint32_t num_waits = 0;
    ze_event_handle_t *waits = nullptr;
    void *ret = nullptr;

    Scalar result;
};

using Invoke = void (*)(Call &);

/* Calls it, and throws what the error handler was told. */
void make_call(Invoke invoke, Call &call);

/* The same for anything that may wait. */
class Calling {
public:
    Calling();
    /* Throws the error of the calls since. */
    void end();
    ~Calling();
    Calling(const Calling &) = delete;
    Calling &operator=(const Calling &) = delete;

private:
    PyThreadState *saved_;
    void resume();
};
template <class F> auto calling(F f)
{
    Calling guard;
    if constexpr (std::is_void_v<decltype(f())>) {
        f();
        guard.end();
    } else {
        auto result = f();
        guard.end();
        return result;
    }
}

/* What a wait calls, and what the program has called: errors name the latter. */
struct Polled {
    const char *called;
    const char *wanted;
};
class Naming {
public:
    explicit Naming(const Polled &polled);
    ~Naming();
    Naming(const Naming &) = delete;
    Naming &operator=(const Naming &) = delete;
};

/* Returns when `holds` does.  A wait is made of calls that return at once, so that Ctrl-C ends it: Python's signals
 * are looked at after POLLS of them. */
const int POLLS = 2000;
const int POLLS_BEFORE_YIELD = 100;
template <class F> void poll_until(const Polled &polled, F holds)
{
    const Naming naming(polled);
    for (;;) {
        const bool held = calling([&] {
            for (int i = 0; i < POLLS; i++) {
                if (holds()) {
                    return true;
                }
                if (i > POLLS_BEFORE_YIELD) {
                    sched_yield();
                }
            }
            return false;
        });
        if (held) {
            return;
        }
        if (PyErr_CheckSignals() != 0) {
            throw nanobind::python_error();
        }
    }
}

inline ishmem_ctx_t context(std::uintptr_t ctx)
{
    return reinterpret_cast<ishmem_ctx_t>(ctx);
}

/* What the operands of non-blocking operations belong to is kept until their context is completed: a program may
 * pass an array that nothing else holds. */
void keep_until_quiet(ishmem_ctx_t ctx, nanobind::handle holder);

/* Takes what has been kept so far, before the context is completed: other threads may go on with more.  It may be
 * released when the context has been completed. */
nanobind::object take_kept(ishmem_ctx_t ctx);

/* From here on errors are exceptions, also outside of a job. */
void raise_errors();
/* Sets the handler of SIGINT. */
void start_calls();

#endif
