/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Environment variables: parser, look-up and help, all from the table in env.h.
 */
#include "env.h"

#include "runtime/json.h"
#include "util/closest.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define PREFIX "ISHMEM_"
#define SYMMETRIC_SIZE_LEAST ((size_t)64 << 10)
#define QUOTED_BYTES 100

extern char **environ;

ishmemi_env_t ishmemi_env;
bool ishmemi_env_speaks_openshmem;

typedef struct entry {
    const char *name;
    const char *standard;
    const char *accepted;
    const char *meaning;
    int (*parse)(const char *text, const char *accepted, void *value);
    size_t offset;
} entry_t;

/* Parsers return 0, or -1 if the text is not accepted. */

static int parse_size(const char *text, const char *accepted, void *value)
{
    (void)accepted;
    if (*text < '0' || *text > '9') {
        return -1;
    }
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (errno != 0) {
        return -1;
    }
    static const char suffixes[] = "KMGT";
    unsigned shift = 0;
    if (*end != '\0') {
        const char letter = *end >= 'a' ? (char)(*end - 'a' + 'A') : *end;
        const char *const suffix = strchr(suffixes, letter);
        if (!suffix) {
            return -1;
        }
        shift = 10 * (unsigned)(suffix - suffixes + 1);
        end++;
        if (strcmp(end, "B") == 0 || strcmp(end, "iB") == 0) {
            end += strlen(end);
        }
    }
    if (*end != '\0' || number > (SIZE_MAX >> shift)) {
        return -1;
    }
    const size_t bytes = (size_t)number << shift;
    if (bytes < SYMMETRIC_SIZE_LEAST) {
        return -1;
    }
    *(ishmemi_env_size_t *)value = bytes;
    return 0;
}

static int parse_count(const char *text, const char *accepted, void *value)
{
    (void)accepted;
    char *end;
    errno = 0;
    const unsigned long number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number > INT_MAX) {
        return -1;
    }
    *(ishmemi_env_count_t *)value = (int)number;
    return 0;
}

static int parse_seconds(const char *text, const char *accepted, void *value)
{
    (void)accepted;
    /* Only digits and a point, whatever the locale: strtod accepts much more. */
    double seconds = 0;
    double unit = 1;
    const char *c = text;
    for (; *c >= '0' && *c <= '9'; c++) {
        seconds = seconds * 10 + (*c - '0');
    }
    if (*c == '.') {
        for (c++; *c >= '0' && *c <= '9'; c++) {
            unit /= 10;
            seconds += unit * (*c - '0');
        }
    }
    if (*text < '0' || *text > '9' || *c != '\0' || seconds > INT_MAX) {
        return -1;
    }
    *(ishmemi_env_seconds_t *)value = seconds;
    return 0;
}

/* Whether the machine has a processor with that number, as far as the kernel shows. */
static bool is_processor(int number)
{
    static const char directory[] = "/sys/devices/system/cpu";
    char path[sizeof directory + 16];
    snprintf(path, sizeof path, "%s/cpu%d", directory, number);
    return access(path, F_OK) == 0 || access(directory, F_OK) != 0;
}

static int parse_processor(const char *text, const char *accepted, void *value)
{
    ishmemi_env_count_t number;
    if (strcmp(text, "auto") == 0) {
        *(ishmemi_env_processor_t *)value = ISHMEMI_PROCESSOR_AUTO;
        return 0;
    }
    if (strcmp(text, "any") == 0) {
        *(ishmemi_env_processor_t *)value = ISHMEMI_PROCESSOR_ANY;
        return 0;
    }
    if (parse_count(text, accepted, &number) != 0 || !is_processor(number)) {
        return -1;
    }
    *(ishmemi_env_processor_t *)value = number;
    return 0;
}

static int parse_flag(const char *text, const char *accepted, void *value)
{
    (void)accepted;
    if ((text[0] != '0' && text[0] != '1') || text[1] != '\0') {
        return -1;
    }
    *(ishmemi_env_flag_t *)value = text[0] == '1';
    return 0;
}

static int parse_choice(const char *text, const char *accepted, void *value)
{
    const size_t length = strlen(text);
    int index = 0;
    for (const char *word = accepted; word; index++) {
        const char *const bar = strchr(word, '|');
        const size_t word_length = bar ? (size_t)(bar - word) : strlen(word);
        if (word_length == length && strncasecmp(word, text, length) == 0) {
            *(ishmemi_env_choice_t *)value = index;
            return 0;
        }
        word = bar ? bar + 1 : NULL;
    }
    return -1;
}

static int parse_text(const char *text, const char *accepted, void *value)
{
    (void)accepted;
    *(ishmemi_env_text_t *)value = text;
    return 0;
}

