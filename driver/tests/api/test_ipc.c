/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two processes share memory and an event pool.  The parent sends handles with their descriptors,
 * by SCM_RIGHTS or as a number for pidfd_getfd.  The child opens both, whole or with only the
 * descriptor in them, and the two take turns through events and a word in the memory.  Then a
 * parent sends descriptors that are not memory of this driver.
 */
#include "fixture.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 1000
#define LARGE (3 << 20) /* has its own file; WORDS words share one */

/* How a handle is sent. */
typedef struct way {
    bool rights; /* SCM_RIGHTS, not pidfd_getfd */
    bool bare;   /* only the descriptor arrives */
} way;

static test_device device;

/* ---- Passing handles ------------------------------------------------------------------- */

static void send_handle(int socket, const void *handle, bool rights)
{
    char data[ZE_MAX_IPC_HANDLE_SIZE];
    memcpy(data, handle, sizeof data);
    int descriptor;
    memcpy(&descriptor, data, sizeof descriptor);

    struct iovec vector = {.iov_base = data, .iov_len = sizeof data};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    if (rights) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    CHECK(sendmsg(socket, &message, 0) == (ssize_t)sizeof data);
}

/* Puts a descriptor of this process into the handle and returns it. */
static int receive_handle(int socket, void *handle, way how, pid_t sender)
{
    char data[ZE_MAX_IPC_HANDLE_SIZE];
    struct iovec vector = {.iov_base = data, .iov_len = sizeof data};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    CHECK(recvmsg(socket, &message, 0) == (ssize_t)sizeof data);

    int descriptor;
    if (how.rights) {
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        CHECK(header != NULL && header->cmsg_type == SCM_RIGHTS);
        memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    } else {
        memcpy(&descriptor, data, sizeof descriptor);
        int process = (int)syscall(SYS_pidfd_open, sender, 0);
        CHECK(process >= 0);
        descriptor = (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
        CHECK(descriptor >= 0);
        close(process);
    }
    if (how.bare) {
        memset(data, 0, sizeof data);
    }
    memcpy(data, &descriptor, sizeof descriptor);
    memcpy(handle, data, sizeof data);
    return descriptor;
}

/* ---- The two processes ------------------------------------------------------------------- */

static void child(int socket, way how)
{
    ze_ipc_mem_handle_t memory_handle;
    ze_ipc_event_pool_handle_t pool_handle;
    uint32_t *words = NULL;
    ze_event_pool_handle_t pool = NULL;
    pid_t parent = getppid();

    fixture_start(&device);
    int memory_descriptor = receive_handle(socket, &memory_handle, how, parent);
    int pool_descriptor = receive_handle(socket, &pool_handle, how, parent);
    CHECK_SUCCESS(
        zeMemOpenIpcHandle(device.context, device.tiles[0], memory_handle, 0, (void **)&words));
    CHECK_SUCCESS(zeEventPoolOpenIpcHandle(device.context, pool_handle, &pool));
    close(memory_descriptor); /* needed only to open the handles */
    close(pool_descriptor);
    ze_event_handle_t ready = fixture_event(pool, 0);
    ze_event_handle_t answer = fixture_event(pool, 1);
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);

    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    CHECK_SUCCESS(zeMemGetAllocProperties(device.context, words, &properties, NULL));
    CHECK(properties.type == fixture_memory_type(&device));
    void *base = NULL;
    size_t bytes = 0;
    CHECK_SUCCESS(zeMemGetAddressRange(device.context, words + 1, &base, &bytes));
    CHECK(base == words && bytes == WORDS * sizeof *words);
    CHECK_RESULT(zeMemFree(device.context, words), ZE_RESULT_ERROR_INVALID_ARGUMENT);

    CHECK_SUCCESS(zeEventHostSynchronize(ready, FOREVER));
    for (uint32_t i = 0; i < WORDS; i++) {
        CHECK(words[i] == i);
    }
    /* The device of this process signals the event for which the other process waits. */
    uint32_t pattern = 77;
    CHECK_SUCCESS(zeEventHostReset(ready));
    CHECK_SUCCESS(zeCommandListAppendMemoryFill(list, words, &pattern, sizeof pattern,
                                                WORDS * sizeof *words, answer, 1, &ready));
    CHECK(write(socket, "x", 1) == 1);
    CHECK_SUCCESS(zeEventHostSynchronize(answer, FOREVER));

    char end;
    CHECK(read(socket, &end, 1) == 1); /* the parent has freed its side */
    for (uint32_t i = 0; i < WORDS; i++) {
        CHECK(words[i] == 77);
    }
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeEventDestroy(ready));
    CHECK_SUCCESS(zeEventDestroy(answer));
    CHECK_SUCCESS(zeEventPoolCloseIpcHandle(pool));
    CHECK_SUCCESS(zeMemCloseIpcHandle(device.context, words));
    CHECK_RESULT(zeMemCloseIpcHandle(device.context, words), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    fixture_end(&device);
}

