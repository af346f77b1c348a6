/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include "moe.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* With MOST_CHOICES, sums are still exact in a float (routing.h). */
enum { MOST = 1 << 20, MOST_CHOICES = 1024, MOST_SEED = 0x7fffffff };

static const options_t defaults = {
    .tokens = 128, .hidden = 512, .experts = 16, .top_k = 4, .seed = 1, .repetitions = 20};

/* The options with a number. */
static const struct number {
    const char *name;
    size_t field;
    long low;
    long high;
} numbers[] = {
    {"--tokens", offsetof(options_t, tokens), 1, MOST},
    {"--hidden", offsetof(options_t, hidden), MOE_BLOCK, MOST},
    {"--experts", offsetof(options_t, experts), 1, MOST},
    {"--top-k", offsetof(options_t, top_k), 1, MOST_CHOICES},
    {"--seed", offsetof(options_t, seed), 0, MOST_SEED},
    {"--repetitions", offsetof(options_t, repetitions), 1, MOST},
    {"--groups", offsetof(options_t, groups), 1, 65536},
    {"--items", offsetof(options_t, items), 1, 65536},
};

void options_print_usage(FILE *stream)
{
    fprintf(
        stream,
        "usage: moe [options]\n"
        "  --tokens N       tokens of each PE (default %u)\n"
        "  --hidden N       bfloat16 values of a token, a multiple of %d (default %u)\n"
        "  --experts N      experts, shared out over the PEs (default %u)\n"
        "  --top-k N        experts of a token (default %u)\n"
        "  --seed N         what tokens, experts and their choice are made from (default %u)\n"
        "  --routing FILE   the experts of each token instead, a line for a token: first those\n"
        "                   of PE 0\n"
        "  --repetitions N  how often each time is measured (default %u)\n"
        "  --check, --no-check  compare with a serial result, or do not (default: compare, "
        "unless\n"
        "                   the serial result takes long)\n"
        "  --json           print the result as JSON\n"
        "  --groups N, --items N  work-groups and work-items in each (default: to suit the "
        "device)\n",
        defaults.tokens, MOE_BLOCK, defaults.hidden, defaults.experts, defaults.top_k,
        defaults.seed, defaults.repetitions);
}

/* Reads the value of option `name`, NULL if there is none, into its field. */
static bool read_number(const struct number *number, const char *text, options_t *options,
                        char error[256])
{
    char *end = NULL;
    const long value = text != NULL ? strtol(text, &end, 10) : 0;

    if (text == NULL || end == text || *end != '\0' || value < number->low ||
        value > number->high) {
        snprintf(error, 256, "%s %.40s: expected a number from %ld to %ld", number->name,
                 text != NULL ? text : "without a value", number->low, number->high);
        return false;
    }
    *(uint32_t *)((char *)options + number->field) = (uint32_t)value;
    return true;
}

/* An option without a value; false: it is none. */
static bool read_word(const char *word, options_t *options)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        options->help = true;
    else if (strcmp(word, "--json") == 0)
        options->json = true;
    else if (strcmp(word, "--check") == 0)
        options->check = CHECK_ALWAYS;
    else if (strcmp(word, "--no-check") == 0)
        options->check = CHECK_NEVER;
    else
        return false;
    return true;
}

/* An option and its value. */
static bool read_pair(const char *name, const char *value, options_t *options, char error[256])
{
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (strcmp(name, numbers[i].name) == 0)
            return read_number(&numbers[i], value, options, error);
    }
    if (strcmp(name, "--routing") == 0 && value != NULL) {
        options->routing = value;
        return true;
    }
    snprintf(error, 256, "%.80s: %s", name,
             strcmp(name, "--routing") == 0 ? "expected a file" : "there is no such option");
    return false;
}

static bool fits_together(const options_t *options, char error[256])
{
    if (options->hidden % MOE_BLOCK != 0) {
        snprintf(error, 256, "--hidden %u: expected a multiple of %d", options->hidden, MOE_BLOCK);
        return false;
    }
    if (options->top_k > options->experts) {
        snprintf(error, 256, "--top-k %u: expected at most the number of experts, %u",
                 options->top_k, options->experts);
        return false;
    }
    return true;
}

bool options_read(int argc, char **argv, options_t *options, char error[256])
{
    *options = defaults;
    for (int i = 1; i < argc; i++) {
        if (read_word(argv[i], options))
            continue;
        if (!read_pair(argv[i], i + 1 < argc ? argv[i + 1] : NULL, options, error))
            return false;
        i++;
    }
    return options->help || fits_together(options, error);
}
