/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See fault.h.  The handlers are installed when the first kernel runs, so that they come before
 * those of the application, to which they pass every signal.  `previous` is written before the
 * handler that reads it is installed, and never again.
 *
 * Everything that a handler calls must be safe in a handler: it formats its own text and writes it
 * at once.
 */
#include "run/fault.h"
#include "run/location.h"
#include "run/run.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define SIGNAL_STACK ((size_t)64 << 10)
#define NULL_PAGE 4096

#ifndef SI_KERNEL
#define SI_KERNEL 0x80
#endif

typedef struct fault_kind {
    int number;
    const char *name;
} fault_kind_t;

static const fault_kind_t kinds[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static struct sigaction previous[KINDS];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t watched; /* per thread: its signal stack, or `others` */
static bool has_key;
static char others; /* stands for a signal stack that the thread already had */
/* Only one fault is reported, because others are likely to follow from it.  The first thread that
 * faults changes this from SILENT to REPORTING and then to REPORTED.  The others wait for REPORTED before
 * they may end the process. */
static _Atomic int reporting;
enum { SILENT, REPORTING, REPORTED };

/* ---- Messages ------------------------------------------------------------------------------- */

static void add_address(zed_text_t *text, int number, const siginfo_t *info)
{
    const bool at_code = number == SIGFPE || number == SIGILL;
    if (info->si_code == SI_KERNEL) {
        zed_text_add(text, " at a non-canonical address");
        return;
    }
    zed_text_add(text, at_code ? " in the instruction at 0x" : " at address 0x");
    zed_text_number(text, (uintptr_t)info->si_addr, 16);
}

/* Whether the address is in the item's stack or its guard page.  It is then in the guard page, as
 * the rest is accessible. */
static bool stack_is_used_up(const struct zed_run *run, uintptr_t address)
{
    const zed_group_record_t *record = run->record;
    const zed_stack_t *own = record ? record->stack[run->index] : NULL;
    const zed_stack_t *stack = own ? own : run->stack;
    return stack && zed_stack_holds(stack, address);
}

static bool context_is_missing(const zed_kernel_code_t *code, const siginfo_t *info)
{
    return info->si_code != SI_KERNEL && (uintptr_t)info->si_addr < NULL_PAGE && code->context &&
           *code->context == 0;
}

static uintptr_t instruction_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

static void say(const struct zed_run *run, const fault_kind_t *kind, const siginfo_t *info,
                const ucontext_t *context)
{
    zed_text_t text = {.length = 0};
    const zed_kernel_t *kernel = run->state->launch->kernel;
    zed_text_add(&text, "zed: kernel ");
    zed_text_add(&text, kernel->name);
    zed_text_add(&text, ": ");
    zed_text_add(&text, kind->name);
    add_address(&text, kind->number, info);
    zed_text_location(&text, run, instruction_of(context));
    zed_text_add(&text, "\n");
    if (kind->number == SIGSEGV && info->si_code != SI_KERNEL &&
        stack_is_used_up(run, (uintptr_t)info->si_addr)) {
        zed_text_add(&text,
                     "zed: the stack of the work-item overflowed; ZECPU_STACK sets its size\n");
    }
    if (context_is_missing(run->state->code, info)) {
        zed_text_add(&text,
                     "zed: the kernel's module is not bound to libishmem: its kernels call it "
                     "between ishmem_init and ishmem_finalize\n");
    }
    zed_text_write(&text);
}

/* ---- Handling ------------------------------------------------------------------------------- */

/* If the default action applies, it happens when the handler returns: the instruction faults again,
 * or the signal that a process sent arrives again. */
static void pass_on(const struct sigaction *before, int number, siginfo_t *info, void *context)
{
    if ((before->sa_flags & SA_SIGINFO) != 0) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    } else if (info->si_code > 0 || before->sa_handler == SIG_DFL) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigemptyset(&standard.sa_mask);
        sigaction(number, &standard, NULL);
        if (info->si_code <= 0) {
            raise(number);
        }
    }
}

/* Reports the fault, or waits until another thread has reported one. */
static void report(const struct zed_run *run, const fault_kind_t *kind, const siginfo_t *info,
                   const ucontext_t *context)
{
    int before = SILENT;
    if (atomic_compare_exchange_strong(&reporting, &before, REPORTING)) {
        say(run, kind, info, context);
        atomic_store(&reporting, REPORTED);
    }
    while (atomic_load(&reporting) != REPORTED) {
        sched_yield();
    }
}

static void handle(int number, siginfo_t *info, void *context)
{
    const struct zed_run *run = zed_run_current;
    size_t i = 0;
    while (kinds[i].number != number) {
        i++;
    }
    /* A signal that a process sent is not a fault. */
    if (run && info->si_code > 0) {
        report(run, &kinds[i], info, context);
    }
    pass_on(&previous[i], number, info, context);
}

/* ---- Setting up ----------------------------------------------------------------------------- */

/* Called when a thread ends. */
static void unwatch(void *stack)
{
    stack_t now;
    if (stack == &others) {
        return;
    }
    if (sigaltstack(NULL, &now) == 0 && now.ss_sp == stack) {
        now.ss_flags = SS_DISABLE;
        sigaltstack(&now, NULL);
    }
    munmap(stack, SIGNAL_STACK);
}

static void set_handlers(void)
{
    has_key = pthread_key_create(&watched, unwatch) == 0;
    for (size_t i = 0; i < KINDS; i++) {
        if (sigaction(kinds[i].number, NULL, &previous[i]) != 0) {
            continue;
        }
        struct sigaction ours = {.sa_sigaction = handle,
                                 .sa_mask = previous[i].sa_mask,
                                 .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigaction(kinds[i].number, &ours, NULL);
    }
}

static void *signal_stack(void)
{
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) {
        return &others;
    }
    void *memory = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return &others;
    }
    stack = (stack_t){.ss_sp = memory, .ss_size = SIGNAL_STACK};
    if (sigaltstack(&stack, NULL) != 0) {
        munmap(memory, SIGNAL_STACK);
        return &others;
    }
    return memory;
}

void zed_fault_watch(void)
{
    pthread_once(&once, set_handlers);
    if (has_key && __builtin_expect(pthread_getspecific(watched) == NULL, 0)) {
        pthread_setspecific(watched, signal_stack());
    }
}
