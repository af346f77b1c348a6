/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What all PEs do, printed for people and for programs.
 */
#ifndef ISHMEMI_STALL_REPORT_H
#define ISHMEMI_STALL_REPORT_H

#include "snapshot.h"
#include <stdio.h>

typedef enum ishmemi_stall_answer_state {
    ISHMEMI_STALL_ANSWER_NONE,     /* has not answered */
    ISHMEMI_STALL_ANSWER_COMPLETE, /* its snapshot is complete */
    ISHMEMI_STALL_ANSWER_STOPPED   /* its process is stopped: the snapshot has pid and host only */
} ishmemi_stall_report_state_t;

typedef struct ishmemi_stall_report {
    int n_pes;
    int teller;                           /* the PE that asked the others */
    unsigned reasons;                     /* ISHMEMI_STALL_... */
    unsigned report;                      /* of a long wait: how many reports the teller has made */
    double next_seconds;                  /* of a long wait: no other report comes before */
    ishmemi_snapshot_t *snapshots;        /* [n_pes] */
    ishmemi_stall_report_state_t *states; /* [n_pes] */
} ishmemi_stall_report_t;

void ishmemi_stall_report_print(const ishmemi_stall_report_t *report, FILE *out);
/* As one object on one line. */
void ishmemi_stall_report_print_json(const ishmemi_stall_report_t *report, FILE *out);

/* ---- For both formats ------------------------------------------------------------------------ */

/* A collective in which PEs wait. */
typedef struct ishmemi_stall_report_team {
    uint64_t id;
    ishmemi_team_calls_t team; /* calls: how many the waiting PEs have begun */
} ishmemi_stall_report_team_t;

#define ISHMEMI_STALL_REPORT_TEAMS 8
size_t ishmemi_stall_report_teams(const ishmemi_stall_report_t *report,
                                  ishmemi_stall_report_team_t *teams);

typedef enum ishmemi_stall_report_part {
    ISHMEMI_STALL_REPORT_OUTSIDE, /* not a member */
    ISHMEMI_STALL_REPORT_WAITS,   /* in the collective */
    ISHMEMI_STALL_REPORT_PASSED,  /* has begun it, and does not wait */
    ISHMEMI_STALL_REPORT_MISSING, /* has not reached it */
    ISHMEMI_STALL_REPORT_UNKNOWN  /* stopped or silent */
} ishmemi_stall_report_part_t;
/* wait: where the PE waits, or NULL. */
ishmemi_stall_report_part_t ishmemi_stall_report_part(const ishmemi_stall_report_t *report,
                                                      const ishmemi_stall_report_team_t *team,
                                                      int pe, const ishmemi_snapshot_wait_t **wait);

/* "ISHMEM_TEAM_WORLD" or "a team of 3 PEs". */
void ishmemi_stall_report_team_name(const ishmemi_team_calls_t *team, char *name, size_t bytes);
const char *ishmemi_stall_report_cmp(int cmp);
double ishmemi_stall_report_seconds(uint64_t ns);

#endif
