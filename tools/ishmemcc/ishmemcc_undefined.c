/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The translator has resolved everything that SPIR-V itself has, so what else the module imports is
 * defined nowhere.  The bitcode of the sources, which has kept its names, shows which functions use
 * it.
 */
#include "ishmemcc_undefined.h"

#include "ishmemcc_words.h"

#include "spirv/kernel_bodies.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPIRV_HEADER_WORDS = 5,
    OP_FUNCTION = 54,
    OP_DECORATE = 71,
    DECORATION_LINKAGE_ATTRIBUTES = 41,
    LINKAGE_IMPORT = 1
};

/* Work-item ids and the like are imported variables. */
static const char own_prefix[] = "__spirv_";

/* ---- Who uses it -------------------------------------------------------------------------------- */

/* Prints the first function that has the value as an operand, also within a constant. */
static bool report_users(LLVMValueRef value, const char *name, const char *source)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user)) {
            const LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
            fprintf(stderr, "ishmemcc: %s: '%s' uses '%s', which no input defines\n", source,
                    ishmemi_source_name(ishmemi_function_name(function)), name);
            return true;
        }
        if (LLVMIsAGlobalVariable(user)) {
            size_t length;
            fprintf(stderr, "ishmemcc: %s: the variable '%s' uses '%s', which no input defines\n",
                    source, LLVMGetValueName2(user, &length), name);
            return true;
        }
        if (report_users(user, name, source))
            return true;
    }
    return false;
}

typedef struct unit {
    LLVMModuleRef module;
    const char *source;
} unit_t;

static bool report_unit(const unit_t *unit, const char *name)
{
    LLVMValueRef symbol = LLVMGetNamedFunction(unit->module, name);

    if (symbol == NULL)
        symbol = LLVMGetNamedGlobal(unit->module, name);
    return symbol != NULL && LLVMIsDeclaration(symbol) && report_users(symbol, name, unit->source);
}

static void report(const char *name, const unit_t *units, int count)
{
    bool said = false;

    for (int i = 0; i < count; i++)
        said = report_unit(&units[i], name) || said;
    if (!said)
        fprintf(stderr, "ishmemcc: '%s' is used, but no input defines it\n", name);
}

/* ---- What is undefined -------------------------------------------------------------------------- */

static int report_imports(const uint32_t *words, size_t count, const unit_t *units, int unit_count)
{
    int found = 0;
    size_t length;

    for (size_t at = SPIRV_HEADER_WORDS; at < count; at += length) {
        const uint32_t operation = words[at] & 0xffff;
        length = words[at] >> 16;
        /* Decorations come before the first function. */
        if (length == 0 || length > count - at || operation == OP_FUNCTION)
            break;
        if (operation != OP_DECORATE || length < 5 ||
            words[at + 2] != DECORATION_LINKAGE_ATTRIBUTES ||
            words[at + length - 1] != LINKAGE_IMPORT)
            continue;
        const char *const name = (const char *)&words[at + 3];
        if (strncmp(name, own_prefix, sizeof(own_prefix) - 1) != 0) {
            report(name, units, unit_count);
            found++;
        }
    }
    return found;
}

static bool read_unit(const char *path, LLVMModuleRef *unit)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;

    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        fprintf(stderr, "ishmemcc: %s: %s\n", path, message);
        return false;
    }
    return !LLVMParseBitcodeInContext2(LLVMGetGlobalContext(), buffer, unit);
}

int undefined_report(const char *spirv, char *const *units, int count)
{
    size_t words_count = 0;
    uint32_t *const words = read_words(spirv, &words_count);
    unit_t *const read = calloc((size_t)count + 1, sizeof(*read));
    int found = words != NULL && read != NULL ? 0 : -1;

    for (int i = 0; i < count && found == 0; i++) {
        read[i].source = units[2 * i + 1];
        if (!read_unit(units[2 * i], &read[i].module))
            found = -1;
    }
    if (found == 0)
        found = report_imports(words, words_count, read, count);
    free(read);
    free(words);
    return found;
}
