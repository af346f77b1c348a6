/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is harder between PEs that do not share memory: sums of AMOs by near and far callers at once,
 * order of long and short operations, more operations than can be under way, long data both ways at
 * once, a PE that computes while others reach it.  Holds for near PEs as well.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int right(int distance)
{
    return (test_me + distance) % test_n;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

#define THREADS 3

typedef struct sums {
    long *longs;    /* symmetric: a sum, and a count of compare-and-swaps */
    double *number; /* symmetric */
    int rounds;
} sums_t;

/* Everybody adds to everybody's words, by all forms. */
static void *add(void *argument)
{
    const sums_t *const sums = argument;
    long before[16] = {0}; /* one for each operation up to a quiet */
    for (int i = 0; i < sums->rounds; i++) {
        const int pe = right(i);
        ishmem_long_atomic_add(&sums->longs[0], 2, pe);
        ishmem_long_atomic_fetch_add_nbi(&before[i % 16], &sums->longs[0], 3, pe);
        (void)ishmem_long_atomic_fetch_inc(&sums->longs[0], pe);
        ishmem_double_atomic_add(sums->number, 0.5, pe);
        long seen = ishmem_long_atomic_fetch(&sums->longs[1], pe);
        for (long expected = seen + 1; expected != seen;) {
            expected = seen;
            seen = ishmem_long_atomic_compare_swap(&sums->longs[1], expected, expected + 1, pe);
        }
        if (i % 16 == 0) {
            ishmem_quiet();
        }
    }
    ishmem_quiet();
    return NULL;
}

static void sums(void)
{
    sums_t state = {.longs = ishmem_calloc(2, sizeof(long)),
                    .number = ishmem_calloc(1, sizeof(double)),
                    .rounds = test_rounds(400) * test_n};
    pthread_t threads[THREADS];
    ishmem_barrier_all();
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, add, &state) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    ishmem_barrier_all();
    const long calls = (long)THREADS * state.rounds;
    const long sum = ishmem_long_g(&state.longs[0], test_me);
    const long swaps = ishmem_long_g(&state.longs[1], test_me);
    const double number = ishmem_double_g(state.number, test_me);
    test_check(sum == 6 * calls, "the sum is %ld, not %ld", sum, 6 * calls);
    test_check(swaps == calls, "%ld compare-and-swaps, not %ld", swaps, calls);
    test_check(number == 0.5 * (double)calls, "the sum is %g, not %g", number, 0.5 * (double)calls);
    ishmem_barrier_all();
    ishmem_free(state.longs);
    ishmem_free(state.number);
}

/* ---- Order ----------------------------------------------------------------------------------- */

static const size_t sizes[] = {1, 8, 100, 4096, 4097, 30000, 100000, TEST_PATTERN_BYTES};
#define SIZES (sizeof sizes / sizeof sizes[0])

/* Long data, then a flag behind a fence; or a signal with it, set or added. */
static void order(void)
{
    enum { FENCED, SIGNALLED, SIGNALLED_NBI, FORMS };
    char *const dest = ishmem_malloc(TEST_PATTERN_BYTES);
    uint64_t *const flag = ishmem_calloc(1, sizeof *flag);
    uint64_t *const taken = ishmem_calloc(1, sizeof *taken);
    char *const seen = memory_allocate_shared(TEST_PATTERN_BYTES);
    const int rounds = test_rounds(12);
    uint64_t number = 0;
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < SIZES; i++) {
            const int form = (round + (int)i) % FORMS;
            const unsigned char *const source = test_pattern((unsigned)(test_me + round));
            const int to = right(1);
            const int from = right(test_n - 1);
            number++;
            if (form == FENCED) {
                ishmem_putmem_nbi(dest, source, sizes[i] / 2, to);
                ishmem_putmem_nbi(dest + sizes[i] / 2, source + sizes[i] / 2,
                                  sizes[i] - sizes[i] / 2, to);
                ishmem_fence();
                ishmem_uint64_p(flag, number, to);
            } else if (form == SIGNALLED) {
                ishmem_putmem_signal(dest, source, sizes[i], flag, number, ISHMEM_SIGNAL_SET, to);
            } else {
                ishmem_putmem_signal_nbi(dest, source, sizes[i], flag, 1, ISHMEM_SIGNAL_ADD, to);
            }
            ishmem_uint64_wait_until(flag, ISHMEM_CMP_GE, number);
            memory_read(seen, dest, sizes[i]);
            test_check(memcmp(seen, test_pattern((unsigned)(from + round)), sizes[i]) == 0,
                       "form %d: the flag came before all of %zu bytes", form, sizes[i]);
            ishmem_uint64_p(taken, number, from);
            ishmem_uint64_wait_until(taken, ISHMEM_CMP_GE, number);
            ishmem_quiet();
        }
    }
    ishmem_barrier_all();
    memory_free_shared(seen);
    ishmem_free(dest);
    ishmem_free(flag);
    ishmem_free(taken);
}