static void parent(int socket, way how)
{
    ze_ipc_mem_handle_t memory_handle;
    ze_ipc_event_pool_handle_t pool_handle;

    fixture_start(&device);
    uint32_t *words = fixture_device_memory(&device, WORDS * sizeof *words);
    ze_event_pool_handle_t pool =
        fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC, 4);
    ze_event_handle_t ready = fixture_event(pool, 0);
    ze_event_handle_t answer = fixture_event(pool, 1);
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, words + 10,
                                    &memory_handle)); /* of the whole allocation */
    CHECK_SUCCESS(zeEventPoolGetIpcHandle(pool, &pool_handle));
    send_handle(socket, &memory_handle, how.rights);
    send_handle(socket, &pool_handle, how.rights);

    for (uint32_t i = 0; i < WORDS; i++) {
        words[i] = i;
    }
    CHECK_SUCCESS(zeEventHostSignal(ready));
    char turn;
    CHECK(read(socket, &turn, 1) == 1);
    CHECK_RESULT(zeEventHostSynchronize(answer, 20000000), ZE_RESULT_NOT_READY);
    CHECK_SUCCESS(zeEventHostSignal(ready));
    CHECK_SUCCESS(zeEventHostSynchronize(answer, FOREVER));
    CHECK(words[0] == 77 && words[WORDS - 1] == 77);

    CHECK_SUCCESS(zeEventDestroy(ready));
    CHECK_SUCCESS(zeEventDestroy(answer));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, words)); /* while the handle is open elsewhere */
    CHECK(write(socket, "x", 1) == 1);
    fixture_end(&device);
}

