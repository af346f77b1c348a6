/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads unique ids, and provides what an id says about this host.
 */
#include "unique_id.h"

#include "util/hash.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void ishmemi_unique_id_host_name(char name[ISHMEMI_UNIQUE_ID_NAME])
{
    char whole[256] = "";
    (void)gethostname(whole, sizeof whole - 1);
    snprintf(name, ISHMEMI_UNIQUE_ID_NAME, "%.*s", ISHMEMI_UNIQUE_ID_NAME - 1, whole);
}

uint64_t ishmemi_unique_id_host(void)
{
    char whole[256] = "";
    char boot[64] = "";
    (void)gethostname(whole, sizeof whole - 1);
    FILE *const file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (file) {
        if (!fgets(boot, sizeof boot, file)) {
            boot[0] = '\0';
        }
        fclose(file);
    }
    uint64_t number = ishmemi_hash(ISHMEMI_HASH_START, whole, sizeof whole);
    number = ishmemi_hash(number, boot, sizeof boot);
    struct stat network;
    if (stat("/proc/self/ns/net", &network) == 0) {
        number = ishmemi_hash(number, &network.st_ino, sizeof network.st_ino);
    }
    return number;
}

uint64_t ishmemi_unique_id_check(const ishmemi_unique_id_t *id)
{
    return ishmemi_hash(ISHMEMI_HASH_START, id, offsetof(ishmemi_unique_id_t, check));
}

bool ishmemi_unique_id_read(const ishmemx_uniqueid_t *bytes, ishmemi_unique_id_t *id,
                            const char **found)
{
    static const ishmemx_uniqueid_t zero;
    memcpy(id, bytes, sizeof *id);
    id->name[sizeof id->name - 1] = '\0';
    if (memcmp(bytes, &zero, sizeof zero) == 0) {
        *found = "all zero";
    } else if (memcmp(id->magic, ISHMEMI_UNIQUE_ID_MAGIC, sizeof id->magic) != 0) {
        *found = "not an id";
    } else if (id->version != ISHMEMI_UNIQUE_ID_VERSION) {
        *found = "an id of another version of this library";
    } else if (id->check != ishmemi_unique_id_check(id)) {
        *found = "an id with changed bytes";
    } else {
        return true;
    }
    return false;
}
