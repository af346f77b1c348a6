/* SPDX-License-Identifier: BSD-3-Clause */
/* See attributes.h.  In SPIR-V an image's entry points come before their execution modes. */
#include "attributes.h"

#include "spirv.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    OP_ENTRY_POINT = 15,
    OP_EXECUTION_MODE = 16,
    MODEL_KERNEL = 6,
    MODE_LOCAL_SIZE = 17,
    MODE_LOCAL_SIZE_HINT = 18,
    MODE_SUBGROUP_SIZE = 35
};

static bool add_kernel(zed_attributes_t *attributes, const zed_spirv_t *spirv)
{
    size_t most;
    const char *name = zed_spirv_text(spirv, 3, &most);
    const size_t bytes = (attributes->count + 1) * sizeof *attributes->kernels;
    zed_kernel_attributes_t *kernels = realloc(attributes->kernels, bytes);
    if (!kernels) {
        return false;
    }
    attributes->kernels = kernels;
    char *copy = strndup(name, most);
    if (!copy) {
        return false;
    }
    kernels[attributes->count++] =
        (zed_kernel_attributes_t){.entry = zed_spirv_word(spirv, 2), .name = copy};
    return true;
}

static void add_sizes(const zed_spirv_t *spirv, const char *word, char *text, size_t bytes)
{
    if (spirv->length >= 6) {
        snprintf(text, bytes, "%s(%u,%u,%u)", word, zed_spirv_word(spirv, 3),
                 zed_spirv_word(spirv, 4), zed_spirv_word(spirv, 5));
    }
}

/* `text` stays as it is where the mode is no attribute. */
static void describe(const zed_spirv_t *spirv, char *text, size_t bytes)
{
    switch (zed_spirv_word(spirv, 2)) {
    case MODE_LOCAL_SIZE:
        add_sizes(spirv, "reqd_work_group_size", text, bytes);
        break;
    case MODE_LOCAL_SIZE_HINT:
        add_sizes(spirv, "work_group_size_hint", text, bytes);
        break;
    case MODE_SUBGROUP_SIZE:
        if (spirv->length >= 4) {
            snprintf(text, bytes, "intel_reqd_sub_group_size(%u)", zed_spirv_word(spirv, 3));
        }
        break;
    default:
        break;
    }
}

/* `first`: of the image's kernels. */
static void add_mode(zed_attributes_t *attributes, size_t first, const zed_spirv_t *spirv)
{
    for (size_t i = first; i < attributes->count; i++) {
        zed_kernel_attributes_t *kernel = &attributes->kernels[i];
        if (kernel->entry == zed_spirv_word(spirv, 1)) {
            char one[64] = "";
            const size_t used = strlen(kernel->text);
            describe(spirv, one, sizeof one);
            if (*one != '\0') {
                snprintf(kernel->text + used, sizeof kernel->text - used, "%s%s",
                         used == 0 ? "" : " ", one);
            }
        }
    }
}

bool zed_attributes_read(zed_attributes_t *attributes, const uint8_t *image, size_t bytes)
{
    zed_spirv_t spirv = {.image = image, .words = bytes / sizeof(uint32_t)};
    const size_t first = attributes->count;
    bool good = true;
    while (good && zed_spirv_next(&spirv)) {
        if (spirv.operation == OP_ENTRY_POINT && spirv.length > 3 &&
            zed_spirv_word(&spirv, 1) == MODEL_KERNEL) {
            good = add_kernel(attributes, &spirv);
        } else if (spirv.operation == OP_EXECUTION_MODE && spirv.length > 2) {
            add_mode(attributes, first, &spirv);
        }
    }
    return good;
}

void zed_attributes_release(zed_attributes_t *attributes)
{
    for (size_t i = 0; i < attributes->count; i++) {
        free(attributes->kernels[i].name);
    }
    free(attributes->kernels);
    *attributes = (zed_attributes_t){0};
}

const char *zed_attributes_of(const zed_attributes_t *attributes, const char *name)
{
    for (size_t i = 0; i < attributes->count; i++) {
        if (strcmp(attributes->kernels[i].name, name) == 0) {
            return attributes->kernels[i].text;
        }
    }
    return "";
}
