/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Preloaded into a PE of attack.sh: what it says in its handshakes by TCP is recorded for the attackers, in
 * ATTACK_DIR/recorded.  Its second greeting, the first to another PE, waits until there is ATTACK_DIR/go: that other PE
 * listens meanwhile.  It waits a few seconds at most, less than PEs listen.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define VISIBLE __attribute__((visibility("default")))
#define MAGIC "ishm-hi1"
#define HELLO 104
#define PROOF 8
#define LOOKS 600
#define LOOK_NS 10000000

static int greeted = -1; /* the line whose proof is to come */
static int greetings;
static unsigned char record[HELLO + PROOF];

static bool is_tcp(int line)
{
    int domain = AF_UNIX;
    socklen_t bytes = sizeof domain;
    (void)getsockopt(line, SOL_SOCKET, SO_DOMAIN, &domain, &bytes);
    return domain == AF_INET || domain == AF_INET6;
}

static void path_of(const char *name, char path[4096])
{
    const char *const directory = getenv("ATTACK_DIR");
    snprintf(path, 4096, "%s/%s", directory ? directory : "", name);
}

static void await_go(void)
{
    char path[4096];
    path_of("go", path);
    for (int i = 0; i < LOOKS && access(path, F_OK) != 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
    }
}

static void keep_record(void)
{
    char path[4096];
    path_of("recorded", path);
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file >= 0) {
        (void)!write(file, record, sizeof record);
        close(file);
    }
}

VISIBLE ssize_t send(int line, const void *data, size_t bytes, int flags)
{
    ssize_t (*next)(int, const void *, size_t, int) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "send");
    if (bytes == HELLO && memcmp(data, MAGIC, sizeof MAGIC - 1) == 0 && is_tcp(line)) {
        memcpy(record, data, HELLO);
        greeted = line;
        if (++greetings == 2) {
            await_go();
        }
    } else if (bytes == PROOF && line == greeted) {
        memcpy(record + HELLO, data, PROOF);
        greeted = -1;
        keep_record();
    }
    return next(line, data, bytes, flags);
}
