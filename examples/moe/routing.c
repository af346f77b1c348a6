/* SPDX-License-Identifier: BSD-3-Clause */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "routing.h"

#include "values.h"
#include <errno.h>
#include <stdlib.h>

enum { WEIGHT_STEPS = 16 };
#define SPACES " \t\r\n"

moe_sizes_t routing_sizes(const options_t *options, int n_pes)
{
    const uint32_t choices = options->top_k * (uint32_t)sizeof(moe_choice_t);
    moe_sizes_t sizes = {
        .pes = (uint32_t)n_pes,
        .tokens = options->tokens,
        .hidden = options->hidden,
        .experts = options->experts,
        .top_k = options->top_k,
        .header_bytes = (choices + MOE_ALIGNMENT - 1) / MOE_ALIGNMENT * MOE_ALIGNMENT,
        .value_bytes = options->hidden * (uint32_t)sizeof(uint16_t),
    };

    sizes.row_bytes = sizes.header_bytes + sizes.value_bytes;
    return sizes;
}

/* Choice i of token `token` of all PEs' tokens: from 1/16 to 1. */
static float weight_of(uint32_t seed, uint64_t token, uint32_t i)
{
    return (float)(1 + values_below(WEIGHT_STEPS, seed, (token << 32) | i)) / WEIGHT_STEPS;
}

static bool is_chosen(const moe_choice_t *choices, uint32_t count, uint32_t expert)
{
    for (uint32_t i = 0; i < count; i++) {
        if (choices[i].expert == expert)
            return true;
    }
    return false;
}

/* Floyd's way to draw top_k different experts: a number that is taken stands for the newest one. */
static void choose(const moe_sizes_t *sizes, uint32_t seed, uint64_t token, moe_choice_t *choices)
{
    for (uint32_t i = 0; i < sizes->top_k; i++) {
        const uint32_t newest = sizes->experts - sizes->top_k + i;
        const uint32_t drawn = values_below(newest + 1, ~(uint64_t)seed, (token << 32) | ~i);
        choices[i].expert = is_chosen(choices, i, drawn) ? newest : drawn;
        choices[i].weight = weight_of(seed, token, i);
    }
}

void routing_from_seed(const moe_sizes_t *sizes, uint32_t seed, int pe, moe_choice_t *choices)
{
    for (uint32_t token = 0; token < sizes->tokens; token++)
        choose(sizes, seed, (uint64_t)pe * sizes->tokens + token,
               choices + (size_t)token * sizes->top_k);
}

/* Reads the experts of one token from `line`; false, and a sentence, if they are not top_k different
 * ones. */
static bool read_line(const moe_sizes_t *sizes, const char *line, moe_choice_t *choices,
                      char error[256])
{
    uint32_t count = 0;

    for (line += strspn(line, SPACES); *line != '\0'; line += strspn(line, SPACES)) {
        const int length = (int)strcspn(line, SPACES);
        char *end;
        const long expert = strtol(line, &end, 10);
        if (end != line + length || expert < 0 || expert >= (long)sizes->experts) {
            snprintf(error, 256, "expected an expert from 0 to %u, found '%.*s'",
                     sizes->experts - 1, length < 20 ? length : 20, line);
            return false;
        }
        if (count < sizes->top_k && is_chosen(choices, count, (uint32_t)expert)) {
            snprintf(error, 256, "expert %ld is listed twice", expert);
            return false;
        }
        if (count < sizes->top_k)
            choices[count].expert = (uint32_t)expert;
        count++;
        line = end;
    }
    if (count != sizes->top_k)
        snprintf(error, 256, "expected %u experts, found %u", sizes->top_k, count);
    return count == sizes->top_k;
}

/* Reads all lines; the result is the number of tokens, and the sentence is about line *lines. */
static uint64_t read_lines(const moe_sizes_t *sizes, uint32_t seed, FILE *file,
                           moe_choice_t *choices, uint64_t *lines, char error[256])
{
    const uint64_t tokens = (uint64_t)sizes->pes * sizes->tokens;
    uint64_t token = 0;
    char *line = NULL;
    size_t room = 0;

    for (*lines = 0; getline(&line, &room, file) >= 0 && error[0] == '\0';) {
        moe_choice_t *own = choices + token * sizes->top_k;
        ++*lines;
        if (line[0] == '#')
            continue;
        if (token == tokens)
            snprintf(error, 256, "there are more than the %u tokens of %u PEs", sizes->tokens,
                     sizes->pes);
        else if (read_line(sizes, line, own, error)) {
            for (uint32_t i = 0; i < sizes->top_k; i++)
                own[i].weight = weight_of(seed, token, i);
            token++;
        }
    }
    free(line);
    return token;
}

bool routing_from_file(const moe_sizes_t *sizes, uint32_t seed, const char *path,
                       moe_choice_t *choices, char error[256])
{
    const uint64_t tokens = (uint64_t)sizes->pes * sizes->tokens;
    char what[256] = "";
    uint64_t lines = 0;
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        snprintf(error, 256, "cannot be opened: %s", strerror(errno));
        return false;
    }
    const uint64_t read = read_lines(sizes, seed, file, choices, &lines, what);
    const bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        snprintf(error, 256, "cannot be read");
    else if (what[0] != '\0')
        snprintf(error, 256, "line %llu: %.200s", (unsigned long long)lines, what);
    else if (read != tokens)
        snprintf(error, 256, "has %llu tokens; expected %llu, %u for each of %u PEs",
                 (unsigned long long)read, (unsigned long long)tokens, sizes->tokens, sizes->pes);
    return !failed && what[0] == '\0' && read == tokens;
}
