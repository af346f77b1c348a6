/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_words.h. */
#include "ishmemcc_words.h"

#include "ishmemcc_debug.h"

#include "spirv/spirv_plain.h"
#include <stdio.h>
#include <stdlib.h>

uint32_t *read_words(const char *path, size_t *count)
{
    FILE *const file = fopen(path, "rb");
    uint32_t *words = NULL;
    long bytes = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        bytes = ftell(file);
    if (bytes > 0) {
        rewind(file);
        *count = (size_t)bytes / sizeof(*words);
        words = calloc(*count + 1, sizeof(*words)); /* a name ends with the file */
    }
    if (words != NULL && fread(words, sizeof(*words), *count, file) != *count) {
        free(words);
        words = NULL;
    }
    if (file != NULL)
        fclose(file);
    return words;
}

static bool write_words(const char *path, const uint32_t *words, size_t count)
{
    FILE *const file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(words, sizeof(*words), count, file) == count;

    return file != NULL && fclose(file) == 0 && written;
}

bool rewrite_debug(const char *spirv, const char *plain_path)
{
    size_t count = 0;
    uint32_t *const words = read_words(spirv, &count);
    uint32_t *const plain = words == NULL ? NULL : malloc(count * sizeof(*plain));
    bool written = plain != NULL && count > ISHMEMI_SPIRV_HEADER_WORDS;

    if (written) {
        count = keep_standard_expressions(words, count);
        written = count > 0 && write_words(spirv, words, count) &&
                  write_words(plain_path, plain, ishmemi_spirv_plain(words, count, plain));
    }
    free(plain);
    free(words);
    return written;
}
