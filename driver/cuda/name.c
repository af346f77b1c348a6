/* SPDX-License-Identifier: BSD-3-Clause */
/* See name.h: a tree of tsearch(3) under a lock. */
#include "cuda/name.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *names; /* under the lock */

static int compare(const void *left, const void *right)
{
    return strcmp(left, right);
}

const char *zed_name_keep(const char *name)
{
    pthread_mutex_lock(&lock);
    char **found = tfind(name, &names, compare);
    if (!found) {
        char *copy = strdup(name);
        found = copy ? tsearch(copy, &names, compare) : NULL;
        if (copy && !found) {
            free(copy);
        }
    }
    pthread_mutex_unlock(&lock);
    return found ? *found : NULL;
}
