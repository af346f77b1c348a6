/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loaded code, and the handlers that read it.
 *
 * word               written by         read by             ordering
 * first, code.next   holders of `lock`  handlers of faults  seq_cst
 * walkers            handlers           threads that        seq_cst
 *                                       remove code
 *
 * A handler cannot take the lock, so it walks the list while others change it.  Code that is
 * removed keeps its `next`, and its owner waits until no handler walks the list.
 */
#include "run/code.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static zed_code_t *first;   /* accessed with __atomic builtins, like the links */
static atomic_uint walkers; /* sequentially consistent with `first` and the links */

void zed_code_note(zed_code_t *code)
{
    pthread_mutex_lock(&lock);
    code->next = first;
    __atomic_store_n(&first, code, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
}

void zed_code_forget(zed_code_t *code)
{
    pthread_mutex_lock(&lock);
    zed_code_t **link = &first;
    while (*link && *link != code) {
        link = &(*link)->next;
    }
    if (*link) {
        __atomic_store_n(link, code->next, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&lock);
    while (atomic_load(&walkers) != 0) {
        sched_yield();
    }
}

/* The last entry at or before the offset; NULL if there is none. */
static const zed_code_line_t *entry_at(const zed_code_t *code, uintptr_t offset)
{
    size_t low = 0, high = code->line_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (code->lines[middle].address <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? NULL : &code->lines[low - 1];
}

bool zed_code_find_line(uintptr_t instruction, const char **file, uint32_t *line)
{
    bool known = false;
    atomic_fetch_add(&walkers, 1);
    const zed_code_t *code = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
    while (code && (instruction < code->begin || instruction >= code->end)) {
        code = __atomic_load_n(&code->next, __ATOMIC_SEQ_CST);
    }
    const zed_code_line_t *entry = code ? entry_at(code, instruction - code->begin) : NULL;
    if (entry && entry->line != 0) {
        *file = code->strings + entry->file;
        *line = entry->line;
        known = true;
    }
    atomic_fetch_sub(&walkers, 1);
    return known;
}
