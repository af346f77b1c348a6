/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This PE has one question of its own at a time.  The question is over when all PEs have answered
 * or are known to be stopped, or after ANSWER_NS.
 *
 * All PEs that wait notice at the same time that they have waited for long.  The lowest of them
 * must report: a PE that receives the question of a lower one drops its own, so it waits SETTLE_NS
 * before it reports.
 *
 * A PE whose connection has delivered nothing since the last IGNORED_MOST questions is not asked,
 * so that questions cannot fill the connection to a stopped PE.
 */
#include "inquiry.h"

#include "exit.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "snapshot.h"
#include "stall.h"
#include "stall_report.h"
#include "util/clock.h"
#include "visitor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_NS UINT64_C(2000000000)
#define SETTLE_NS UINT64_C(250000000)
#define AGAIN_MS 20
#define IGNORED_MOST 16
#define MS_NS 1000000
#define PARTS ((sizeof(ishmemi_snapshot_t) + ISHMEMI_LETTER_DATA - 1) / ISHMEMI_LETTER_DATA)

static struct {
    ishmemi_inquiry_post_fn post;
    /* In the order in which they follow this PE. */
    ishmemi_inquiry_process_t *processes;
    size_t count;
    bool passes_on;
    /* These three from the first question on. */
    int32_t *heard;    /* [n_pes] number of the last question from each */
    int32_t *way_back; /* [n_pes] the PE from whose connection it came */
    int32_t *ignored;  /* [n_pes] questions sent since a PE's connection delivered something */
    bool is_open;
} connections;

/* This PE's question. */
static struct {
    bool runs;
    unsigned reasons;
    int32_t number;
    uint64_t started;
    ishmemi_stall_report_t report;
    int32_t *received; /* [n_pes] parts of the answer received */
    unsigned reports;
} own;

/* How far a PE is after this one. */
static int steps_to(int pe)
{
    return (pe - ishmemi_job.my_pe + ishmemi_job.n_pes) % ishmemi_job.n_pes;
}

static int compare(const void *a, const void *b)
{
    const ishmemi_inquiry_process_t *const first = a;
    const ishmemi_inquiry_process_t *const second = b;
    return steps_to(first->pe) - steps_to(second->pe);
}

void ishmemi_inquiry_open(ishmemi_inquiry_post_fn post, ishmemi_inquiry_process_t *processes,
                          size_t count, bool passes_on)
{
    qsort(processes, count, sizeof *processes, compare);
    connections.post = post;
    connections.processes = processes;
    connections.count = count;
    connections.passes_on = passes_on;
    connections.is_open = true;
    memset(&own, 0, sizeof own);
}

/* Most jobs never ask.  Returns false if there is no memory. */
static bool make_tables(void)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    if (!connections.heard) {
        connections.heard = calloc(n_pes, sizeof *connections.heard);
        connections.way_back = calloc(n_pes, sizeof *connections.way_back);
        connections.ignored = calloc(n_pes, sizeof *connections.ignored);
        connections.is_open = connections.heard && connections.way_back && connections.ignored;
    }
    return connections.is_open;
}

static void forget_own(void)
{
    free(own.report.snapshots);
    free(own.report.states);
    free(own.received);
    own.report.snapshots = NULL;
    own.report.states = NULL;
    own.received = NULL;
    own.runs = false;
    own.reasons = 0;
}

void ishmemi_inquiry_close(void)
{
    forget_own();
    free(connections.processes);
    free(connections.heard);
    free(connections.way_back);
    free(connections.ignored);
    memset(&connections, 0, sizeof connections);
}

static void ask_all(ishmemi_letter_t *letter)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (connections.ignored[pe] < IGNORED_MOST) {
            connections.ignored[pe]++;
            connections.post(ISHMEMI_INQUIRY_ASK, letter, pe);
        }
    }
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* The stopped PEs of this machine that follow this one: the last running PE before each reports
 * it. */
static void find_stopped(ishmemi_snapshot_t *snapshot)
{
    for (size_t i = 0; i < connections.count; i++) {
        const ishmemi_inquiry_process_t *const process = &connections.processes[i];
        const int state = ishmemi_snapshot_state_of(process->pid);
        if ((state != 'T' && state != 't') || snapshot->n_stopped == ISHMEMI_SNAPSHOT_STOPPED) {
            return;
        }
        snapshot->stopped[snapshot->n_stopped++] =
            (ishmemi_snapshot_stopped_t){process->pe, process->pid};
    }
}

static void take_account(ishmemi_snapshot_t *snapshot)
{
    ishmemi_snapshot_take(snapshot);
    find_stopped(snapshot);
}

