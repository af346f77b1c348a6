/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Global and static objects of the program as symmetric objects of host routines: contents over
 * init and finalize, every kind of routine on them, children by fork, and jobs of more than one
 * program.
 *
 *     static_objects             all that works
 *     static_objects heap        heap objects alone: works where PEs run different programs, too
 *     static_objects static      one put to a static object, printing what happens
 *     static_objects library     one put to a static object of a shared library, an error
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCK = 150001, MAX_PES = 64, ROUNDS = 3000 };

/* .data and .bss; what is global is so in another way than what is static. */
int global_number = 4711;
int global_zero;
static long numbers[5] = {1, -2, 3, -4, 5};
static char text[] = "as it was";
static const char *pointer = text;
static double zeros[7];

/* Several pages each, starting and ending within one. */
static struct {
    unsigned char before[TEST_GUARD_BYTES];
    unsigned char bytes[BLOCK];
    unsigned char after[TEST_GUARD_BYTES];
} filled = {.before = {1}}, empty;

static uint64_t sum64;
static uint32_t sum32;
static int lock;
static long guarded;
static long one_of_each[MAX_PES];
static struct {
    uint64_t payload[64];
    uint64_t signal;
} mail;
/* Of collectives: each size is one that is sent in another way. */
enum { GATHERED = 20001 };
static int given[GATHERED];
static int taken[MAX_PES * GATHERED];

/* Nobody touches more than its ends. */
static unsigned char vast[(size_t)256 << 20];

/* Of vast, as a driver may need memory of its own. */
static size_t resident_bytes(void)
{
    static unsigned char in_memory[sizeof vast / 4096];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *const first = vast + (page - (uintptr_t)vast % page) % page;
    const size_t pages = sizeof vast / page - 1;
    size_t resident = 0;
    if (mincore(first, pages * page, in_memory) != 0) {
        test_fatal("mincore: %s", strerror(errno));
    }
    for (size_t i = 0; i < pages; i++) {
        resident += in_memory[i] & 1 ? page : 0;
    }
    return resident;
}

static int right(void)
{
    return (test_me + 1) % test_n;
}

static int left(void)
{
    return (test_me + test_n - 1) % test_n;
}

/* ---- Contents -------------------------------------------------------------------------------- */

static void set_contents(void)
{
    global_zero = 12;
    numbers[2] = 33;
    text[0] = 'A';
    zeros[6] = 0.5;
    vast[sizeof vast - 1] = 7;
}

static void check_contents(const char *when)
{
    test_check(global_number == 4711 && global_zero == 12, "%s: the globals changed", when);
    test_check(numbers[0] == 1 && numbers[2] == 33 && numbers[4] == 5, "%s: .data changed", when);
    test_check(strcmp(pointer, "As it was") == 0, "%s: the text is %s", when, pointer);
    test_check(zeros[0] == 0 && zeros[6] == 0.5, "%s: .bss changed", when);
    test_check(vast[0] == 0 && vast[sizeof vast / 2] == 0 && vast[sizeof vast - 1] == 7,
               "%s: the vast array changed", when);
}

/* ---- Blocks and values ----------------------------------------------------------------------- */

/* Before any malloc. */
static void first_put(void)
{
    const int number = 100 + test_me;
    ishmem_int_put(&global_zero, &number, 1, right());
    ishmem_barrier_all();
    test_check(global_zero == 100 + left(), "a put into .bss gave %d", global_zero);
    ishmem_barrier_all();
    global_zero = 12;
    ishmem_barrier_all();
}

static bool has_guards(void)
{
    return test_is_guard(empty.before, TEST_GUARD_BYTES) &&
           test_is_guard(empty.after, TEST_GUARD_BYTES);
}

