/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies and fills of a few bytes store each byte once, because command lists set words for which
 * others wait.
 */
#include "memory/copy.h"
#include "stores_once.h"

#include <stdio.h>

enum { MOST = 16 };

typedef struct arguments {
    char *to;
    const char *from;
    size_t bytes;
    size_t pattern_bytes;
} arguments_t;

static void copy(void *argument)
{
    const arguments_t *const a = argument;
    zed_copy(a->to, a->from, a->bytes);
}

static void copy_in_kernel(void *argument)
{
    const arguments_t *const a = argument;
    zed_rt_memcpy(a->to, a->from, a->bytes);
}

static void fill(void *argument)
{
    const arguments_t *const a = argument;
    zed_fill(a->to, a->from, a->pattern_bytes, a->bytes);
}

static int failed;

static void check(const char *name, void (*call)(void *), arguments_t arguments,
                  const char *expected, size_t element)
{
    memset(arguments.to, 0, MOST);
    const stores_once_call_t once = {.destination = arguments.to,
                                     .expected = expected,
                                     .element = element,
                                     .count = arguments.bytes / element,
                                     .call = call,
                                     .argument = &arguments};
    if (!stores_once(&once)) {
        fprintf(stderr, "%s of %zu bytes: an element of %zu bytes is stored twice, or not at all\n",
                name, arguments.bytes, element);
        failed++;
    }
}

int main(void)
{
    char *const to = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char from[MOST];
    char same[MOST];
    for (int i = 0; i < MOST; i++) {
        from[i] = (char)(i + 1);
    }
    memset(same, 1, sizeof same);
    zed_copy_open();
    for (size_t element = 1; element <= MOST; element *= 2) {
        for (size_t bytes = element; bytes <= MOST; bytes += element) {
            const arguments_t arguments = {to, from, bytes, element};
            check("zed_copy", copy, arguments, from, element);
            check("zed_rt_memcpy", copy_in_kernel, arguments, from, element);
            char pattern[MOST];
            for (size_t i = 0; i < bytes; i++) {
                pattern[i] = from[i % element];
            }
            check("zed_fill", fill, arguments, pattern, element);
            check("zed_fill by bytes", fill, (arguments_t){to, same, bytes, 1}, same, element);
        }
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
