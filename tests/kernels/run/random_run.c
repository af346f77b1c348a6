/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * random_run MODULE.spv LAUNCHES RESULTS
 *
 * Runs the kernels that the file LAUNCHES names, and writes what each has left in its output to the file RESULTS.
 * A launch is
 *
 *     name     64 bytes, ends with zeros
 *     4 words  number of groups, items of a group, words of the output, words of the input
 *     words    of the output, as the kernel finds them, then of the input
 *
 * and its result the words of the output.  Names are said before they run, so that the last one is the one that
 * ended the process.
 */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 64, GUARD_WORDS = 64 };
static const uint32_t guard_value = 0x5afe5afe;

typedef struct launch {
    char name[NAME_BYTES];
    uint32_t groups, size, out_words, in_words;
} launch_t;

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* Words with a guard at both ends. */
static uint32_t *read_words(device_t *device, FILE *file, uint32_t count)
{
    uint32_t *const words =
        device_allocate(device, ((size_t)count + 2 * GUARD_WORDS) * sizeof(uint32_t));

    for (uint32_t i = 0; i < GUARD_WORDS; i++)
        words[i] = words[GUARD_WORDS + count + i] = guard_value;
    if (fread(words + GUARD_WORDS, sizeof(uint32_t), count, file) != count)
        fail("the launches", "end too early");
    return words;
}

static bool is_guarded(const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < GUARD_WORDS; i++)
        if (words[i] != guard_value || words[GUARD_WORDS + count + i] != guard_value)
            return false;
    return true;
}

static void run(device_t *device, const launch_t *launch, FILE *launches, FILE *results)
{
    const shape_t shape = {launch->groups, 1, launch->size, 1};
    uint32_t *const out = read_words(device, launches, launch->out_words);
    uint32_t *const in = read_words(device, launches, launch->in_words);

    printf("%s\n", launch->name);
    fflush(stdout);
    if (!device_run(device, launch->name, &shape, out + GUARD_WORDS, in + GUARD_WORDS,
                    shape_items(&shape)))
        exit(EXIT_FAILURE);
    if (!is_guarded(out, launch->out_words) || !is_guarded(in, launch->in_words))
        fail(launch->name, "writes outside of its output");
    if (fwrite(out + GUARD_WORDS, sizeof(uint32_t), launch->out_words, results) !=
        launch->out_words)
        fail("the results", "cannot be written");
    device_free(device, out);
    device_free(device, in);
}

int main(int argc, char **argv)
{
    device_t device;
    launch_t launch;

    if (argc != 4) {
        fprintf(stderr, "Usage: random_run MODULE.spv LAUNCHES RESULTS\n");
        return EXIT_FAILURE;
    }
    FILE *const launches = fopen(argv[2], "rb");
    FILE *const results = fopen(argv[3], "wb");
    if (launches == NULL || results == NULL)
        fail(launches == NULL ? argv[2] : argv[3], "cannot be opened");
    device_start(&device);
    device_load(&device, argv[1]);
    while (fread(&launch, sizeof(launch), 1, launches) == 1) {
        launch.name[NAME_BYTES - 1] = '\0';
        run(&device, &launch, launches, results);
    }
    device_end(&device);
    fclose(launches);
    return fclose(results) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
