/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether a call stores each element of its destination once.  A tracer, a child of the process, steps the calling
 * thread by single instructions.  As soon as an element has its new value, the tracer puts a mark in its place, as a
 * PE that waits for the value may do; a second store would overwrite the mark.
 *
 * The destination must be memory that processes share.
 */
#ifndef TEST_STORES_ONCE_H
#define TEST_STORES_ONCE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#define STORES_ONCE_MARK 0xA5
#define STORES_ONCE_ELEMENTS 32

typedef struct stores_once {
    /* Written by the tracer, read by the caller. */
    volatile int is_traced;
    volatile int marked; /* elements */
    /* Written by the caller, read by the tracer while the caller is stopped. */
    volatile int has_begun;
    volatile int is_over;
} stores_once_t;

typedef struct stores_once_call {
    char *destination;
    const char *expected; /* without marks */
    size_t element;       /* bytes */
    size_t count;         /* at most STORES_ONCE_ELEMENTS */
    void (*call)(void *argument);
    void *argument;
} stores_once_call_t;

static inline void stores_once_mark(const stores_once_call_t *call, stores_once_t *shared,
                                    bool *marked)
{
    for (size_t i = 0; i < call->count; i++) {
        char *const element = call->destination + i * call->element;
        if (!marked[i] && memcmp(element, call->expected + i * call->element, call->element) == 0) {
            memset(element, STORES_ONCE_MARK, call->element);
            marked[i] = true;
            shared->marked++;
        }
    }
}

static inline void stores_once_trace(const stores_once_call_t *call, stores_once_t *shared,
                                     pid_t caller)
{
    bool marked[STORES_ONCE_ELEMENTS] = {false};
    int status;
    if (ptrace(PTRACE_SEIZE, caller, NULL, NULL) != 0 ||
        ptrace(PTRACE_INTERRUPT, caller, NULL, NULL) != 0 ||
        waitpid(caller, &status, __WALL) != caller) {
        _exit(1);
    }
    shared->is_traced = 1;
    while (!shared->is_over) {
        if (ptrace(PTRACE_SINGLESTEP, caller, NULL, NULL) != 0 ||
            waitpid(caller, &status, __WALL) != caller || !WIFSTOPPED(status)) {
            _exit(1);
        }
        if (shared->has_begun && !shared->is_over) {
            stores_once_mark(call, shared, marked);
        }
    }
    ptrace(PTRACE_DETACH, caller, NULL, NULL);
    _exit(0);
}

/* The destination must differ from the expected values before, in each element. */
static inline bool stores_once(const stores_once_call_t *call)
{
    stores_once_t *const shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int go[2];
    char byte = 0;
    if (shared == MAP_FAILED || pipe(go) != 0) {
        abort();
    }
    const pid_t caller = getpid();
    const pid_t tracer = fork();
    if (tracer == 0) {
        if (read(go[0], &byte, 1) != 1) {
            _exit(1);
        }
        stores_once_trace(call, shared, caller);
    }
    prctl(PR_SET_PTRACER, tracer, 0, 0, 0);
    if (write(go[1], &byte, 1) != 1) {
        abort();
    }
    int status = 0;
    pid_t ended = 0;
    while (!shared->is_traced && ended == 0) {
        ended = waitpid(tracer, &status, WNOHANG);
    }
    shared->has_begun = 1;
    call->call(call->argument);
    shared->is_over = 1;
    if (ended == 0) {
        waitpid(tracer, &status, 0);
    }
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && shared->marked == (int)call->count;
    for (size_t i = 0; i < call->count * call->element; i++) {
        good = good && (unsigned char)call->destination[i] == STORES_ONCE_MARK;
    }
    munmap(shared, sizeof *shared);
    close(go[0]);
    close(go[1]);
    return good;
}

#endif