/* A flag behind a fence behind more data than can be under way at once. */
static void fence(void)
{
    enum { AREAS = 6 };
    char *const dest = ishmem_malloc(AREAS * TEST_PATTERN_BYTES);
    uint64_t *const flag = ishmem_calloc(1, sizeof *flag);
    char *const seen = memory_allocate_shared(TEST_PATTERN_BYTES);
    const int rounds = 2 + test_rounds(6);
    for (int round = 1; round <= rounds; round++) {
        const unsigned char *const source = test_pattern((unsigned)(test_me + round));
        for (size_t i = 0; i < AREAS; i++) {
            ishmem_putmem_nbi(dest + i * TEST_PATTERN_BYTES, source, TEST_PATTERN_BYTES, right(1));
        }
        ishmem_fence();
        ishmem_uint64_p(flag, (uint64_t)round, right(1));
        ishmem_uint64_wait_until(flag, ISHMEM_CMP_GE, (uint64_t)round);
        memory_read(seen, dest + (AREAS - 1) * TEST_PATTERN_BYTES, TEST_PATTERN_BYTES);
        test_check(memcmp(seen, test_pattern((unsigned)(right(test_n - 1) + round)),
                          TEST_PATTERN_BYTES) == 0,
                   "round %d: the flag came before the data", round);
        ishmem_barrier_all();
    }
    memory_free_shared(seen);
    ishmem_free(dest);
    ishmem_free(flag);
}

#define MANY_BYTES ((size_t)16 << 20)

/* Data to one place, each after a fence, all of it after longer data: the last stays. */
static void layers(void)
{
    enum { LAYERS = 40 };
    char *const first = ishmem_malloc(MANY_BYTES);
    char *const dest = ishmem_malloc(TEST_PATTERN_BYTES);
    char *const source = calloc(1, MANY_BYTES);
    char *const seen = memory_allocate_shared(TEST_PATTERN_BYTES);
    const int rounds = test_rounds(4);
    for (int round = 0; round < rounds; round++) {
        ishmem_putmem_nbi(first, source, MANY_BYTES, right(1));
        for (int layer = 0; layer < LAYERS; layer++) {
            ishmem_fence();
            ishmem_putmem_nbi(dest, test_pattern((unsigned)(test_me + layer)), TEST_PATTERN_BYTES,
                              right(1));
        }
        ishmem_barrier_all();
        memory_read(seen, dest, TEST_PATTERN_BYTES);
        test_check(memcmp(seen, test_pattern((unsigned)(right(test_n - 1) + LAYERS - 1)),
                          TEST_PATTERN_BYTES) == 0,
                   "round %d: not the last layer stays", round);
        ishmem_barrier_all();
    }
    memory_free_shared(seen);
    free(source);
    ishmem_free(dest);
    ishmem_free(first);
}

typedef struct step {
    size_t at;
    size_t bytes;
    unsigned seed; /* of the data */
    bool is_signalled;
    bool is_quiet; /* else fenced */
    bool adds;
} step_t;

#define SEQUENCE_BYTES ((size_t)300000)

static uint64_t advance(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return *random;
}

static uint64_t next_random(uint64_t *random)
{
    return advance(random) >> 33;
}

