/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of the CPU engine: allocation, handles across processes, forged handles, copies. */
#include "check.h"

#include "machine/processor.h"
#include "machine/settings.h"
#include "memory/copy.h"
#include "memory/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

static zed_memory_t *allocate(zed_memory_kind_t kind, size_t bytes, size_t alignment)
{
    zed_memory_t *memory = NULL;
    CHECK(zed_memory_alloc(kind, 1, bytes, alignment, &memory) == ZE_RESULT_SUCCESS);
    CHECK(memory->bytes == bytes && !memory->imported && memory->kind == kind);
    CHECK(alignment == 0 || (uintptr_t)memory->base % alignment == 0);
    const char *byte = memory->base;
    for (size_t i = 0; i < bytes; i = i < 4096 || i == bytes - 1 ? i + 1 : bytes - 1) {
        CHECK(byte[i] == 0);
    }
    return memory;
}

static int descriptors_open(void)
{
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    CHECK(directory != NULL);
    while (readdir(directory) != NULL) {
        count++;
    }
    closedir(directory);
    return count;
}

static void test_sizes(void)
{
    static const size_t sizes[] = {1,       8,       63,    64,     65,      4095,
                                   4096,    65535,   65536, 100000, 1 << 20, (1 << 20) + 1,
                                   3 << 20, 64 << 20};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (size_t alignment = 1; alignment <= (size_t)4 << 20; alignment *= 4) {
            zed_memory_t *memory = allocate(ZED_MEMORY_SHARED, sizes[i], alignment);
            memset(memory->base, 1, sizes[i] < 4096 ? sizes[i] : 4096);
            ((char *)memory->base)[sizes[i] - 1] = 2;
            zed_memory_free(memory);
        }
    }
    zed_memory_t *memory = NULL;
    CHECK(zed_memory_alloc(ZED_MEMORY_DEVICE, 0, 0, 0, &memory) ==
          ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    CHECK(zed_memory_alloc(ZED_MEMORY_DEVICE, 0, 8, 24, &memory) ==
          ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
    CHECK(zed_memory_alloc(ZED_MEMORY_DEVICE, 0, (size_t)1 << 60, 0, &memory) ==
          ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(zed_memory_alloc(ZED_MEMORY_DEVICE, 0, SIZE_MAX, 0, &memory) ==
          ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(zed_memory_alloc(ZED_MEMORY_HOST, 0, (size_t)1 << 60, 0, &memory) ==
          ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
    CHECK(zed_memory_alloc(ZED_MEMORY_DEVICE, 100000, 8, 0, &memory) ==
          ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(memory == NULL);
}

/* Many allocations need few descriptors, and no two have the same place. */
static void test_many(void)
{
    enum { COUNT = 10000 };
    static zed_memory_t *all[COUNT];
    const int before = descriptors_open();
    uint64_t last_id = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const size_t bytes = i % 100 == 0 ? (size_t)1 << 20 : 1 + i * 37 % 65536;
        all[i] = allocate(ZED_MEMORY_DEVICE, bytes, 0);
        CHECK(all[i]->id > last_id);
        last_id = all[i]->id;
        memcpy(all[i]->base, &i, bytes < sizeof(i) ? bytes : sizeof(i));
        ((char *)all[i]->base)[bytes - 1] = (char)i;
    }
    CHECK(descriptors_open() < before + 200);
    for (size_t i = 0; i < COUNT; i++) {
        CHECK(((char *)all[i]->base)[all[i]->bytes - 1] == (char)i);
        CHECK(all[i]->bytes <= sizeof(i) || memcmp(all[i]->base, &i, sizeof(i)) == 0);
    }
    for (size_t i = 0; i < COUNT; i++) {
        zed_memory_free(all[i * 7919 % COUNT]);
    }
    CHECK(descriptors_open() < before + 20);
}

/* ---- Handles ------------------------------------------------------------------------------- */

static void descriptor_send(int channel, int descriptor)
{
    char byte = 0;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec vector = {&byte, 1};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof(control.room)};
    memset(&control, 0, sizeof(control));
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&control.header), &descriptor, sizeof(int));
    CHECK(sendmsg(channel, &message, 0) == 1);
}

static int descriptor_receive(int channel)
{
    char byte;
    int descriptor = -1;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec vector = {&byte, 1};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof(control.room)};
    CHECK(recvmsg(channel, &message, 0) == 1);
    memcpy(&descriptor, CMSG_DATA(&control.header), sizeof(int));
    return descriptor;
}

static int handle_descriptor(const ze_ipc_mem_handle_t *handle)
{
    uint64_t descriptor;
    memcpy(&descriptor, handle->data, sizeof(descriptor));
    return (int)descriptor;
}

