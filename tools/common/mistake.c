/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * getopt_long reports a mistake in optopt: the letter or the value of a known option, an unknown
 * letter, or 0 for a word that begins with "--" and is not an option.
 */
#include "mistake.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_known(const struct option *options, int value)
{
    while (options->name && options->val != value) {
        options++;
    }
    return options->name;
}

void tool_describe_mistake(int found, char *const argv[], const struct option *options,
                           char *sentence, size_t bytes)
{
    /* The word of the option, unless it is a letter among others. */
    const char *const word = argv[optind - 1];
    const int length = (int)strcspn(word, "=");
    if (found == ':' && strncmp(word, "--", 2) == 0) {
        snprintf(sentence, bytes, "option '%s' needs a value", word);
    } else if (found == ':') {
        snprintf(sentence, bytes, "option '-%c' needs a value", optopt);
    } else if (optopt == 0) {
        snprintf(sentence, bytes, "unknown option '%.*s'", length, word);
    } else if (is_known(options, optopt)) {
        snprintf(sentence, bytes, "option '%.*s' takes no value", length, word);
    } else {
        snprintf(sentence, bytes, "unknown option '-%c'", optopt);
    }
}
