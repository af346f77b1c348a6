/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads the file's and the environment's rows.  The file has one or more in a line, with commas or
 * blank space between them, and comments behind #.
 */
#include "tuning.h"

#include "choices.h"
#include "cutovers.h"
#include "env.h"
#include "log.h"
#include <errno.h>
#include <string.h>

#define LINE_BYTES 1024
#define CHOICE_EXPECTED "collective:algorithm with <bytes, @members, /near, /far or /hosts, " \
                        "such as reduce:oneshot<4096@8"
#define CUTOVER_EXPECTED "put_signal_on_queue:kernel<bytes or strided_on_queue:kernel<bytes"

static const char blanks[] = ", \t\r\n";

/* Gives a row to the tables that it may be of: 0, or -1 if none takes it. */
typedef int (*add_fn)(const ishmemi_row_t *row, ishmemi_source_t source);

static int add_any(const ishmemi_row_t *row, ishmemi_source_t source)
{
    return ishmemi_choices_add(row, source) == 0 ? 0 : ishmemi_cutovers_add(row, source);
}

/* NULL; or where in the text the row begins that is not understood. */
static const char *read_rows(const char *text, add_fn add, ishmemi_source_t source)
{
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const char *const start = text;
        ishmemi_row_t row;
        if (!ishmemi_row_read(&text, &row) || add(&row, source) != 0) {
            return start;
        }
    }
    return NULL;
}

static int read_variable(const char *name, const char *text, add_fn add, const char *expected)
{
    const char *const wrong = read_rows(text, add, ISHMEMI_SOURCE_ENVIRONMENT);
    if (wrong) {
        ishmemi_error("%s has \"%.*s\", expected %s, and no more than %d rows in all", name,
                      (int)strcspn(wrong, blanks), wrong, expected, ISHMEMI_CHOICES);
    }
    return wrong ? -1 : 0;
}

static int read_line(const char *path, int number, char *line)
{
    if (!strchr(line, '\n') && strlen(line) == LINE_BYTES - 1) {
        ishmemi_error("%s:%d: a line that is too long, expected at most %d characters", path,
                      number, LINE_BYTES - 2);
        return -1;
    }
    line[strcspn(line, "#")] = '\0';
    const char *const wrong = read_rows(line, add_any, ISHMEMI_SOURCE_FILE);
    if (wrong) {
        ishmemi_error("%s:%d: \"%.*s\", expected " CHOICE_EXPECTED ", or " CUTOVER_EXPECTED
                      ", and no more than %d rows in all", path, number,
                      (int)strcspn(wrong, blanks), wrong, ISHMEMI_CHOICES);
    }
    return wrong ? -1 : 0;
}

static int read_file(const char *path)
{
    FILE *const file = fopen(path, "re");
    if (!file) {
        ishmemi_error("ISHMEM_TUNING=%s: %s; expected a file that ishmem-tune has written", path,
                      strerror(errno));
        return -1;
    }
    char line[LINE_BYTES];
    int result = 0;
    for (int number = 1; result == 0 && fgets(line, sizeof line, file); number++) {
        result = read_line(path, number, line);
    }
    if (result == 0 && ferror(file)) {
        ishmemi_error("ISHMEM_TUNING=%s cannot be read: %s", path, strerror(errno));
        result = -1;
    }
    fclose(file);
    return result;
}

int ishmemi_tuning_open(void)
{
    ishmemi_choices_open();
    ishmemi_cutovers_open();
    if (read_variable("ISHMEM_COLLECTIVES", ishmemi_env.collectives, ishmemi_choices_add,
                      CHOICE_EXPECTED) != 0 ||
        read_variable("ISHMEM_CUTOVERS", ishmemi_env.cutovers, ishmemi_cutovers_add,
                      CUTOVER_EXPECTED) != 0) {
        return -1;
    }
    return *ishmemi_env.tuning ? read_file(ishmemi_env.tuning) : 0;
}

static const char *source_name(ishmemi_source_t source)
{
    switch (source) {
    case ISHMEMI_SOURCE_ENVIRONMENT: return "environment";
    case ISHMEMI_SOURCE_FILE: return ishmemi_env.tuning;
    default: return "default";
    }
}

void ishmemi_tuning_print(FILE *out)
{
    fputs("\nTuning: of a collective's rows the first that fits counts; <bytes that one PE sends "
          "to another\nor reduces, @members of a team\n", out);
    ishmemi_choices_print(out, source_name);
    ishmemi_cutovers_print(out, source_name);
}
