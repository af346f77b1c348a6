/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The report as text: a line for each PE, then the collectives and the locks that block PEs.
 */
#include "stall_report.h"

#include "stall.h"
#include "util/decimal.h"
#include <inttypes.h>
#include <string.h>

#define SECONDS(NS) ISHMEMI_DECIMAL(ishmemi_stall_report_seconds(NS), 1)
#define TEXT_BYTES 96

static void print_number(uint64_t value, int is_signed, FILE *out)
{
    if (is_signed) {
        fprintf(out, "%" PRId64, (int64_t)value);
    } else {
        fprintf(out, "%" PRIu64, value);
    }
}

static void print_place(const ishmemi_snapshot_place_t *place, FILE *out)
{
    switch (place->segment) {
    case 1:
        fprintf(out, "heap + 0x%" PRIx64, place->offset);
        break;
    case 2:
        fprintf(out, "static object at 0x%" PRIx64, place->address);
        break;
    default:
        fprintf(out, "0x%" PRIx64, place->address);
        break;
    }
}

/* The parameter of a routine that waits for one word. */
static const char *word_name(const char *routine)
{
    return strstr(routine, "signal_wait") ? "sig_addr" : "ivar";
}

static void print_word(const ishmemi_snapshot_wait_t *wait, FILE *out)
{
    const char *const name = word_name(wait->routine);
    fprintf(out, "(%s = ", name);
    print_place(&wait->object, out);
    fprintf(out, ", %s, ", ishmemi_stall_report_cmp(wait->cmp));
    print_number(wait->wanted, wait->is_signed, out);
    fprintf(out, ") for %s s: *%s is ", SECONDS(wait->waited_ns), name);
    print_number(wait->seen, wait->is_signed, out);
}

static void print_set(const ishmemi_snapshot_wait_t *wait, FILE *out)
{
    fprintf(out, "(ivars = ");
    print_place(&wait->object, out);
    fprintf(out, ", %" PRIu64 " elements, %s) for %s s: the comparison holds for no element",
            wait->count, ishmemi_stall_report_cmp(wait->cmp), SECONDS(wait->waited_ns));
}

static void print_lock(const ishmemi_snapshot_wait_t *wait, FILE *out)
{
    fprintf(out, "(lock = ");
    print_place(&wait->object, out);
    fprintf(out, ") for %s s: its ticket is %" PRIu32 ", and the lock, kept by PE %d, serves ",
            SECONDS(wait->waited_ns), (uint32_t)wait->wanted, (int)wait->object.pe);
    if (wait->seen == ISHMEMI_SNAPSHOT_NOT_SEEN) {
        fprintf(out, "another");
    } else {
        fprintf(out, "%" PRIu32, (uint32_t)wait->seen);
    }
}

static const ishmemi_team_calls_t *team_of(const ishmemi_snapshot_t *snapshot, uint64_t id)
{
    for (int i = 0; i < snapshot->n_teams && id != 0; i++) {
        if (snapshot->teams[i].id == id) {
            return &snapshot->teams[i];
        }
    }
    return NULL;
}

static void print_collective(const ishmemi_snapshot_t *snapshot,
                             const ishmemi_snapshot_wait_t *wait, FILE *out)
{
    const ishmemi_team_calls_t *const team = team_of(snapshot, wait->team);
    if (wait->object.address != 0) {
        fprintf(out, "(dest = ");
        print_place(&wait->object, out);
        fprintf(out, ", source = 0x%" PRIx64 ", %" PRIu64 " elements)", wait->source, wait->count);
    }
    fprintf(out, " for %s s", SECONDS(wait->waited_ns));
    if (team) {
        char name[TEXT_BYTES];
        ishmemi_stall_report_team_name(team, name, sizeof name);
        fprintf(out, ": call %" PRIu64 " on %s", team->calls, name);
    }
}

static void print_pe(const ishmemi_snapshot_wait_t *wait, FILE *out)
{
    fprintf(out, " for %s s: ", SECONDS(wait->waited_ns));
    if (wait->in_kernel) {
        fprintf(out, "its operations on PEs of other hosts are not complete");
    } else if (wait->pe < 0) {
        fprintf(out, "this PE's operations are not complete");
    } else {
        fprintf(out, "PE %d has not done what was asked for", (int)wait->pe);
    }
}

