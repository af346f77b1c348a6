/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_debug.h. */
#include "ishmemcc_debug.h"

#include "spirv/spirv_plain.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BOUND = 3, /* above all ids */
    /* Words of an OpExtInst */
    RESULT = 2,
    SET = 3,
    INSTRUCTION = 4,
    OPERANDS = 5,
    /* OpenCL.DebugInfo.100 */
    DEBUG_DECLARE = 28,
    DEBUG_VALUE = 29,
    DEBUG_OPERATION = 30,
    DEBUG_EXPRESSION = 31,
    EXPRESSION_OF_VARIABLE = OPERANDS + 2,
    LAST_STANDARD_OPERATION = 9
};

static const char set_name[] = "OpenCL.DebugInfo.100";

typedef struct foreign {
    uint32_t set; /* 0: not imported */
    uint32_t bound;
    bool *ids; /* operations that the set does not have, and expressions of them */
} foreign_t;

static bool is_foreign(const foreign_t *foreign, uint32_t id)
{
    return id < foreign->bound && foreign->ids[id];
}

/* Whether the instruction is removed.  What it is made of comes before it. */
static bool goes(foreign_t *foreign, const uint32_t *words, size_t length)
{
    bool is_gone = false;

    if ((words[0] & 0xffff) == ISHMEMI_SPIRV_IMPORT && length > 2 + sizeof(set_name) / 4 &&
        memcmp(words + 2, set_name, sizeof(set_name)) == 0)
        foreign->set = words[1];
    if ((words[0] & 0xffff) != ISHMEMI_SPIRV_CALL || foreign->set == 0 || length < OPERANDS ||
        words[SET] != foreign->set)
        return false;
    switch (words[INSTRUCTION]) {
    case DEBUG_OPERATION:
        is_gone = length > OPERANDS && words[OPERANDS] > LAST_STANDARD_OPERATION;
        break;
    case DEBUG_EXPRESSION:
        for (size_t i = OPERANDS; i < length; i++)
            is_gone = is_gone || is_foreign(foreign, words[i]);
        break;
    case DEBUG_DECLARE:
    case DEBUG_VALUE:
        return length > EXPRESSION_OF_VARIABLE &&
               is_foreign(foreign, words[EXPRESSION_OF_VARIABLE]);
    default:
        break;
    }
    if (is_gone && words[RESULT] < foreign->bound)
        foreign->ids[words[RESULT]] = true;
    return is_gone;
}

size_t keep_standard_expressions(uint32_t *words, size_t count)
{
    foreign_t foreign = {0, words[HEADER_BOUND], NULL};
    size_t kept = ISHMEMI_SPIRV_HEADER_WORDS, length;

    foreign.ids = calloc((size_t)foreign.bound + 1, sizeof(*foreign.ids));
    if (foreign.ids == NULL)
        return 0;
    for (size_t at = ISHMEMI_SPIRV_HEADER_WORDS; at < count; at += length) {
        length = words[at] >> 16;
        if (length == 0 || length > count - at) /* not an instruction; the validator will say so */
            length = count - at;
        else if (goes(&foreign, words + at, length))
            continue;
        memmove(words + kept, words + at, length * sizeof(*words));
        kept += length;
    }
    free(foreign.ids);
    return kept;
}