static void blocks(void)
{
    static const size_t counts[] = {0, 1, 3, 8, 63, 4096, 4097, 65537, BLOCK};
    memset(empty.before, TEST_GUARD, TEST_GUARD_BYTES);
    memset(empty.after, TEST_GUARD, TEST_GUARD_BYTES);
    unsigned char *const own = malloc(BLOCK);
    unsigned char *const heap = ishmem_malloc(BLOCK);
    if (!own || !heap) {
        test_fatal("no memory");
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t count = counts[i];
        const size_t at = BLOCK - count;
        for (int distance = 0; distance < test_n; distance++) {
            const int to = (test_me + distance) % test_n;
            const int from = (test_me + test_n - distance) % test_n;
            const unsigned char *const mine = test_pattern((unsigned)test_me);
            const unsigned char *const theirs = test_pattern((unsigned)from);
            memset(empty.bytes, 0, BLOCK);
            ishmem_barrier_all();
            ishmem_putmem(empty.bytes + at, mine, count, to);
            ishmem_barrier_all();
            test_check(memcmp(empty.bytes + at, theirs, count) == 0 && has_guards(),
                       "putmem of %zu bytes from PE %d", count, from);
            memset(own, 0, count);
            ishmem_getmem(own, empty.bytes + at, count, to);
            test_check(memcmp(own, mine, count) == 0, "getmem of %zu bytes from PE %d", count, to);
            ishmem_barrier_all();
            /* From the heap and into the heap. */
            memory_write(heap, mine, BLOCK);
            ishmem_putmem(filled.bytes, heap, count, to);
            ishmem_barrier_all();
            test_check(memcmp(filled.bytes, theirs, count) == 0,
                       "putmem of %zu bytes of the heap of PE %d", count, from);
            memory_fill(heap, 0, BLOCK);
            ishmem_getmem(heap, filled.bytes, count, to);
            memory_read(own, heap, BLOCK);
            test_check(memcmp(own, mine, count) == 0,
                       "getmem of %zu bytes from PE %d into the heap", count, to);
            ishmem_barrier_all();
            ishmem_putmem(heap, empty.bytes + at, count, to);
            ishmem_barrier_all();
            memory_read(own, heap, BLOCK);
            test_check(memcmp(own, test_pattern((unsigned)((from + test_n - distance) % test_n)),
                              count) == 0,
                       "putmem of %zu static bytes of PE %d into the heap", count, from);
        }
    }
    ishmem_free(heap);
    free(own);
}

static void values(void)
{
    memset(one_of_each, 0, sizeof one_of_each);
    ishmem_barrier_all();
    for (int pe = 0; pe < test_n; pe++) {
        ishmem_long_p(&one_of_each[test_me], 1000 * test_me + pe, pe);
    }
    ishmem_barrier_all();
    for (int pe = 0; pe < test_n; pe++) {
        test_check(one_of_each[pe] == 1000 * pe + test_me, "p by PE %d gave %ld", pe,
                   one_of_each[pe]);
        const long got = ishmem_long_g(&one_of_each[test_me], pe);
        test_check(got == 1000 * test_me + pe, "g from PE %d gave %ld", pe, got);
        const int8_t byte = ishmem_int8_g((int8_t *)&text[1], pe);
        test_check(byte == 's', "g of a byte of PE %d gave %d", pe, byte);
    }
    ishmem_barrier_all();
}

static void strides(void)
{
    enum { COUNT = 300 };
    static long wide[3 * COUNT];
    long narrow[COUNT];
    long back[COUNT];
    for (long i = 0; i < COUNT; i++) {
        narrow[i] = test_me * COUNT + i;
        back[i] = 0;
    }
    memset(wide, 0, sizeof wide);
    ishmem_barrier_all();
    ishmem_long_iput(wide, narrow, 3, 1, COUNT, right());
    ishmem_long_iget(back, wide, 1, 3, COUNT, right());
    ishmem_barrier_all();
    int wrong = 0;
    for (long i = 0; i < COUNT; i++) {
        wrong += back[i] != narrow[i] || wide[3 * i] != left() * COUNT + i || wide[3 * i + 1] != 0;
    }
    test_check(wrong == 0, "%d elements went wrong by iput and iget", wrong);
    ishmem_barrier_all();
}

static void pointers(void)
{
    char *const in_heap = ishmem_malloc(1);
    for (int pe = 0; pe < test_n; pe++) {
        test_check(ishmem_addr_accessible(&vast[sizeof vast - 1], pe),
                   "a static object of PE %d is not accessible", pe);
        const long *const view = ishmem_ptr(numbers, pe);
        /* A far PE's objects have no address here, neither static ones nor those of the heap. */
        test_check(ishmem_ptr(in_heap, pe) ? view && view[2] == 33 : !view, "ishmem_ptr to PE %d",
                   pe);
    }
    const int local = 0;
    test_check(ishmem_ptr(&local, 0) == NULL, "ishmem_ptr of a local variable");
    ishmem_free(in_heap);
}

/* ---- Atomics, signals, waits ----------------------------------------------------------------- */

