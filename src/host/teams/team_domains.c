/* SPDX-License-Identifier: BSD-3-Clause */
#include "team_domains.h"

#include "allocate.h"
#include "job.h"
#include <stdlib.h>

int ishmemi_team_domain_of(int pe)
{
    return ishmemi_job.host_of[pe];
}

int ishmemi_team_domains_seat(const int *pes, int n_pes, ishmemi_team_seat_t *seats)
{
    /* For each domain, by its first PE: one more than the last member of it so far, or 0. */
    int *const latest =
        ishmemi_allocate_zeroed("the domains of a team", (size_t)ishmemi_job.n_pes, sizeof *latest);
    int count = 0;
    for (int i = 0; i < n_pes; i++) {
        int *const before = &latest[ishmemi_team_domain_of(pes[i])];
        if (*before > 0) {
            const ishmemi_team_seat_t *const seat = &seats[*before - 1];
            seats[i] = (ishmemi_team_seat_t){seat->domain, seat->number + 1};
        } else {
            seats[i] = (ishmemi_team_seat_t){count++, 0};
        }
        *before = i + 1;
    }
    free(latest);
    return count;
}
