/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Letters: see team_mail.h.
 *
 * word         written by                           read by     ordering
 * letter.key   the sender: 0 to WRITING,            both        an AMO, then a store after the
 *              then to the key                                  sender's fence
 *              the owner: from the key to 0         the sender  an AMO
 * letter.text  the sender that has set WRITING      the owner   before the key
 * letter.from  the same                             the owner   before the key
 * kept         threads of the owner                 the same    under the mutex
 *
 * A thread that looks for a letter removes the one that it finds, and keeps it for the thread that
 * will look for it.  PEs may make teams in different orders, so the letter in the slot is not
 * always the next one that is wanted.  In a large job several senders have the same slot, and each
 * waits until the owner has removed the letter of the one before.
 */
#include "team_mail.h"

#include "allocate.h"
#include "job.h"
#include "team_memory.h"
#include "transfer.h"
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define WRITING UINT64_C(1)
#define SLOTS_MOST 1024

/* In memory that all PEs reach. */
typedef struct letter {
    uint64_t key; /* 0: no letter */
    uint64_t text;
    uint64_t from; /* the PE that has sent it */
} letter_t;

typedef struct kept {
    letter_t letter;
    struct kept *next;
} kept_t;

/* This PE's box; the others' are at the same offset. */
static letter_t *box;
static kept_t *kept;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static letter_t *slot_of(int sender)
{
    return &box[sender % SLOTS_MOST];
}

bool ishmemi_team_mail_open(void)
{
    const int slots = ishmemi_job.n_pes < SLOTS_MOST ? ishmemi_job.n_pes : SLOTS_MOST;
    const size_t bytes = (size_t)slots * sizeof *box;
    uint64_t address = 0;
    if (!ishmemi_team_memory_alloc(bytes, &address)) {
        return false;
    }
    ishmemi_team_memory_zero(address, bytes);
    box = (letter_t *)(uintptr_t)address;
    return true;
}

void ishmemi_team_mail_close(void)
{
    while (kept) {
        kept_t *const next = kept->next;
        free(kept);
        kept = next;
    }
}

bool ishmemi_team_mail_post(const char *routine, uint64_t key, uint64_t text, int pe)
{
    letter_t *const letter = slot_of(ishmemi_job.my_pe);
    if (ishmemi_transfer_amo(routine, ISHMEMI_AMO_COMPARE_SWAP, true, &letter->key,
                             sizeof letter->key, WRITING, 0, pe) != 0) {
        return false;
    }
    ishmemi_transfer_store(routine, &letter->text, sizeof letter->text, text, pe);
    ishmemi_transfer_store(routine, &letter->from, sizeof letter->from, (uint64_t)ishmemi_job.my_pe,
                           pe);
    ishmemi_transfer_fence(routine);
    ishmemi_transfer_store(routine, &letter->key, sizeof letter->key, key, pe);
    return true;
}

/* Removes the letter from PE pe's slot, if there is one, and keeps it.  The caller holds the
 * mutex. */
static void empty(const char *routine, int pe)
{
    const int me = ishmemi_job.my_pe;
    letter_t *const letter = slot_of(pe);
    const uint64_t key = ishmemi_transfer_load(routine, &letter->key, sizeof letter->key, me);
    if (key == 0 || key == WRITING) {
        return;
    }
    kept_t *const found = ishmemi_allocate("a letter about an active set", 1, sizeof *found);
    found->letter.key = key;
    found->letter.text = ishmemi_transfer_load(routine, &letter->text, sizeof letter->text, me);
    found->letter.from = ishmemi_transfer_load(routine, &letter->from, sizeof letter->from, me);
    found->next = kept;
    kept = found;
    ishmemi_transfer_amo(routine, ISHMEMI_AMO_SWAP, true, &letter->key, sizeof letter->key, 0, 0,
                         me);
}

bool ishmemi_team_mail_take(const char *routine, uint64_t key, uint64_t *text, int pe)
{
    pthread_mutex_lock(&mutex);
    empty(routine, pe);
    kept_t **link = &kept;
    while (*link && ((*link)->letter.key != key || (*link)->letter.from != (uint64_t)pe)) {
        link = &(*link)->next;
    }
    kept_t *const found = *link;
    if (found) {
        *text = found->letter.text;
        *link = found->next;
        free(found);
    }
    pthread_mutex_unlock(&mutex);
    return found != NULL;
}
