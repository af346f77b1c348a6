/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ring from kernels through the proxy thread to a transport and back.  This process is PE 0;
 * the heaps of PEs 1 to 3 are behind the double of a transport.
 *
 *     test_ring CASE
 *
 * RING_DELAY: the longest delay of the transport, in microseconds; RING_BY_COPY: the host stores
 * into device memory by copies; RING_DIVISOR: so much less is done.
 */
#include "fixture.h"
#include "forms.h"
#include "loopback.h"
#include "proxy.h"

#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define N_PES 4
#define HEAP_BYTES ((size_t)64 << 20)
#define HALF (HEAP_BYTES / 2)
#define GUARD 64

static struct {
    test_device device;
    ze_module_handle_t module;
    ze_command_list_handle_t list;
    ze_command_list_handle_t copies;
    char *heap; /* device memory */
    char *far[N_PES];
    char *other;            /* device memory, not symmetric */
    ishmemi_state_t *state; /* device memory */
    ishmemi_ring_host_t ring;
    int wakeups;        /* an eventfd */
    uint64_t n_wakeups; /* written */
    unsigned divisor;
} test;

static unsigned setting(const char *name, unsigned otherwise)
{
    const char *const text = getenv(name);
    return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void fatal(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    _exit(1);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void copy(void *destination, const void *source, size_t bytes)
{
    CHECK_SUCCESS(
        zeCommandListAppendMemoryCopy(test.copies, destination, source, bytes, NULL, 0, NULL));
}

/* ---- Around each case ------------------------------------------------------------------------ */

static void send_letter(void)
{
    CHECK(eventfd_write(test.wakeups, 1) == 0);
}

static uint64_t take_letters(void)
{
    eventfd_t count;
    return eventfd_read(test.wakeups, &count) == 0 ? count : 0;
}

/* driven: there is no thread. */
static void start(uint64_t n_requests, uint64_t n_answers, unsigned refuse, uint64_t fail_after,
                  bool driven)
{
    fixture_start(&test.device);
    test.divisor = setting("RING_DIVISOR", 1);
    test.module = fixture_module(&test.device, "ring.spv");
    test.list = fixture_immediate(&test.device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    test.copies = fixture_immediate(&test.device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    test.heap = fixture_device_memory(&test.device, HEAP_BYTES);
    test.other = fixture_device_memory(&test.device, HALF);
    memset(test.heap, 0, HEAP_BYTES);
    memset(test.other, 0, HALF);
    for (int pe = 1; pe < N_PES; pe++) {
        test.far[pe] = calloc(1, HEAP_BYTES);
        CHECK(test.far[pe] != NULL);
    }
    const bool by_copy = setting("RING_BY_COPY", 0);
    const ishmemi_ring_request_t request = {.context = test.device.context,
                                            .device = test.device.tiles[0],
                                            .n_requests = n_requests,
                                            .n_answers = n_answers,
                                            .has_doorbell = setting("RING_DOORBELL", 1) != 0,
                                            .mapped = !by_copy,
                                            .copy = copy,
                                            .log_error = say};
    CHECK(ishmemi_ring_open(&request, &test.ring) == 0);

    int64_t *const delta = fixture_device_memory(&test.device, N_PES * sizeof *delta);
    for (int pe = 0; pe < N_PES; pe++) {
        delta[pe] = pe == 0 ? 0 : ISHMEMI_UNREACHABLE;
    }
    test.state = fixture_device_memory(&test.device, sizeof *test.state);
    *test.state = (ishmemi_state_t){.layout = ISHMEMI_STATE_LAYOUT,
                                    .flags = ISHMEMI_STATE_CPU | ISHMEMI_STATE_SLOW,
                                    .my_pe = 0,
                                    .n_pes = N_PES,
                                    .heap = (uintptr_t)test.heap,
                                    .heap_bytes = HEAP_BYTES,
                                    .delta = (uintptr_t)delta,
                                    .head = (uintptr_t)test.heap,
                                    .ring = (uintptr_t)test.ring.ring};
    memcpy(test.state->first_deltas, delta, N_PES * sizeof *delta);

    const loopback_settings_t settings = {.n_pes = N_PES,
                                          .heaps = test.far,
                                          .heap_bytes = HEAP_BYTES,
                                          .refuse = refuse,
                                          .delay_us = setting("RING_DELAY", 0),
                                          .fail_after = fail_after,
                                          .fatal = fatal};
    test.wakeups = eventfd(0, EFD_NONBLOCK);
    CHECK(test.wakeups >= 0);
    const ishmemi_proxy_request_t proxy = {.transport = loopback_open(&settings),
                                           .ring = &test.ring,
                                           .wakeups = {.descriptor = test.wakeups,
                                                       .take = take_letters,
                                                       .send = send_letter,
                                                       .from_all = true},
                                           .driven = driven,
                                           .n_pes = N_PES,
                                           .heap_bytes = HEAP_BYTES,
                                           .cpu = ISHMEMI_PROXY_CPU_ANY,
                                           .log_error = say,
                                           .fatal = fatal};
    CHECK(ishmemi_proxy_start(&proxy) == 0);
}

static void end(bool driven)
{
    /* The last one tells the thread to stop. */
    CHECK(ishmemi_proxy_stop() == test.n_wakeups + !driven);
    CHECK(test.ring.completed == test.ring.taken);
    ishmemi_ring_close(&test.ring);
}

typedef struct argument {
    size_t bytes;
    uint64_t value;
} argument_t;

#define POINTER(pointer)                     \
    {                                        \
        sizeof(void *), (uintptr_t)(pointer) \
    }
#define LONG(number)          \
    {                         \
        8, (uint64_t)(number) \
    }
#define INT(number)           \
    {                         \
        4, (uint32_t)(number) \
    }
#define ARGUMENTS(...)                    \
    (const argument_t[])                  \
    {                                     \
        POINTER(test.state), __VA_ARGS__, \
        {                                 \
            0, 0                          \
        }                                 \
    }

static void append(ze_command_list_handle_t list, const char *name, uint32_t groups, uint32_t items,
                   const argument_t *arguments)
{
    ze_kernel_handle_t kernel = fixture_kernel(test.module, name);
    const ze_group_count_t count = {groups, 1, 1};
    for (uint32_t i = 0; arguments[i].bytes != 0; i++) {
        fixture_argument(kernel, i, arguments[i].bytes, &arguments[i].value);
    }
    CHECK_SUCCESS(zeKernelSetGroupSize(kernel, items, 1, 1));
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, kernel, &count, NULL, 0, NULL));
    CHECK_SUCCESS(zeKernelDestroy(kernel));
}

static void launch(const char *name, uint32_t groups, uint32_t items, const argument_t *arguments)
{
    append(test.list, name, groups, items, arguments);
}

static char pattern(size_t i, unsigned seed)
{
    return (char)(i * 7 + i / 251 + seed * 31 + 1);
}

static void fill(char *array, size_t bytes, unsigned seed)
{
    for (size_t i = 0; i < bytes; i++) {
        array[i] = pattern(i, seed);
    }
}

/* array holds the pattern, plus `added`, and nothing around it has changed. */
static void check_block(const char *array, size_t bytes, unsigned seed, int added, char guard)
{
    for (size_t i = 0; i < GUARD; i++) {
        CHECK(array[-1 - (ptrdiff_t)i] == guard && array[bytes + i] == guard);
    }
    for (size_t i = 0; i < bytes; i++) {
        if (array[i] != (char)(pattern(i, seed) + added)) {
            say("byte %zu of %zu is 0x%02x, not 0x%02x", i, bytes, (unsigned char)array[i],
                (unsigned char)(pattern(i, seed) + added));
            exit(1);
        }
    }
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static const size_t sizes[] = {1,   7,    8,    23,   24,   25,   100,   511,    512,
                               513, 1023, 1024, 1025, 3000, 4999, 70000, 1000003};
#define N_SIZES (sizeof sizes / sizeof *sizes)
#define PRIVATE_BYTES 5000

static void each_block(void (*visit)(const char *kernel, uint32_t items, unsigned form,
                                     size_t bytes, unsigned seed),
                       const char *name, const char *group_name)
{
    unsigned seed = 0;
    for (unsigned form = FORM_BLOCKING; form <= FORM_LOCAL; form++) {
        for (size_t i = 0; i < N_SIZES; i++) {
            if (form >= FORM_PRIVATE && sizes[i] > PRIVATE_BYTES) {
                continue;
            }
            visit(name, 1, form, sizes[i], ++seed);
            if (group_name && form < FORM_PRIVATE) {
                visit(group_name, 37, form, sizes[i], ++seed);
            }
        }
    }
}

static void put_one(const char *kernel, uint32_t items, unsigned form, size_t bytes, unsigned seed)
{
    const int pe = 1 + (int)(seed % 3);
    const size_t at = 65536 + seed % 9;
    char *const source = seed % 2 ? test.heap + HALF : test.other;
    memset(test.far[pe] + at - GUARD, 0x55, bytes + 2 * GUARD);
    fill(source, bytes, seed);
    launch(kernel, 1, items,
           ARGUMENTS(POINTER(test.heap + at), POINTER(source), LONG(bytes), INT(form), INT(pe)));
    check_block(test.far[pe] + at, bytes, seed, 0, 0x55);
}

static void run_put(void)
{
    each_block(put_one, "put", "put_work_group");
}

static void get_one(const char *kernel, uint32_t items, unsigned form, size_t bytes, unsigned seed)
{
    const int pe = 1 + (int)(seed % 3);
    const size_t at = 65536 + seed % 9;
    char *const dest = (seed % 2 ? test.heap + HALF : test.other) + GUARD + seed % 5;
    memset(dest - GUARD, 0x55, bytes + 2 * GUARD);
    fill(test.far[pe] + at, bytes, seed);
    launch(kernel, 1, items,
           ARGUMENTS(POINTER(dest), POINTER(test.heap + at), LONG(bytes), INT(form), INT(pe)));
    check_block(dest, bytes, seed, items > 1, 0x55);
}

static void run_get(void)
{
    each_block(get_one, "get", "get_work_group");
}

static void put_signal_one(const char *kernel, uint32_t items, unsigned form, size_t bytes,
                           unsigned seed)
{
    if (form == FORM_LOCAL) {
        return;
    }
    const int pe = 1 + (int)(seed % 3);
    const size_t at = 65536 + seed % 9;
    uint64_t *const signal = (uint64_t *)(test.far[pe] + 32768);
    *signal = 10;
    memset(test.far[pe] + at - GUARD, 0x55, bytes + 2 * GUARD);
    fill(test.other, bytes, seed);
    launch(kernel, 1, items,
           ARGUMENTS(POINTER(test.heap + at), POINTER(test.other), LONG(bytes), INT(form), INT(pe),
                     POINTER(test.heap + 32768)));
    check_block(test.far[pe] + at, bytes, seed, 0, 0x55);
    CHECK(*signal == (form == FORM_BLOCKING ? 7 : 17));
}

static void run_put_signal(void)
{
    each_block(put_signal_one, "put_signal", NULL);
}

static void run_strided(void)
{
    const size_t n = 10000 / test.divisor;
    int *const near = (int *)test.other;
    for (int is_put = 0; is_put < 2; is_put++) {
        int *const far = (int *)(test.far[2] + 65536);
        int *const from = is_put ? near : far;
        int *const to = is_put ? far : near;
        const size_t dst = 3, sst = 2;
        memset(to, 0xff, n * dst * sizeof *to);
        for (size_t i = 0; i < n * sst; i++) {
            from[i] = (int)i;
        }
        launch("strided", 1, 16,
               ARGUMENTS(POINTER(is_put ? test.heap + 65536 : test.other),
                         POINTER(is_put ? test.other : test.heap + 65536), LONG(n), INT(is_put),
                         INT(2)));
        for (size_t i = 0; i < n * dst; i++) {
            CHECK(to[i] == (i % dst == 0 ? (int)(i / dst * sst) : -1));
        }
    }
    const size_t bsize = 700, blocks = 40;
    for (int is_put = 0; is_put < 2; is_put++) {
        int *const far = (int *)(test.far[1] + 65536);
        int *const from = is_put ? near : far;
        int *const to = is_put ? far : near;
        memset(to, 0xff, (bsize + 1) * blocks * sizeof *to);
        for (size_t i = 0; i < bsize * blocks; i++) {
            from[i] = (int)i;
        }
        launch("blocks", 1, 1,
               ARGUMENTS(POINTER(is_put ? test.heap + 65536 : test.other),
                         POINTER(is_put ? test.other : test.heap + 65536), LONG(bsize),
                         LONG(blocks), INT(is_put), INT(1)));
        for (size_t i = 0; i < (bsize + 1) * blocks; i++) {
            const size_t block = i / (bsize + 1), place = i % (bsize + 1);
            CHECK(to[i] == (place < bsize ? (int)(block * bsize + place) : -1));
        }
    }
}

static void run_values(void)
{
    uint64_t *const out = (uint64_t *)test.other;
    memset(test.far[3] + 65536, 0x11, 64);
    launch("values", 1, 1, ARGUMENTS(POINTER(test.heap + 65536), POINTER(out), INT(3)));
    CHECK(out[0] == 0x81 && out[1] == 0x8182 && out[2] == 0x81828384);
    CHECK(out[3] == 0x3ff8000000000000u);
    uint64_t words[4];
    memcpy(words, test.far[3] + 65536, sizeof words);
    CHECK(words[0] == 0x1111111111111181u && words[1] == 0x1111111111118182u);
    CHECK(words[2] == 0x1111111181828384u && words[3] == 0x3ff8000000000000u);
}

static void run_amo(void)
{
    uint64_t *const out = (uint64_t *)test.other;
    uint64_t *const word = (uint64_t *)(test.far[1] + 65536);
    float *const number = (float *)(test.far[1] + 65600);
    *word = 1000;
    *number = 2.25f;
    launch("amo", 1, 1,
           ARGUMENTS(POINTER(test.heap + 65536), POINTER(test.heap + 65600), POINTER(out), INT(1)));
    static const uint64_t expected[] = {1000, 1005, 1006, 100, 0xff,       0xff,       0xf0,
                                        0xfc, 5,    40,   42,  0x40100000, 0x40300000, 7};
    CHECK(*number == 2.75f);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const uint64_t want = i == 11 ? 0x40100000 : i == 12 ? 0x40300000 : expected[i];
        if (out[i] != want) {
            say("result %zu is 0x%llx, not 0x%llx", i, (unsigned long long)out[i],
                (unsigned long long)want);
            exit(1);
        }
    }
    CHECK(*word == 7);
}

/* All are in the ring before it is looked at, so that what is a run is known. */
static void run_brief(void)
{
    const unsigned count = 20;
    launch("brief", 1, 1, ARGUMENTS(POINTER(test.heap + 65536), INT(count)));
    CHECK(ishmemi_ring_made(&test.ring) == 4 * count + 1);
    while (!ishmemi_ring_drained(&test.ring, 4 * count + 1)) {
        (void)ishmemi_proxy_step();
    }
    const uint64_t *const first = (const uint64_t *)(test.far[1] + 65536);
    const uint64_t *const second = (const uint64_t *)(test.far[2] + 65536);
    CHECK(first[0] == count * (count - 1) / 2 && second[0] == 0);
    for (size_t i = 0; i < count; i++) {
        CHECK(first[1 + i] == 3 * i && second[1 + i] == 2 * i);
    }
}

/* Puts and AMOs to one PE are one, up to another PE or a fence. */
static void run_runs(void)
{
    run_brief();
    CHECK(loopback_runs() == 3);
}

static void run_ordered(void)
{
    const unsigned repetitions = 20000 / test.divisor;
    launch("ordered", 1, 1, ARGUMENTS(POINTER(test.heap + 65536), INT(repetitions), INT(2)));
    CHECK(*(uint64_t *)(test.far[2] + 65536) == repetitions);
}

#define GROUPS 8
#define ITEMS 64

static size_t stress_requests(unsigned repetitions)
{
    return (size_t)GROUPS * ITEMS * (repetitions + repetitions / 64 * 2);
}

static void run_stress(void)
{
    const unsigned repetitions = 2048 / test.divisor / 64 * 64 + 64;
    uint64_t *const errors = (uint64_t *)test.other;
    const double begin = seconds();
    launch("stress", GROUPS, ITEMS,
           ARGUMENTS(POINTER(test.heap + 65536), POINTER(test.heap + 32768), POINTER(errors),
                     INT(repetitions), INT(3)));
    const double took = seconds() - begin;
    const size_t requests = stress_requests(repetitions);
    printf("%zu requests in %.3f s, %zu under way at most\n", requests, took, loopback_most());
    CHECK(test.ring.taken >= requests - GROUPS * ITEMS * (repetitions / 64));
    CHECK(errors[0] == 0);
    uint64_t sum = 0;
    for (int pe = 1; pe < N_PES; pe++) {
        sum += *(uint64_t *)(test.far[pe] + 32768);
    }
    CHECK(sum == (uint64_t)GROUPS * ITEMS * (repetitions / 2));
    CHECK(((uint64_t *)(test.far[1] + 32768))[8] == GROUPS * ITEMS * (repetitions / 64));
    /* Each word: of the peer that was the last to get one of the even turns after a fence. */
    for (uint64_t id = 0; id < GROUPS * ITEMS; id++) {
        uint64_t latest = 0;
        for (int pe = 1; pe < N_PES; pe++) {
            const uint64_t word = ((uint64_t *)(test.far[pe] + 65536))[id];
            CHECK(word == 0 || (word & 0xffffffffu) == id);
            latest = word >> 32 > latest ? word >> 32 : latest;
        }
        CHECK(latest >= repetitions - 64);
    }
}

static void wait_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* A ring of four slots that is full for long, and two answers that everybody wants. */
static void run_full(void)
{
    const unsigned repetitions = 64;
    const uint32_t groups = test.divisor > 1 ? 2 : GROUPS;
    ze_command_list_handle_t list =
        fixture_immediate(&test.device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_event_pool_handle_t pool = fixture_pool(&test.device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    loopback_hold(0);
    append(list, "stress", groups, ITEMS,
           ARGUMENTS(POINTER(test.heap + 65536), POINTER(test.heap + 32768), POINTER(test.other),
                     INT(repetitions), INT(3)));
    CHECK_SUCCESS(zeCommandListAppendSignalEvent(list, event));
    wait_ms(700);
    CHECK_RESULT(zeEventQueryStatus(event), ZE_RESULT_NOT_READY);
    CHECK(test.ring.completed == 0);
    loopback_hold(LOOPBACK_HOLD_NOTHING);
    CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
    CHECK(((uint64_t *)(test.far[1] + 32768))[8] == groups * ITEMS * (repetitions / 64));
}

static void run_beside_long(void)
{
    uint64_t *const counter = (uint64_t *)(test.far[1] + 32768);
    const size_t bytes = HALF - 65536;
    ze_command_list_handle_t list =
        fixture_immediate(&test.device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_event_pool_handle_t pool = fixture_pool(&test.device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    fill(test.heap + HALF, bytes, 1);
    loopback_hold(bytes);
    append(list, "beside_long", 2, 1,
           ARGUMENTS(POINTER(test.heap + 65536), POINTER(test.heap + HALF), LONG(bytes),
                     POINTER(test.heap + 32768), INT(1)));
    CHECK_SUCCESS(zeCommandListAppendSignalEvent(list, event));
    const double begin = seconds();
    while (__atomic_load_n(counter, __ATOMIC_RELAXED) < 200) {
        CHECK(seconds() - begin < 60);
        wait_ms(1);
    }
    loopback_hold(LOOPBACK_HOLD_NOTHING);
    CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
    CHECK(memcmp(test.far[1] + 65536, test.heap + HALF, bytes) == 0);
}

static void run_two_kernels(void)
{
    const unsigned repetitions = 512 / test.divisor / 64 * 64 + 64;
    ze_command_list_handle_t lists[3];
    ze_event_handle_t events[3];
    ze_event_pool_handle_t pool = fixture_pool(&test.device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 3);
    for (uint32_t i = 0; i < 3; i++) {
        lists[i] = fixture_immediate(&test.device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        events[i] = fixture_event(pool, i);
        append(lists[i], "stress", 2, ITEMS,
               ARGUMENTS(POINTER(test.heap + 65536 + 8192 * i), POINTER(test.heap + 32768),
                         POINTER(test.other), INT(repetitions), INT(3)));
        CHECK_SUCCESS(zeCommandListAppendSignalEvent(lists[i], events[i]));
    }
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_SUCCESS(zeEventHostSynchronize(events[i], FOREVER));
    }
    CHECK(*(uint64_t *)test.other == 0);
    CHECK(((uint64_t *)(test.far[1] + 32768))[8] == 3 * 2 * ITEMS * (repetitions / 64));
}

/* Kernels that wait for what never comes end with the job. */
static void run_abort(void)
{
    ze_command_list_handle_t list =
        fixture_immediate(&test.device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_event_pool_handle_t pool = fixture_pool(&test.device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    loopback_hold(0);
    append(list, "stress", GROUPS, ITEMS,
           ARGUMENTS(POINTER(test.heap + 65536), POINTER(test.heap + 32768), POINTER(test.other),
                     INT(512), INT(3)));
    CHECK_SUCCESS(zeCommandListAppendSignalEvent(list, event));
    wait_ms(200);
    CHECK_RESULT(zeEventQueryStatus(event), ZE_RESULT_NOT_READY);
    __atomic_store_n(&((ishmemi_head_t *)test.heap)->abort.value, 1, __ATOMIC_RELAXED);
    CHECK_SUCCESS(zeEventHostSynchronize(event, 20000000000u));
    exit(0);
}

static double used(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double latency(void)
{
    const double begin = seconds();
    launch("latency", 1, 1, ARGUMENTS(POINTER(test.heap + 65536), INT(1), INT(1)));
    return seconds() - begin;
}

static int compare(const void *a, const void *b)
{
    const double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

#define FIRSTS 9

static void run_idle(void)
{
    const unsigned repetitions = 20000;
    launch("latency", 1, 1, ARGUMENTS(POINTER(test.heap + 65536), INT(16), INT(1)));
    double begin = seconds();
    launch("latency", 1, 1, ARGUMENTS(POINTER(test.heap + 65536), INT(repetitions), INT(1)));
    printf("put and quiet: %.2f us\n", 1e6 * (seconds() - begin) / repetitions);
    begin = seconds();
    launch("rate", 1, 64, ARGUMENTS(POINTER(test.heap + 65536), INT(repetitions), INT(1)));
    printf("puts: %.2f million a second\n", 64e-6 * repetitions / (seconds() - begin));
    wait_ms(200);
    const double used_before = used();
    begin = seconds();
    wait_ms(1000);
    const double share = (used() - used_before) / (seconds() - begin);
    double more[FIRSTS];
    for (int i = 0; i < FIRSTS; i++) {
        const double first = latency();
        more[i] = 1e6 * (first - latency());
        wait_ms(150);
    }
    qsort(more, FIRSTS, sizeof *more, compare);
    printf("idle: %.1f %% of a processor; then a first request takes %.0f us more, %.0f at most\n",
           100.0 * share, more[FIRSTS / 2], more[FIRSTS - 1]);
    CHECK(share < 0.04);
}

/* Each is taken by the thread, when it lies down, and the ring is served as before. */
static void run_wakeups(void)
{
    for (int i = 0; i < 20; i++) {
        wait_ms(i % 2 == 0 ? 120 : 1);
        test.n_wakeups++;
        send_letter();
        struct pollfd written = {.fd = test.wakeups, .events = POLLIN};
        for (int ms = 0; poll(&written, 1, 0) == 1; ms++) {
            CHECK(ms < 60000);
            wait_ms(1);
        }
        (void)latency();
    }
}

static void launch_bad(size_t offset, int pe)
{
    launch("ordered", 1, 1, ARGUMENTS(POINTER(test.heap + offset), INT(1), INT(pe)));
}

static void run_bad_offset(void)
{
    launch_bad(HEAP_BYTES - 4, 1);
}

/* A kernel reads the deltas past the last PE's. */
static void run_bad_pe(void)
{
    test.state->first_deltas[9] = ISHMEMI_UNREACHABLE;
    launch_bad(65536, 9);
}

static void run_broken_link(void)
{
    launch_bad(65536, 1);
    launch_bad(65536, 1);
}

static const struct {
    const char *name;
    void (*run)(void);
    uint64_t n_requests;
    uint64_t n_answers;
    unsigned refuse;
    uint64_t fail_after;
    bool driven;
} cases[] = {
    {"values", run_values, 64, 16, 0, 0, false},
    {"amo", run_amo, 4, 2, 3, 0, false},
    {"put", run_put, 16, 4, 5, 0, false},
    {"get", run_get, 16, 4, 5, 0, false},
    {"put_signal", run_put_signal, 2, 1, 5, 0, false},
    {"strided", run_strided, 64, 4, 7, 0, false},
    {"runs", run_runs, 128, 4, 0, 0, true},
    {"runs_refused", run_brief, 128, 4, 3, 0, true},
    {"ordered", run_ordered, 64, 4, 7, 0, false},
    {"stress", run_stress, ISHMEMI_RING_REQUESTS, ISHMEMI_RING_ANSWERS, 0, 0, false},
    {"full", run_full, 4, 2, 9, 0, false},
    {"beside_long", run_beside_long, 64, 16, 0, 0, false},
    {"two_kernels", run_two_kernels, 32, 8, 9, 0, false},
    {"abort", run_abort, 16, 4, 0, 0, false},
    {"wakeups", run_wakeups, 16, 4, 0, 0, false},
    {"idle", run_idle, ISHMEMI_RING_REQUESTS, ISHMEMI_RING_ANSWERS, 0, 0, false},
    {"bad_offset", run_bad_offset, 16, 4, 0, 0, false},
    {"bad_pe", run_bad_pe, 16, 4, 0, 0, false},
    {"broken_link", run_broken_link, 16, 4, 0, 1, false},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) {
            start(cases[i].n_requests, cases[i].n_answers, cases[i].refuse, cases[i].fail_after,
                  cases[i].driven);
            cases[i].run();
            end(cases[i].driven);
            return 0;
        }
    }
    fprintf(stderr, "usage: test_ring CASE\n");
    return 2;
}
