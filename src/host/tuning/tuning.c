/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads the rows of the file and of the environment.  A line of the file has one or more rows,
 * separated by commas or blanks, and comments after #.
 */
#include "tuning.h"
#include "allocate.h"

#include "bootstrap.h"
#include "choices.h"
#include "cutovers.h"
#include "env.h"
#include "fatal.h"
#include "file.h"
#include "job.h"
#include "log.h"
#include "runtime/json.h"
#include "tables.h"
#include "tile.h"
#include "util/hash.h"
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 1022
#define FILE_BYTES (1 << 20)
#define CHOICE_EXPECTED                                                        \
    "collective:algorithm with <bytes, @members, /near, /far or /hosts, such " \
    "as reduce:oneshot<4096@8"
#define CUTOVER_EXPECTED "put_signal_on_queue:kernel<bytes or strided_on_queue:kernel<bytes"

static int read_variable(const char *name, const char *text, ishmemi_tables_add_fn add,
                         const char *expected)
{
    const char *const wrong = ishmemi_tables_read(text, add, ISHMEMI_SOURCE_ENVIRONMENT);
    if (wrong) {
        ishmemi_error("%s has \"%.*s\", expected %s, and at most %d rows in total", name,
                      (int)strcspn(wrong, ishmemi_tables_blanks), wrong, expected, ISHMEMI_CHOICES);
    }
    return wrong ? -1 : 0;
}

/* Rejects control characters, which must not reach a terminal. */
static bool is_text(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)line[i];
        if ((c < ' ' && c != '\t' && c != '\r') || c == 0x7f) {
            return false;
        }
    }
    return true;
}

/* The line ends with a zero at `length`. */
static int read_line(const char *path, int number, char *line, size_t length)
{
    if (!is_text(line, length)) {
        ishmemi_error("%s:%d: a line that is not text; expected a file that ishmem-tune wrote",
                      path, number);
        return -1;
    }
    if (length > LINE_BYTES) {
        ishmemi_error("%s:%d: a line that is too long, expected at most %d characters", path,
                      number, LINE_BYTES);
        return -1;
    }
    line[strcspn(line, "#")] = '\0';
    const char *const wrong = ishmemi_tables_read(line, ishmemi_tables_add, ISHMEMI_SOURCE_FILE);
    if (wrong) {
        ishmemi_error("%s:%d: \"%.*s\", expected " CHOICE_EXPECTED ", or " CUTOVER_EXPECTED
                      ", and at most %d rows in total",
                      path, number, (int)strcspn(wrong, ishmemi_tables_blanks), wrong,
                      ISHMEMI_CHOICES);
    }
    return wrong ? -1 : 0;
}

static int read_file(const char *path)
{
    size_t bytes;
    const char *why;
    char *const content = ishmemi_file_read(path, FILE_BYTES, &bytes, &why);
    if (!content) {
        ishmemi_error(
            "ISHMEM_TUNING=%s: %s; expected a file of at most %d bytes that ishmem-tune has "
            "written",
            path, why, FILE_BYTES);
        return -1;
    }
    int result = 0;
    char *line = content;
    for (int number = 1; result == 0 && line < content + bytes; number++) {
        char *const newline = memchr(line, '\n', bytes - (size_t)(line - content));
        char *const end = newline ? newline : content + bytes;
        *end = '\0';
        result = read_line(path, number, line, (size_t)(end - line));
        line = end + 1;
    }
    free(content);
    return result;
}

int ishmemi_tuning_open(void)
{
    const char *const wrong = ishmemi_tables_open(ishmemi_tile_is_cpu());
    if (wrong) {
        ishmemi_error("the built-in tuning table is wrong at \"%.*s\"",
                      (int)strcspn(wrong, ishmemi_tables_blanks), wrong);
        return -1;
    }
    if (read_variable("ISHMEM_COLLECTIVES", ishmemi_env.collectives, ishmemi_choices_add,
                      CHOICE_EXPECTED) != 0 ||
        read_variable("ISHMEM_CUTOVERS", ishmemi_env.cutovers, ishmemi_cutovers_add,
                      CUTOVER_EXPECTED) != 0) {
        return -1;
    }
    return *ishmemi_env.tuning ? read_file(ishmemi_env.tuning) : 0;
}

/* Members that choose different algorithms would wait for each other forever. */
int ishmemi_tuning_agree(void)
{
    /* The tables themselves are long. */
    const uint64_t mine =
        ishmemi_hash(ISHMEMI_HASH_START, &ishmemi_choices, sizeof ishmemi_choices);
    uint64_t *const all =
        ishmemi_allocate_zeroed("the tuning of the PEs", (size_t)ishmemi_job.n_pes, sizeof *all);
    ishmemi_allgather(&mine, all, sizeof mine);
    int pe = 0;
    while (pe < ishmemi_job.n_pes && all[pe] == all[0]) {
        pe++;
    }
    const bool same = pe == ishmemi_job.n_pes;
    if (!same) {
        ishmemi_error("PE %d uses other algorithms for collectives than PE 0: give every PE the "
                      "same ISHMEM_COLLECTIVES and ISHMEM_TUNING, and tiles of one kind",
                      pe);
    }
    free(all);
    return same ? 0 : -1;
}

static const char *source_name(ishmemi_source_t source)
{
    switch (source) {
    case ISHMEMI_SOURCE_ENVIRONMENT:
        return "environment";
    case ISHMEMI_SOURCE_FILE:
        return ishmemi_env.tuning;
    default:
        return "built in";
    }
}

static void print_line(FILE *out, const char *row, ishmemi_source_t source)
{
    fprintf(out, "  %-40s %s\n", row, source_name(source));
}

void ishmemi_tuning_print(FILE *out)
{
    fputs("\nTuning: the first row of a collective that fits is used; <bytes that one PE sends "
          "to another\nor reduces, @members of a team\n",
          out);
    ishmemi_choices_print(out, print_line);
    ishmemi_cutovers_print(out, print_line);
}

static const char *separator; /* before the next element; only for the thread that prints */

static void print_element(FILE *out, const char *row, ishmemi_source_t source)
{
    fputs(separator, out);
    ishmemi_json_field(out, "\n    {", "row", row);
    ishmemi_json_field(out, ", ", "source", source_name(source));
    fputc('}', out);
    separator = ",";
}

void ishmemi_tuning_print_json(FILE *out)
{
    separator = "";
    fputc('[', out);
    ishmemi_choices_print(out, print_element);
    ishmemi_cutovers_print(out, print_element);
    fputs("\n  ]", out);
}
