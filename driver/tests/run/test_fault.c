/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Faults in kernels: the process reports which kernel did what, and then continues as it would have
 * without the report.  Each case is a child process.
 */
#include "check.h"
#include "machine/sanitizer.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANDLED 42

/* In pages that nobody maps; volatile, so that compilers do not foresee the fault. */
static char *volatile nowhere = (char *)0x123;
static volatile int zero;
static uint64_t context;

static void touch_item(zed_item_t *item, const void *arguments)
{
    (void)arguments;
    zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    *nowhere = 1;
}

static void touch_group(zed_group_t *group, const void *arguments)
{
    (void)group;
    (void)arguments;
    *nowhere = 1;
}

static void divide_group(zed_group_t *group, const void *arguments)
{
    (void)group;
    (void)arguments;
#if defined(__x86_64__)
    __asm__ volatile("xorl %%ecx, %%ecx; idivl %%ecx" ::: "eax", "ecx", "edx", "cc");
#else
    raise(SIGFPE);
#endif
}

static int deeper(int depth)
{
    volatile char array[1000];
    array[depth % 1000] = (char)depth;
    return zero == 0 ? deeper(depth + 1) + array[depth % 1000] : 0;
}

static void deep_item(zed_item_t *item, const void *arguments)
{
    (void)item;
    (void)arguments;
    zero = deeper(0);
}

static void send_group(zed_group_t *group, const void *arguments)
{
    (void)group;
    (void)arguments;
    kill(getpid(), SIGSEGV);
    for (;;) {
        pause();
    }
}

static void handle_app(int number)
{
    (void)number;
    _exit(HANDLED);
}

static void handle_app_info(int number, siginfo_t *info, void *unused)
{
    (void)unused;
    _exit(number == SIGSEGV && info->si_addr == nowhere ? HANDLED : 1);
}

/* Maps the page, so that the instruction succeeds when it runs again. */
static void handle_app_mend(int number, siginfo_t *info, void *unused)
{
    (void)number;
    (void)unused;
    const uintptr_t page = (uintptr_t)info->si_addr & ~(uintptr_t)4095;
    if (mmap((void *)page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
             -1, 0) == MAP_FAILED) {
        _exit(1);
    }
}

typedef enum app_handler { APP_NONE, APP_IGNORES, APP_PLAIN, APP_INFO, APP_MENDS } app_handler;

typedef struct fault_case {
    const char *what;
    zed_kernel_code_t code;
    app_handler app;
    int signal; /* ends the child; 0: it exits with HANDLED */
    const char *said[3];
    bool silent;
} fault_case;

static void app_set(app_handler app)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    if (app == APP_IGNORES) {
        action.sa_handler = SIG_IGN;
    } else if (app == APP_PLAIN) {
        action.sa_handler = handle_app;
    } else if (app != APP_NONE) {
        action.sa_sigaction = app == APP_INFO ? handle_app_info : handle_app_mend;
        action.sa_flags = SA_SIGINFO;
    }
    CHECK(sigaction(SIGSEGV, &action, NULL) == 0 && sigaction(SIGFPE, &action, NULL) == 0);
}

static void *child_main(void *argument)
{
    const fault_case *one = argument;
    test_launch(&one->code, NULL, 4, 8);
    _exit(one->app == APP_MENDS && *nowhere == 1 ? HANDLED : 0);
}

static void child(const fault_case *one, int messages)
{
    pthread_t thread;
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    CHECK(dup2(messages, STDERR_FILENO) >= 0);
    alarm(20);
    app_set(one->app);
    if (one->app == APP_MENDS) {
        char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(page != MAP_FAILED);
        nowhere = page + 0x123;
    }
    /* On another thread, too, the thread's own stack is not the one that overflows. */
    CHECK(pthread_create(&thread, NULL, child_main, (void *)(uintptr_t)one) == 0);
    pthread_join(thread, NULL);
    abort();
}

static void check(const fault_case *one)
{
    char text[4096] = "";
    int ends[2], status = -1;
    size_t length = 0;
    CHECK(pipe(ends) == 0);
    const pid_t process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        close(ends[0]);
        child(one, ends[1]);
    }
    close(ends[1]);
    for (ssize_t got = 1; got > 0 && length < sizeof(text) - 1; length += (size_t)got) {
        got = read(ends[0], text + length, sizeof(text) - 1 - length);
        CHECK(got >= 0);
    }
    close(ends[0]);
    CHECK(waitpid(process, &status, 0) == process);
    const bool ended = one->signal == 0 ? WIFEXITED(status) && WEXITSTATUS(status) == HANDLED
                                        : WIFSIGNALED(status) && WTERMSIG(status) == one->signal;
    bool told = !one->silent || strstr(text, "zed:") == NULL;
    for (int i = 0; i < 3 && one->said[i] != NULL; i++) {
        told = told && strstr(text, one->said[i]) != NULL;
    }
    if (!ended || !told) {
        fprintf(stderr, "%s: status 0x%x, said: %s\n", one->what, (unsigned)status, text);
        abort();
    }
}

int main(void)
{
    static const fault_case cases[] = {
        {.what = "item",
         .code = {.item = touch_item},
         .signal = SIGSEGV,
         .said = {"zed: kernel test: SIGSEGV at address 0x123, in work-item ("}},
        {.what = "group",
         .code = {.group = touch_group},
         .signal = SIGSEGV,
         .said = {"zed: kernel test: SIGSEGV at address 0x123, in work-group ("}},
        {.what = "no context",
         .code = {.group = touch_group, .context = &context},
         .signal = SIGSEGV,
         .said = {"zed: kernel test: SIGSEGV at address 0x123, in work-group (",
                  "between ishmem_init and"}},
        {.what = "deep",
         .code = {.item = deep_item},
         .signal = SIGSEGV,
         .said = {"zed: kernel test: SIGSEGV at address", "stack of the work-item overflowed",
                  "ZECPU_STACK"}},
#if defined(__x86_64__)
        {.what = "divide",
         .code = {.group = divide_group},
         .signal = SIGFPE,
         .said = {"zed: kernel test: SIGFPE in the instruction at 0x"}},
        {.what = "divide, handled",
         .code = {.group = divide_group},
         .app = APP_PLAIN,
         .said = {"zed: kernel test: SIGFPE in the instruction at 0x"}},
#endif
        {.what = "ignored",
         .code = {.group = touch_group},
         .app = APP_IGNORES,
         .signal = SIGSEGV,
         .said = {"zed: kernel test: SIGSEGV at address 0x123"}},
        {.what = "handled",
         .code = {.item = touch_item},
         .app = APP_PLAIN,
         .said = {"zed: kernel test: SIGSEGV at address 0x123"}},
        {.what = "handled by address",
         .code = {.group = touch_group},
         .app = APP_INFO,
         .said = {"zed: kernel test: SIGSEGV at address 0x123"}},
        {.what = "mended",
         .code = {.item = touch_item},
         .app = APP_MENDS,
         .said = {"zed: kernel test: SIGSEGV at address 0x"}},
        {.what = "sent", .code = {.group = send_group}, .signal = SIGSEGV, .silent = true},
        {.what = "sent, handled", .code = {.group = send_group}, .app = APP_PLAIN, .silent = true},
    };
#if ZED_SANITIZED
    puts("skipped: sanitizers have handlers of their own");
    return 0;
#endif
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        check(&cases[i]);
    }
    return 0;
}
