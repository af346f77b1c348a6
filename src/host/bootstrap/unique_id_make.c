/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes unique ids: ishmemx_get_uniqueid.
 */
#include "env.h"
#include "log.h"
#include "runtime/connect.h"
#include "unique_id.h"
#include "unique_id_server.h"
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 4096

/* On all interfaces, or on the one that the user has chosen. */
static int listen_for(ishmemi_unique_id_t *id)
{
    struct sockaddr_storage address;
    if (id->is_anywhere) {
        return ishmemi_connect_listen_anywhere(BACKLOG, &id->port);
    }
    socklen_t bytes = ishmemi_addresses_at(&id->addresses, 0, 0, &address);
    const int listener = ishmemi_connect_listen((const struct sockaddr *)&address, bytes, BACKLOG);
    if (listener >= 0 && getsockname(listener, (struct sockaddr *)&address, &bytes) == 0) {
        /* The port is at the same offset in both kinds of address. */
        id->port = ((const struct sockaddr_in *)(const void *)&address)->sin_port;
    }
    return listener;
}

static int choose_addresses(const char *interface, ishmemi_unique_id_t *id)
{
    char why[512];
    id->is_anywhere = !*interface;
    if (id->is_anywhere) {
        ishmemi_addresses_of_host(&id->addresses);
    } else if (ishmemi_addresses_of_interface(interface, &id->addresses, why, sizeof why) != 0) {
        ishmemi_error("ishmemx_get_uniqueid: ISHMEM_UNIQUEID_INTERFACE=%s: %s", interface, why);
        return -1;
    }
    return 0;
}

static int serve(ishmemi_unique_id_t *id, const ishmemi_env_t *env)
{
    const int listener = listen_for(id);
    if (listener < 0) {
        ishmemi_error("ishmemx_get_uniqueid: cannot open a socket for the PEs: %s",
                      strerror(errno));
        return -1;
    }
    id->check = ishmemi_unique_id_check(id);
    const int failed =
        ishmemi_unique_id_serve(id, listener, env->uniqueid_timeout, env->network_timeout);
    if (failed != 0) {
        ishmemi_error("ishmemx_get_uniqueid: cannot create the thread that serves the PEs: %s",
                      strerror(failed));
        close(listener);
        return -1;
    }
    return 0;
}

int ishmemx_get_uniqueid(ishmemx_uniqueid_t *uid)
{
    static const char routine[] = "ishmemx_get_uniqueid";
    if (!uid) {
        ishmemi_error("%s: argument uid is NULL, expected the address of an id", routine);
        return -1;
    }
    /* ishmemx_init_attr reports errors in the environment. */
    ishmemi_env_t env;
    char error[512];
    (void)ishmemi_env_read(&env, error, sizeof error);
    ishmemi_unique_id_t id;
    memset(&id, 0, sizeof id);
    memcpy(id.magic, ISHMEMI_UNIQUE_ID_MAGIC, sizeof id.magic);
    id.version = ISHMEMI_UNIQUE_ID_VERSION;
    id.host = ishmemi_unique_id_host();
    ishmemi_unique_id_host_name(id.name);
    if (!ishmemi_random(&id.key, sizeof id.key)) {
        ishmemi_error("%s: getrandom failed: %s", routine, strerror(errno));
        return -1;
    }
    if (choose_addresses(env.uniqueid_interface, &id) != 0 || serve(&id, &env) != 0) {
        return -1;
    }
    memcpy(uid, &id, sizeof *uid);
    return 0;
}
