/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls of two members of a team, and their first difference.
 */
#include "mismatch.h"

#include "exit.h"
#include "fatal.h"
#include "head.h"
#include "ishmem/types.h"
#include "job.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The text of one call with its arguments. */
#define CALL_BYTES 320
/* When two PEs find each other's call, one reports; the other waits this long. */
#define COURTESY_NS 300000000

static const char *ordinal_ending(uint64_t number)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    const uint64_t tens = number % 100;
    return tens >= 11 && tens <= 13 ? "th" : endings[number % 10 <= 3 ? number % 10 : 0];
}

static void name_team(int team, char *name, size_t bytes)
{
    static const char *const predefined[] = {"ISHMEM_TEAM_WORLD", "ISHMEM_TEAM_SHARED",
                                             "ISHMEM_TEAM_NODE"};
    if (team >= ISHMEM_TEAM_WORLD && team <= ISHMEM_TEAM_NODE) {
        snprintf(name, bytes, "%s", predefined[team]);
    } else {
        snprintf(name, bytes, "team %d of this PE", team);
    }
}

/* ---- A call and its arguments ---------------------------------------------------------------- */

static void add(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, CALL_BYTES - used, format, arguments);
    va_end(arguments);
}

static void add_place(char *text, const char *argument, uint64_t place)
{
    if (place == ISHMEMI_SIGNED_ELSEWHERE) {
        add(text, "%s not in the heap", argument);
    } else if (place & ISHMEMI_SIGNED_STATIC) {
        add(text, "%s at 0x%" PRIx64 " of the static objects", argument,
            place & ~ISHMEMI_SIGNED_STATIC);
    } else {
        add(text, "%s at 0x%" PRIx64 " of the heap", argument, place);
    }
}

/* size 0: the routine has no arrays. */
static void describe(const ishmemi_signature_t *call, char *text)
{
    text[0] = '\0';
    add(text, "%.*s", ISHMEMI_SIGNATURE_NAME_BYTES, call->routine);
    if (call->size == 0) {
        return;
    }
    add(text, ": %" PRIu64 " element%s of %u bytes", call->count, call->count == 1 ? "" : "s",
        call->size);
    if (call->count > 0) {
        add_place(text, ", dest", call->dest);
        add_place(text, ", source", call->source);
    }
    if (call->dst != 0 || call->sst != 0) {
        add(text, ", dst %" PRId64 ", sst %" PRId64, call->dst, call->sst);
    }
    if (strstr(call->routine, "broadcast")) {
        add(text, ", PE_root %d", call->root);
    }
}

/* ---- The difference -------------------------------------------------------------------------- */

static const char *difference(const ishmemi_signature_t *a, const ishmemi_signature_t *b)
{
    return a->call != b->call || a->size != b->size ? "the routine"
           : a->root != b->root                     ? "PE_root"
           : a->dst != b->dst                       ? "dst"
           : a->sst != b->sst                       ? "sst"
           : a->count != b->count && !a->own_counts ? "the number of elements"
           : a->dest != b->dest                     ? "dest"
                                                    : "source";
}

void ishmemi_mismatch_end(int team, const ishmemi_signature_t *mine,
                          const ishmemi_signature_t *theirs, bool in_kernel)
{
    char name[64];
    char my_call[CALL_BYTES];
    char their_call[CALL_BYTES];
    if (mine->pe > theirs->pe) {
        nanosleep(&(struct timespec){.tv_nsec = COURTESY_NS}, NULL);
        if (!in_kernel && ishmemi_head_load(&ishmemi_job.head->abort.value) != 0) {
            ishmemi_exit_follow(EXIT_FAILURE);
        }
    }
    name_team(team, name, sizeof name);
    describe(mine, my_call);
    describe(theirs, their_call);
    ishmemi_fatal_as(
        ISHMEMX_ERROR_MISMATCH,
        "%s%s: the members of %s do not make the same collective call; it differs in %s\n"
        "    PE %d is in its %" PRIu64 "%s collective on this team, %s\n"
        "    PE %d in %s",
        mine->routine, in_kernel ? ", in a kernel" : "", name, difference(mine, theirs), mine->pe,
        mine->number, ordinal_ending(mine->number), my_call, theirs->pe, their_call);
}