static void run_pair(way how)
{
    int sockets[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    pid_t process = fork();
    CHECK(process >= 0);
    close(sockets[process == 0 ? 0 : 1]); /* so that each process notices the end of the other */
    if (process == 0) {
        child(sockets[1], how);
        exit(0);
    }
    parent(sockets[0], how);
    int status;
    CHECK(waitpid(process, &status, 0) == process);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- Handles that are none ----------------------------------------------------------------- */

static void refuse(const ze_ipc_mem_handle_t *handle)
{
    void *address = NULL;
    ze_event_pool_handle_t pool = NULL;
    ze_ipc_event_pool_handle_t pool_handle;
    memcpy(&pool_handle, handle, sizeof pool_handle);
    CHECK_RESULT(zeMemOpenIpcHandle(device.context, device.tiles[0], *handle, 0, &address),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(address == NULL);
    CHECK_RESULT(zeEventPoolOpenIpcHandle(device.context, pool_handle, &pool),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(pool == NULL);
}

/* Sends the descriptor alone, and in a handle whose other bytes belong to another file. */
static void refuse_descriptor(int descriptor, ze_ipc_mem_handle_t handle)
{
    memcpy(handle.data, &descriptor, sizeof descriptor);
    refuse(&handle);
    memset(handle.data + sizeof descriptor, 0, sizeof handle.data - sizeof descriptor);
    refuse(&handle);
}

typedef enum hostile {
    PIPE,
    ZERO,
    SOCKET,
    FOLDER,
    PLAIN_FILE,
    MEMFD,           /* not ours, not sealed */
    MEMFD_SEALED,    /* sealed like ours, but without a label */
    MEMFD_TRUNCATED, /* sealed while empty */
    READ_ONLY,       /* ours, but read-only */
    SHARED_POSITION, /* ours, at a position without a label */
    PAST_THE_END,    /* ours, at a position after its end */
    HOSTILE_COUNT
} hostile;

static int memfd(off_t bytes, int seals)
{
    int descriptor = memfd_create("other", MFD_ALLOW_SEALING);
    CHECK(descriptor >= 0 && ftruncate(descriptor, bytes) == 0);
    if (seals != 0) {
        CHECK(fcntl(descriptor, F_ADD_SEALS, seals) == 0);
    }
    return descriptor;
}

/* Opens a file of ours again, for a separate descriptor. */
static int reopened(int descriptor, int flags, off_t position)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int again = open(path, flags);
    CHECK(again >= 0 && lseek(again, position, SEEK_SET) == position);
    return again;
}

static int hostile_descriptor(hostile what, int ours)
{
    int ends[2];
    switch (what) {
    case PIPE:
        CHECK(pipe(ends) == 0);
        return ends[1];
    case ZERO:
        return open("/dev/zero", O_RDWR);
    case SOCKET:
        return socket(AF_UNIX, SOCK_STREAM, 0);
    case FOLDER:
        return open("/", O_RDONLY | O_DIRECTORY);
    case PLAIN_FILE:
        return fileno(tmpfile());
    case MEMFD:
        return memfd(1 << 20, 0);
    case MEMFD_SEALED:
        return memfd(1 << 20, F_SEAL_SHRINK | F_SEAL_GROW);
    case MEMFD_TRUNCATED:
        return memfd(0, F_SEAL_SHRINK | F_SEAL_GROW);
    case READ_ONLY:
        return reopened(ours, O_RDONLY, lseek(ours, 0, SEEK_CUR));
    case SHARED_POSITION:
        return reopened(ours, O_RDWR, 0);
    default:
        return reopened(ours, O_RDWR, (off_t)1 << 50);
    }
}

static void hostile_sender(int socket)
{
    ze_ipc_mem_handle_t handle;
    fixture_start(&device);
    uint32_t *words = fixture_device_memory(&device, WORDS * sizeof *words);
    uint32_t *large = fixture_device_memory(&device, LARGE);
    words[0] = 1234;
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, large, &handle));
    int ours;
    memcpy(&ours, handle.data, sizeof ours);
    for (int what = 0; what < HOSTILE_COUNT; what++) {
        ze_ipc_mem_handle_t wrong = handle;
        int descriptor = hostile_descriptor((hostile)what, ours);
        CHECK(descriptor >= 0);
        memcpy(wrong.data, &descriptor, sizeof descriptor);
        send_handle(socket, &wrong, true);
    }
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, words, &handle));
    send_handle(socket, &handle, true);
    char end;
    CHECK(read(socket, &end, 1) == 1);
    CHECK_SUCCESS(zeMemFree(device.context, words));
    CHECK_SUCCESS(zeMemFree(device.context, large));
    CHECK(write(socket, "x", 1) == 1);
    fixture_end(&device);
}

static void hostile_receiver(int socket)
{
    ze_ipc_mem_handle_t handle;
    ze_ipc_mem_handle_t mine;
    way rights = {.rights = true};
    char data[ZE_MAX_IPC_HANDLE_SIZE];

    fixture_start(&device);
    void *memory = fixture_device_memory(&device, LARGE);
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, memory, &mine));
    for (int what = 0; what < HOSTILE_COUNT; what++) {
        int descriptor = receive_handle(socket, &handle, rights, 0);
        refuse_descriptor(descriptor, mine); /* the handle is for another file */
        if (what < READ_ONLY) {
            refuse_descriptor(descriptor, handle);
        }
        close(descriptor);
        refuse_descriptor(descriptor, handle); /* it has been closed */
    }
    refuse_descriptor(-1, handle);
    refuse_descriptor(1 << 30, handle);

    /* Then a good one must work, until its memory is freed. */
    uint32_t *words = NULL;
    int descriptor = receive_handle(socket, data, (way){.rights = true, .bare = true}, 0);
    memcpy(handle.data, data, sizeof data);
    CHECK_SUCCESS(zeMemOpenIpcHandle(device.context, device.tiles[0], handle, 0, (void **)&words));
    CHECK(words[0] == 1234);
    CHECK_SUCCESS(zeMemCloseIpcHandle(device.context, words));
    char end;
    CHECK(write(socket, "x", 1) == 1);
    CHECK(read(socket, &end, 1) == 1);
    refuse(&handle);
    close(descriptor);
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    fixture_end(&device);
}

/* Bytes that are in none of our handles are refused. */
static void refuse_rubbish(void)
{
    ze_ipc_mem_handle_t rubbish;
    ze_event_pool_handle_t pool = NULL;
    ze_ipc_event_pool_handle_t pool_handle;

    fixture_start(&device);
    memset(&rubbish, 0x5a, sizeof rubbish);
    refuse(&rubbish);
    memset(&rubbish, 0, sizeof rubbish); /* standard input */
    refuse(&rubbish);

    /* Memory without a pool. */
    void *memory = fixture_host_memory(&device, 4096);
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, memory, &rubbish));
    memcpy(&pool_handle, &rubbish, sizeof pool_handle);
    CHECK_RESULT(zeEventPoolOpenIpcHandle(device.context, pool_handle, &pool),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    fixture_end(&device);
}

