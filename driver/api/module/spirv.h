/* SPDX-License-Identifier: BSD-3-Clause */
/* Iterates over the instructions of a SPIR-V image before its first function. */
#ifndef ZED_SPIRV_H
#define ZED_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A position.  At first, everything except `image` and `words` is 0. */
typedef struct zed_spirv {
    const uint8_t *image;
    size_t words;
    size_t at; /* the current instruction */
    uint32_t operation;
    uint32_t length; /* in words, with the first one */
} zed_spirv_t;

static inline uint32_t zed_spirv_word(const zed_spirv_t *spirv, size_t index)
{
    uint32_t word;
    memcpy(&word, spirv->image + (spirv->at + index) * sizeof word, sizeof word);
    return word;
}

/* The text that begins at this word of the instruction; *most: the bytes up to the instruction's
 * end. */
static inline const char *zed_spirv_text(const zed_spirv_t *spirv, size_t index, size_t *most)
{
    *most = (spirv->length - index) * sizeof(uint32_t);
    return (const char *)spirv->image + (spirv->at + index) * sizeof(uint32_t);
}

/* Moves to the next instruction; false at the first function, at the end, and where the image is
 * malformed. */
static inline bool zed_spirv_next(zed_spirv_t *spirv)
{
    enum { MAGIC = 0x07230203, HEADER_WORDS = 5, OP_FUNCTION = 54 };
    if (spirv->at == 0 && (spirv->words < HEADER_WORDS || zed_spirv_word(spirv, 0) != MAGIC)) {
        return false;
    }
    spirv->at += spirv->at == 0 ? HEADER_WORDS : spirv->length;
    if (spirv->at >= spirv->words) {
        return false;
    }
    const uint32_t head = zed_spirv_word(spirv, 0);
    spirv->operation = head & 0xffff;
    spirv->length = head >> 16;
    return spirv->length != 0 && spirv->length <= spirv->words - spirv->at &&
           spirv->operation != OP_FUNCTION;
}

#endif
