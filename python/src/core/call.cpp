/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How calls are made.
 *
 * word       written by                              read by                    ordering
 * told       the error handler, on the thread that   the same thread            none
 *            makes the call
 * main_call  the main thread: the number of its      the handler of SIGINT,     release, acquire
 *            call while it makes one, otherwise 0    the watcher
 *
 * Ctrl-C: Python only notes a signal, and raises KeyboardInterrupt when its code goes on.  So a thread watches
 * over calls that then do not return: if the main thread is still in the same call after GRACE_NS, SIGINT ends the
 * process, as it ends a program in C.
 */
#include "call.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <nanobind/stl/string.h>
#include <pthread.h>
#include <semaphore.h>
#include <string>
#include <unistd.h>

namespace nb = nanobind;

static const long GRACE_NS = 300'000'000;

/* ---- Errors ---------------------------------------------------------------------------------- */

struct Told {
    int code = 0; /* 0: nothing */
    int pe = 0;
    std::string sentence;
};
static thread_local Told told;

static void note_error(const ishmemx_error_t *error, void *)
{
    if (!error->ends_job) {
        told.code = error->code;
        told.pe = error->pe;
        told.sentence = error->sentence;
    }
}

static thread_local const Polled *naming = nullptr;

Naming::Naming(const Polled &polled)
{
    naming = &polled;
}

Naming::~Naming()
{
    naming = nullptr;
}

/* ishmem._errors.make(code, pe, sentence) returns the exception. */
[[noreturn]] static void raise_told()
{
    Told error = told;
    told = Told();
    const std::size_t at = naming ? error.sentence.find(naming->called) : std::string::npos;
    if (at != std::string::npos) {
        error.sentence.replace(at, std::strlen(naming->called), naming->wanted);
    }
    nb::object made =
        nb::module_::import_("ishmem._errors").attr("make")(error.code, error.pe, error.sentence);
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(made.ptr())), made.ptr());
    throw nb::python_error();
}

/* ---- Ctrl-C ---------------------------------------------------------------------------------- */

static std::atomic<std::uint64_t> main_call{0};
static std::uint64_t main_calls;
static pthread_t main_thread;
static struct sigaction python_action;
static sem_t interrupted;

static void on_interrupt(int number)
{
    const int saved = errno;
    if (main_call.load(std::memory_order_acquire) != 0) {
        sem_post(&interrupted);
    }
    errno = saved;
    if (python_action.sa_handler != SIG_DFL && python_action.sa_handler != SIG_IGN) {
        python_action.sa_handler(number);
    }
}

static void *watch(void *)
{
    const timespec grace = {0, GRACE_NS};
    for (;;) {
        while (sem_wait(&interrupted) != 0) {
        }
        const std::uint64_t call = main_call.load(std::memory_order_acquire);
        nanosleep(&grace, nullptr);
        if (call != 0 && main_call.load(std::memory_order_acquire) == call) {
            signal(SIGINT, SIG_DFL);
            kill(getpid(), SIGINT);
        }
    }
    return nullptr;
}

static void watch_interrupts()
{
    struct sigaction current;
    sigaction(SIGINT, nullptr, &current);
    if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler == SIG_DFL ||
        current.sa_handler == SIG_IGN || current.sa_handler == on_interrupt) {
        return; /* Python does not have it */
    }
    python_action = current;
    main_thread = pthread_self();
    sem_init(&interrupted, 0, 0);
    pthread_t watcher;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool made = pthread_create(&watcher, nullptr, watch, nullptr) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (made) {
        pthread_detach(watcher);
        current.sa_handler = on_interrupt;
        sigaction(SIGINT, &current, nullptr);
    }
}

void raise_errors()
{
    ishmemx_set_error_handler(note_error, nullptr);
}

void start_calls()
{
    static bool watched = false;
    if (!watched) {
        watched = true;
        watch_interrupts();
    }
}

/* ---- Non-blocking operations ------------------------------------------------------------------- */

/* ishmem._pending.kept: a list for each context.  It is never released, as Python may have ended before. */
static nb::dict &kept_lists()
{
    static nb::dict *const lists =
        new nb::dict(nb::cast<nb::dict>(nb::module_::import_("ishmem._pending").attr("kept")));
    return *lists;
}

void keep_until_quiet(ishmem_ctx_t ctx, nb::handle holder)
{
    const nb::object key = nb::cast(reinterpret_cast<std::uintptr_t>(ctx));
    nb::cast<nb::list>(kept_lists().attr("setdefault")(key, nb::list())).append(holder);
}

nb::object take_kept(ishmem_ctx_t ctx)
{
    const nb::object key = nb::cast(reinterpret_cast<std::uintptr_t>(ctx));
    return kept_lists().attr("pop")(key, nb::none());
}

/* ---- Calls ----------------------------------------------------------------------------------- */

Calling::Calling() : saved_(PyEval_SaveThread())
{
    told = Told(); /* of a query outside of such a call */
    if (pthread_equal(pthread_self(), main_thread)) {
        main_call.store(++main_calls, std::memory_order_release);
    }
}

void Calling::resume()
{
    if (saved_) {
        if (pthread_equal(pthread_self(), main_thread)) {
            main_call.store(0, std::memory_order_release);
        }
        PyEval_RestoreThread(saved_);
        saved_ = nullptr;
    }
}

void Calling::end()
{
    resume();
    if (told.code != 0) {
        raise_told();
    }
}

Calling::~Calling()
{
    resume();
}

void make_call(Invoke invoke, Call &call)
{
    calling([&] { invoke(call); });
}