static void handle_use(const ze_ipc_mem_handle_t *handle, bool bare, int descriptor, size_t bytes)
{
    ze_ipc_mem_handle_t mine = *handle;
    zed_memory_t *opened = NULL;
    if (bare) {
        memset(mine.data, 0, sizeof(mine.data));
    }
    memcpy(mine.data, &descriptor, sizeof(descriptor));
    CHECK(zed_memory_import(&mine, &opened) == ZE_RESULT_SUCCESS);
    close(descriptor);
    CHECK(opened->imported && opened->bytes == bytes && opened->tile == 1);
    char *base = opened->base;
    CHECK(base[0] == 11 && base[bytes - 1] == 12);
    base[bytes / 2] = 13;
    zed_memory_free(opened);
}

/* The child opens memory that the parent allocated after the fork.  It gets the descriptor in both
 * known ways, with the whole handle and with the descriptor alone. */
static void across_processes(size_t bytes)
{
    int channel[2];
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, channel) == 0);
    const pid_t parent = getpid();
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        ze_ipc_mem_handle_t handle;
        for (int way = 0; way < 4; way++) {
            CHECK(read(channel[1], &handle, sizeof(handle)) == sizeof(handle));
            int descriptor = descriptor_receive(channel[1]);
            if (way % 2 == 1) {
                const int process = (int)syscall(SYS_pidfd_open, parent, 0);
                const int other = process < 0 ? -1
                                              : (int)syscall(SYS_pidfd_getfd, process,
                                                             handle_descriptor(&handle), 0);
                if (other >= 0) { /* some sandboxes forbid this */
                    close(descriptor);
                    descriptor = other;
                }
                close(process);
            }
            handle_use(&handle, way / 2 != 0, descriptor, bytes);
            CHECK(write(channel[1], "", 1) == 1);
        }
        _exit(0);
    }
    for (int way = 0; way < 4; way++) {
        char byte;
        ze_ipc_mem_handle_t handle;
        zed_memory_t *before = allocate(ZED_MEMORY_DEVICE, bytes, 0); /* so the offset is not 0 */
        zed_memory_t *memory = allocate(ZED_MEMORY_DEVICE, bytes, 0);
        char *base = memory->base;
        base[0] = 11;
        base[bytes - 1] = 12;
        base[bytes / 2] = 0;
        CHECK(zed_memory_export(memory, &handle) == ZE_RESULT_SUCCESS);
        CHECK(write(channel[0], &handle, sizeof(handle)) == sizeof(handle));
        descriptor_send(channel[0], handle_descriptor(&handle));
        CHECK(read(channel[0], &byte, 1) == 1);
        CHECK(base[bytes / 2] == 13);
        zed_memory_free(memory);
        zed_memory_free(before);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    close(channel[0]);
    close(channel[1]);
}

static void test_handles(void)
{
    across_processes(100);
    across_processes(5000);
    across_processes(300000);
    across_processes((size_t)5 << 20);
}

static void handle_refused(const ze_ipc_mem_handle_t *handle)
{
    zed_memory_t *opened = NULL;
    CHECK(zed_memory_import(handle, &opened) == ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(opened == NULL);
}

static void handle_with_descriptor_refused(ze_ipc_mem_handle_t handle, uint64_t descriptor)
{
    memcpy(handle.data, &descriptor, sizeof(descriptor));
    handle_refused(&handle);
}

static void test_garbage(void)
{
    ze_ipc_mem_handle_t handle;
    zed_memory_t *memory = allocate(ZED_MEMORY_DEVICE, 10000, 0);
    zed_memory_t *other = allocate(ZED_MEMORY_DEVICE, 2 << 20, 0);
    zed_memory_t *opened = NULL;
    CHECK(zed_memory_export(memory, &handle) == ZE_RESULT_SUCCESS);
    CHECK(zed_memory_import(&handle, &opened) == ZE_RESULT_SUCCESS);
    CHECK(zed_memory_export(opened, &handle) == ZE_RESULT_ERROR_INVALID_ARGUMENT);

    /* No bit may be wrong, including the upper half of the descriptor. */
    for (size_t bit = 32; bit < 8 * sizeof(handle.data); bit++) {
        ze_ipc_mem_handle_t bad = handle;
        bad.data[bit / 8] = (char)(bad.data[bit / 8] ^ (1 << (bit % 8)));
        handle_refused(&bad);
    }
    ze_ipc_mem_handle_t bad;
    memset(&bad, 0, sizeof(bad));
    handle_refused(&bad);
    memset(&bad, 0xff, sizeof(bad));
    handle_refused(&bad);
    srand(1);
    for (int turn = 0; turn < 1000; turn++) {
        for (size_t i = 0; i < sizeof(bad.data); i++) {
            bad.data[i] = (char)rand();
        }
        handle_refused(&bad);
    }

    /* The claim is right, but for another file. */
    ze_ipc_mem_handle_t other_handle;
    int ends[2];
    CHECK(zed_memory_export(other, &other_handle) == ZE_RESULT_SUCCESS);
    CHECK(pipe(ends) == 0);
    const int null = open("/dev/null", O_RDWR);
    const int plain = memfd_create("plain", 0);
    CHECK(ftruncate(plain, 1 << 21) == 0);
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", handle_descriptor(&handle));
    const int read_only = open(path, O_RDONLY);
    CHECK(read_only >= 0);
    handle_with_descriptor_refused(handle, (uint64_t)handle_descriptor(&other_handle));
    handle_with_descriptor_refused(handle, (uint64_t)ends[0]);
    handle_with_descriptor_refused(handle, (uint64_t)null);
    handle_with_descriptor_refused(handle, (uint64_t)plain);
    handle_with_descriptor_refused(handle, (uint64_t)read_only);
    handle_with_descriptor_refused(handle, 100000);
    handle_with_descriptor_refused(handle, UINT64_MAX);

    /* Freed by its owner, still open here. */
    zed_memory_t *kept = NULL;
    CHECK(zed_memory_import(&other_handle, &kept) == ZE_RESULT_SUCCESS);
    ((char *)other->base)[5] = 7;
    zed_memory_free(other);
    CHECK(((char *)kept->base)[5] == 7);
    zed_memory_free(kept);
    zed_memory_free(opened);
    zed_memory_free(memory);
}

/* ---- Copies and fills ---------------------------------------------------------------------- */

static void bytes_make(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(i * 131 + (i >> 8) * 7 + (i >> 16));
    }
}

