/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulated_team.h"

#include "simulation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t address_of(const void *object)
{
    return (uint64_t)(uintptr_t)object;
}

simulated_team_t simulated_team_make(const int *members, int n, int n_pes, size_t offset)
{
    const size_t count = (size_t)n;
    simulated_team_t team = {.n = n,
                             .members = malloc(count * sizeof(int)),
                             .numbers = malloc((size_t)n_pes * sizeof(int)),
                             .views = calloc(count, sizeof(ishmemi_team_t)),
                             .blocks = malloc(count * count * sizeof(uint64_t))};
    if (!team.members || !team.numbers || !team.views || !team.blocks) {
        fprintf(stderr, "simulation: no memory for a team of %d\n", n);
        exit(EXIT_FAILURE);
    }
    memcpy(team.members, members, count * sizeof(int));
    for (int pe = 0; pe < n_pes; pe++) {
        team.numbers[pe] = -1;
    }
    for (int i = 0; i < n; i++) {
        team.numbers[members[i]] = i;
        uint64_t *const row = team.blocks + (size_t)i * count;
        /* Where they would be if they were symmetric: in member i's own heap. */
        for (size_t k = 0; k < count; k++) {
            row[k] = address_of(simulation_pe(members[i])->heap) + offset;
        }
        team.views[i] = (ishmemi_team_t){.flags = ISHMEMI_TEAM_REACHABLE,
                                         .my_pe = i,
                                         .n_pes = n,
                                         .pes = address_of(team.members),
                                         .numbers = address_of(team.numbers),
                                         .blocks = address_of(row),
                                         .block = row[i]};
    }
    return team;
}

void simulated_team_free(simulated_team_t *team)
{
    free(team->blocks);
    free(team->views);
    free(team->numbers);
    free(team->members);
}
