/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether hosts can be found by their names. */
#include "ishmrun.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Variables with which users make launchers reach hosts by other ways than ssh. */
static const char *const other_ways[] = {"HYDRA_LAUNCHER",         "HYDRA_LAUNCHER_EXEC",
                                         "HYDRA_BOOTSTRAP",        "HYDRA_BOOTSTRAP_EXEC",
                                         "OMPI_MCA_plm_rsh_agent", "PRTE_MCA_plm_ssh_agent"};

static bool is_by_ssh(void)
{
    for (size_t i = 0; i < sizeof other_ways / sizeof *other_ways; i++) {
        if (secure_getenv(other_ways[i])) {
            return false;
        }
    }
    return true;
}

/* 0, or an error of getaddrinfo. */
static int find(const char *name)
{
    struct addrinfo *found = NULL;
    const int error =
        getaddrinfo(name, NULL, &(const struct addrinfo){.ai_socktype = SOCK_STREAM}, &found);
    if (error == 0) {
        freeaddrinfo(found);
    }
    return error;
}

/* Whether the user's ssh has another name for the host, or a program that connects to it. */
static bool is_known_to_ssh(const char *name)
{
    char answer[ISHMRUN_ANSWER_BYTES];
    launcher_ask((char *[]){"ssh", "-G", (char *)name, NULL}, answer);
    for (char *line = strtok(answer, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "hostname ", 9) == 0 && strcmp(line + 9, name) != 0) {
            return find(line + 9) == 0;
        }
        if (strncmp(line, "proxycommand ", 13) == 0 || strncmp(line, "proxyjump ", 10) == 0) {
            return true;
        }
    }
    return false;
}

void hosts_require_names(const hosts_t *hosts)
{
    for (size_t i = 0; i < hosts->count && is_by_ssh(); i++) {
        const char *const name = hosts->list[i].name;
        const int error = find(name);
        if (error != 0 && !is_known_to_ssh(name)) {
            refuse("host %s: %s: expected a name that this machine or ssh knows", name,
                   gai_strerror(error));
        }
    }
}