/* Lengths around all those at which another way is taken. */
static step_t next_step(uint64_t *random)
{
    static const size_t limits[] = {8, 32, 1025, 4104, 33000, 100000};
    const size_t limit = limits[next_random(random) % (sizeof limits / sizeof *limits)];
    step_t step = {.bytes = 1 + next_random(random) % limit};
    step.at = next_random(random) % (SEQUENCE_BYTES - step.bytes);
    step.seed = (unsigned)next_random(random) % 1000;
    const uint64_t choice = next_random(random);
    step.is_signalled = choice % 4 == 0;
    step.is_quiet = choice / 4 % 8 == 0;
    step.adds = choice / 32 % 3 == 0;
    return step;
}

/* Puts of all lengths over each other, each after a fence: what stays is what the last ones have
 * left. */
static void sequence(void)
{
    enum { STEPS = 400 };
    char *const dest = ishmem_malloc(SEQUENCE_BYTES);
    uint64_t *const words = ishmem_calloc(2, sizeof *words);
    char *const expected = malloc(SEQUENCE_BYTES);
    char *const seen = memory_allocate_shared(SEQUENCE_BYTES);
    const int rounds = 1 + test_rounds(8);
    uint64_t sums[2] = {0, 0};
    for (int round = 0; round < rounds; round++) {
        uint64_t mine = (uint64_t)(round * test_n + test_me);
        uint64_t theirs = (uint64_t)(round * test_n + right(test_n - 1));
        memory_fill(dest, 0, SEQUENCE_BYTES);
        memset(expected, 0, SEQUENCE_BYTES);
        ishmem_barrier_all();
        for (uint64_t i = 1; i <= STEPS; i++) {
            const step_t step = next_step(&mine);
            if (step.adds) {
                ishmem_uint64_atomic_add(&words[0], i, right(1));
            }
            if (step.is_signalled) {
                ishmem_putmem_signal_nbi(dest + step.at, test_pattern(step.seed), step.bytes,
                                         &words[1], i, ISHMEM_SIGNAL_ADD, right(1));
            } else {
                ishmem_putmem_nbi(dest + step.at, test_pattern(step.seed), step.bytes, right(1));
            }
            if (step.is_quiet) {
                ishmem_quiet();
            } else {
                ishmem_fence();
            }
            const step_t other = next_step(&theirs);
            memcpy(expected + other.at, test_pattern(other.seed), other.bytes);
            sums[0] += other.adds ? i : 0;
            sums[1] += other.is_signalled ? i : 0;
        }
        ishmem_barrier_all();
        memory_read(seen, dest, SEQUENCE_BYTES);
        size_t first = 0;
        while (first < SEQUENCE_BYTES && seen[first] == expected[first]) {
            first++;
        }
        test_check(first == SEQUENCE_BYTES, "round %d: byte %zu is %d, not %d", round, first,
                   seen[first % SEQUENCE_BYTES], expected[first % SEQUENCE_BYTES]);
        for (int i = 0; i < 2; i++) {
            const uint64_t sum = ishmem_uint64_g(&words[i], test_me);
            test_check(sum == sums[i], "round %d: word %d is %llu, not %llu", round, i,
                       (unsigned long long)sum, (unsigned long long)sums[i]);
        }
        ishmem_barrier_all();
    }
    memory_free_shared(seen);
    free(expected);
    ishmem_free(words);
    ishmem_free(dest);
}

/* ---- Many at once, both ways ----------------------------------------------------------------- */

