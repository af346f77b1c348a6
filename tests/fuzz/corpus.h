/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Inputs of a fuzz target: those of its folder, those that have reached new code, and changes of them.
 */
#ifndef FUZZ_CORPUS_H
#define FUZZ_CORPUS_H

#include <stddef.h>
#include <stdint.h>

#define CORPUS_INPUT_BYTES ((size_t)16 << 10)

typedef struct corpus_input {
    uint8_t *data;
    size_t bytes;
} corpus_input_t;

/* Reads the inputs of a folder, by name, and the words of a dictionary in libFuzzer's format. */
void corpus_open(const char *folder, const char *dictionary);
void corpus_close(void);

size_t corpus_count(void);
const corpus_input_t *corpus_at(size_t place);
/* Keeps a copy, as long as there is room. */
void corpus_add(const uint8_t *data, size_t bytes);

/* An input that is a change of one or two of the corpus, drawn by a number.  Returns its bytes. */
size_t corpus_draw(uint64_t number, uint8_t data[CORPUS_INPUT_BYTES]);

#endif