static size_t bytes_of_part(size_t part)
{
    const size_t rest = sizeof(ishmemi_snapshot_t) - part * ISHMEMI_LETTER_DATA;
    return rest < ISHMEMI_LETTER_DATA ? rest : ISHMEMI_LETTER_DATA;
}

static bool is_empty(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Without the parts that are empty, which are most of them: in a large job many answers take the same way, and
 * connections drop what they have no room for. */
static void answer(const ishmemi_letter_t *question, int to)
{
    static ishmemi_snapshot_t snapshot;
    size_t sent[PARTS];
    int32_t count = 0;
    take_account(&snapshot);
    for (size_t part = 0; part < PARTS; part++) {
        if (!is_empty((const char *)&snapshot + part * ISHMEMI_LETTER_DATA, bytes_of_part(part))) {
            sent[count++] = part;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        ishmemi_letter_t letter = {.value = ishmemi_job.my_pe,
                                   .origin = question->origin,
                                   .number = question->number,
                                   .part = (int32_t)sent[i],
                                   .parts = count};
        memcpy(letter.data, (const char *)&snapshot + sent[i] * ISHMEMI_LETTER_DATA,
               bytes_of_part(sent[i]));
        connections.post(ISHMEMI_INQUIRY_ANSWER, &letter, to);
    }
}

static void take_stopped(const ishmemi_snapshot_t *snapshot)
{
    for (int i = 0; i < snapshot->n_stopped && i < ISHMEMI_SNAPSHOT_STOPPED; i++) {
        const int pe = snapshot->stopped[i].pe;
        if (pe >= 0 && pe < ishmemi_job.n_pes &&
            own.report.states[pe] == ISHMEMI_STALL_ANSWER_NONE) {
            own.report.states[pe] = ISHMEMI_STALL_ANSWER_STOPPED;
            own.report.snapshots[pe].pid = snapshot->stopped[i].pid;
            memcpy(own.report.snapshots[pe].host, snapshot->host, sizeof snapshot->host);
        }
    }
}

static void take_part(const ishmemi_letter_t *letter)
{
    const size_t pe = (size_t)letter->value;
    if (letter->part < 0 || (size_t)letter->part >= PARTS ||
        own.report.states[pe] == ISHMEMI_STALL_ANSWER_COMPLETE) {
        return;
    }
    const size_t part = (size_t)letter->part;
    ishmemi_snapshot_t *const snapshot = &own.report.snapshots[pe];
    memcpy((char *)snapshot + part * ISHMEMI_LETTER_DATA, letter->data, bytes_of_part(part));
    own.received[pe]++;
    if (own.received[pe] == letter->parts && ishmemi_snapshot_is_sound(snapshot)) {
        own.report.states[pe] = ISHMEMI_STALL_ANSWER_COMPLETE;
        take_stopped(snapshot);
    }
}

/* ---- This PE's question ---------------------------------------------------------------------- */

static void start(unsigned reasons)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    own.report = (ishmemi_stall_report_t){.n_pes = ishmemi_job.n_pes,
                                          .teller = ishmemi_job.my_pe,
                                          .snapshots = calloc(n_pes, sizeof *own.report.snapshots),
                                          .states = calloc(n_pes, sizeof *own.report.states)};
    own.received = calloc(n_pes, sizeof *own.received);
    own.reasons = reasons;
    own.runs = true;
    if (!own.report.snapshots || !own.report.states || !own.received || !make_tables()) {
        ishmemi_warn("no memory for a report of what %d PEs do", ishmemi_job.n_pes);
        forget_own();
        return;
    }
    own.number++;
    own.started = ishmemi_clock_now();
    ishmemi_snapshot_t *const mine = &own.report.snapshots[ishmemi_job.my_pe];
    own.report.states[ishmemi_job.my_pe] = ISHMEMI_STALL_ANSWER_COMPLETE;
    take_account(mine);
    take_stopped(mine);
    ishmemi_letter_t letter = {
        .value = (int32_t)reasons, .origin = ishmemi_job.my_pe, .number = own.number};
    connections.heard[ishmemi_job.my_pe] = own.number;
    ask_all(&letter);
}

static bool all_answered(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (own.report.states[pe] == ISHMEMI_STALL_ANSWER_NONE) {
            return false;
        }
    }
    return true;
}

static void write_all(const char *text, size_t bytes)
{
    while (bytes > 0) {
        const ssize_t written = write(STDERR_FILENO, text, bytes);
        if (written <= 0) {
            return;
        }
        text += written;
        bytes -= (size_t)written;
    }
}

