/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stranger who wants a job to fail, and knows no secret.  Until it is killed it does again and
 * again:
 *
 *   hostile port FILE KIND   calls the port of the unique id in FILE.  many: connections without
 *     end, one after the other, with and without random bytes.  silent: 200 at a time that say nothing.
 *     slow: 50 that send a byte now and then.  idle: 300 that stay and say nothing; then it makes the
 *     file FILE.idle.PROCESS.
 *   hostile names            calls whatever has a name of this library in the abstract Unix namespace,
 *     which anybody can read, and says what the name tells.  As another user where it may become one.
 */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PORT_AT = 12, KEPT_MOST = 200, SLOW = 50, IDLE = 300, NOBODY = 65534 };

static int kept[KEPT_MOST];
static size_t n_kept;

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* The oldest goes when there are too many. */
static void keep(int socket)
{
    int *const place = &kept[n_kept % KEPT_MOST];
    if (n_kept++ >= KEPT_MOST) {
        close(*place);
    }
    *place = socket;
}

static void say_random(int socket)
{
    char bytes[300];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)rand();
    }
    (void)send(socket, bytes, (size_t)rand() % sizeof bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* ---- A port ---------------------------------------------------------------------------------- */

static uint16_t read_port(const char *file)
{
    unsigned char id[128];
    uint16_t port = 0;
    FILE *const in = fopen(file, "r");
    if (in && fread(id, sizeof id, 1, in) == 1) {
        memcpy(&port, id + PORT_AT, sizeof port);
    }
    if (in) {
        fclose(in);
    }
    return port;
}

static int call_port(uint16_t port)
{
    const struct sockaddr_in there = {
        .sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ >= 0 && connect(socket_, (const struct sockaddr *)&there, sizeof there) != 0 &&
        errno != EINPROGRESS) {
        close(socket_);
        return -1;
    }
    return socket_;
}

static void be_idle(const char *file)
{
    const uint16_t port = read_port(file);
    size_t count = 0;
    while (port && count < IDLE) {
        struct pollfd writable = {.fd = call_port(port), .events = POLLOUT};
        count += writable.fd >= 0 && poll(&writable, 1, 1000) == 1;
    }
    if (port) {
        char name[4096];
        snprintf(name, sizeof name, "%s.idle.%d", file, (int)getpid());
        FILE *const done = fopen(name, "w");
        if (done) {
            fclose(done);
        }
        for (;;) {
            pause();
        }
    }
    pause_ms(1);
}

static void attack_port(const char *file, const char *kind)
{
    const bool is_many = strcmp(kind, "many") == 0;
    const bool is_slow = strcmp(kind, "slow") == 0;
    const uint16_t port = read_port(file);
    const int socket_ = port ? call_port(port) : -1;
    if (socket_ < 0) {
        pause_ms(1);
        return;
    }
    if (is_many) {
        struct pollfd writable = {.fd = socket_, .events = POLLOUT};
        (void)poll(&writable, 1, 100);
        if (rand() % 2) {
            say_random(socket_);
        }
        close(socket_);
        return;
    }
    keep(socket_);
    for (size_t i = 0; is_slow && i < n_kept && i < SLOW; i++) {
        (void)send(kept[i], "i", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    pause_ms(is_slow ? 20 : 1);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* What would be a greeting, and then the end of the job with status 42, if the name were a secret.
 */
static void say_name(int socket, uint64_t number)
{
    const struct {
        uint64_t number;
        int64_t from;
        int32_t letter[2];
    } said = {number, 1 + rand() % 3, {1, 42}};
    (void)send(socket, &said, 16, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)send(socket, &said.letter, sizeof said.letter, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void call_name(const char *text)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const size_t length = strcspn(text, "\n");
    const char *const number = strrchr(text, '-');
    if (length >= sizeof name.sun_path) {
        return;
    }
    memcpy(name.sun_path + 1, text + 1, length - 1);
    const int type = rand() % 8 ? SOCK_STREAM : SOCK_SEQPACKET;
    const int line = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const socklen_t bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (line < 0 || connect(line, (const struct sockaddr *)&name, bytes) != 0) {
        if (line >= 0) {
            close(line);
        }
        return;
    }
    if (rand() % 4) {
        say_name(line, number ? strtoull(number + 1, NULL, 16) : 0);
    } else if (rand() % 2) {
        say_random(line);
    }
    keep(line);
}

static void attack_names(void)
{
    char line[512];
    FILE *const names = fopen("/proc/net/unix", "r");
    while (names && fgets(line, sizeof line, names)) {
        const char *const name = strstr(line, "@ishmem-");
        if (name) {
            call_name(name);
        }
    }
    if (names) {
        fclose(names);
    }
}

int main(int argc, char **argv)
{
    const bool has_port = argc == 4 && strcmp(argv[1], "port") == 0;
    if (!has_port && (argc != 2 || strcmp(argv[1], "names") != 0)) {
        fprintf(stderr, "hostile: port FILE KIND | names\n");
        return 2;
    }
    if (!has_port && geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) {
        perror("hostile: setuid");
        return 2;
    }
    srand((unsigned)getpid());
    for (;;) {
        if (has_port && strcmp(argv[3], "idle") == 0) {
            be_idle(argv[2]);
        } else if (has_port) {
            attack_port(argv[2], argv[3]);
        } else {
            attack_names();
        }
    }
}
