/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The report as JSON: {"teller": 0, "pes": [...], "collectives": [...]}.  docs/debugging.md has the
 * fields.
 */
#include "runtime/json.h"
#include "stall_report.h"
#include "util/decimal.h"

#include <inttypes.h>

#define SECONDS(NS) ISHMEMI_DECIMAL(ishmemi_stall_report_seconds(NS), 3)

static void print_number(const char *name, uint64_t value, int is_signed, FILE *out)
{
    if (is_signed) {
        fprintf(out, ", \"%s\": %" PRId64, name, (int64_t)value);
    } else {
        fprintf(out, ", \"%s\": %" PRIu64, name, value);
    }
}

static void print_place(const char *name, const ishmemi_snapshot_place_t *place, FILE *out)
{
    static const char *const segments[] = {"other", "heap", "static"};
    fprintf(out,
            ", \"%s\": {\"address\": %" PRIu64 ", \"segment\": \"%s\", \"offset\": %" PRIu64 "}",
            name, place->address, segments[place->segment], place->offset);
}

static void print_wait(const ishmemi_snapshot_wait_t *wait, FILE *out)
{
    static const char *const kinds[] = {"other", "word", "set", "lock", "collective", "operation"};
    fprintf(out, "{\"kind\": \"%s\", \"seconds\": %s", kinds[wait->kind], SECONDS(wait->waited_ns));
    ishmemi_json_field(out, ", ", "routine", wait->routine);
    if (wait->object.address != 0) {
        print_place(wait->kind == ISHMEMI_WAIT_TEAM ? "dest" : "object", &wait->object, out);
    }
    switch (wait->kind) {
    case ISHMEMI_WAIT_WORD:
        ishmemi_json_field(out, ", ", "compare", ishmemi_stall_report_cmp(wait->cmp));
        print_number("wanted", wait->wanted, wait->is_signed, out);
        print_number("seen", wait->seen, wait->is_signed, out);
        break;
    case ISHMEMI_WAIT_SET:
        ishmemi_json_field(out, ", ", "compare", ishmemi_stall_report_cmp(wait->cmp));
        print_number("elements", wait->count, 0, out);
        break;
    case ISHMEMI_WAIT_LOCK:
        print_number("ticket", (uint32_t)wait->wanted, 0, out);
        print_number("serves", (uint32_t)wait->seen, 0, out);
        fprintf(out, ", \"home\": %d", (int)wait->object.pe);
        break;
    case ISHMEMI_WAIT_TEAM:
        print_number("elements", wait->count, 0, out);
        break;
    case ISHMEMI_WAIT_PE:
        fprintf(out, ", \"pe\": %d", (int)wait->pe);
        break;
    default:
        break;
    }
    if (wait->in_kernel && wait->group[0] != ISHMEMI_NO_GROUP) {
        fprintf(out, ", \"work_group\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", wait->group[0],
                wait->group[1], wait->group[2]);
    }
    fputc('}', out);
}

static const char *activity_of(const ishmemi_stall_report_t *report, int pe)
{
    const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
    switch (report->states[pe]) {
    case ISHMEMI_STALL_ANSWER_NONE:
        return "silent";
    case ISHMEMI_STALL_ANSWER_STOPPED:
        return "stopped";
    default:
        return snapshot->n_waits > 0 ? "waits" : snapshot->n_kernels > 0 ? "kernel" : "computes";
    }
}

static void print_account(const ishmemi_stall_report_t *report, int pe, FILE *out)
{
    const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
    fprintf(out, "{\"pe\": %d", pe);
    ishmemi_json_field(out, ", ", "does", activity_of(report, pe));
    if (report->states[pe] != ISHMEMI_STALL_ANSWER_NONE) {
        fprintf(out, ", \"pid\": %d", (int)snapshot->pid);
        ishmemi_json_field(out, ", ", "host", snapshot->host);
    }
    if (report->states[pe] == ISHMEMI_STALL_ANSWER_COMPLETE) {
        fprintf(out, ", \"seconds_since_last_wait\": %s, \"waits\": [", SECONDS(snapshot->idle_ns));
        for (int i = 0; i < snapshot->n_waits; i++) {
            fputs(i > 0 ? ", " : "", out);
            print_wait(&snapshot->waits[i], out);
        }
        fprintf(out, "], \"kernels\": [");
        for (int i = 0; i < snapshot->n_kernels; i++) {
            fprintf(out, "%s{\"seconds\": %s, \"groups\": %" PRIu64, i > 0 ? ", " : "",
                    SECONDS(snapshot->kernels[i].ran_ns), snapshot->kernels[i].groups);
            ishmemi_json_field(out, ", ", "name", snapshot->kernels[i].kernel);
            fputc('}', out);
        }
        fprintf(out, "], \"locks\": [");
        for (int i = 0; i < snapshot->n_locks; i++) {
            fprintf(out, "%s{\"seconds\": %s", i > 0 ? ", " : "",
                    SECONDS(snapshot->locks[i].held_ns));
            print_place("lock", &snapshot->locks[i].place, out);
            fputc('}', out);
        }
        fputc(']', out);
    }
    fputc('}', out);
}

static void print_part(const ishmemi_stall_report_t *report,
                       const ishmemi_stall_report_team_t *team, ishmemi_stall_report_part_t part,
                       const char *name, FILE *out)
{
    const ishmemi_snapshot_wait_t *wait;
    const char *between = "";
    fprintf(out, ", \"%s\": [", name);
    for (int pe = 0; pe < report->n_pes; pe++) {
        if (ishmemi_stall_report_part(report, team, pe, &wait) == part) {
            fprintf(out, "%s%d", between, pe);
            between = ", ";
        }
    }
    fputc(']', out);
}

void ishmemi_stall_report_print_json(const ishmemi_stall_report_t *report, FILE *out)
{
    ishmemi_stall_report_team_t teams[ISHMEMI_STALL_REPORT_TEAMS];
    const size_t count = ishmemi_stall_report_teams(report, teams);
    fprintf(out, "{\"teller\": %d, \"pes\": [", report->teller);
    for (int pe = 0; pe < report->n_pes; pe++) {
        fputs(pe > 0 ? ", " : "", out);
        print_account(report, pe, out);
    }
    fprintf(out, "], \"collectives\": [");
    for (size_t i = 0; i < count; i++) {
        char name[64];
        ishmemi_stall_report_team_name(&teams[i].team, name, sizeof name);
        fprintf(out, "%s{\"call\": %" PRIu64, i > 0 ? ", " : "", teams[i].team.calls);
        ishmemi_json_field(out, ", ", "team", name);
        print_part(report, &teams[i], ISHMEMI_STALL_REPORT_MISSING, "missing", out);
        print_part(report, &teams[i], ISHMEMI_STALL_REPORT_UNKNOWN, "unknown", out);
        print_part(report, &teams[i], ISHMEMI_STALL_REPORT_WAITS, "waiting", out);
        print_part(report, &teams[i], ISHMEMI_STALL_REPORT_PASSED, "passed", out);
        fputc('}', out);
    }
    fprintf(out, "]}\n");
}