/* Cuts of all sizes to and from all PEs, without a wait in between. */
static void many(void)
{
    const size_t area = MANY_BYTES / (size_t)test_n;
    char *const dest = ishmem_malloc(MANY_BYTES);
    char *const source = ishmem_malloc(MANY_BYTES);
    char *const got = memory_allocate_shared(MANY_BYTES);
    char *const seen = memory_allocate_shared(MANY_BYTES);
    for (size_t at = 0; at < MANY_BYTES; at += TEST_PATTERN_BYTES) {
        memory_write(source + at, test_pattern((unsigned)test_me), TEST_PATTERN_BYTES);
    }
    memory_fill(dest, 0, MANY_BYTES);
    ishmem_barrier_all();
    const char *const pattern = (const char *)test_pattern((unsigned)test_me);
    uint64_t random = (uint64_t)test_me + 1;
    for (size_t at = 0; at < area;) {
        (void)advance(&random);
        const size_t left = area - at;
        const size_t cut = random >> 62 ? 1 + (random >> 33) % 200 : 1 + (random >> 33) % 200000;
        const size_t of_pattern = at % TEST_PATTERN_BYTES;
        const size_t whole = least(cut, TEST_PATTERN_BYTES - of_pattern);
        const size_t bytes = least(whole, left);
        for (int i = 1; i <= test_n; i++) {
            const int pe = right(i);
            ishmem_putmem_nbi(dest + (size_t)test_me * area + at, pattern + of_pattern, bytes, pe);
            ishmem_getmem_nbi(got + (size_t)pe * area + at, source + at, bytes, pe);
        }
        at += bytes;
    }
    ishmem_barrier_all();
    memory_read(seen, dest, MANY_BYTES);
    for (int pe = 0; pe < test_n; pe++) {
        const char *const expected = (const char *)test_pattern((unsigned)pe);
        size_t wrong_put = 0;
        size_t wrong_got = 0;
        for (size_t i = 0; i < area; i++) {
            wrong_put += seen[(size_t)pe * area + i] != expected[i % TEST_PATTERN_BYTES];
            wrong_got += got[(size_t)pe * area + i] != expected[i % TEST_PATTERN_BYTES];
        }
        test_check(wrong_put == 0, "%zu bytes that PE %d put are wrong", wrong_put, pe);
        test_check(wrong_got == 0, "%zu bytes got from PE %d are wrong", wrong_got, pe);
    }
    ishmem_barrier_all();
    memory_free_shared(got);
    memory_free_shared(seen);
    ishmem_free(dest);
    ishmem_free(source);
}

/* Small puts in bursts, each of them found in its place. */
static void bursts(void)
{
    const int words = 20000;
    uint64_t *const dest = ishmem_calloc((size_t)words * (size_t)test_n, sizeof *dest);
    for (int i = 0; i < words; i++) {
        for (int pe = 0; pe < test_n; pe++) {
            ishmem_uint64_p(&dest[test_me * words + i], (uint64_t)(test_me * words + i + 1), pe);
        }
    }
    ishmem_barrier_all();
    uint64_t *const seen = memory_allocate_shared((size_t)words * (size_t)test_n * sizeof *seen);
    memory_read(seen, dest, (size_t)words * (size_t)test_n * sizeof *seen);
    int wrong = 0;
    for (int i = 0; i < words * test_n; i++) {
        wrong += seen[i] != (uint64_t)i + 1;
    }
    test_check(wrong == 0, "%d words of %d are wrong", wrong, words * test_n);
    ishmem_barrier_all();
    memory_free_shared(seen);
    ishmem_free(dest);
}

/* The last PE calls nothing of the library until the others have reached it, or a minute is over. */
static void computing(void)
{
    const long wanted = 100L * (test_n - 1);
    long *const word = ishmem_calloc(1, sizeof *word);
    ishmem_barrier_all();
    if (test_me == test_n - 1) {
        long seen = 0;
        memory_read(&seen, word, sizeof seen);
        for (int i = 0; i < 60000 && seen != wanted; i++) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            memory_read(&seen, word, sizeof seen);
        }
        test_check(seen == wanted, "%ld of %ld AMOs reached the PE that computes", seen, wanted);
    } else {
        for (int i = 0; i < 100; i++) {
            (void)ishmem_long_atomic_fetch_inc(word, test_n - 1);
        }
    }
    ishmem_barrier_all();
    ishmem_free(word);
}

int main(void)
{
    test_start_threads();
    test_family("far PEs");
    sums();
    order();
    fence();
    layers();
    sequence();
    many();
    bursts();
    computing();
    return test_finish();
}
