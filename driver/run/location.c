/* SPDX-License-Identifier: BSD-3-Clause */
/* See location.h. */
#include "run/location.h"

#include "run/code.h"

#include <unistd.h>

void zed_text_add(zed_text_t *text, const char *words)
{
    while (*words != '\0' && text->length < ZED_TEXT_BYTES) {
        text->bytes[text->length++] = *words++;
    }
}

void zed_text_number(zed_text_t *text, uint64_t number, unsigned base)
{
    char digits[24];
    size_t at = sizeof(digits);
    digits[--at] = '\0';
    do {
        digits[--at] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    zed_text_add(text, digits + at);
}

void zed_text_write(const zed_text_t *text)
{
    if (write(STDERR_FILENO, text->bytes, text->length) < 0) {
        return; /* no reader */
    }
}

static void add_triple(zed_text_t *text, const uint64_t numbers[3])
{
    for (int i = 0; i < 3; i++) {
        zed_text_add(text, i == 0 ? "(" : ",");
        zed_text_number(text, numbers[i], 10);
    }
    zed_text_add(text, ")");
}

void zed_text_item(zed_text_t *text, const uint64_t item[3], const uint64_t group[3])
{
    zed_text_add(text, ", in work-item ");
    add_triple(text, item);
    zed_text_add(text, " of work-group ");
    add_triple(text, group);
}

void zed_text_line(zed_text_t *text, const char *file, uint32_t line)
{
    zed_text_add(text, ", at ");
    zed_text_add(text, file);
    zed_text_add(text, ":");
    zed_text_number(text, line, 10);
}

static void add_item(zed_text_t *text, const zed_group_t *group, const zed_item_t *item)
{
    uint64_t global_id[3];
    for (int i = 0; i < 3; i++) {
        global_id[i] =
            group->global_offset[i] + group->group_id[i] * group->group_size[i] + item->local_id[i];
    }
    zed_text_item(text, global_id, group->group_id);
}

void zed_text_location(zed_text_t *text, const struct zed_run *run, uintptr_t instruction)
{
    const char *file;
    uint32_t line;
    if (run->record) {
        add_item(text, &run->record->group, &run->record->item[run->index]);
    } else if (run->group) {
        zed_text_add(text, ", in work-group ");
        add_triple(text, run->group->group_id);
    }
    if (zed_code_find_line(instruction, &file, &line)) {
        zed_text_line(text, file, line);
    }
}
