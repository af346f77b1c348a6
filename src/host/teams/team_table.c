/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of teams: pages of slots, added on demand, each with its counterpart for kernels in the
 * arena.
 */
#include "team_table.h"

#include "log.h"
#include "team_memory.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOT_MASK ((1 << ISHMEMI_TEAM_SLOT_BITS) - 1)
#define GENERATIONS (1 << (31 - ISHMEMI_TEAM_SLOT_BITS))
#define TWIN_BYTES (ISHMEMI_TEAM_PAGE * sizeof(uint64_t))

ishmemi_team_slot_t *ishmemi_team_pages[ISHMEMI_TEAM_PAGES];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ishmemi_team_table_t table; /* the kernels' table */
static uint64_t table_address;
static int page_count;
static int first_free;
static int last_free;

static ishmemi_team_slot_t *slot_at(int index)
{
    return &ishmemi_team_pages[index / ISHMEMI_TEAM_PAGE][index % ISHMEMI_TEAM_PAGE];
}

static void append_free(int index)
{
    slot_at(index)->next = -1;
    if (first_free < 0) {
        first_free = index;
    } else {
        slot_at(last_free)->next = index;
    }
    last_free = index;
}

static void write_entry(ishmem_team_t handle, uint64_t address)
{
    const size_t index = (size_t)(handle & SLOT_MASK);
    ishmemi_team_memory_write(table.page[index / ISHMEMI_TEAM_PAGE] +
                                  index % ISHMEMI_TEAM_PAGE * sizeof address,
                              &address, sizeof address);
}

static ishmemi_team_result_t add_page(void)
{
    if (page_count == ISHMEMI_TEAM_PAGES) {
        return ISHMEMI_TEAM_NO_SLOT;
    }
    ishmemi_team_slot_t *const page = calloc(ISHMEMI_TEAM_PAGE, sizeof *page);
    if (!page) {
        return ISHMEMI_TEAM_NO_HOST_MEMORY;
    }
    uint64_t twin = 0;
    if (!ishmemi_team_memory_alloc(TWIN_BYTES, &twin)) {
        free(page);
        return ISHMEMI_TEAM_NO_MEMORY;
    }
    ishmemi_team_memory_zero(twin, TWIN_BYTES);
    table.page[page_count] = twin;
    ishmemi_team_memory_write(table_address + offsetof(ishmemi_team_table_t, page) +
                                  (size_t)page_count * sizeof twin,
                              &twin, sizeof twin);
    const int first = page_count * ISHMEMI_TEAM_PAGE;
    __atomic_store_n(&ishmemi_team_pages[page_count], page, __ATOMIC_RELEASE);
    page_count++;
    for (int i = 0; i < ISHMEMI_TEAM_PAGE; i++) {
        page[i].handle = first + i;
        append_free(first + i);
    }
    return ISHMEMI_TEAM_OK;
}

int ishmemi_team_table_open(void)
{
    memset(&table, 0, sizeof table);
    page_count = 0;
    first_free = -1;
    if (!ishmemi_team_memory_alloc(sizeof table, &table_address)) {
        ishmemi_error("the teams' memory has no room for the table of teams; ISHMEM_TEAM_MEMORY "
                      "sets its size");
        return -1;
    }
    ishmemi_team_memory_zero(table_address, sizeof table);
    return 0;
}

void ishmemi_team_table_close(void (*forget)(struct ishmemi_host_team *team))
{
    for (int i = 0; i < page_count; i++) {
        for (int j = 0; j < ISHMEMI_TEAM_PAGE; j++) {
            if (ishmemi_team_pages[i][j].team) {
                forget(ishmemi_team_pages[i][j].team);
            }
        }
        free(ishmemi_team_pages[i]);
        ishmemi_team_pages[i] = NULL;
    }
    page_count = 0;
}

uint64_t ishmemi_team_table_address(void)
{
    return table_address;
}

ishmemi_team_result_t ishmemi_team_table_reserve(ishmem_team_t *handle)
{
    pthread_mutex_lock(&mutex);
    const ishmemi_team_result_t result = first_free < 0 ? add_page() : ISHMEMI_TEAM_OK;
    if (result == ISHMEMI_TEAM_OK) {
        const ishmemi_team_slot_t *const slot = slot_at(first_free);
        first_free = slot->next;
        *handle = slot->handle;
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

void ishmemi_team_table_publish(ishmem_team_t handle, struct ishmemi_host_team *team,
                                uint64_t address)
{
    write_entry(handle, address);
    __atomic_store_n(&slot_at(handle & SLOT_MASK)->team, team, __ATOMIC_RELEASE);
}

void ishmemi_team_table_withdraw(ishmem_team_t handle)
{
    __atomic_store_n(&slot_at(handle & SLOT_MASK)->team, NULL, __ATOMIC_RELEASE);
    write_entry(handle, 0);
}

void ishmemi_team_table_release(ishmem_team_t handle)
{
    const int index = handle & SLOT_MASK;
    const int generation = ((handle >> ISHMEMI_TEAM_SLOT_BITS) + 1) % GENERATIONS;
    pthread_mutex_lock(&mutex);
    slot_at(index)->handle = index | generation << ISHMEMI_TEAM_SLOT_BITS;
    append_free(index);
    pthread_mutex_unlock(&mutex);
}