/* ---- Handles and descriptors, in one process ------------------------------------------------ */

/* The driver's own functions, for loaders that do not know them; they take the driver's handles. */
typedef ze_result_t (*from_descriptor)(ze_context_handle_t, uint64_t, ze_ipc_mem_handle_t *);
typedef ze_result_t (*to_descriptor)(ze_context_handle_t, ze_ipc_mem_handle_t, uint64_t *);

/* Blocks of one file are found by their descriptors alone, with the right addresses and sizes. */
static void tell_blocks_apart(void)
{
    enum { BLOCKS = 40 };
    ze_ipc_mem_handle_t handles[BLOCKS];
    uint32_t *blocks[BLOCKS];

    fixture_start(&device);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        blocks[i] = fixture_device_memory(&device, 100 + i);
        *blocks[i] = i;
        CHECK_SUCCESS(zeMemGetIpcHandle(device.context, blocks[i], &handles[i]));
    }
    for (uint32_t i = 0; i < BLOCKS; i++) {
        ze_ipc_mem_handle_t again;
        uint32_t *opened = NULL;
        size_t bytes = 0;
        CHECK_SUCCESS(zeMemGetIpcHandle(device.context, blocks[i], &again));
        CHECK(memcmp(&again, &handles[i], sizeof again) == 0);
        memset(again.data + sizeof(int), 0, sizeof again.data - sizeof(int));
        CHECK_SUCCESS(
            zeMemOpenIpcHandle(device.context, device.tiles[0], again, 0, (void **)&opened));
        CHECK(*opened == i);
        CHECK_SUCCESS(zeMemGetAddressRange(device.context, opened, NULL, &bytes));
        CHECK(bytes == 100 + i);
        CHECK_SUCCESS(zeMemCloseIpcHandle(device.context, opened));
        CHECK_SUCCESS(zeMemFree(device.context, blocks[i]));
        refuse(&handles[i]);
    }
    fixture_end(&device);
}

static void use_descriptors(void)
{
    void *address;
    from_descriptor from;
    to_descriptor to;
    ze_ipc_mem_handle_t handle, made;
    uint64_t descriptor = 0;

    fixture_start(&device);
    address = fixture_function(&device, "zeMemGetIpcHandleFromFileDescriptorExp");
    memcpy(&from, &address, sizeof from);
    address = fixture_function(&device, "zeMemGetFileDescriptorFromIpcHandleExp");
    memcpy(&to, &address, sizeof to);
    void *memory = fixture_device_memory(&device, 500);
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, memory, &handle));
    CHECK_SUCCESS(to(device.context, handle, &descriptor));
    CHECK_SUCCESS(from(device.context, descriptor, &made));
    CHECK(memcmp(&made, &handle, sizeof made) == 0);
    CHECK_RESULT(from(device.context, (uint64_t)STDIN_FILENO, &made),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(from(device.context, UINT64_MAX, &made), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(from(device.context, descriptor, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK_RESULT(to(device.context, handle, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    handle.data[20] ^= 1;
    CHECK_RESULT(to(device.context, handle, &descriptor), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    fixture_end(&device);
}

/* ---- All of it ----------------------------------------------------------------------------------
 */

static void wait_for(pid_t process)
{
    int status;
    CHECK(waitpid(process, &status, 0) == process);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void run_hostile_pair(way unused)
{
    int sockets[2];
    (void)unused;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    pid_t process = fork();
    CHECK(process >= 0);
    close(sockets[process == 0 ? 0 : 1]);
    if (process == 0) {
        hostile_receiver(sockets[1]);
        exit(0);
    }
    hostile_sender(sockets[0]);
    wait_for(process);
}

/* Runs in a process that has not used Level Zero. */
static void run_apart(void (*pair)(way), way how)
{
    pid_t process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        pair(how);
        exit(0);
    }
    wait_for(process);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        run_apart(run_pair, (way){.rights = i % 2 != 0, .bare = i / 2 != 0});
    }
    run_apart(run_hostile_pair, (way){0});
    refuse_rubbish();
    tell_blocks_apart();
    if (!fixture_wraps_handles()) {
        use_descriptors();
    }
    return 0;
}