static void atomics(void)
{
    const int rounds = test_rounds(ROUNDS);
    sum64 = 0;
    sum32 = 0;
    guarded = 0;
    ishmem_barrier_all();
    uint64_t seen = 0;
    for (int round = 0; round < rounds; round++) {
        const uint64_t before = ishmem_uint64_atomic_fetch_add(&sum64, 3, 0);
        test_check(before >= seen, "the sum went back");
        seen = before;
        ishmem_uint64_atomic_add(&sum64, 2, (test_me + round) % test_n);
        ishmem_uint32_atomic_add(&sum32, 1, right());
    }
    ishmem_barrier_all();
    const uint64_t twos = ishmem_uint64_atomic_fetch(&sum64, test_me);
    uint64_t all = 0;
    for (int pe = 0; pe < test_n; pe++) {
        all += ishmem_uint64_atomic_fetch(&sum64, pe);
    }
    test_check(all == 5 * (uint64_t)rounds * (uint64_t)test_n && twos == sum64,
               "the sums make %llu", (unsigned long long)all);
    test_check(sum32 == (uint32_t)rounds, "the sum of 32 bits is %u", sum32);

    const int turns = test_rounds(200);
    for (int turn = 0; turn < turns; turn++) {
        while (ishmem_int_atomic_compare_swap(&lock, 0, test_me + 1, 0) != 0) {
            usleep(10);
        }
        const long value = ishmem_long_g(&guarded, 0);
        ishmem_long_p(&guarded, value + 1, 0);
        ishmem_quiet();
        ishmem_int_atomic_set(&lock, 0, 0);
    }
    ishmem_barrier_all();
    test_check(ishmem_long_g(&guarded, 0) == (long)turns * test_n, "the lock did not exclude");
    ishmem_barrier_all();

    static long distributed[3];
    static double total;
    total = 0;
    guarded = 0;
    ishmem_barrier_all();
    for (int turn = 0; turn < turns; turn++) {
        ishmem_set_lock(&distributed[turn % 3]);
        if (turn % 3 == 1) {
            ishmem_long_p(&guarded, ishmem_long_g(&guarded, 0) + 1, 0);
        }
        ishmem_clear_lock(&distributed[turn % 3]);
        ishmem_double_atomic_add(&total, 0.5, 0);
    }
    ishmem_barrier_all();
    test_check(ishmem_long_g(&guarded, 0) == (long)((turns + 1) / 3) * test_n,
               "the distributed lock did not exclude");
    test_check(ishmem_double_g(&total, 0) == 0.5 * turns * test_n, "the floating-point sum");
    ishmem_barrier_all();
}

/* A message goes round the ring; what is in it must be there when the signal is. */
static void pass(uint64_t *payload, uint64_t *signal, const char *what)
{
    uint64_t message[64];
    const int rounds = test_rounds(500);
    const size_t last = sizeof message / sizeof *message - 1;
    int wrong = 0;
    for (int round = 1; round <= rounds; round++) {
        const uint64_t number = (uint64_t)round;
        for (size_t i = 0; i <= last; i++) {
            message[i] = number * 100 + i;
        }
        if (test_me == 0) {
            ishmem_uint64_put_signal(payload, message, last + 1, signal, number, ISHMEM_SIGNAL_SET,
                                     right());
        }
        const uint64_t seen = ishmem_signal_wait_until(signal, ISHMEM_CMP_EQ, number);
        uint64_t words[2];
        ishmem_uint64_get(words, payload + last - 1, 2, test_me);
        wrong += seen != number || words[0] != message[last - 1] || words[1] != message[last];
        if (test_me != 0) {
            ishmem_uint64_put_signal(payload, message, last + 1, signal, 1, ISHMEM_SIGNAL_ADD,
                                     right());
        }
    }
    test_check(wrong == 0, "%s: %d of %d messages were wrong", what, wrong, rounds);
    ishmem_barrier_all();
}

static void signals(void)
{
    uint64_t *const heap = ishmem_calloc(65, sizeof *heap);
    mail.signal = 0;
    ishmem_barrier_all();
    pass(mail.payload, &mail.signal, "static payload, static signal");
    mail.signal = 0;
    ishmem_barrier_all();
    pass(heap, &mail.signal, "heap payload, static signal");
    pass(mail.payload, heap + 64, "static payload, heap signal");
    ishmem_free(heap);
}

static void waits(void)
{
    lock = 0;
    ishmem_barrier_all();
    const int rounds = test_rounds(300);
    for (int round = 1; round <= rounds; round++) {
        if (test_me == 0) {
            ishmem_int_p(&lock, round, right());
        }
        ishmem_int_wait_until(&lock, ISHMEM_CMP_GE, round);
        if (test_me != 0) {
            ishmem_int_atomic_add(&lock, 1, right());
        }
    }
    test_check(lock == rounds, "after the waits the word is %d", lock);
    memset(one_of_each, 0, sizeof one_of_each);
    ishmem_barrier_all();
    lock = 0;
    for (int pe = 0; pe < test_n; pe++) {
        ishmem_long_p(&one_of_each[test_me], 9, pe);
    }
    int status[MAX_PES] = {0};
    for (int pe = 0; pe < test_n; pe++) {
        const size_t found =
            ishmem_long_wait_until_any(one_of_each, (size_t)test_n, status, ISHMEM_CMP_EQ, 9);
        test_check(found < (size_t)test_n && status[found] == 0, "wait_until_any gave %zu", found);
        status[found] = 1;
    }
    ishmem_barrier_all();
}

/* ---- Children -------------------------------------------------------------------------------- */

