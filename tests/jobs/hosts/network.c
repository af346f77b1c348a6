/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * network PORTS [NAME VALUE]...: joins the interfaces port1 to portPORTS of its network namespace as a hub
 * does, and treats the frames as a bad network would:
 *
 *     delay MS            each frame arrives so much later
 *     loss PERCENT        so many frames are lost
 *     reorder PERCENT     so many frames are not delayed, and so overtake others
 *     rate MBIT           each port passes on so many million bits a second; frames that would wait longer
 *                         than 200 ms for it are lost
 *     down FRAMES,SECONDS when so many frames have come, all are lost for SECONDS
 *
 * It ends when its input does, and says what became of the frames; with a status other than 0 if it was to lose
 * some and has lost none of many.  The kernel's own such network (netem) is not in every kernel.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PORTS 16
#define FRAME_BYTES (65536 + 256)
/* Of so many it is as good as certain that one in a hundred is lost. */
#define FRAMES_MANY 4000
#define NS_PER_MS 1000000
#define NS_PER_SECOND 1000000000
#define BACKLOG_NS (200 * (uint64_t)NS_PER_MS)

typedef struct frame {
    TAILQ_ENTRY(frame) others;
    uint64_t due;
    int port;
    size_t bytes;
    char data[]; /* with the header that says what the kernel has left to the interface */
} frame_t;

/* On their way, the next one first. */
static TAILQ_HEAD(queue, frame) queue = TAILQ_HEAD_INITIALIZER(queue);

static struct {
    double delay_ms;
    double loss;
    double reorder;
    double rate;
    double down_after; /* frames */
    double down_seconds;
} options;

static int sockets[PORTS];
static uint64_t free_at[PORTS]; /* when a port has passed on what waits for it */
static int ports;
static uint64_t passed, lost;

static noreturn void fail(const char *what)
{
    fprintf(stderr, "network: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS_PER_SECOND + (uint64_t)now.tv_nsec;
}

/* ---- The frames on their way ----------------------------------------------------------------- */

/* Behind those that are due at the same time. */
static void insert(frame_t *frame)
{
    frame_t *before = TAILQ_LAST(&queue, queue);
    while (before && before->due > frame->due) {
        before = TAILQ_PREV(before, queue, others);
    }
    if (before) {
        TAILQ_INSERT_AFTER(&queue, before, frame, others);
    } else {
        TAILQ_INSERT_HEAD(&queue, frame, others);
    }
}

/* Returns how long it is to the next one. */
static uint64_t send_due(void)
{
    frame_t *first;
    while ((first = TAILQ_FIRST(&queue))) {
        const uint64_t now = now_ns();
        if (first->due > now) {
            return first->due - now;
        }
        const ssize_t sent = send(sockets[first->port], first->data, first->bytes, 0);
        *(sent == (ssize_t)first->bytes ? &passed : &lost) += 1;
        TAILQ_REMOVE(&queue, first, others);
        free(first);
    }
    return UINT64_MAX;
}

/* ---- What becomes of a frame ------------------------------------------------------------------ */

static int happens(double percent)
{
    return percent > 0 && drand48() * 100 < percent;
}

static int is_down(uint64_t now)
{
    static uint64_t frames, up_at;
    if (options.down_seconds > 0 && (double)++frames == options.down_after) {
        up_at = now + (uint64_t)(options.down_seconds * NS_PER_SECOND);
    }
    return now < up_at;
}

static void pass_on(const char *data, size_t bytes, int port, uint64_t now)
{
    uint64_t due = now;
    if (options.rate > 0) {
        due = free_at[port] > now ? free_at[port] : now;
        if (due - now > BACKLOG_NS) {
            lost++;
            return;
        }
        due += (uint64_t)((double)bytes * 8000 / options.rate);
        free_at[port] = due;
    }
    if (!happens(options.reorder)) {
        due += (uint64_t)(options.delay_ms * NS_PER_MS);
    }
    frame_t *const frame = malloc(sizeof *frame + bytes);
    if (!frame) {
        fail("malloc");
    }
    *frame = (frame_t){.due = due, .port = port, .bytes = bytes};
    memcpy(frame->data, data, bytes);
    insert(frame);
}

static void receive(int from)
{
    static char data[FRAME_BYTES];
    for (;;) {
        const ssize_t bytes = recv(sockets[from], data, sizeof data, MSG_DONTWAIT);
        if (bytes < 0) {
            return;
        }
        const uint64_t now = now_ns();
        if (is_down(now) || happens(options.loss)) {
            lost++;
            continue;
        }
        for (int port = 0; port < ports; port++) {
            if (port != from) {
                pass_on(data, (size_t)bytes, port, now);
            }
        }
    }
}

/* ---- Start --------------------------------------------------------------------------------------- */

static int open_port(int number)
{
    char name[IF_NAMESIZE];
    const int on = 1;
    const int bytes = 8 << 20;
    snprintf(name, sizeof name, "port%d", number);
    const int port = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ETH_P_ALL));
    const struct sockaddr_ll address = {.sll_family = AF_PACKET,
                                        .sll_protocol = htons(ETH_P_ALL),
                                        .sll_ifindex = (int)if_nametoindex(name)};
    const struct packet_mreq all = {.mr_ifindex = address.sll_ifindex,
                                    .mr_type = PACKET_MR_PROMISC};
    if (port < 0 || address.sll_ifindex == 0 ||
        setsockopt(port, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) != 0 ||
        setsockopt(port, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) != 0 ||
        setsockopt(port, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof all) != 0 ||
        setsockopt(port, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0 ||
        setsockopt(port, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes) != 0 ||
        bind(port, (const struct sockaddr *)&address, sizeof address) != 0) {
        fail(name);
    }
    return port;
}

