/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Handles: what each finds, that a place is used again last, and the ends: of the places, of the
 * arena, of a place's generations.  The arena is host memory here, so that the kernels' table
 * can be read as a kernel reads it.
 */
#include "log.h"
#include "require.h"
#include "team_memory.h"
#include "team_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES (ISHMEMI_TEAM_PAGES * ISHMEMI_TEAM_PAGE)

/* ---- The arena, of which at most `allowance` pieces can be had ------------------------------- */

static void *pieces[ISHMEMI_TEAM_PAGES + 1];
static int piece_count;
static int allowance;

bool ishmemi_team_memory_alloc(size_t bytes, uint64_t *address)
{
    if (piece_count == allowance) {
        return false;
    }
    /* Not zero, as an arena's pieces are not. */
    pieces[piece_count] = malloc(bytes);
    REQUIRE(pieces[piece_count]);
    memset(pieces[piece_count], 0xa5, bytes);
    *address = (uintptr_t)pieces[piece_count++];
    return true;
}

void ishmemi_team_memory_write(uint64_t address, const void *source, size_t bytes)
{
    memcpy((void *)(uintptr_t)address, source, bytes);
}

void ishmemi_team_memory_zero(uint64_t address, size_t bytes)
{
    memset((void *)(uintptr_t)address, 0, bytes);
}

void ishmemi_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

/* ---- The table ------------------------------------------------------------------------------- */

typedef struct ishmemi_host_team {
    ishmem_team_t handle;
} ishmemi_host_team_t;

static int forgotten;

static void forget(ishmemi_host_team_t *team)
{
    (void)team;
    forgotten++;
}

static void open_table(int pieces_allowed)
{
    allowance = pieces_allowed;
    REQUIRE(ishmemi_team_table_open() == 0);
}

static void close_table(void)
{
    ishmemi_team_table_close(forget);
    while (piece_count > 0) {
        free(pieces[--piece_count]);
    }
}

/* What a kernel finds at a handle's place. */
static uint64_t kernels_entry(ishmem_team_t handle)
{
    const ishmemi_team_table_t *const table =
        (const ishmemi_team_table_t *)(uintptr_t)ishmemi_team_table_address();
    const int place = handle & (PLACES - 1);
    const uint64_t *const page =
        (const uint64_t *)(uintptr_t)table->page[place / ISHMEMI_TEAM_PAGE];
    return page ? page[place % ISHMEMI_TEAM_PAGE] : 0;
}

static void test_handles(void)
{
    enum { TEAMS = 1000 };
    static ishmemi_host_team_t teams[TEAMS];
    open_table(ISHMEMI_TEAM_PAGES + 1);
    REQUIRE(!ishmemi_team_find(0) && !ishmemi_team_find(-1) && !ishmemi_team_find(70000));
    for (int i = 0; i < TEAMS; i++) {
        REQUIRE(ishmemi_team_table_reserve(&teams[i].handle) == ISHMEMI_TEAM_OK);
        REQUIRE(teams[i].handle == i);
        REQUIRE(!ishmemi_team_find(i) && kernels_entry(i) == 0);
        ishmemi_team_table_publish(i, &teams[i], 64u * (unsigned)(i + 1));
    }
    for (int i = 0; i < TEAMS; i++) {
        REQUIRE(ishmemi_team_find(i) == &teams[i]);
        REQUIRE(kernels_entry(i) == 64u * (unsigned)(i + 1));
        REQUIRE(!ishmemi_team_find(i | 1 << ISHMEMI_TEAM_SLOT_BITS));
        REQUIRE(!ishmemi_team_find((ishmem_team_t)((unsigned)i | 1u << 31)));
    }
    REQUIRE(!ishmemi_team_find(TEAMS) && !ishmemi_team_find(ISHMEM_TEAM_INVALID));
    ishmemi_team_table_withdraw(500);
    ishmemi_team_table_release(500);
    REQUIRE(!ishmemi_team_find(500) && kernels_entry(500) == 0);
    forgotten = 0;
    close_table();
    REQUIRE(forgotten == TEAMS - 1);
}

/* One team after the other: all places of the page are used before one is again, and no handle
 * comes again before its place has had all generations. */
static void test_reuse(void)
{
    enum { TIMES = ISHMEMI_TEAM_PAGE << (31 - ISHMEMI_TEAM_SLOT_BITS) };
    ishmemi_host_team_t team;
    open_table(2);
    static bool seen[ISHMEMI_TEAM_PAGE];
    for (int i = 0; i < TIMES; i++) {
        REQUIRE(ishmemi_team_table_reserve(&team.handle) == ISHMEMI_TEAM_OK);
        const int place = team.handle & (PLACES - 1);
        REQUIRE(team.handle >= 0 && place == i % ISHMEMI_TEAM_PAGE);
        REQUIRE(team.handle >> ISHMEMI_TEAM_SLOT_BITS == i / ISHMEMI_TEAM_PAGE);
        seen[place] = true;
        ishmemi_team_table_publish(team.handle, &team, 64);
        REQUIRE(ishmemi_team_find(team.handle) == &team);
        ishmemi_team_table_withdraw(team.handle);
        ishmemi_team_table_release(team.handle);
        REQUIRE(!ishmemi_team_find(team.handle));
    }
    REQUIRE(memchr(seen, 0, sizeof seen) == NULL);
    REQUIRE(ishmemi_team_table_reserve(&team.handle) == ISHMEMI_TEAM_OK && team.handle == 0);
    close_table();
}

static void test_ends(void)
{
    ishmem_team_t handle = -1;
    open_table(ISHMEMI_TEAM_PAGES + 1);
    for (int i = 0; i < PLACES; i++) {
        REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_OK && handle == i);
    }
    REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_NO_SLOT);
    ishmemi_team_table_release(77);
    REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_OK);
    REQUIRE(handle == (77 | 1 << ISHMEMI_TEAM_SLOT_BITS));
    REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_NO_SLOT);
    close_table();

    open_table(2);
    for (int i = 0; i < ISHMEMI_TEAM_PAGE; i++) {
        REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_OK);
    }
    REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_NO_MEMORY);
    allowance++;
    REQUIRE(ishmemi_team_table_reserve(&handle) == ISHMEMI_TEAM_OK && handle == ISHMEMI_TEAM_PAGE);
    close_table();
}

int main(void)
{
    test_handles();
    test_reuse();
    test_ends();
    puts("team_table: passed");
    return 0;
}
