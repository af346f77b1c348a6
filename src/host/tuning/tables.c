/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fills the tables: see tables.h.
 */
#include "tables.h"

#include "choices.h"
#include "cutovers.h"
#include <string.h>

const char ishmemi_tables_blanks[] = ", \t\r\n";

int ishmemi_tables_add(const ishmemi_row_t *row, ishmemi_source_t source)
{
    return ishmemi_choices_add(row, source) == 0 ? 0 : ishmemi_cutovers_add(row, source);
}

const char *ishmemi_tables_read(const char *text, ishmemi_tables_add_fn add,
                                ishmemi_source_t source)
{
    for (text += strspn(text, ishmemi_tables_blanks); *text;
         text += strspn(text, ishmemi_tables_blanks)) {
        const char *const start = text;
        ishmemi_row_t row;
        if (!ishmemi_row_read(&text, &row) || add(&row, source) != 0) {
            return start;
        }
    }
    return NULL;
}

const char *ishmemi_tables_open(bool is_cpu)
{
    ishmemi_choices_open(is_cpu ? ISHMEMI_PATH_LOAD : ISHMEMI_PATH_STORE);
    ishmemi_cutovers_open();
    const char *wrong = ishmemi_tables_read(is_cpu ? ishmemi_tuning_cpu : ishmemi_tuning_gpu,
                                            ishmemi_tables_add, ISHMEMI_SOURCE_BUILT_IN);
    wrong = wrong ? wrong : ishmemi_choices_lacking();
    return wrong ? wrong : ishmemi_cutovers_lacking();
}
