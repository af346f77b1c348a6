/* SPDX-License-Identifier: BSD-3-Clause */
#include "team_domains.h"

#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include <stdlib.h>
#include <string.h>

static int *domains; /* [n_pes] the first PE of each PE's domain */

/* For each PE a row of row_bytes, with a bit for each PE that it reaches. */
static unsigned char *gather_reach(size_t row_bytes)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    unsigned char *const mine =
        ishmemi_allocate_zeroed("the PEs that this one reaches", row_bytes, 1);
    unsigned char *const all = ishmemi_allocate("the PEs that each one reaches", n_pes, row_bytes);
    for (size_t pe = 0; pe < n_pes; pe++) {
        if (ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE) {
            mine[pe / 8] |= (unsigned char)(1u << pe % 8);
        }
    }
    ishmemi_allgather(mine, all, row_bytes);
    free(mine);
    return all;
}

void ishmemi_team_domains_open(void)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    const size_t row_bytes = (n_pes + 7) / 8;
    unsigned char *const rows = gather_reach(row_bytes);
    domains = ishmemi_allocate("the domains of the PEs", n_pes, sizeof *domains);
    for (size_t pe = 0; pe < n_pes; pe++) {
        size_t first = 0;
        while (memcmp(rows + first * row_bytes, rows + pe * row_bytes, row_bytes) != 0) {
            first++;
        }
        domains[pe] = (int)first;
    }
    free(rows);
}

void ishmemi_team_domains_close(void)
{
    free(domains);
    domains = NULL;
}

int ishmemi_team_domain_of(int pe)
{
    return domains[pe];
}

int ishmemi_team_domains_seat(const int *pes, int n_pes, ishmemi_team_seat_t *seats)
{
    int count = 0;
    for (int i = 0; i < n_pes; i++) {
        int before = i - 1;
        while (before >= 0 && domains[pes[before]] != domains[pes[i]]) {
            before--;
        }
        if (before >= 0) {
            seats[i] = (ishmemi_team_seat_t){seats[before].domain, seats[before].number + 1};
        } else {
            seats[i] = (ishmemi_team_seat_t){count++, 0};
        }
    }
    return count;
}
