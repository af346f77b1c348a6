/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What all PEs do, told to people and to programs.
 */
#ifndef ISHMEMI_STORY_H
#define ISHMEMI_STORY_H

#include "account.h"
#include <stdio.h>

typedef enum ishmemi_story_state {
    ISHMEMI_STORY_SILENT, /* has not answered */
    ISHMEMI_STORY_TOLD,   /* its account is complete */
    ISHMEMI_STORY_STOPPED /* its process is stopped: of the account, pid and host are there */
} ishmemi_story_state_t;

typedef struct ishmemi_story {
    int n_pes;
    int teller;                    /* the PE that has asked the others */
    unsigned reasons;              /* ISHMEMI_STALL_... */
    unsigned report;               /* of a long wait: how many the teller has made */
    double next_seconds;           /* of a long wait: before that there is no other report */
    ishmemi_account_t *accounts;   /* [n_pes] */
    ishmemi_story_state_t *states; /* [n_pes] */
} ishmemi_story_t;

void ishmemi_story_print(const ishmemi_story_t *story, FILE *out);
/* One object in one line. */
void ishmemi_story_print_json(const ishmemi_story_t *story, FILE *out);

/* ---- For both -------------------------------------------------------------------------------- */

/* A collective in which PEs wait. */
typedef struct ishmemi_story_team {
    uint64_t id;
    ishmemi_team_calls_t team; /* calls: how many the PEs that wait have begun */
} ishmemi_story_team_t;

#define ISHMEMI_STORY_TEAMS 8
size_t ishmemi_story_teams(const ishmemi_story_t *story, ishmemi_story_team_t *teams);

typedef enum ishmemi_story_part {
    ISHMEMI_STORY_OUTSIDE, /* not a member */
    ISHMEMI_STORY_WAITS,   /* in the collective */
    ISHMEMI_STORY_PASSED,  /* has begun it, and does not wait */
    ISHMEMI_STORY_MISSING, /* has not reached it */
    ISHMEMI_STORY_UNKNOWN  /* stopped or silent */
} ishmemi_story_part_t;
/* wait: where the PE waits, or NULL. */
ishmemi_story_part_t ishmemi_story_part(const ishmemi_story_t *story,
                                        const ishmemi_story_team_t *team, int pe,
                                        const ishmemi_account_wait_t **wait);

/* "ISHMEM_TEAM_WORLD" or "a team of 3 PEs". */
void ishmemi_story_team_name(const ishmemi_team_calls_t *team, char *name, size_t bytes);
const char *ishmemi_story_cmp(int cmp);
double ishmemi_story_seconds(uint64_t ns);

#endif
