/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counts that need 64 bits: one put and one get of 3 GiB, and strides over more than 2^31 elements.
 * PE 0 puts and gets, the last PE has the memory; what is not touched costs none.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <sys/mman.h>

/* 3 GiB.  Marks at the ends and on both sides of 2^31 bytes are the long's own index. */
static void block(void)
{
    const size_t nelems = ((size_t)3 << 27) + 3;
    const size_t marks[] = {0, ((size_t)1 << 28) - 1, (size_t)1 << 28, nelems - 1};
    const int to = test_n - 1;
    long *const dest = ishmem_malloc((nelems + 1) * sizeof *dest);
    if (!dest) {
        test_fatal("no memory for %zu elements: the heap must have 6 GiB", nelems);
    }
    const long guard = -1;
    memory_write(&dest[nelems], &guard, sizeof guard);
    ishmem_barrier_all();
    if (test_me == 0) {
        long *const source = mmap(NULL, nelems * sizeof *source, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (source == MAP_FAILED) {
            test_fatal("no address space for the source");
        }
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            source[marks[i]] = (long)marks[i] + 1;
        }
        ishmem_long_put(dest, source, nelems, to);
        ishmem_quiet();
        /* Back into the same pages, without the marks. */
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            source[marks[i]] = 0;
        }
        ishmem_long_get(source, dest, nelems, to);
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            test_check(source[marks[i]] == (long)marks[i] + 1, "element %zu came back as %ld",
                       marks[i], source[marks[i]]);
        }
        munmap(source, nelems * sizeof *source);
    }
    ishmem_barrier_all();
    if (test_me == to) {
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            const long found = ishmem_long_g(&dest[marks[i]], test_me);
            test_check(found == (long)marks[i] + 1, "element %zu is %ld", marks[i], found);
        }
        test_check(ishmem_long_g(&dest[nelems], test_me) == guard, "the element behind changed");
    }
    ishmem_barrier_all();
    ishmem_free(dest);
}

static void strides(void)
{
    enum { N = 4 };
    const ptrdiff_t stride = ((ptrdiff_t)1 << 30) + 3;
    const int to = test_n - 1;
    char *const dest = ishmem_malloc((N - 1) * (size_t)stride + 8);
    if (!dest) {
        test_fatal("no memory for the strides: the heap must have 6 GiB");
    }
    if (test_me == 0) {
        const char letters[N] = {'a', 'b', 'c', 'd'};
        char back[N] = {0};
        ishmem_char_iput(dest, letters, stride, 1, N, to);
        ishmem_quiet();
        ishmem_char_iget(back, dest, 1, stride, N, to);
        for (int i = 0; i < N; i++) {
            test_check(ishmem_char_g(dest + i * stride, to) == letters[i] && back[i] == letters[i],
                       "element %d at a stride of %td came out as %d", i, stride, back[i]);
        }
        /* One stride that is itself beyond 2^31, of blocks. */
        ishmemx_char_ibput(dest + 1, letters, 3 * stride, 2, 2, 2, to);
        ishmem_quiet();
        test_check(ishmem_char_g(dest + 1, to) == 'a' && ishmem_char_g(dest + 2, to) == 'b' &&
                       ishmem_char_g(dest + 1 + 3 * stride, to) == 'c' &&
                       ishmem_char_g(dest + 2 + 3 * stride, to) == 'd',
                   "blocks at a stride of %td are wrong", 3 * stride);
    }
    ishmem_barrier_all();
    ishmem_free(dest);
}

int main(void)
{
    test_start();
    test_family("large counts");
    strides();
    block();
    return test_finish();
}
