/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PEs of jobs listen at names in the abstract Unix namespace, which /proc/net/unix lists
 * (src/host/stall/visitor.c).  A PE answers for its whole job, so the first answer is enough.  Any
 * user may take such a name, so Linux is asked who owns it before anything is read (visit.h).
 */
#include "jobs.h"

#include "processes.h"
#include "runtime/json.h"
#include "visit.h"
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "@ishmem-job-"
/* No job has more. */
#define PES_MOST 65536

typedef struct pe {
    char name[VISIT_NAME_BYTES]; /* after the @ */
    uint64_t job;
    int number;
    int n_pes;
    int pid;
} pe_t;

typedef struct list {
    pe_t *pes;
    size_t count;
    bool has_other_users; /* names like this user's that belong to somebody else */
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
    FILE *const file = fopen("/proc/net/unix", "re");
    char line[512];
    if (!file) {
        perror("ishmem-info: /proc/net/unix");
        return false;
    }
    while (list->count < PES_MOST && fgets(line, sizeof line, file)) {
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

/* ---- Which jobs ------------------------------------------------------------------------------ */

static bool is_wanted(const list_t *list, size_t first, size_t end, const jobs_wanted_t *wanted)
{
    for (size_t i = first; i < end; i++) {
        char program[PROCESS_NAME_BYTES];
        const bool has_pid =
            wanted->pid == 0 || process_descends_from(list->pes[i].pid, wanted->pid);
        process_name(list->pes[i].pid, program);
        if (has_pid && (!wanted->program || strcmp(wanted->program, program) == 0)) {
            return true;
        }
    }
    return false;
}

/* ---- What they say --------------------------------------------------------------------------- */

static void print_text(const pe_t *pe, const char *text, size_t bytes)
{
    char program[PROCESS_NAME_BYTES];
    process_name(pe->pid, program);
    fputs("Job of ", stdout);
    visit_print(stdout, program, strlen(program), false);
    printf(", %d PE%s; PE %d here is process %d:\n", pe->n_pes, pe->n_pes == 1 ? "" : "s",
           pe->number, pe->pid);
    visit_print(stdout, text, bytes, false);
}

/* The PE's object gets two fields more. */
static void print_json(const pe_t *pe, const char *text, size_t bytes, bool is_first)
{
    char program[PROCESS_NAME_BYTES];
    process_name(pe->pid, program);
    fputs(is_first ? "{" : ", {", stdout);
    ishmemi_json_field(stdout, "", "program", program);
    printf(", \"process\": %d, ", pe->pid);
    visit_print(stdout, text + 1, bytes - 1, true);
}

/* Asks the PEs `first` to `end` - 1, all of one job.  Returns whether one has answered, or none is
 * this user's. */
static bool print_job(list_t *list, size_t first, size_t end, bool as_json, size_t *printed)
{
    bool has_own = false;
    for (size_t i = first; i < end; i++) {
        const pe_t *const pe = &list->pes[i];
        size_t bytes;
        char *text = NULL;
        const visit_result_t result = visit(pe->name, as_json ? 'j' : 't', &text, &bytes);
        if (result == VISIT_ANSWERED && (!as_json || *text == '{')) {
            if (as_json) {
                print_json(pe, text, bytes, *printed == 0);
            } else {
                print_text(pe, text, bytes);
            }
            free(text);
            ++*printed;
            return true;
        }
        free(text);
        if (result == VISIT_OTHER_USER) {
            list->has_other_users = true;
            continue;
        }
        has_own = true;
        fprintf(stderr, "ishmem-info: PE %d of a job of %d PEs, process %d, does not answer\n",
                pe->number, pe->n_pes, pe->pid);
    }
    return !has_own;
}

static void explain_none(const jobs_wanted_t *wanted)
{
    if (wanted->pid != 0) {
        fprintf(stderr, "ishmem-info: no job of this user on this machine has the process %d\n",
                (int)wanted->pid);
    } else if (wanted->program) {
        fprintf(stderr, "ishmem-info: no job of this user on this machine runs %s\n",
                wanted->program);
    } else {
        fprintf(stderr, "ishmem-info: no job of this user runs on this machine\n");
    }
}

int jobs_print(const jobs_wanted_t *wanted, bool as_json)
{
    list_t list = {0};
    const bool is_read = find(&list);
    bool good = is_read;
    size_t printed = 0;
    if (as_json) {
        putchar('[');
    }
    for (size_t first = 0, end; first < list.count; first = end) {
        for (end = first; end < list.count && list.pes[end].job == list.pes[first].job; end++) {
        }
        good &= !is_wanted(&list, first, end, wanted) ||
                print_job(&list, first, end, as_json, &printed);
    }
    if (as_json) {
        puts("]");
    }
    if (list.has_other_users) {
        fprintf(
            stderr,
            "ishmem-info: another user has taken names of the kind that jobs of this user have\n");
    }
    if (printed == 0 && good) {
        explain_none(wanted);
        good = false;
    }
    free(list.pes);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
