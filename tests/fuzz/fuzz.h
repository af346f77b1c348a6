/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A fuzz target: a file with LLVMFuzzerTestOneInput, which gives input of any bytes to one parser and checks what
 * it makes of them.  drive.c runs targets; libFuzzer can, too.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* What must hold of every input; else the process ends in a way that whoever drives it notices. */
#define FUZZ_REQUIRE(condition)                                                           \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            abort();                                                                      \
        }                                                                                 \
    } while (0)

/* An input that is read from its beginning on; at its end there are zeros. */
typedef struct fuzz_input {
    const uint8_t *at;
    size_t left;
} fuzz_input_t;

static inline uint8_t fuzz_byte(fuzz_input_t *input)
{
    if (input->left == 0) {
        return 0;
    }
    input->left--;
    return *input->at++;
}

/* At most `most` bytes of the input, which stay where they are. */
static inline const uint8_t *fuzz_bytes(fuzz_input_t *input, size_t most, size_t *count)
{
    const uint8_t *const start = input->at;
    *count = most < input->left ? most : input->left;
    input->at += *count;
    input->left -= *count;
    return start;
}

/* The rest of the input as a string, to be freed; it ends before the first zero byte. */
static inline char *fuzz_text(const fuzz_input_t *input)
{
    char *const text = malloc(input->left + 1);
    FUZZ_REQUIRE(text);
    for (size_t i = 0; i < input->left; i++) {
        text[i] = (char)input->at[i];
    }
    text[input->left] = '\0';
    return text;
}

/* Whether a sentence of ours may go to a terminal: one line without control characters. */
static inline int fuzz_is_sentence(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < ' ' || *c == 0x7f || (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)) {
            return 0;
        }
    }
    return *text != '\0';
}

#endif
