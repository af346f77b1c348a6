/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writes the trace's file: see trace_file.h.  trace_format.h has the table of shared words.
 */
#include "trace_file.h"

#include "allocate.h"
#include "job.h"
#include "log.h"
#include "util/file_limit.h"
#include "util/ticks.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RECORDS (ISHMEMI_TRACE_CHUNK_BYTES / sizeof(ishmemi_trace_record_t) - 1)
#define PAGE ((size_t)4096)
#define FIRST_CHUNK                                                                             \
    ((sizeof(ishmemi_trace_header_t) + (size_t)ISHMEMI_TRACE_NAMES * ISHMEMI_TRACE_NAME_BYTES + \
      PAGE - 1) /                                                                               \
     PAGE * PAGE)

/* The last name stands for all names without room. */
#define OTHER_NAME (ISHMEMI_TRACE_NAMES - 1)

static int file = -1;
static char path[4096];
static uint64_t most_chunks;
static ishmemi_trace_header_t *header;
static char (*names)[ISHMEMI_TRACE_NAME_BYTES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards names and header->now */

/* A thread's chunk, and the names that it has looked up. */
#define LOOKED_UP 256
typedef struct writer {
    struct writer *next;
    ishmemi_trace_chunk_t *chunk;
    uint32_t n_records;
    bool is_full; /* so is the file */
    struct {
        const char *name;
        uint16_t number;
    } known[LOOKED_UP];
} writer_t;
/* All threads' writers; each thread adds its own before its first record: swap release, load
 * acquire. */
static writer_t *writers;
/* For what kernels do. */
static writer_t kernels;
/* The number of the file: a thread may outlive a file. */
static unsigned number;
/* Small, because a program that loads the library at run time has little room for thread-local
 * variables. */
static _Thread_local struct {
    writer_t *writer;
    unsigned number;
} mine __attribute__((tls_model("initial-exec")));

ishmemi_trace_header_t *ishmemi_trace_file_header(void)
{
    return header;
}

static __attribute__((noinline)) void begin_thread(void)
{
    mine.writer = ishmemi_allocate_zeroed("the trace of a thread", 1, sizeof *mine.writer);
    mine.number = number;
    mine.writer->next = __atomic_load_n(&writers, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&writers, &mine.writer->next, mine.writer, true,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
}

/* This thread's writer. */
static inline writer_t *my_writer(void)
{
    if (__builtin_expect(mine.number != number, 0)) {
        begin_thread();
    }
    return mine.writer;
}

/* ---- Names ----------------------------------------------------------------------------------- */

uint16_t ishmemi_trace_file_copied_name(const char *name)
{
    pthread_mutex_lock(&mutex);
    uint64_t i = 0;
    while (i < header->n_names && strncmp(names[i], name, ISHMEMI_TRACE_NAME_BYTES - 1) != 0) {
        i++;
    }
    if (i == header->n_names && i < OTHER_NAME) {
        snprintf(names[i], ISHMEMI_TRACE_NAME_BYTES, "%s", name);
        __atomic_store_n(&header->n_names, i + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&mutex);
    return (uint16_t)i;
}

uint16_t ishmemi_trace_file_name(const char *name)
{
    writer_t *const writer = my_writer();
    const size_t slot = (uintptr_t)name * 0x9e3779b97f4a7c15u >> 56;
    if (__builtin_expect(writer->known[slot].name != name, 0)) {
        writer->known[slot].number = ishmemi_trace_file_copied_name(name);
        writer->known[slot].name = name;
    }
    return writer->known[slot].number;
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

static uint32_t this_thread(void)
{
    return (uint32_t)syscall(SYS_gettid);
}

/* 0, or an errno. */
static int grow(off_t offset, size_t bytes)
{
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    errno = posix_fallocate(file, offset, (off_t)bytes);
    ishmemi_file_limit_end(&limit);
    return errno;
}

/* A chunk of the file that has disk space.  On a full disk, a store into a hole would end the
 * process. */
static bool reserve_chunk(off_t *offset)
{
    if (__atomic_load_n(&header->n_chunks, __ATOMIC_RELAXED) >= most_chunks) {
        return false;
    }
    const uint64_t chunk = __atomic_fetch_add(&header->n_chunks, 1, __ATOMIC_RELAXED);
    *offset = (off_t)(FIRST_CHUNK + chunk * ISHMEMI_TRACE_CHUNK_BYTES);
    return chunk < most_chunks && grow(*offset, ISHMEMI_TRACE_CHUNK_BYTES) == 0;
}

static bool map_chunk(writer_t *writer)
{
    off_t offset;
    if (!reserve_chunk(&offset)) {
        return false;
    }
    void *const memory =
        mmap(NULL, ISHMEMI_TRACE_CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    if (memory == MAP_FAILED) {
        return false;
    }
    writer->chunk = memory;
    writer->chunk->thread = writer == &kernels ? 0 : this_thread();
    return true;
}

/* Copies the records to another chunk.  If this fails, they stay and remain valid. */
static bool copy_chunk(writer_t *writer)
{
    off_t offset;
    if (!reserve_chunk(&offset) || pwrite(file, writer->chunk, ISHMEMI_TRACE_CHUNK_BYTES, offset) !=
                                       (ssize_t)ISHMEMI_TRACE_CHUNK_BYTES) {
        return false;
    }
    __atomic_store_n(&writer->chunk->n_records, 0, __ATOMIC_RELEASE);
    return true;
}

/* The file grows by copies of a thread's chunk, instead of mapping one chunk after the other: a
 * page that is new to a mapping costs ten times its share of a system call that writes many
 * pages. */
static bool make_room(writer_t *writer)
{
    static uint64_t rounds;
    writer->is_full = writer->is_full || !(writer->chunk ? copy_chunk(writer) : map_chunk(writer));
    if (writer->is_full) {
        return false;
    }
    __atomic_store_n(&writer->chunk->round, __atomic_add_fetch(&rounds, 1, __ATOMIC_RELAXED),
                     __ATOMIC_RELEASE);
    writer->n_records = 0;
    pthread_mutex_lock(&mutex);
    header->now = ishmemi_both_clocks();
    pthread_mutex_unlock(&mutex);
    return true;
}

static void leave_chunk(writer_t *writer)
{
    if (writer->chunk) {
        munmap(writer->chunk, ISHMEMI_TRACE_CHUNK_BYTES);
        writer->chunk = NULL;
    }
    writer->is_full = false;
}

static inline ishmemi_trace_record_t *begin_by(writer_t *writer)
{
    if (__builtin_expect(!writer->chunk || writer->n_records == RECORDS, 0) && !make_room(writer)) {
        __atomic_fetch_add(&header->dropped, 1, __ATOMIC_RELAXED);
        return NULL;
    }
    return (ishmemi_trace_record_t *)(writer->chunk + 1) + writer->n_records;
}

static inline void end_by(writer_t *writer)
{
    writer->n_records++;
    __atomic_store_n(&writer->chunk->n_records, writer->n_records, __ATOMIC_RELEASE);
}

static void write_by(writer_t *writer, const ishmemi_trace_record_t *record)
{
    ishmemi_trace_record_t *const slot = begin_by(writer);
    if (slot) {
        *slot = *record;
        end_by(writer);
    }
}

ishmemi_trace_record_t *ishmemi_trace_file_begin(void)
{
    return begin_by(my_writer());
}

void ishmemi_trace_file_end(void)
{
    end_by(mine.writer);
}

void ishmemi_trace_file_write(const ishmemi_trace_record_t *record)
{
    write_by(my_writer(), record);
}

void ishmemi_trace_file_write_kernels(const ishmemi_trace_record_t *record)
{
    write_by(&kernels, record);
}

/* ---- The file -------------------------------------------------------------------------------- */

static int refuse(const char *what)
{
    ishmemi_error("ISHMEM_TRACE: %s %s: %s", path, what, ishmemi_file_error(errno));
    if (file >= 0) {
        close(file);
        file = -1;
    }
    return -1;
}

static void fill_header(void)
{
    *header = (ishmemi_trace_header_t){.magic = ISHMEMI_TRACE_MAGIC,
                                       .version = ISHMEMI_TRACE_VERSION,
                                       .chunk_bytes = ISHMEMI_TRACE_CHUNK_BYTES,
                                       .first_chunk = FIRST_CHUNK,
                                       .pe = ishmemi_job.my_pe,
                                       .n_pes = ishmemi_job.n_pes,
                                       .pid = (int32_t)getpid(),
                                       .start = ishmemi_both_clocks()};
    gethostname(header->host, sizeof header->host - 1);
    header->now = header->start;
    strcpy(names[OTHER_NAME], "(other routines)");
}

int ishmemi_trace_file_open(const char *directory, size_t limit)
{
    snprintf(path, sizeof path, "%s", directory);
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        return refuse("cannot be created");
    }
    snprintf(path, sizeof path, "%s/pe-%d.ishmtrace", directory, ishmemi_job.my_pe);
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        return refuse("cannot be created");
    }
    if (grow(0, FIRST_CHUNK) != 0) {
        return refuse("has no room");
    }
    void *const memory = mmap(NULL, FIRST_CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        return refuse("cannot be mapped");
    }
    header = memory;
    names = (void *)(header + 1);
    most_chunks = limit < FIRST_CHUNK ? 0 : (limit - FIRST_CHUNK) / ISHMEMI_TRACE_CHUNK_BYTES;
    number++;
    fill_header();
    return 0;
}

static void forget_threads(void)
{
    writer_t *writer = __atomic_exchange_n(&writers, NULL, __ATOMIC_ACQUIRE);
    while (writer) {
        writer_t *const next = writer->next;
        leave_chunk(writer);
        free(writer);
        writer = next;
    }
}

uint64_t ishmemi_trace_file_close(void)
{
    const uint64_t dropped = header->dropped;
    leave_chunk(&kernels);
    forget_threads();
    if (header->n_chunks > most_chunks) {
        header->n_chunks = most_chunks;
    }
    header->now = ishmemi_both_clocks();
    header->is_complete = 1;
    munmap(header, FIRST_CHUNK);
    header = NULL;
    close(file);
    file = -1;
    return dropped;
}