/* While the left neighbour keeps on writing to this PE. */
static void wrong_if(bool wrong, const char *what, int count)
{
    test_check(!wrong, "%s of %d static objects", what, count);
}

static void collect_some(int count)
{
    const int root = test_n - 1;
    for (int i = 0; i < count; i++) {
        given[i] = test_me * 1000000 + i;
        taken[i] = -1;
    }
    ishmem_barrier_all();
    bool wrong = ishmem_int_broadcast(taken, given, (size_t)count, root) != 0;
    for (int i = 0; i < count; i++) {
        wrong |= taken[i] != root * 1000000 + i;
    }
    wrong_if(wrong, "broadcast", count);
    ishmem_barrier_all();
    wrong = ishmem_int_fcollect(taken, given, (size_t)count) != 0;
    for (int pe = 0; pe < test_n; pe++) {
        for (int i = 0; i < count; i++) {
            wrong |= taken[pe * count + i] != pe * 1000000 + i;
        }
    }
    wrong_if(wrong, "fcollect", count);
    ishmem_barrier_all();
    wrong = ishmem_int_sum_reduce(given, given, (size_t)count) != 0;
    for (int i = 0; i < count; i++) {
        wrong |= given[i] != test_n * (test_n - 1) / 2 * 1000000 + test_n * i;
    }
    wrong_if(wrong, "sum in place", count);
}

static void collectives(void)
{
    collect_some(1);
    collect_some(100);
    collect_some(GATHERED);
}

static void children(void)
{
    enum { CHILDREN = 5 };
    ishmem_barrier_all();
    for (int i = 0; i < CHILDREN; i++) {
        numbers[4] = 50 + i;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            const bool good = numbers[4] == 50 + i && global_number == 4711 && vast[5] == 0;
            numbers[4] = -1;
            global_number = -1;
            vast[5] = 1;
            memset(filled.bytes, 0xff, BLOCK);
            _exit(good ? 17 : 18);
        }
        for (long k = 0; k < 100; k++) {
            ishmem_long_p(&one_of_each[test_me], 1000 * i + k, right());
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child) {
            test_fatal("no child");
        }
        test_check(WIFEXITED(status) && WEXITSTATUS(status) == 17,
                   "the child found other values, status 0x%x", (unsigned)status);
        test_check(numbers[4] == 50 + i && global_number == 4711 && vast[5] == 0,
                   "the child wrote to its parent's objects");
    }
    ishmem_barrier_all();
    test_check(one_of_each[left()] == 1000 * (CHILDREN - 1) + 99, "puts beside forks were lost");
    test_check(system("true") == 0, "system() failed");
    numbers[4] = 5;
    ishmem_barrier_all();
}

static void child_alone(void)
{
    const pid_t child = fork();
    if (child == 0) {
        global_number = 0;
        _exit(0);
    }
    test_check(child > 0 && waitpid(child, NULL, 0) == child && global_number == 4711,
               "a child after finalize wrote to its parent's objects");
}

static void all_cases(void)
{
    check_contents("after init");
    ishmem_barrier_all();
    first_put();
    blocks();
    values();
    strides();
    pointers();
    atomics();
    signals();
    waits();
    collectives();
    children();
    check_contents("at the end");
}

/* ---- One routine, for jobs in which it may fail ---------------------------------------------- */

static void heap_alone(void)
{
    int *const word = ishmem_calloc(1, sizeof *word);
    ishmem_int_atomic_add(word, test_me + 1, 0);
    ishmem_barrier_all();
    const int sum = ishmem_int_g(word, 0);
    if (sum != test_n * (test_n + 1) / 2) {
        test_fatal("the sum in the heap is %d", sum);
    }
    check_contents("in a job of several programs");
    ishmem_barrier_all();
    ishmem_finalize();
}

static void put_to(void *object)
{
    const int value = 1;
    ishmem_putmem(object, &value, sizeof value, right());
    ishmem_barrier_all();
    printf("the put returned\n");
    ishmem_finalize();
}

int main(int argc, char **argv)
{
    set_contents();
    const char *const mode = argc == 2 ? argv[1] : "";
    if (*mode) {
        ishmem_init();
        test_me = ishmem_my_pe();
        test_n = ishmem_n_pes();
        if (strcmp(mode, "heap") == 0) {
            heap_alone();
        } else {
            put_to(strcmp(mode, "static") == 0 ? (void *)&global_number : (void *)stdout);
        }
        return EXIT_SUCCESS;
    }
    ishmem_init();
    const size_t resident = resident_bytes();
    test_family("static_objects");
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    test_check(resident < sizeof vast / 2, "init made %zu bytes of %zu resident", resident,
               sizeof vast);
    first_put();
    ishmem_finalize();
    check_contents("after finalize");
    child_alone();

    test_start();
    all_cases();
    return test_finish();
}
