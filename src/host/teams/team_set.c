/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active sets: see team_set.h.  The PEs of a set send each other the positions of their blocks in
 * letters (team_mail.h), because no team exists yet that could exchange them.
 *
 * word        written by                       read by     ordering
 * buckets[i]  add, under the mutex             any thread  store release, load acquire
 * an entry    add, before it is in a bucket    any thread  with its bucket
 */
#include "team_set.h"

#include "allocate.h"
#include "fatal.h"
#include "job.h"
#include "spin.h"
#include "team_mail.h"
#include "team_memory.h"
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 64

typedef struct entry {
    uint64_t key;
    ishmemi_host_team_t *team;
    struct entry *next;
} entry_t;

static entry_t *buckets[BUCKETS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* A number for a set, unique for jobs of up to 2^25 PEs. */
static uint64_t key_of(const ishmemi_triplet_t *set)
{
    const uint64_t log_stride = (uint64_t)__builtin_ctz((unsigned)set->stride);
    return ISHMEMI_TEAM_MAIL_KEY | log_stride << 50 | (uint64_t)set->start << 25 |
           (uint64_t)set->size;
}

static entry_t **bucket_of(uint64_t key)
{
    return &buckets[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 58];
}

static ishmemi_host_team_t *find(uint64_t key)
{
    const entry_t *entry = __atomic_load_n(bucket_of(key), __ATOMIC_ACQUIRE);
    while (entry && entry->key != key) {
        entry = entry->next;
    }
    return entry ? entry->team : NULL;
}

static void add(uint64_t key, ishmemi_host_team_t *team)
{
    entry_t *const entry = ishmemi_allocate("an active set", 1, sizeof *entry);
    entry_t **const bucket = bucket_of(key);
    pthread_mutex_lock(&mutex);
    *entry = (entry_t){.key = key, .team = team, .next = *bucket};
    __atomic_store_n(bucket, entry, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&mutex);
}

void ishmemi_team_sets_close(void)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        entry_t *entry = buckets[i];
        buckets[i] = NULL;
        while (entry) {
            entry_t *const next = entry->next;
            free(entry);
            entry = next;
        }
    }
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* A letter's text: the block's offset, a multiple of 64, plus flags, of which the higher ones are what
 * the PE offers (host_team.h). */
#define IS_HERE UINT64_C(1)
#define HAS_BLOCK UINT64_C(2)
#define OFFER_SHIFT 2
#define FLAGS UINT64_C(63)

/* An exchange of letters, and its progress with each member i. */
typedef struct exchange {
    const char *routine;
    uint64_t key;
    uint64_t mine;
    const int *pes;
    int n_pes;
    bool *posted;
    uint64_t *texts; /* 0: not here yet */
} exchange_t;

/* One round over the members.  Returns whether anything remains to be done.  A PE takes every
 * letter that has arrived, whatever its set, even while its own letters cannot be sent: their slots
 * hold letters to PEs that do the same. */
static bool carry(exchange_t *exchange)
{
    bool waits = false;
    for (int i = 0; i < exchange->n_pes; i++) {
        const int pe = exchange->pes[i];
        if (pe == ishmemi_job.my_pe) {
            exchange->texts[i] = exchange->mine;
            continue;
        }
        exchange->posted[i] =
            exchange->posted[i] ||
            ishmemi_team_mail_post(exchange->routine, exchange->key, exchange->mine, pe);
        if (exchange->texts[i] == 0) {
            ishmemi_team_mail_take(exchange->routine, exchange->key, &exchange->texts[i], pe);
        }
        waits |= !exchange->posted[i] || exchange->texts[i] == 0;
    }
    return waits;
}

/* team: NULL if this PE has no memory for it. */
static uint64_t text_of(const ishmemi_host_team_t *team)
{
    return !team ? IS_HERE
                 : ishmemi_team_block_offset(team) | IS_HERE | HAS_BLOCK |
                       (uint64_t)ishmemi_team_offer(team) << OFFER_SHIFT;
}

/* Every member knows the first PE without memory. */
static noreturn void fail(const exchange_t *exchange, const ishmemi_triplet_t *set, int pe)
{
    ishmemi_fatal_together(pe,
                           "%s: no memory for the team of the active set of %d PEs from PE %d on; "
                           "ISHMEM_TEAM_MEMORY sets its size",
                           exchange->routine, set->size, set->start);
}

/* Turns the texts into offsets.  Returns the team's flags, given those that this PE offers. */
static uint32_t read_texts(const exchange_t *exchange, const ishmemi_triplet_t *set, uint32_t flags)
{
    for (int i = 0; i < exchange->n_pes; i++) {
        if (!(exchange->texts[i] & HAS_BLOCK)) {
            fail(exchange, set, exchange->pes[i]);
        }
        flags =
            ishmemi_team_join_flags(flags, (uint32_t)(exchange->texts[i] & FLAGS) >> OFFER_SHIFT);
        exchange->texts[i] &= ~FLAGS;
    }
    return flags;
}

static ishmemi_host_team_t *make(const char *routine, const ishmemi_triplet_t *set, uint64_t key)
{
    const size_t size = (size_t)set->size;
    int *const pes = ishmemi_allocate(routine, size, sizeof *pes);
    ishmemi_triplet_list(set, pes);
    ishmemi_host_team_t *team = NULL;
    const int my_pe = ishmemi_list_find(pes, set->size, ishmemi_job.my_pe);
    const bool prepared =
        ishmemi_team_prepare(pes, set->size, my_pe, 0, NULL, &team) == ISHMEMI_TEAM_OK;
    exchange_t exchange = {.routine = routine,
                           .key = key,
                           .mine = text_of(prepared ? team : NULL),
                           .pes = pes,
                           .n_pes = set->size,
                           .posted =
                               ishmemi_allocate_zeroed(routine, size, sizeof *exchange.posted),
                           .texts = ishmemi_allocate_zeroed(routine, size, sizeof *exchange.texts)};
    const ishmemi_wait_t wait = {.routine = routine, .kind = ISHMEMI_WAIT_OTHER};
    ishmemi_spin_t spin = {0};
    while (carry(&exchange)) {
        ishmemi_spin_pause(&spin, wait);
    }
    ishmemi_spin_end(&spin);
    const uint32_t flags = read_texts(&exchange, set, prepared ? ishmemi_team_offer(team) : 0);
    ishmemi_team_complete(team, exchange.texts, flags);
    free(exchange.texts);
    free(exchange.posted);
    free(pes);
    return team;
}

ishmemi_host_team_t *ishmemi_team_of_set(const char *routine, const ishmemi_triplet_t *set)
{
    const uint64_t key = key_of(set);
    ishmemi_host_team_t *team = find(key);
    if (!team) {
        team = make(routine, set, key);
        add(key, team);
    }
    return team;
}
