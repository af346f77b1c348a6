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

static void *allocate(size_t count, size_t size)
{
    void *const memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "simulation: no memory for a team\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static size_t block_bytes(int n, uint32_t sizes)
{
    return (size_t)ishmemi_team_block_bytes((uint64_t)n, sizes);
}

size_t simulated_team_bytes(int n)
{
    size_t most = 0;
    for (int near = 1; near <= n; near++) {
        const size_t both = block_bytes(near, 0) + block_bytes(n - near + 1, 0);
        most = both > most ? both : most;
    }
    return block_bytes(n, 0) + most;
}

/* ---- Groups --------------------------------------------------------------------------------------- */

/* Returns how many domains there are. */
static int seat(simulated_team_t *team)
{
    int count = 0;
    for (int i = 0; i < team->n; i++) {
        const int host = simulation_pe(team->members[i])->host;
        int before = i - 1;
        while (before >= 0 && simulation_pe(team->members[before])->host != host) {
            before--;
        }
        team->seats[i] = before < 0 ? (ishmemi_team_seat_t){count++, 0}
                                    : (ishmemi_team_seat_t){team->seats[before].domain,
                                                            team->seats[before].number + 1};
    }
    return count;
}

/* Member i's team of its domain and, if it is a leader, of the leaders; sizes: of the domains. */
static void add_domains(simulated_team_t *team, int i, const int *sizes, int domains, int largest,
                        size_t offset)
{
    const ishmemi_team_seat_t mine = team->seats[i];
    const size_t row = (size_t)i * (size_t)team->n;
    for (int k = 0; k < team->n; k++) {
        const ishmemi_team_seat_t theirs = team->seats[k];
        const uint64_t block = address_of(simulation_pe(team->members[i])->heap) + offset +
                               block_bytes(team->n, team->sizes);
        if (theirs.domain == mine.domain) {
            team->near_pes[row + (size_t)theirs.number] = team->members[k];
            team->near_blocks[row + (size_t)theirs.number] = block;
        }
        if (theirs.number == 0) {
            team->leader_pes[row + (size_t)theirs.domain] = team->members[k];
            team->leader_blocks[row + (size_t)theirs.domain] =
                block + block_bytes(sizes[theirs.domain], team->sizes);
        }
    }
    team->near_views[i] = (ishmemi_team_t){.flags = ISHMEMI_TEAM_REACHABLE | team->sizes,
                                           .my_pe = mine.number,
                                           .n_pes = sizes[mine.domain],
                                           .pes = address_of(team->near_pes + row),
                                           .blocks = address_of(team->near_blocks + row),
                                           .block = team->near_blocks[row + (size_t)mine.number]};
    team->leader_views[i] =
        (ishmemi_team_t){.flags = team->sizes,
                         .my_pe = mine.domain,
                         .n_pes = domains,
                         .pes = address_of(team->leader_pes + row),
                         .blocks = address_of(team->leader_blocks + row),
                         .block = team->leader_blocks[row + (size_t)mine.domain]};
    team->views[i].near = address_of(&team->near_views[i]);
    team->views[i].leaders = mine.number == 0 ? address_of(&team->leader_views[i]) : 0;
    team->views[i].seats = address_of(team->seats);
    team->views[i].largest = largest;
    team->views[i].domains = (uint64_t)domains;
}

static void form_groups(simulated_team_t *team, size_t offset)
{
    const size_t count = (size_t)team->n;
    team->seats = allocate(count, sizeof *team->seats);
    const int domains = seat(team);
    for (int i = 0; i < team->n && domains > 1; i++) {
        team->views[i].flags = team->sizes;
    }
    if (domains == 1 || domains == team->n) {
        return;
    }
    team->near_views = allocate(count, sizeof *team->near_views);
    team->leader_views = allocate(count, sizeof *team->leader_views);
    team->near_blocks = allocate(count * count, sizeof *team->near_blocks);
    team->leader_blocks = allocate(count * count, sizeof *team->leader_blocks);
    team->near_pes = allocate(count * count, sizeof *team->near_pes);
    team->leader_pes = allocate(count * count, sizeof *team->leader_pes);
    int *const sizes = allocate(count, sizeof *sizes);
    int largest = 0;
    for (int i = 0; i < team->n; i++) {
        const int size = ++sizes[team->seats[i].domain];
        largest = size > largest ? size : largest;
    }
    for (int i = 0; i < team->n; i++) {
        add_domains(team, i, sizes, domains, largest, offset);
    }
    free(sizes);
}

static void number_syncs(uint64_t block)
{
    ((ishmemi_team_block_t *)(uintptr_t)block)->next_sync = 1;
}

/* ---- Teams ---------------------------------------------------------------------------------------- */

simulated_team_t simulated_team_make(const int *members, int n, int n_pes, size_t offset,
                                     uint32_t sizes)
{
    const size_t count = (size_t)n;
    simulated_team_t team = {.n = n,
                             .sizes = sizes,
                             .members = allocate(count, sizeof(int)),
                             .numbers = allocate((size_t)n_pes, sizeof(int)),
                             .views = allocate(count, sizeof(ishmemi_team_t)),
                             .blocks = allocate(count * count, sizeof(uint64_t))};
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
        team.views[i] = (ishmemi_team_t){.flags = ISHMEMI_TEAM_REACHABLE | sizes,
                                         .my_pe = i,
                                         .n_pes = n,
                                         .pes = address_of(team.members),
                                         .numbers = address_of(team.numbers),
                                         .blocks = address_of(row),
                                         .block = row[i]};
    }
    form_groups(&team, offset);
    for (int i = 0; i < n; i++) {
        number_syncs(team.views[i].block);
        if (team.near_views) {
            number_syncs(team.near_views[i].block);
        }
        if (team.views[i].leaders != 0) {
            number_syncs(team.leader_views[i].block);
        }
    }
    return team;
}

void simulated_team_age(const simulated_team_t *team)
{
    const uint64_t n = (uint64_t)team->n;
    const uint64_t next = (uint64_t)1 << 31;
    for (int i = 0; i < team->n; i++) {
        const uint64_t block = team->views[i].block;
        ((ishmemi_team_block_t *)(uintptr_t)block)->words_number = next - 1;
        ((ishmemi_team_block_t *)(uintptr_t)block)->broadcast_number = next - 1;
        for (uint64_t index = 0; index < ishmemi_team_broadcasts(team->sizes); index++) {
            uint64_t *const words = (uint64_t *)(uintptr_t)(block + ishmemi_team_broadcast_words_of(
                                                                        n, team->sizes, index));
            for (uint64_t word = 0; word < ishmemi_team_broadcast_words(team->sizes); word++) {
                words[word] = (next + index) << 32;
            }
        }
        for (uint64_t number = next; number < next + 2; number++) {
            uint64_t *const words =
                (uint64_t *)(uintptr_t)(block + ishmemi_team_words_of(n, team->sizes, number));
            for (uint64_t word = 0; word < n * ishmemi_team_words(n, team->sizes); word++) {
                words[word] = number << 32;
            }
        }
    }
}

void simulated_team_free(simulated_team_t *team)
{
    free(team->leader_pes);
    free(team->near_pes);
    free(team->leader_blocks);
    free(team->near_blocks);
    free(team->leader_views);
    free(team->near_views);
    free(team->seats);
    free(team->blocks);
    free(team->views);
    free(team->numbers);
    free(team->members);
}
