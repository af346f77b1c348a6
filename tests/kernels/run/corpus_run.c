/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * corpus_run MODULE.spv REFERENCE.so SEED KERNEL...
 *
 * Runs each kernel by Level Zero and as clang has compiled it for this machine, in several shapes of a launch, with the
 * same random input, and compares every byte that they could have written.  A kernel whose name ends
 * in _2d has two dimensions.
 */
#include "../reference/groups.h"
#include "device.h"
#include "random.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORDS_PER_ITEM = 16, /* as in corpus/corpus.h */
    GUARD_WORDS = 64,    /* before and after what a kernel may write */
    MOST_ITEMS = 384
};

static const shape_t shapes_1d[] = {{1, 1, 1, 1}, {2, 1, 32, 1}, {3, 1, 17, 1}, {1, 1, 64, 1}};
static const shape_t shapes_2d[] = {{1, 1, 4, 4}, {2, 3, 8, 8}, {3, 2, 5, 3}};

typedef struct buffers {
    uint32_t *out, *in, *own_out, *own_in; /* with guards */
    uint32_t *first;                       /* what was in out and in before */
} buffers_t;

typedef void run_t(reference_kernel_t *kernel, const char *name, const uint32_t groups[2],
                   const uint32_t size[2], uint32_t *out, const uint32_t *in, uint32_t n);

static const size_t all_words = MOST_ITEMS * WORDS_PER_ITEM + 2 * GUARD_WORDS;

/* Of all magnitudes, small ones and the ends of the ranges among them. */
static uint32_t random_word(uint64_t *state)
{
    static const uint32_t special[] = {
        0,     1,          2,          0x7f,       0x80,       0xff,       0x7fff, 0x8000,
        65535, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 31,     32};
    const uint64_t value = random_next(state);
    const uint32_t kind = (uint32_t)(value >> 60);

    if (kind < 2)
        return special[(value >> 40) % (sizeof(special) / sizeof(special[0]))];
    return (uint32_t)(value >> 20) >> (kind % 4 == 3 ? (value & 31) : 0);
}

static void fill(buffers_t *buffers, uint64_t *state)
{
    for (size_t i = 0; i < all_words; i++) {
        buffers->out[i] = buffers->own_out[i] = buffers->first[i] = random_word(state);
        buffers->in[i] = buffers->own_in[i] = buffers->first[all_words + i] = random_word(state);
    }
}

static void show(const char *kernel, const shape_t *shape, size_t word, const buffers_t *buffers)
{
    const long at = (long)word - GUARD_WORDS;

    fprintf(stderr,
            "%s: %ux%u groups of %ux%u items: word %ld, %ld of item %ld: 0x%08x, and on this "
            "machine 0x%08x; it was 0x%08x\n",
            kernel, (unsigned)shape->groups_x, (unsigned)shape->groups_y, (unsigned)shape->size_x,
            (unsigned)shape->size_y, at, at % WORDS_PER_ITEM, at / WORDS_PER_ITEM,
            (unsigned)buffers->out[word], (unsigned)buffers->own_out[word],
            (unsigned)buffers->first[word]);
}

/* Notes whether the kernel has changed anything: most of what it writes differs from what was there. */
static bool compare(const char *kernel, const shape_t *shape, const buffers_t *buffers,
                    bool *changed)
{
    const size_t end = GUARD_WORDS + (size_t)shape_items(shape) * WORDS_PER_ITEM;

    for (size_t i = 0; i < all_words; i++) {
        if (buffers->in[i] != buffers->first[all_words + i]) {
            fprintf(stderr, "%s: the input has changed at word %zu\n", kernel, i - GUARD_WORDS);
            return false;
        }
        if (buffers->out[i] != buffers->own_out[i]) {
            show(kernel, shape, i, buffers);
            return false;
        }
        if (buffers->out[i] != buffers->first[i]) {
            *changed = true;
            if (i < GUARD_WORDS || i >= end) {
                fprintf(stderr, "%s: writes outside of its output, at word %ld\n", kernel,
                        (long)i - GUARD_WORDS);
                return false;
            }
        }
    }
    return true;
}

static bool test(device_t *device, void *reference, run_t *run, const char *name,
                 buffers_t *buffers, uint64_t *state)
{
    const size_t length = strlen(name);
    const bool is_2d = length > 3 && strcmp(name + length - 3, "_2d") == 0;
    const shape_t *const shapes = is_2d ? shapes_2d : shapes_1d;
    const size_t count =
        is_2d ? sizeof(shapes_2d) / sizeof(shape_t) : sizeof(shapes_1d) / sizeof(shape_t);
    reference_kernel_t *kernel = NULL;
    bool changed = false;

    *(void **)&kernel = dlsym(reference, name);
    if (kernel == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const shape_t *const shape = &shapes[i];
        const uint32_t groups[2] = {shape->groups_x, shape->groups_y};
        const uint32_t size[2] = {shape->size_x, shape->size_y};
        const uint32_t n = shape_items(shape);

        fill(buffers, state);
        run(kernel, name, groups, size, buffers->own_out + GUARD_WORDS,
            buffers->own_in + GUARD_WORDS, n);
        if (!device_run(device, name, shape, buffers->out + GUARD_WORDS, buffers->in + GUARD_WORDS,
                        n) ||
            !compare(name, shape, buffers, &changed))
            return false;
    }
    if (!changed)
        fprintf(stderr, "%s: has written nothing\n", name);
    return changed;
}

int main(int argc, char **argv)
{
    device_t device;
    buffers_t buffers;
    run_t *run = NULL;
    int failed = 0;

    if (argc < 5) {
        fprintf(stderr, "Usage: corpus_run MODULE.spv REFERENCE.so SEED KERNEL...\n");
        return EXIT_FAILURE;
    }
    uint64_t state = strtoull(argv[3], NULL, 0) * 2 + 1;
    void *const reference = dlopen(argv[2], RTLD_NOW);
    if (reference != NULL)
        *(void **)&run = dlsym(reference, "reference_run");
    if (run == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return EXIT_FAILURE;
    }
    buffers.own_out = malloc(all_words * sizeof(uint32_t));
    buffers.own_in = malloc(all_words * sizeof(uint32_t));
    buffers.first = malloc(2 * all_words * sizeof(uint32_t));
    if (buffers.own_out == NULL || buffers.own_in == NULL || buffers.first == NULL)
        abort();
    device_start(&device);
    device_load(&device, argv[1]);
    buffers.out = device_allocate(&device, all_words * sizeof(uint32_t));
    buffers.in = device_allocate(&device, all_words * sizeof(uint32_t));
    for (int i = 4; i < argc; i++)
        if (!test(&device, reference, run, argv[i], &buffers, &state))
            failed++;
    device_free(&device, buffers.out);
    device_free(&device, buffers.in);
    device_end(&device);
    free(buffers.own_out);
    free(buffers.own_in);
    free(buffers.first);
    printf("%s: %d kernels, %d failed\n", argv[1], argc - 4, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