#define ENTRY(field, name, kind, standard, accepted, meaning) \
    {name, standard, accepted, meaning, parse_##kind, offsetof(ishmemi_env_t, field)},
static const entry_t table[] = {ISHMEMI_ENV(ENTRY)};
#undef ENTRY
#define ENTRIES (sizeof table / sizeof *table)

/* ---- Names of OpenSHMEM's specification ------------------------------------------------------ */

/* A number with an optional fraction and suffix; only the suffix's first letter counts.  A smaller
 * size becomes the least size. */
static int parse_openshmem_size(const char *text, void *value)
{
    static const char suffixes[] = "KMGT";
    long double number = 0;
    long double digit = 1;
    bool has_digits = false;
    const char *c = text;
    for (; *c >= '0' && *c <= '9'; c++) {
        number = number * 10 + (*c - '0');
        has_digits = true;
    }
    if (*c == '.') {
        for (c++; *c >= '0' && *c <= '9'; c++) {
            digit /= 10;
            number += digit * (*c - '0');
            has_digits = true;
        }
    }
    const char letter = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    const char *const suffix = letter ? strchr(suffixes, letter) : NULL;
    if (!has_digits || (letter && !suffix)) {
        return -1;
    }
    for (ptrdiff_t i = 0; suffix && i <= suffix - suffixes; i++) {
        number *= 1024;
    }
    if (number > (long double)(SIZE_MAX >> 1)) {
        return -1;
    }
    const size_t whole = (size_t)number;
    const size_t bytes = whole + (number > (long double)whole);
    *(ishmemi_env_size_t *)value = bytes < SYMMETRIC_SIZE_LEAST ? SYMMETRIC_SIZE_LEAST : bytes;
    return 0;
}

/* Any text means yes. */
static int parse_presence(const char *text, void *value)
{
    (void)text;
    *(ishmemi_env_flag_t *)value = true;
    return 0;
}

/* The other names of a variable; the first precedes the second. */
typedef struct synonym {
    const char *name;
    const char *names[2];
    int (*parse)(const char *text, void *value);
    const char *accepted;
} synonym_t;

static const synonym_t synonyms[] = {
    {"ISHMEM_SYMMETRIC_SIZE",
     {"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE"},
     parse_openshmem_size,
     "a number of bytes with an optional suffix K, M, G or T"},
    {"ISHMEM_INFO", {"SHMEM_INFO", "SMA_INFO"}, parse_presence, "any text"},
    {"ISHMEM_DEBUG", {"SHMEM_DEBUG", "SMA_DEBUG"}, parse_presence, "any text"}};
#define SYNONYMS (sizeof synonyms / sizeof *synonyms)

/* A variable's text in the environment, the name that holds it, and how to parse it. */
typedef struct found {
    const char *text; /* NULL: not set */
    const char *name;
    const char *accepted;
    int (*parse)(const char *text, void *value); /* NULL: the entry's parser */
} found_t;

static found_t find_text(const entry_t *entry)
{
    const char *const text = secure_getenv(entry->name);
    if (text && *text) {
        return (found_t){.text = text, .name = entry->name, .accepted = entry->accepted};
    }
    for (size_t i = 0; i < SYNONYMS && ishmemi_env_speaks_openshmem; i++) {
        for (size_t j = 0; j < 2 && strcmp(synonyms[i].name, entry->name) == 0; j++) {
            const char *const other = secure_getenv(synonyms[i].names[j]);
            if (other && *other) {
                return (found_t){.text = other,
                                 .name = synonyms[i].names[j],
                                 .accepted = synonyms[i].accepted,
                                 .parse = synonyms[i].parse};
            }
        }
    }
    return (found_t){0};
}

#define RUNTIME_ANSWER "the program's MPI or the launcher decides"
#define MODULE_ANSWER \
    "the module for the program's MPI is found, or named by ISHMEM_BOOTSTRAP_MODULE"

/* Read by CMake's find_package, not by this library. */
static const char *const names_of_others[] = {"ISHMEM_DIR", "ISHMEM_ROOT"};
#define NAMES_OF_OTHERS (sizeof names_of_others / sizeof *names_of_others)

/* Variables of Intel SHMEM that this library does not have, and what replaces them. */
static const struct {
    const char *name;
    const char *answer;
} foreign[] = {
    {"ISHMEM_RUNTIME", RUNTIME_ANSWER},
    {"ISHMEM_RUNTIME_USE_OSHMPI", RUNTIME_ANSWER},
    {"ISHMEM_MPI_LIB_NAME", MODULE_ANSWER},
    {"ISHMEM_SHMEM_LIB_NAME", MODULE_ANSWER},
    {"ISHMEM_PMI_LIB_NAME", MODULE_ANSWER},
    {"ISHMEM_ENABLE_GPU_IPC", "PEs map each other's heaps wherever the machine allows it"},
    {"ISHMEM_ENABLE_GPU_IPC_PIDFD", "ISHMEM_IPC says how the PEs of a host pass descriptors"},
    {"ISHMEM_ENABLE_ACCESSIBLE_HOST_HEAP", "host routines take any symmetric memory"},
    {"ISHMEM_ENABLE_VERBOSE_PRINT",
     "ishmemx_print prints the file, the line and the function that it is given"},
    {"ISHMEM_STACK_PRINT_LIMIT", "a message names the routine and the argument, not stack frames"},
    {"ISHMEM_NBI_COUNT", "non-blocking operations need no cleaning up"},
    {"ISHMEM_MWAIT_BURST", "the thread that serves other hosts sleeps when there is nothing to do"},
    {"ISHMEM_TEAMS_MAX", "ISHMEM_TEAM_MEMORY limits the number of teams"},
    {"ISHMEM_TEAM_SHARED_ONLY_SELF",
     "ISHMEM_TEAM_SHARED has all PEs that this one reaches by load and store"},
};
#define FOREIGN_NAMES (sizeof foreign / sizeof *foreign)

/* A value as an error message shows it: its beginning, on one line. */
static void quote(const char *text, char quoted[QUOTED_BYTES])
{
    size_t i = 0;
    for (; text[i] != '\0' && i < QUOTED_BYTES - 4; i++) {
        const unsigned char c = (unsigned char)text[i];
        quoted[i] = c < ' ' || c == 0x7f ? '?' : (char)c;
    }
    memcpy(quoted + i, text[i] != '\0' ? "..." : "", text[i] != '\0' ? 4 : 1);
}

int ishmemi_env_read(ishmemi_env_t *env, char *error, size_t error_bytes)
{
    int result = 0;
    for (size_t i = 0; i < ENTRIES; i++) {
        const entry_t *const entry = &table[i];
        void *const value = (char *)env + entry->offset;
        (void)entry->parse(entry->standard, entry->accepted, value);
        const found_t found = find_text(entry);
        const bool bad =
            found.text && (found.parse ? found.parse(found.text, value)
                                       : entry->parse(found.text, found.accepted, value)) != 0;
        if (bad && result == 0) {
            char quoted[QUOTED_BYTES];
            quote(found.text, quoted);
            snprintf(error, error_bytes, "%s=%s: not accepted, expected %s", found.name, quoted,
                     found.accepted);
            result = -1;
        }
    }
    return result;
}

const char *ishmemi_env_closest(const char *name)
{
    const char *closest = table[0].name;
    size_t distance = SIZE_MAX;
    for (size_t i = 0; i < ENTRIES; i++) {
        const size_t other = closest_distance(table[i].name, name);
        if (other < distance) {
            distance = other;
            closest = table[i].name;
        }
    }
    return closest;
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < NAMES_OF_OTHERS; i++) {
        if (strcmp(names_of_others[i], name) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < FOREIGN_NAMES; i++) {
        if (strcmp(foreign[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

void ishmemi_env_find_unknown(void (*report)(const char *name, const char *closest))
{
    for (char **variable = environ; *variable; variable++) {
        if (strncmp(*variable, PREFIX, sizeof PREFIX - 1) != 0) {
            continue;
        }
        char name[CLOSEST_NAME_BYTES];
        const size_t length = closest_least(strcspn(*variable, "="), sizeof name - 1);
        memcpy(name, *variable, length);
        name[length] = '\0';
        if (!is_known(name)) {
            report(name, ishmemi_env_closest(name));
        }
    }
}

void ishmemi_env_find_foreign(void (*report)(const char *name, const char *answer))
{
    for (size_t i = 0; i < FOREIGN_NAMES; i++) {
        if (secure_getenv(foreign[i].name)) {
            report(foreign[i].name, foreign[i].answer);
        }
    }
}

void ishmemi_env_print_markdown(FILE *out)
{
    fputs("| Variable | Default | Accepted | Meaning |\n|---|---|---|---|\n", out);
    for (size_t i = 0; i < ENTRIES; i++) {
        const entry_t *const entry = &table[i];
        fprintf(out, "| `%s` | %s | ", entry->name, *entry->standard ? entry->standard : "none");
        for (const char *c = entry->accepted; *c; c++) {
            fputs(*c == '|' ? ", " : (char[]){*c, '\0'}, out);
        }
        fprintf(out, " | %s |\n", entry->meaning);
    }
}

void ishmemi_env_print_values(FILE *out)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        const entry_t *const entry = &table[i];
        const found_t found = find_text(entry);
        const char *const standard = *entry->standard ? entry->standard : "none";
        fprintf(out, "  %-24s %s", entry->name, found.text ? found.text : standard);
        if (found.text) {
            const bool is_own = found.name == entry->name;
            fprintf(out, " (%s%s%sdefault %s)", is_own ? "" : "by ", is_own ? "" : found.name,
                    is_own ? "" : ", ", standard);
        }
        fputc('\n', out);
    }
}

void ishmemi_env_print_json(FILE *out)
{
    fputc('{', out);
    for (size_t i = 0; i < ENTRIES; i++) {
        const entry_t *const entry = &table[i];
        const found_t found = find_text(entry);
        fprintf(out, "%s\n    \"%s\": {", i == 0 ? "" : ",", entry->name);
        ishmemi_json_field(out, "", "value", found.text ? found.text : entry->standard);
        ishmemi_json_field(out, ", ", "default", entry->standard);
        fputc('}', out);
    }
    fputs("\n  }", out);
}
