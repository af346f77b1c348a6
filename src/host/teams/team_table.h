/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds the team of a handle, for the host and, through ishmemi_team_table_t (shared/team.h), for
 * kernels.  A handle is a slot and its generation, so that the handle of a destroyed team is
 * detected.  A slot that becomes free is reused after all other free ones.
 *
 * word          written by                     read by       ordering
 * pages[i]      reserve, under a mutex         any thread    store release, load acquire
 * slot.team     publish and withdraw           any thread    store release, load acquire
 * the rest      reserve and release            the same      under the mutex
 *
 * The kernels' table is written before a kernel can know the handle, and no kernel may use the
 * handle of a team that is being destroyed.
 */
#ifndef ISHMEMI_TEAM_TABLE_H
#define ISHMEMI_TEAM_TABLE_H

#include "ishmem/types.h"
#include "shared/team.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ishmemi_host_team;

typedef struct ishmemi_team_slot {
    struct ishmemi_host_team *team; /* NULL: none */
    ishmem_team_t handle;           /* of the team in this slot; if it is free, of the next team */
    int next;                       /* next free slot, or -1 */
} ishmemi_team_slot_t;

extern ishmemi_team_slot_t *ishmemi_team_pages[ISHMEMI_TEAM_PAGES];

/* NULL if the handle belongs to no live team. */
static inline struct ishmemi_host_team *ishmemi_team_find(ishmem_team_t handle)
{
    const unsigned index = (unsigned)handle & ((1u << ISHMEMI_TEAM_SLOT_BITS) - 1);
    ishmemi_team_slot_t *const page =
        __atomic_load_n(&ishmemi_team_pages[index / ISHMEMI_TEAM_PAGE], __ATOMIC_ACQUIRE);
    if (!page) {
        return NULL;
    }
    const ishmemi_team_slot_t *const slot = &page[index % ISHMEMI_TEAM_PAGE];
    struct ishmemi_host_team *const team = __atomic_load_n(&slot->team, __ATOMIC_ACQUIRE);
    return team && slot->handle == handle ? team : NULL;
}

/* Needs team_memory.h.  0, or -1 after an error message. */
int ishmemi_team_table_open(void);
/* Calls `forget` for each team that is still published. */
void ishmemi_team_table_close(void (*forget)(struct ishmemi_host_team *team));
/* The address of the ishmemi_team_table_t. */
uint64_t ishmemi_team_table_address(void);

typedef enum ishmemi_team_result {
    ISHMEMI_TEAM_OK,
    ISHMEMI_TEAM_NO_MEMORY, /* the arena is exhausted */
    ISHMEMI_TEAM_NO_SLOT,   /* all handles are in use */
    ISHMEMI_TEAM_NO_HOST_MEMORY
} ishmemi_team_result_t;

/* Reserves a handle for a future team; the first ones are 0, 1, 2 and so on. */
ishmemi_team_result_t ishmemi_team_table_reserve(ishmem_team_t *handle);
/* address: of the kernels' ishmemi_team_t. */
void ishmemi_team_table_publish(ishmem_team_t handle, struct ishmemi_host_team *team,
                                uint64_t address);
void ishmemi_team_table_withdraw(ishmem_team_t handle);
/* Releases a reserved handle that is not published, or was withdrawn. */
void ishmemi_team_table_release(ishmem_team_t handle);

#endif
