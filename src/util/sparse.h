/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A table with a pointer for each of many numbers, such as those of the PEs, of which few are used.
 * It has pages, which are made at first use: an unused number costs an eighth of a byte.
 *
 * word          written by              read by      ordering
 * pages[i]      set                     any thread   store release, load acquire
 * page[j]       set                     any thread   store release, load acquire
 *
 * The caller lets one thread at a time call set.
 */
#ifndef ISHMEMI_SPARSE_H
#define ISHMEMI_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define ISHMEMI_SPARSE_PAGE 64

typedef struct ishmemi_sparse {
    void ***pages; /* NULL: the table is closed */
    size_t count;  /* of pages */
} ishmemi_sparse_t;

/* For the numbers from 0 to count - 1.  Returns false if there is no memory. */
static inline bool ishmemi_sparse_open(ishmemi_sparse_t *table, size_t count)
{
    table->count = (count + ISHMEMI_SPARSE_PAGE - 1) / ISHMEMI_SPARSE_PAGE;
    table->pages = (void ***)calloc(table->count + 1, sizeof *table->pages);
    return table->pages;
}

/* NULL: none has been set. */
static inline void *ishmemi_sparse_get(const ishmemi_sparse_t *table, size_t number)
{
    void **const page =
        __atomic_load_n(&table->pages[number / ISHMEMI_SPARSE_PAGE], __ATOMIC_ACQUIRE);
    return page ? __atomic_load_n(&page[number % ISHMEMI_SPARSE_PAGE], __ATOMIC_ACQUIRE) : NULL;
}

/* Returns false if there is no memory. */
static inline bool ishmemi_sparse_set(ishmemi_sparse_t *table, size_t number, void *entry)
{
    void ***const slot = &table->pages[number / ISHMEMI_SPARSE_PAGE];
    if (!*slot) {
        void **const page = (void **)calloc(ISHMEMI_SPARSE_PAGE, sizeof *page);
        if (!page) {
            return false;
        }
        __atomic_store_n(slot, page, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&(*slot)[number % ISHMEMI_SPARSE_PAGE], entry, __ATOMIC_RELEASE);
    return true;
}

/* release: called for each entry; NULL: for none. */
static inline void ishmemi_sparse_close(ishmemi_sparse_t *table, void (*release)(void *entry))
{
    for (size_t i = 0; table->pages && i < table->count; i++) {
        for (size_t j = 0; table->pages[i] && release && j < ISHMEMI_SPARSE_PAGE; j++) {
            if (table->pages[i][j]) {
                release(table->pages[i][j]);
            }
        }
        free((void *)table->pages[i]);
    }
    free((void *)table->pages);
    table->pages = NULL;
    table->count = 0;
}

/* Adds up the bytes that the table takes. */
static inline size_t ishmemi_sparse_bytes(const ishmemi_sparse_t *table)
{
    size_t bytes = (table->count + 1) * sizeof *table->pages;
    for (size_t i = 0; table->pages && i < table->count; i++) {
        bytes += table->pages[i] ? ISHMEMI_SPARSE_PAGE * sizeof **table->pages : 0;
    }
    return bytes;
}

#endif