static void print_wait(const ishmemi_snapshot_t *snapshot, const ishmemi_snapshot_wait_t *wait,
                       FILE *out)
{
    if (wait->in_kernel) {
        fprintf(out, "in a kernel%s%s, ", snapshot->n_kernels == 1 ? " " : "",
                snapshot->n_kernels == 1 ? snapshot->kernels[0].kernel : "");
    }
    if (wait->in_kernel && wait->group[0] != ISHMEMI_NO_GROUP) {
        fprintf(out, "work-group (%" PRIu32 ", %" PRIu32 ", %" PRIu32 "), ", wait->group[0],
                wait->group[1], wait->group[2]);
    }
    fprintf(out, "waits in %s", *wait->routine ? wait->routine : "a routine of the library");
    switch (wait->kind) {
    case ISHMEMI_WAIT_WORD:
        print_word(wait, out);
        break;
    case ISHMEMI_WAIT_SET:
        print_set(wait, out);
        break;
    case ISHMEMI_WAIT_LOCK:
        print_lock(wait, out);
        break;
    case ISHMEMI_WAIT_TEAM:
        print_collective(snapshot, wait, out);
        break;
    case ISHMEMI_WAIT_PE:
        print_pe(wait, out);
        break;
    default:
        fprintf(out, " for %s s", SECONDS(wait->waited_ns));
        break;
    }
    fputc('\n', out);
}

/* What the first thread does while the PE does not wait in the library. */
static const char *state_name(int state)
{
    switch (state) {
    case 'R':
        return "computes";
    case 'S':
        return "is outside of the library and sleeps";
    case 'D':
        return "is outside of the library and waits for a device";
    default:
        return "is outside of the library";
    }
}

static void print_idle(const ishmemi_snapshot_t *snapshot, FILE *out)
{
    fprintf(out, "%s: no long wait for %s s, ", state_name(snapshot->state),
            SECONDS(snapshot->idle_ns));
    if (*snapshot->idle_since) {
        fprintf(out, "since %s\n", snapshot->idle_since);
    } else {
        fprintf(out, "since ishmem_init\n");
    }
}

static void print_kernels(const ishmemi_snapshot_t *snapshot, const char *head, FILE *out)
{
    for (int i = 0; i < snapshot->n_kernels; i++) {
        fprintf(out, "%sruns kernel %s (%" PRIu64 " work-group%s) for %s s\n", head,
                snapshot->kernels[i].kernel, snapshot->kernels[i].groups,
                snapshot->kernels[i].groups == 1 ? "" : "s", SECONDS(snapshot->kernels[i].ran_ns));
    }
}

static void print_account(const ishmemi_stall_report_t *report, int pe, FILE *out)
{
    const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
    char head[32];
    snprintf(head, sizeof head, "  PE %d ", pe);
    switch (report->states[pe]) {
    case ISHMEMI_STALL_ANSWER_NONE:
        fprintf(out, "%sdoes not answer\n", head);
        return;
    case ISHMEMI_STALL_ANSWER_STOPPED:
        fprintf(out, "%sis stopped: process %d on %s is in state T; kill -CONT %d continues it\n",
                head, (int)snapshot->pid, snapshot->host, (int)snapshot->pid);
        return;
    case ISHMEMI_STALL_ANSWER_COMPLETE:
        break;
    }
    for (int i = 0; i < snapshot->n_waits; i++) {
        fputs(head, out);
        print_wait(snapshot, &snapshot->waits[i], out);
    }
    if (snapshot->n_waits == 0 && snapshot->n_kernels == 0) {
        fputs(head, out);
        print_idle(snapshot, out);
    }
    print_kernels(snapshot, head, out);
}

/* ---- Collectives and locks that block PEs ---------------------------------------------------- */

static void print_list(const ishmemi_stall_report_t *report,
                       const ishmemi_stall_report_team_t *team, ishmemi_stall_report_part_t part,
                       const char *before, const char *after, FILE *out)
{
    const ishmemi_snapshot_wait_t *wait;
    const char *between = before;
    for (int pe = 0; pe < report->n_pes; pe++) {
        if (ishmemi_stall_report_part(report, team, pe, &wait) == part) {
            fprintf(out, "%sPE %d", between, pe);
            between = ", ";
        }
    }
    if (between != before) {
        fputs(after, out);
    }
}

/* The routine in which the members are most likely expected: that of the first PE that waits. */
static const ishmemi_snapshot_wait_t *first_wait(const ishmemi_stall_report_t *report,
                                                 const ishmemi_stall_report_team_t *team,
                                                 int *first)
{
    const ishmemi_snapshot_wait_t *wait;
    for (*first = 0; *first < report->n_pes; (*first)++) {
        if (ishmemi_stall_report_part(report, team, *first, &wait) == ISHMEMI_STALL_REPORT_WAITS) {
            return wait;
        }
    }
    return NULL;
}

