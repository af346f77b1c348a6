/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See corpus.h.
 */
#include "corpus.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_INPUTS 4096
#define MOST_WORDS 256
#define MOST_STEPS 6

static corpus_input_t inputs[MOST_INPUTS];
static size_t count;
static corpus_input_t words[MOST_WORDS];
static size_t n_words;

static _Noreturn void fail(const char *what, const char *name)
{
    fprintf(stderr, "fuzz: %s: %s\n", name, what);
    exit(EXIT_FAILURE);
}

/* ---- What there is --------------------------------------------------------------------------- */

static corpus_input_t copy_of(const uint8_t *data, size_t bytes)
{
    corpus_input_t copy = {.data = malloc(bytes + 1), .bytes = bytes};
    if (!copy.data) {
        fail("no memory", "an input");
    }
    memcpy(copy.data, data, bytes);
    return copy;
}

void corpus_add(const uint8_t *data, size_t bytes)
{
    if (count < MOST_INPUTS) {
        inputs[count++] = copy_of(data, bytes);
    }
}

size_t corpus_count(void)
{
    return count;
}

const corpus_input_t *corpus_at(size_t place)
{
    return &inputs[place];
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_folder(const char *folder)
{
    struct dirent **entries = NULL;
    const int found = scandir(folder, &entries, is_visible, alphasort);
    for (int i = 0; i < found; i++) {
        char path[4096];
        uint8_t data[CORPUS_INPUT_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *const file = fopen(path, "rb");
        if (!file) {
            fail("it cannot be read", path);
        }
        corpus_add(data, fread(data, 1, sizeof data, file));
        fclose(file);
        free(entries[i]);
    }
    free(entries);
    if (count == 0) {
        fail("there are no inputs", folder);
    }
}

/* name="word", or "word", with \xNN, \\ and \" in it. */
static void read_word(const char *line)
{
    uint8_t word[256];
    size_t bytes = 0;
    const char *c = strchr(line, '"');
    if (*line == '#' || !c) {
        return;
    }
    for (c++; *c && *c != '"' && bytes < sizeof word; c++) {
        if (*c != '\\') {
            word[bytes++] = (uint8_t)*c;
        } else if (c[1] == 'x' && c[2] && c[3]) {
            const char digits[] = {c[2], c[3], '\0'};
            word[bytes++] = (uint8_t)strtoul(digits, NULL, 16);
            c += 3;
        } else {
            word[bytes++] = (uint8_t) * ++c;
        }
    }
    if (n_words < MOST_WORDS && bytes > 0) {
        words[n_words++] = copy_of(word, bytes);
    }
}

void corpus_open(const char *folder, const char *dictionary)
{
    char line[1024];
    read_folder(folder);
    FILE *const file = fopen(dictionary, "r");
    if (!file) {
        fail("it cannot be read", dictionary);
    }
    while (fgets(line, sizeof line, file)) {
        read_word(line);
    }
    fclose(file);
    if (n_words == 0) {
        fail("it has no words", dictionary);
    }
}

void corpus_close(void)
{
    while (count > 0) {
        free(inputs[--count].data);
    }
    while (n_words > 0) {
        free(words[--n_words].data);
    }
}

/* ---- Changes --------------------------------------------------------------------------------- */

static uint64_t state;

static uint64_t bits(void)
{
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* From 0 to limit - 1; 0 for the limit 0. */
static size_t below(size_t limit)
{
    return limit > 0 ? (size_t)(bits() % limit) : 0;
}

static void put_in(uint8_t *data, size_t *bytes, size_t at, const uint8_t *part, size_t size)
{
    const size_t room = CORPUS_INPUT_BYTES - *bytes;
    size = size < room ? size : room;
    memmove(data + at + size, data + at, *bytes - at);
    memcpy(data + at, part, size);
    *bytes += size;
}

static void take_out(uint8_t *data, size_t *bytes, size_t at, size_t size)
{
    size = size < *bytes - at ? size : *bytes - at;
    memmove(data + at, data + at + size, *bytes - at - size);
    *bytes -= size;
}

static void put_part_of_other(uint8_t *data, size_t *bytes, size_t at)
{
    const corpus_input_t *const other = &inputs[below(count)];
    const size_t from = below(other->bytes);
    put_in(data, bytes, at, other->data + from, below(other->bytes - from + 1));
}

/* A part of it once more, so that there can be many of what there is one of. */
static void repeat(uint8_t *data, size_t *bytes, size_t at)
{
    const size_t from = below(*bytes);
    const corpus_input_t part = copy_of(data + from, below(*bytes - from + 1));
    for (size_t times = below(2) ? 1 : below(600) + 1; times > 0; times--) {
        put_in(data, bytes, at, part.data, part.bytes);
    }
    free(part.data);
}

static void put_number(uint8_t *data, size_t *bytes, size_t at)
{
    static const char *const numbers[] = {"0",
                                          "1",
                                          "4096",
                                          "4097",
                                          "2147483647",
                                          "2147483648",
                                          "4294967296",
                                          "-1",
                                          "18446744073709551615",
                                          "18446744073709551616"};
    const char *const text = numbers[below(sizeof numbers / sizeof *numbers)];
    put_in(data, bytes, at, (const uint8_t *)text, strlen(text));
}

static void change(uint8_t *data, size_t *bytes)
{
    const size_t at = below(*bytes + 1);
    const uint8_t random = (uint8_t)bits();
    const corpus_input_t *const word = &words[below(n_words)];
    const bool is_inside = at < *bytes;
    switch (below(9)) {
    case 0:
        if (is_inside) {
            data[at] ^= (uint8_t)(1u << below(8));
        }
        break;
    case 1:
        if (is_inside) {
            data[at] = below(3) ? random : (uint8_t)(random & 1 ? 0xff : 0);
        }
        break;
    case 2:
        put_in(data, bytes, at, &random, 1);
        break;
    case 3:
        take_out(data, bytes, at, 1 + below(below(4) ? 4 : 400));
        break;
    case 4:
        put_part_of_other(data, bytes, at);
        break;
    case 5:
        repeat(data, bytes, at);
        break;
    case 6:
        put_number(data, bytes, at);
        break;
    default:
        put_in(data, bytes, at, word->data, word->bytes);
        break;
    }
}

size_t corpus_draw(uint64_t number, uint8_t data[CORPUS_INPUT_BYTES])
{
    state = number;
    const corpus_input_t *const parent = &inputs[below(count)];
    size_t bytes = parent->bytes;
    memcpy(data, parent->data, bytes);
    for (size_t steps = 1 + below(MOST_STEPS); steps > 0; steps--) {
        change(data, &bytes);
    }
    return bytes;
}
