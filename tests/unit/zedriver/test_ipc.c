/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two processes share memory and an event pool.  The parent sends handles with their
 * descriptors, once by SCM_RIGHTS and once as a number for pidfd_getfd; the child opens
 * both, and the two take turns through events and a word in the memory.
 */
#include "fixture.h"

#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 1000

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
static int receive_handle(int socket, void *handle, bool rights, pid_t sender)
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
    if (rights) {
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
    uint64_t wide = (uint64_t)descriptor;
    memcpy(data, &wide, sizeof wide);
    memcpy(handle, data, sizeof data);
    return descriptor;
}

/* ---- The two processes ------------------------------------------------------------------- */

static void child(int socket, bool rights)
{
    ze_ipc_mem_handle_t memory_handle;
    ze_ipc_event_pool_handle_t pool_handle;
    uint32_t *words = NULL;
    ze_event_pool_handle_t pool = NULL;
    pid_t parent = getppid();

    fixture_start(&device);
    int memory_descriptor = receive_handle(socket, &memory_handle, rights, parent);
    int pool_descriptor = receive_handle(socket, &pool_handle, rights, parent);
    CHECK_SUCCESS(
        zeMemOpenIpcHandle(device.context, device.tiles[0], memory_handle, 0, (void **)&words));
    CHECK_SUCCESS(zeEventPoolOpenIpcHandle(device.context, pool_handle, &pool));
    close(memory_descriptor); /* they were ours only to open the handles with */
    close(pool_descriptor);
    ze_event_handle_t ready = fixture_event(pool, 0);
    ze_event_handle_t answer = fixture_event(pool, 1);
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);

    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    CHECK_SUCCESS(zeMemGetAllocProperties(device.context, words, &properties, NULL));
    CHECK(properties.type == ZE_MEMORY_TYPE_DEVICE);
    CHECK_RESULT(zeMemFree(device.context, words), ZE_RESULT_ERROR_INVALID_ARGUMENT);

    CHECK_SUCCESS(zeEventHostSynchronize(ready, FOREVER));
    for (uint32_t i = 0; i < WORDS; i++) {
        CHECK(words[i] == i);
    }
    /* The device of this process signals what the other process waits for. */
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

static void parent(int socket, bool rights)
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
    send_handle(socket, &memory_handle, rights);
    send_handle(socket, &pool_handle, rights);

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
    CHECK_SUCCESS(zeMemFree(device.context, words)); /* with the handle open elsewhere */
    CHECK(write(socket, "x", 1) == 1);
    fixture_end(&device);
}

static void run_pair(bool rights)
{
    int sockets[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    pid_t process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        child(sockets[1], rights);
        exit(0);
    }
    parent(sockets[0], rights);
    int status;
    CHECK(waitpid(process, &status, 0) == process);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* What is in no handle of ours is refused. */
static void refuse_rubbish(void)
{
    ze_ipc_mem_handle_t rubbish;
    void *address = NULL;
    ze_event_pool_handle_t pool = NULL;
    ze_ipc_event_pool_handle_t pool_handle;

    fixture_start(&device);
    memset(&rubbish, 0x5a, sizeof rubbish);
    memset(&pool_handle, 0x5a, sizeof pool_handle);
    CHECK(zeMemOpenIpcHandle(device.context, device.tiles[0], rubbish, 0, &address) !=
          ZE_RESULT_SUCCESS);
    CHECK(zeEventPoolOpenIpcHandle(device.context, pool_handle, &pool) != ZE_RESULT_SUCCESS);

    /* Memory that holds no pool. */
    void *memory = fixture_host_memory(&device, 4096);
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, memory, &rubbish));
    memcpy(&pool_handle, &rubbish, sizeof pool_handle);
    CHECK_RESULT(zeEventPoolOpenIpcHandle(device.context, pool_handle, &pool),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    fixture_end(&device);
}

int main(void)
{
    /* Each pair begins in processes that have not touched Level Zero. */
    for (int rights = 0; rights <= 1; rights++) {
        pid_t process = fork();
        CHECK(process >= 0);
        if (process == 0) {
            run_pair(rights != 0);
            exit(0);
        }
        int status;
        CHECK(waitpid(process, &status, 0) == process);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    refuse_rubbish();
    return 0;
}