static void print_differences(const ishmemi_stall_report_t *report,
                              const ishmemi_stall_report_team_t *team,
                              const ishmemi_snapshot_wait_t *expected, int first, FILE *out)
{
    const ishmemi_snapshot_wait_t *wait;
    for (int pe = first + 1; pe < report->n_pes; pe++) {
        if (ishmemi_stall_report_part(report, team, pe, &wait) == ISHMEMI_STALL_REPORT_WAITS &&
            *wait->routine && *expected->routine && strcmp(wait->routine, expected->routine) != 0 &&
            !wait->in_kernel && !expected->in_kernel) {
            fprintf(out, "    PE %d makes this call with %s, PE %d with %s\n", first,
                    expected->routine, pe, wait->routine);
            return;
        }
    }
}

static void print_teams(const ishmemi_stall_report_t *report, FILE *out)
{
    ishmemi_stall_report_team_t teams[ISHMEMI_STALL_REPORT_TEAMS];
    const size_t count = ishmemi_stall_report_teams(report, teams);
    for (size_t i = 0; i < count; i++) {
        char name[TEXT_BYTES];
        int first;
        const ishmemi_snapshot_wait_t *const wait = first_wait(report, &teams[i], &first);
        ishmemi_stall_report_team_name(&teams[i].team, name, sizeof name);
        fprintf(out, "  Call %" PRIu64 " on %s, %s:\n", teams[i].team.calls, name,
                wait && *wait->routine ? wait->routine : "a collective");
        print_list(report, &teams[i], ISHMEMI_STALL_REPORT_MISSING, "    not reached by ", "\n",
                   out);
        print_list(report, &teams[i], ISHMEMI_STALL_REPORT_UNKNOWN, "    not known of ", "\n", out);
        print_list(report, &teams[i], ISHMEMI_STALL_REPORT_WAITS, "    waited in by ", "\n", out);
        print_list(report, &teams[i], ISHMEMI_STALL_REPORT_PASSED, "    entered or passed by ",
                   "\n", out);
        if (wait) {
            print_differences(report, &teams[i], wait, first, out);
        }
    }
}

static bool is_same(const ishmemi_snapshot_place_t *left, const ishmemi_snapshot_place_t *right)
{
    return left->segment == right->segment && left->offset == right->offset &&
           (left->segment != 0 || left->address == right->address);
}

static bool is_waited_for(const ishmemi_stall_report_t *report,
                          const ishmemi_snapshot_place_t *lock)
{
    for (int pe = 0; pe < report->n_pes; pe++) {
        const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
        for (int i = 0; i < snapshot->n_waits; i++) {
            if (snapshot->waits[i].kind == ISHMEMI_WAIT_LOCK &&
                is_same(&snapshot->waits[i].object, lock)) {
                return true;
            }
        }
    }
    return false;
}

static void print_locks(const ishmemi_stall_report_t *report, FILE *out)
{
    for (int pe = 0; pe < report->n_pes; pe++) {
        const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
        for (int i = 0; i < snapshot->n_locks; i++) {
            if (is_waited_for(report, &snapshot->locks[i].place)) {
                fprintf(out, "  The lock ");
                print_place(&snapshot->locks[i].place, out);
                fprintf(out, " is held by PE %d for %s s\n", pe,
                        SECONDS(snapshot->locks[i].held_ns));
            }
        }
    }
}

/* ---- The whole report ------------------------------------------------------------------------ */

static double longest(const ishmemi_stall_report_t *report)
{
    uint64_t ns = 0;
    for (int pe = 0; pe < report->n_pes; pe++) {
        for (int i = 0; i < report->snapshots[pe].n_waits; i++) {
            const uint64_t waited = report->snapshots[pe].waits[i].waited_ns;
            ns = waited > ns ? waited : ns;
        }
    }
    return ishmemi_stall_report_seconds(ns);
}

void ishmemi_stall_report_print(const ishmemi_stall_report_t *report, FILE *out)
{
    fprintf(out, "ishmem: PE %d: what the job's %d PE%s:", report->teller, report->n_pes,
            report->n_pes == 1 ? " does" : "s do");
    if (report->reasons & ISHMEMI_STALL_LONG) {
        fprintf(out, " a PE has waited for %s s", ISHMEMI_DECIMAL(longest(report), 1));
    } else if (report->reasons & ISHMEMI_STALL_SIGNAL) {
        fprintf(out, " asked for by SIGUSR1");
    }
    fputc('\n', out);
    for (int pe = 0; pe < report->n_pes; pe++) {
        print_account(report, pe, out);
    }
    print_teams(report, out);
    print_locks(report, out);
    if (report->reasons & ISHMEMI_STALL_LONG && !(report->reasons & ISHMEMI_STALL_TIMEOUT)) {
        fprintf(out,
                "  The job continues.  The next report comes in %s s at the earliest "
                "(ISHMEM_STALL_REPORT, ISHMEM_STALL_TIMEOUT)\n",
                ISHMEMI_DECIMAL(report->next_seconds, 0));
    }
}