static void copy_check(unsigned char *room, unsigned char *want, size_t room_bytes, size_t to,
                       size_t from, size_t bytes)
{
    bytes_make(room, room_bytes);
    memcpy(want, room, room_bytes);
    memmove(want + to, want + from, bytes);
    zed_copy(room + to, room + from, bytes);
    CHECK(memcmp(room, want, room_bytes) == 0);
}

static void test_copies(void)
{
    enum { SMALL = 600 };
    unsigned char *room = malloc(SMALL);
    unsigned char *want = malloc(SMALL);
    CHECK(room != NULL && want != NULL);
    static const size_t lengths[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 100, 255, 256};
    for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
        for (size_t to = 0; to < 66; to += to < 18 ? 1 : 7) {
            for (size_t from = 0; from < 130; from += from < 18 ? 1 : 9) {
                copy_check(room, want, SMALL, to, from, lengths[l]);
                copy_check(room, want, SMALL, from, to, lengths[l]);
            }
        }
    }
    free(room);
    free(want);

    const size_t large = (size_t)48 << 20;
    room = malloc(large);
    want = malloc(large);
    CHECK(room != NULL && want != NULL);
    static const size_t offsets[] = {0, 1, 13, 64, 4096, 5000, (size_t)20 << 20};
    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        for (size_t bytes = ((size_t)4 << 20) + 5; bytes < large / 2; bytes *= 3) {
            copy_check(room, want, large, offsets[i], 3, bytes);
            copy_check(room, want, large, 3, offsets[i], bytes);
            copy_check(room, want, large, offsets[i], large / 2 + 1, bytes - 64);
        }
    }
    free(room);
    free(want);
}

static void test_fills(void)
{
    enum { ROOM = 100000 };
    static unsigned char room[ROOM];
    unsigned char pattern[300];
    static const size_t patterns[] = {1, 2, 3, 4, 5, 8, 16, 17, 64, 100, 128, 300};
    static const size_t lengths[] = {0, 1, 2, 3, 16, 63, 299, 300, 301, 4096, 5000, 9999, 65537};
    bytes_make(pattern, sizeof(pattern));
    for (size_t p = 0; p < sizeof(patterns) / sizeof(patterns[0]); p++) {
        for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
            for (size_t offset = 1; offset < 9; offset++) {
                memset(room, 0xee, sizeof(room));
                zed_fill(room + offset, pattern, patterns[p], lengths[l]);
                CHECK(room[offset - 1] == 0xee && room[offset + lengths[l]] == 0xee);
                for (size_t i = 0; i < lengths[l]; i++) {
                    CHECK(room[offset + i] == pattern[i % patterns[p]]);
                }
            }
        }
    }
}

static void test_device(void)
{
    setenv("ZECPU_TILES", "three", 1); /* prints one warning and uses the default */
    const zed_device_info_t *info = zed_processor_describe();
    CHECK(info->tiles == 8 && info->threads >= 1 && info->name[0] != '\0');
    CHECK(info->memory_bytes > 1 << 20 && info->max_group_size >= 1024 && info->simd_bytes >= 16);
    CHECK(info->sub_group_size == ZED_SUB_GROUP_SIZE && info->timer_hz != 0);
}

int main(void)
{
    test_device();
    test_sizes();
    test_many();
    test_handles();
    test_garbage();
    test_copies();
    test_fills();
    return 0;
}