static void take_option(const char *name, const char *value)
{
    const struct {
        const char *name;
        double *value;
    } numbers[] = {{"delay", &options.delay_ms},
                   {"loss", &options.loss},
                   {"reorder", &options.reorder},
                   {"rate", &options.rate}};
    char *end = NULL;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].value = strtod(value, &end);
        }
    }
    if (strcmp(name, "down") == 0) {
        options.down_after = strtod(value, &end);
        options.down_seconds = *end == ',' ? strtod(end + 1, &end) : -1;
    }
    if (!end || end == value || *end != '\0' || options.down_seconds < 0) {
        fprintf(stderr, "network: %s %s is no option; the source says which there are\n", name,
                value);
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    ports = argc > 1 ? atoi(argv[1]) : 0;
    if (ports < 2 || ports > PORTS || argc % 2 != 0) {
        fprintf(stderr, "usage: network PORTS [NAME VALUE]..., 2 to %d ports\n", PORTS);
        return EXIT_FAILURE;
    }
    for (int i = 2; i < argc; i += 2) {
        take_option(argv[i], argv[i + 1]);
    }
    struct pollfd watched[PORTS + 1] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    for (int port = 0; port < ports; port++) {
        sockets[port] = open_port(port + 1);
        watched[port + 1] = (struct pollfd){.fd = sockets[port], .events = POLLIN};
    }
    srand48(1);
    for (;;) {
        const uint64_t left = send_due();
        const struct timespec limit = {.tv_sec = (time_t)(left / NS_PER_SECOND),
                                       .tv_nsec = (long)(left % NS_PER_SECOND)};
        if (ppoll(watched, (nfds_t)ports + 1, left == UINT64_MAX ? NULL : &limit, NULL) < 0 &&
            errno != EINTR) {
            fail("ppoll");
        }
        if (watched[0].revents) {
            break;
        }
        for (int port = 0; port < ports; port++) {
            if (watched[port + 1].revents) {
                receive(port);
            }
        }
    }
    printf("network: %llu frames passed on, %llu lost\n", (unsigned long long)passed,
           (unsigned long long)lost);
    const int is_lossy = options.down_seconds > 0 || (options.loss > 0 && passed > FRAMES_MANY);
    return is_lossy && lost == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
