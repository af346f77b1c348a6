/* SPDX-License-Identifier: BSD-3-Clause */
/* The hosts of a job, and how many PEs each of them has. */
#include "ishmrun.h"

#include <ctype.h>
#include <errno.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n"
#define SLOTS "slots="

/* The reading of a list into `hosts`. */
typedef struct reader {
    hosts_t *hosts;
    void *names;       /* tsearch's tree of those in the list */
    const char *where; /* the option or the line, for messages */
    char *wrong;
} reader_t;

/* Prints what is wrong with the list, and where; returns false. */
__attribute__((format(printf, 2, 3))) static bool is_wrong(const reader_t *reader,
                                                           const char *format, ...)
{
    const int head = snprintf(reader->wrong, ISHMRUN_SENTENCE, "%s", reader->where);
    const size_t used = (size_t)head < ISHMRUN_SENTENCE ? (size_t)head : ISHMRUN_SENTENCE - 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->wrong + used, ISHMRUN_SENTENCE - used, format, arguments);
    va_end(arguments);
    return false;
}

/* Launchers get the names in their command lines, where some characters have a special meaning. */
static bool is_name(const char *text)
{
    return isalnum((unsigned char)*text) &&
           text[strspn(
               text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")] == '\0';
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool keep(reader_t *reader, const char *name, int pes)
{
    hosts_t *const hosts = reader->hosts;
    if (hosts->count == hosts->room) {
        const size_t room = 2 * hosts->room + 16;
        host_t *const more = realloc(hosts->list, room * sizeof *more);
        if (!more) {
            return is_wrong(reader, ": no memory for the list of hosts");
        }
        hosts->list = more;
        hosts->room = room;
    }
    char *const copy = strdup(name);
    if (!copy || !tsearch(copy, &reader->names, compare)) {
        free(copy);
        return is_wrong(reader, ": no memory for the list of hosts");
    }
    hosts->list[hosts->count++] = (host_t){.name = copy, .pes = pes};
    return true;
}

/* `number`: of its PEs, or NULL. */
static bool add(reader_t *reader, const char *name, const char *number)
{
    if (!is_name(name)) {
        return is_wrong(reader, ": \"%s\" is not the name of a host", name);
    }
    const int pes = number ? read_pes(number) : 0;
    if (number && pes == 0) {
        return is_wrong(reader, ": host %s has \"%s\" PEs: expected a number from 1 to %d", name,
                        number, ISHMRUN_PES_MAX);
    }
    if (tfind(name, &reader->names, compare)) {
        return is_wrong(reader, ": host %s is named twice: expected its number of PEs, as in %s:2",
                        name, name);
    }
    return keep(reader, name, pes);
}

/* HOST or HOST:PES. */
static bool add_item(reader_t *reader, char *item)
{
    char *const colon = strchr(item, ':');
    if (colon) {
        *colon = '\0';
    }
    return add(reader, item, colon ? colon + 1 : NULL);
}

static bool read_list(reader_t *reader, const char *text)
{
    reader->where = "--hosts";
    char *const copy = strdup(text);
    if (!copy) {
        return is_wrong(reader, ": no memory for the list of hosts");
    }
    bool is_good = true;
    char *rest = copy;
    for (char *item; is_good && (item = strsep(&rest, ","));) {
        is_good = add_item(reader, item);
    }
    free(copy);
    return is_good;
}

static bool read_line(reader_t *reader, char *line, size_t length)
{
    char *rest;
    if (strlen(line) != length) {
        return is_wrong(reader, ": it has a zero byte, expected text");
    }
    line[strcspn(line, "#")] = '\0';
    char *const name = strtok_r(line, BLANKS, &rest);
    char *const slots = name ? strtok_r(NULL, BLANKS, &rest) : NULL;
    if (!name) {
        return true;
    }
    if (!slots) {
        return add_item(reader, name);
    }
    if (strncmp(slots, SLOTS, strlen(SLOTS)) == 0 && !strtok_r(NULL, BLANKS, &rest)) {
        return add(reader, name, slots + strlen(SLOTS));
    }
    return is_wrong(reader, ": expected HOST, HOST:PES or HOST " SLOTS "PES");
}

static bool read_lines(reader_t *reader, FILE *file, const char *path)
{
    char *line = NULL;
    size_t capacity = 0;
    bool is_good = true;
    ssize_t length;
    for (int number = 1; is_good && (length = getline(&line, &capacity, file)) >= 0; number++) {
        char where[4200];
        snprintf(where, sizeof where, "%s:%d", path, number);
        reader->where = where;
        is_good = read_line(reader, line, (size_t)length);
    }
    free(line);
    reader->where = "--hostfile ";
    return is_good;
}

static bool read_file(reader_t *reader, const char *path)
{
    reader->where = "--hostfile ";
    FILE *const file = fopen(path, "re");
    if (!file) {
        return is_wrong(reader, "%s: %s", path, strerror(errno));
    }
    bool is_good = read_lines(reader, file, path);
    if (is_good && ferror(file)) {
        is_good = is_wrong(reader, "%s: it cannot be read", path);
    } else if (is_good && reader->hosts->count == 0) {
        is_good = is_wrong(reader, "%s: it names no host", path);
    }
    fclose(file);
    return is_good;
}

static void keep_name(void *name)
{
    (void)name; /* the list contains it */
}

bool hosts_read(const options_t *options, hosts_t *hosts, char *wrong)
{
    reader_t reader = {.hosts = hosts, .wrong = wrong};
    *hosts = (hosts_t){0};
    const bool is_good = options->hosts       ? read_list(&reader, options->hosts)
                         : options->host_file ? read_file(&reader, options->host_file)
                                              : true;
    tdestroy(reader.names, keep_name);
    return is_good;
}

/* The number of PEs of the hosts for which a number was given. */
static long count_said(const hosts_t *hosts, long *silent)
{
    long said = 0;
    *silent = 0;
    for (size_t i = 0; i < hosts->count; i++) {
        said += hosts->list[i].pes;
        *silent += hosts->list[i].pes == 0;
    }
    return said;
}

static void leave_out_empty(hosts_t *hosts)
{
    size_t kept = 0;
    for (size_t i = 0; i < hosts->count; i++) {
        if (hosts->list[i].pes > 0) {
            hosts->list[kept++] = hosts->list[i];
        } else {
            free(hosts->list[i].name);
        }
    }
    hosts->count = kept;
}

int hosts_divide(hosts_t *hosts, int pes, char *wrong)
{
    long silent;
    const long said = count_said(hosts, &silent);
    const long wanted = pes > 0 ? pes : said + silent;
    if (wanted > said && silent == 0) {
        snprintf(wrong, ISHMRUN_SENTENCE, "-n %ld: the hosts take %ld PEs", wanted, said);
        return 0;
    }
    if (wanted > ISHMRUN_PES_MAX) {
        snprintf(wrong, ISHMRUN_SENTENCE, "the hosts take %ld PEs, expected at most %d, or -n PES",
                 wanted, ISHMRUN_PES_MAX);
        return 0;
    }
    long for_said = wanted < said ? wanted : said;
    long for_silent = wanted - for_said;
    for (size_t i = 0; i < hosts->count; i++) {
        host_t *const host = &hosts->list[i];
        if (host->pes > 0) {
            host->pes = host->pes < for_said ? host->pes : (int)for_said;
            for_said -= host->pes;
        } else {
            host->pes = (int)((for_silent + silent - 1) / silent);
            for_silent -= host->pes;
            silent--;
        }
    }
    leave_out_empty(hosts);
    return (int)wanted;
}

int hosts_each(const hosts_t *hosts)
{
    for (size_t i = 1; i < hosts->count; i++) {
        if (hosts->list[i].pes != hosts->list[0].pes) {
            return 0;
        }
    }
    return hosts->count > 0 ? hosts->list[0].pes : 0;
}
