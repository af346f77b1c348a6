/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loads and stores in this PE's head.
 */
#include "head.h"

#include "copy_list.h"
#include "job.h"
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ishmemi_copy_list_t copies; /* not open if the host loads and stores */

_Static_assert(sizeof((ishmemi_head_t *)0)->waits >= sizeof(ishmemi_mail_t),
               "the list's room is for the largest block that is loaded");

int ishmemi_head_open(void)
{
    return ishmemi_job.heap_host_mapped
               ? 0
               : ishmemi_copy_list_open(sizeof ishmemi_job.head->waits, &copies);
}

void ishmemi_head_close(void)
{
    ishmemi_copy_list_close(&copies);
}

void ishmemi_head_load_block(void *destination, const void *source, size_t bytes)
{
    if (!copies.list) {
        memcpy(destination, source, bytes);
        return;
    }
    pthread_mutex_lock(&mutex);
    ishmemi_copy_list_load(&copies, destination, source, bytes);
    pthread_mutex_unlock(&mutex);
}

uint64_t ishmemi_head_load(const uint64_t *word)
{
    if (!copies.list) {
        return __atomic_load_n(word, __ATOMIC_ACQUIRE);
    }
    uint64_t value;
    ishmemi_head_load_block(&value, word, sizeof value);
    return value;
}

void ishmemi_head_store(uint64_t *word, uint64_t value)
{
    if (!copies.list) {
        __atomic_store_n(word, value, __ATOMIC_RELEASE);
        return;
    }
    pthread_mutex_lock(&mutex);
    ishmemi_copy_list_store(&copies, word, &value, sizeof value);
    pthread_mutex_unlock(&mutex);
}