/* Through memory: a program may hold the lock of a stream. */
static void write_report(bool as_json, void (*take)(const char *text, size_t bytes))
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *const out = open_memstream(&text, &bytes);
    if (!out) {
        return;
    }
    if (as_json) {
        ishmemi_stall_report_print_json(&own.report, out);
    } else {
        ishmemi_stall_report_print(&own.report, out);
    }
    if (fclose(out) == 0) {
        take(text, bytes);
    }
    free(text);
}

/* Discards incomplete and invalid snapshots. */
static void drop_incomplete(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        ishmemi_snapshot_t *const snapshot = &own.report.snapshots[pe];
        if (own.report.states[pe] == ISHMEMI_STALL_ANSWER_NONE) {
            memset(snapshot, 0, sizeof *snapshot);
        } else if (own.report.states[pe] == ISHMEMI_STALL_ANSWER_STOPPED) {
            snapshot->n_waits = 0;
            snapshot->n_locks = 0;
        }
    }
}

static void finish(void)
{
    drop_incomplete();
    own.report.reasons = own.reasons;
    if (own.reasons & ISHMEMI_STALL_LONG) {
        ishmemi_stall_reported();
        own.report.next_seconds = ishmemi_stall_next();
        own.report.report = ++own.reports;
    }
    if (own.reasons & ~ISHMEMI_STALL_VISITOR) {
        write_report(false, write_all);
    }
    if (ishmemi_visitor_wants(false)) {
        write_report(false, ishmemi_visitor_answer_text);
    }
    if (ishmemi_visitor_wants(true)) {
        write_report(true, ishmemi_visitor_answer_json);
    }
    const bool ends = (own.reasons & ISHMEMI_STALL_TIMEOUT) != 0;
    forget_own();
    if (ends && ishmemi_exit_may_speak()) {
        ishmemi_fatal("the job ends because a PE has waited for ISHMEM_STALL_TIMEOUT seconds");
    }
}

static bool is_over(uint64_t now)
{
    const uint64_t passed = now - own.started;
    const bool settles = own.reasons & ISHMEMI_STALL_LONG && ishmemi_job.n_pes > 1;
    return passed >= ANSWER_NS || (all_answered() && (!settles || passed >= SETTLE_NS));
}

int ishmemi_inquiry_serve(void)
{
    if (!connections.is_open || ishmemi_exit_is_under_way()) {
        return -1;
    }
    const unsigned reasons =
        ishmemi_stall_take() | (ishmemi_visitor_serve() ? ISHMEMI_STALL_VISITOR : 0);
    if (own.runs) {
        own.reasons |= reasons;
    } else if (reasons != 0) {
        start(reasons);
    }
    if (own.runs && is_over(ishmemi_clock_now())) {
        finish();
    }
    return own.runs ? AGAIN_MS : -1;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* If PE pe is lower, it reports instead of this one, for its own reasons. */
static void give_up_to(int pe, unsigned reasons)
{
    if (pe > ishmemi_job.my_pe) {
        return;
    }
    own.reasons &= ~(reasons & (ISHMEMI_STALL_LONG | ISHMEMI_STALL_TIMEOUT));
    if (reasons & ISHMEMI_STALL_TIMEOUT) {
        ishmemi_stall_ends();
    }
    if (own.runs && own.reasons == 0) {
        forget_own();
    }
}

static void hear_question(const ishmemi_letter_t *letter, int from)
{
    const int origin = letter->origin;
    if (letter->number == connections.heard[origin]) {
        return;
    }
    connections.heard[origin] = letter->number;
    connections.way_back[origin] = from;
    if (connections.passes_on) {
        ishmemi_letter_t copy = *letter;
        ask_all(&copy);
    }
    if (letter->value & (int32_t)ISHMEMI_STALL_LONG) {
        ishmemi_stall_reported();
        give_up_to(origin, (unsigned)letter->value);
    }
    answer(letter, from);
}

static bool is_pe(int pe)
{
    return pe >= 0 && pe < ishmemi_job.n_pes;
}

void ishmemi_inquiry_receive(ishmemi_inquiry_news_t news, const ishmemi_letter_t *letter, int from)
{
    if (!connections.is_open || !is_pe(letter->origin) || !make_tables()) {
        return;
    }
    connections.ignored[from] = 0;
    if (news == ISHMEMI_INQUIRY_ASK) {
        hear_question(letter, from);
    } else if (letter->origin != ishmemi_job.my_pe) {
        ishmemi_letter_t copy = *letter;
        connections.post(ISHMEMI_INQUIRY_ANSWER, &copy, connections.way_back[letter->origin]);
    } else if (own.runs && letter->number == own.number && is_pe(letter->value)) {
        take_part(letter);
    }
}
