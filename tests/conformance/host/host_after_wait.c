/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts with a signal around a ring of PEs.  Every other PE computes as soon as its wait has ended, and calls nothing of
 * the library until the PE before it has seen its own put complete: quiet must not need a call of the PE that it
 * waits for.  Sizes lie around those at which data takes another way.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdlib.h>
#include <time.h>

#define BOX_BYTES ((size_t)80 << 10)
#define MOST_BYTES ((size_t)64 << 10)
#define PATIENCE_MS 60000

static const size_t sizes[] = {0,    1,    8,     511,   1024,  4095,  4096,      4097,
                               8192, 8193, 16384, 32767, 32768, 32769, MOST_BYTES};
#define SIZES (sizeof sizes / sizeof *sizes)

static struct {
    unsigned char *box;
    uint64_t *signal; /* the round whose data is in the box */
    uint64_t *done;   /* the round in which the PE before this one was quiet */
} ring;

static void check_box(const unsigned char *expected, size_t at, size_t bytes, uint64_t round)
{
    static unsigned char seen[BOX_BYTES];
    memory_read(seen, ring.box, sizeof seen);
    bool holds =
        test_is_guard(seen, at) && test_is_guard(seen + at + bytes, BOX_BYTES - at - bytes);
    for (size_t i = 0; i < bytes; i++) {
        holds = holds && seen[at + i] == expected[i];
    }
    test_check(holds, "round %llu: %zu bytes at offset %zu of the box are not those that were put",
               (unsigned long long)round, bytes, at);
    memory_fill(ring.box, TEST_GUARD, BOX_BYTES);
}

/* Without a call of the library. */
static void compute(uint64_t round)
{
    uint64_t seen = 0;
    memory_read(&seen, ring.done, sizeof seen);
    for (int ms = 0; seen < round && ms < PATIENCE_MS; ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        memory_read(&seen, ring.done, sizeof seen);
    }
    test_check(seen == round, "round %llu: the PE before this one was quiet in round %llu",
               (unsigned long long)round, (unsigned long long)seen);
}

static void go_round(uint64_t round)
{
    const int next = (test_me + 1) % test_n;
    const int before = (test_me + test_n - 1) % test_n;
    const size_t bytes = sizes[round % SIZES];
    const size_t at = TEST_GUARD_BYTES + round % 13;
    const unsigned seed = (unsigned)round * (unsigned)test_n;
    ishmem_putmem_signal(ring.box + at, test_pattern(seed + (unsigned)test_me), bytes, ring.signal,
                         round, ISHMEM_SIGNAL_SET, next);
    ishmem_signal_wait_until(ring.signal, ISHMEM_CMP_GE, round);
    check_box(test_pattern(seed + (unsigned)before), at, bytes, round);
    /* PE 0 may follow a PE that computes, but PE 1 never does. */
    if (((uint64_t)test_me + round) % 2 == 0 && (test_me != 1 || test_n == 2)) {
        compute(round);
    }
    ishmem_quiet();
    ishmem_uint64_p(ring.done, round, next);
    ishmem_barrier_all();
}

int main(void)
{
    test_start();
    test_family("after a wait");
    ring.box = ishmem_malloc(BOX_BYTES);
    ring.signal = ishmem_calloc(1, sizeof *ring.signal);
    ring.done = ishmem_calloc(1, sizeof *ring.done);
    memory_fill(ring.box, TEST_GUARD, BOX_BYTES);
    ishmem_barrier_all();
    const uint64_t rounds = (uint64_t)test_rounds(20 * (int)SIZES);
    for (uint64_t round = 1; round <= rounds; round++) {
        go_round(round);
    }
    ishmem_free(ring.done);
    ishmem_free(ring.signal);
    ishmem_free(ring.box);
    return test_finish();
}
