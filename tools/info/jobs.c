/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PEs of jobs listen at names in the abstract Unix namespace, which /proc/net/unix lists
 * (src/host/stall/visitor.c).  Any PE tells of all: the first that answers is enough.
 */
#include "jobs.h"

#include <inttypes.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define ANSWER_MS 4000
#define NAME "@ishmem-job-"

typedef struct pe {
    char name[sizeof((struct sockaddr_un *)0)->sun_path]; /* after the @ */
    uint64_t job;
    int number;
    int n_pes;
    int pid;
} pe_t;

typedef struct list {
    pe_t *pes;
    size_t count;
} list_t;

static bool read_name(const char *text, pe_t *pe)
{
    unsigned user;
    int end = 0;
    return sscanf(text, NAME "%u-%16" SCNx64 "-%d-%d-%d%n", &user, &pe->job, &pe->number,
                  &pe->n_pes, &pe->pid, &end) == 5 &&
           (text[end] == '\n' || text[end] == '\0') && user == geteuid() &&
           snprintf(pe->name, sizeof pe->name, "%.*s", end - 1, text + 1) < (int)sizeof pe->name;
}

static int compare(const void *left, const void *right)
{
    const pe_t *const a = left;
    const pe_t *const b = right;
    if (a->job != b->job) {
        return a->job < b->job ? -1 : 1;
    }
    return a->number - b->number;
}

static bool find(list_t *list)
{
    FILE *const file = fopen("/proc/net/unix", "r");
    char line[512];
    if (!file) {
        perror("ishmem_info: /proc/net/unix");
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        const char *const text = strstr(line, NAME);
        pe_t pe;
        if (!text || !read_name(text, &pe)) {
            continue;
        }
        pe_t *const more = realloc(list->pes, (list->count + 1) * sizeof *more);
        if (!more) {
            break;
        }
        list->pes = more;
        more[list->count++] = pe;
    }
    fclose(file);
    qsort(list->pes, list->count, sizeof *list->pes, compare);
    /* A connection to a PE is listed under the PE's name, too. */
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept == 0 || strcmp(list->pes[kept - 1].name, list->pes[i].name) != 0) {
            list->pes[kept++] = list->pes[i];
        }
    }
    list->count = kept;
    return true;
}

static int call(const pe_t *pe)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(pe->name);
    memcpy(address.sun_path + 1, pe->name, length);
    const int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line >= 0 &&
        connect(line, (const struct sockaddr *)&address,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) != 0) {
        close(line);
        return -1;
    }
    return line;
}

/* The answer, to be freed; NULL if there is none in time. */
static char *hear(int line)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *const answer = open_memstream(&text, &bytes);
    struct pollfd poll_for = {.fd = line, .events = POLLIN};
    char part[4096];
    ssize_t got = -1;
    while (answer && poll(&poll_for, 1, ANSWER_MS) > 0 &&
           (got = read(line, part, sizeof part)) > 0) {
        fwrite(part, 1, (size_t)got, answer);
    }
    if (answer) {
        fclose(answer);
    }
    if (got != 0 || bytes == 0) {
        free(text);
        return NULL;
    }
    return text;
}

static char *ask(const pe_t *pe, bool as_json)
{
    const int line = call(pe);
    if (line < 0) {
        return NULL;
    }
    char *const text = write(line, as_json ? "j" : "t", 1) == 1 ? hear(line) : NULL;
    close(line);
    return text;
}

/* By the PEs first to end - 1, which are of one job. */
static bool print_job(const list_t *list, size_t first, size_t end, bool as_json, bool is_first)
{
    for (size_t i = first; i < end; i++) {
        char *const text = ask(&list->pes[i], as_json);
        if (text) {
            printf("%s%s", as_json && !is_first ? ", " : "", text);
            free(text);
            return true;
        }
        fprintf(stderr, "ishmem_info: PE %d of a job of %d PEs, process %d, does not answer\n",
                list->pes[i].number, list->pes[i].n_pes, list->pes[i].pid);
    }
    return false;
}

int jobs_print(bool as_json)
{
    list_t list = {0};
    bool good = find(&list);
    size_t printed = 0;
    if (as_json) {
        putchar('[');
    }
    for (size_t first = 0, end; first < list.count; first = end) {
        for (end = first; end < list.count && list.pes[end].job == list.pes[first].job; end++) {
        }
        if (print_job(&list, first, end, as_json, printed == 0)) {
            printed++;
        } else {
            good = false;
        }
    }
    if (as_json) {
        puts("]");
    }
    if (list.count == 0 && good) {
        fprintf(stderr, "ishmem_info: no job of this user runs on this machine\n");
        good = false;
    }
    free(list.pes);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
