/* SPDX-License-Identifier: BSD-3-Clause */
/* The hosts of a job, and how many PEs each of them has. */
#include "ishmrun.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n"
#define SLOTS "slots="

/* Launchers get names in their command lines, where some characters have a meaning. */
static bool is_name(const char *text)
{
    return isalnum((unsigned char)*text) &&
           text[strspn(
               text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")] == '\0';
}

/* `number`: of its PEs, or NULL.  `where` names the option or the line for messages. */
static void add(hosts_t *hosts, const char *name, const char *number, const char *where)
{
    if (!is_name(name)) {
        refuse("%s: \"%s\" is not the name of a host", where, name);
    }
    const int pes = number ? read_pes(number) : 0;
    if (number && pes == 0) {
        refuse("%s: host %s has \"%s\" PEs: expected a number from 1 to %d", where, name, number,
               ISHMRUN_PES_MAX);
    }
    for (size_t i = 0; i < hosts->count; i++) {
        if (strcmp(hosts->list[i].name, name) == 0) {
            refuse("%s: host %s is named twice: expected its number of PEs, as in %s:2", where,
                   name, name);
        }
    }
    host_t *const more = realloc(hosts->list, (hosts->count + 1) * sizeof *more);
    char *const copy = strdup(name);
    if (!more || !copy) {
        refuse("no memory for the list of hosts");
    }
    hosts->list = more;
    more[hosts->count++] = (host_t){.name = copy, .pes = pes};
}

/* HOST or HOST:PES. */
static void add_item(hosts_t *hosts, char *item, const char *where)
{
    char *const colon = strchr(item, ':');
    if (colon) {
        *colon = '\0';
    }
    add(hosts, item, colon ? colon + 1 : NULL, where);
}

static void read_list(hosts_t *hosts, const char *text)
{
    char *const copy = strdup(text);
    char *rest = copy;
    for (char *item; (item = strsep(&rest, ","));) {
        add_item(hosts, item, "--hosts");
    }
    free(copy);
}

static void read_line(hosts_t *hosts, char *line, const char *where)
{
    char *rest;
    line[strcspn(line, "#")] = '\0';
    char *const name = strtok_r(line, BLANKS, &rest);
    char *const slots = name ? strtok_r(NULL, BLANKS, &rest) : NULL;
    if (!name) {
        return;
    }
    if (!slots) {
        add_item(hosts, name, where);
    } else if (strncmp(slots, SLOTS, strlen(SLOTS)) == 0 && !strtok_r(NULL, BLANKS, &rest)) {
        add(hosts, name, slots + strlen(SLOTS), where);
    } else {
        refuse("%s: expected HOST, HOST:PES or HOST " SLOTS "PES", where);
    }
}

static void read_file(hosts_t *hosts, const char *path)
{
    FILE *const file = fopen(path, "re");
    char *line = NULL;
    size_t capacity = 0;
    if (!file) {
        refuse("--hostfile %s: %s", path, strerror(errno));
    }
    for (int number = 1; getline(&line, &capacity, file) >= 0; number++) {
        char where[4200];
        snprintf(where, sizeof where, "%s:%d", path, number);
        read_line(hosts, line, where);
    }
    if (ferror(file)) {
        refuse("--hostfile %s: it cannot be read", path);
    }
    free(line);
    fclose(file);
    if (hosts->count == 0) {
        refuse("--hostfile %s: it names no host", path);
    }
}

hosts_t hosts_read(const options_t *options)
{
    hosts_t hosts = {0};
    if (options->hosts) {
        read_list(&hosts, options->hosts);
    } else if (options->host_file) {
        read_file(&hosts, options->host_file);
    }
    return hosts;
}

/* The PEs that hosts have been given a number for. */
static int count_said(const hosts_t *hosts, int *silent)
{
    int said = 0;
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

int hosts_divide(hosts_t *hosts, int pes)
{
    int silent;
    const int said = count_said(hosts, &silent);
    const int wanted = pes > 0 ? pes : said + silent;
    if (wanted > said && silent == 0) {
        refuse("-n %d: the hosts take %d PEs", wanted, said);
    }
    int for_said = wanted < said ? wanted : said;
    int for_silent = wanted - for_said;
    for (size_t i = 0; i < hosts->count; i++) {
        host_t *const host = &hosts->list[i];
        if (host->pes > 0) {
            host->pes = host->pes < for_said ? host->pes : for_said;
            for_said -= host->pes;
        } else {
            host->pes = (for_silent + silent - 1) / silent;
            for_silent -= host->pes;
            silent--;
        }
    }
    leave_out_empty(hosts);
    return wanted;
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
