/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams, events, copies, fills and words; see double.h. */
#include "double.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
    struct work *next;
    double_work_fn act;
    _Alignas(16) unsigned char data[];
} work_t;

struct CUstream_st {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    work_t *first;
    work_t **last;
    uint64_t added;
    uint64_t done;
    bool ends;
};

struct CUevent_st {
    CUstream stream;
    uint64_t position;
};

static void *stream_main(void *argument)
{
    CUstream stream = argument;
    pthread_mutex_lock(&stream->lock);
    for (;;) {
        while (!stream->first && !stream->ends) {
            pthread_cond_wait(&stream->changed, &stream->lock);
        }
        work_t *work = stream->first;
        if (!work) {
            break;
        }
        stream->first = work->next;
        if (!stream->first) {
            stream->last = &stream->first;
        }
        pthread_mutex_unlock(&stream->lock);
        work->act(work->data);
        free(work);
        pthread_mutex_lock(&stream->lock);
        stream->done++;
        pthread_cond_broadcast(&stream->changed);
    }
    pthread_mutex_unlock(&stream->lock);
    return NULL;
}

void double_stream_add(CUstream stream, double_work_fn act, const void *data, size_t bytes)
{
    work_t *work = malloc(sizeof *work + bytes);
    if (!work) {
        abort();
    }
    work->next = NULL;
    work->act = act;
    memcpy(work->data, data, bytes);
    pthread_mutex_lock(&stream->lock);
    *stream->last = work;
    stream->last = &work->next;
    stream->added++;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
}

static void wait_for(CUstream stream, uint64_t position)
{
    pthread_mutex_lock(&stream->lock);
    while (stream->done < position) {
        pthread_cond_wait(&stream->changed, &stream->lock);
    }
    pthread_mutex_unlock(&stream->lock);
}

static bool has_done(CUstream stream, uint64_t position)
{
    pthread_mutex_lock(&stream->lock);
    const bool done = stream->done >= position;
    pthread_mutex_unlock(&stream->lock);
    return done;
}

static uint64_t end_of(CUstream stream)
{
    pthread_mutex_lock(&stream->lock);
    const uint64_t position = stream->added;
    pthread_mutex_unlock(&stream->lock);
    return position;
}

EXPORT CUresult cuStreamCreate(CUstream *created, unsigned flags)
{
    CUstream stream = calloc(1, sizeof *stream);
    if (!stream || flags != CU_STREAM_NON_BLOCKING) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    pthread_mutex_init(&stream->lock, NULL);
    pthread_cond_init(&stream->changed, NULL);
    stream->last = &stream->first;
    *created = stream;
    return pthread_create(&stream->thread, NULL, stream_main, stream) == 0
               ? CUDA_SUCCESS
               : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuStreamDestroy_v2(CUstream stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->ends = true;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
    pthread_join(stream->thread, NULL);
    free(stream);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamQuery(CUstream stream)
{
    return has_done(stream, end_of(stream)) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

EXPORT CUresult cuStreamSynchronize(CUstream stream)
{
    wait_for(stream, end_of(stream));
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    (void)flags;
    *event = calloc(1, sizeof **event);
    return *event ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuEventDestroy_v2(CUevent event)
{
    free(event);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventRecord(CUevent event, CUstream stream)
{
    *event = (struct CUevent_st){.stream = stream, .position = end_of(stream)};
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventQuery(CUevent event)
{
    return has_done(event->stream, event->position) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

/* ---- Words ----------------------------------------------------------------------------------- */

typedef struct word {
    _Atomic uint32_t *word;
    uint32_t value;
    struct word *next;
} word_t;

/* Writes that have been submitted and not made. */
static pthread_mutex_t writes_lock = PTHREAD_MUTEX_INITIALIZER;
static word_t *writes;

static bool is_reached(uint32_t value, uint32_t wanted)
{
    return (int32_t)(value - wanted) >= 0;
}

static void expect_write(const word_t *what)
{
    word_t *write = malloc(sizeof *write);
    if (!write) {
        abort();
    }
    *write = *what;
    pthread_mutex_lock(&writes_lock);
    write->next = writes;
    writes = write;
    pthread_mutex_unlock(&writes_lock);
}

static void make_write(const word_t *what)
{
    pthread_mutex_lock(&writes_lock);
    atomic_store(what->word, what->value);
    for (word_t **link = &writes; *link; link = &(*link)->next) {
        word_t *write = *link;
        if (write->word == what->word && write->value == what->value) {
            *link = write->next;
            free(write);
            break;
        }
    }
    pthread_mutex_unlock(&writes_lock);
}

/* The streams of a GPU share a few channels, which a wait for the host would block. */
static void require_written(const word_t *what)
{
    pthread_mutex_lock(&writes_lock);
    bool written = is_reached(atomic_load(what->word), what->value);
    for (const word_t *write = writes; write && !written; write = write->next) {
        written = write->word == what->word && is_reached(write->value, what->value);
    }
    pthread_mutex_unlock(&writes_lock);
    if (!written) {
        fprintf(stderr, "libcuda's double: a stream would wait for a word that no stream sets\n");
        abort();
    }
}

static void wait_word(void *data)
{
    const word_t *what = data;
    while (!is_reached(atomic_load(what->word), what->value)) {
        sched_yield();
    }
}

static void write_word(void *data)
{
    make_write(data);
}

static CUresult add_word(CUstream stream, CUdeviceptr address, uint32_t value, double_work_fn act)
{
    const word_t what = {.word = double_reach(address), .value = value};
    if (!what.word) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (act == wait_word) {
        require_written(&what);
    } else {
        expect_write(&what);
    }
    double_stream_add(stream, act, &what, sizeof what);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr word, uint32_t value,
                                       unsigned flags)
{
    return flags == CU_STREAM_WAIT_VALUE_GEQ ? add_word(stream, word, value, wait_word)
                                             : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr word, uint32_t value,
                                        unsigned flags)
{
    (void)flags;
    return add_word(stream, word, value, write_word);
}

typedef struct long_word {
    _Atomic uint64_t *word;
    uint64_t value;
} long_word_t;

static void write_long_word(void *data)
{
    const long_word_t *what = data;
    atomic_store(what->word, what->value);
}

/* No stream waits for such a word. */
EXPORT CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr word, uint64_t value,
                                        unsigned flags)
{
    const long_word_t what = {.word = double_reach(word), .value = value};
    (void)flags;
    if (!what.word || word % sizeof value != 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    double_stream_add(stream, write_long_word, &what, sizeof what);
    return CUDA_SUCCESS;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

typedef struct copy {
    char *to;
    const char *from;
    size_t to_pitch, to_slice;
    size_t from_pitch, from_slice;
    size_t width, height, depth;
} copy_t;

static void copy(void *data)
{
    const copy_t *what = data;
    for (size_t slice = 0; slice < what->depth; slice++) {
        for (size_t row = 0; row < what->height; row++) {
            memmove(what->to + slice * what->to_slice + row * what->to_pitch,
                    what->from + slice * what->from_slice + row * what->from_pitch, what->width);
        }
    }
}

static CUresult add_copy(CUstream stream, copy_t what, CUdeviceptr to, CUdeviceptr from)
{
    char *reached_to = double_reach(to);
    const char *reached_from = double_reach(from);
    what.to = reached_to ? reached_to : (char *)to;
    what.from = reached_from ? reached_from : (const char *)from;
    double_stream_add(stream, copy, &what, sizeof what);
    if (!reached_to || !reached_from) {
        wait_for(stream, end_of(stream));
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return add_copy(stream, (copy_t){.width = bytes, .height = 1, .depth = 1}, to, from);
}

EXPORT CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *what, CUstream stream)
{
    if (what->srcPitch < what->WidthInBytes || what->dstPitch < what->WidthInBytes ||
        (what->Depth > 1 && (what->srcHeight < what->Height || what->dstHeight < what->Height))) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    const copy_t made = {.to_pitch = what->dstPitch,
                         .to_slice = what->dstPitch * what->dstHeight,
                         .from_pitch = what->srcPitch,
                         .from_slice = what->srcPitch * what->srcHeight,
                         .width = what->WidthInBytes,
                         .height = what->Height,
                         .depth = what->Depth};
    return add_copy(stream, made, what->dstDevice, what->srcDevice);
}

/* ---- Fills ----------------------------------------------------------------------------------- */

typedef struct fill {
    char *to;
    uint32_t value;
    size_t bytes_each;
    size_t count;
} fill_t;

static void fill(void *data)
{
    const fill_t *what = data;
    for (size_t i = 0; i < what->count; i++) {
        memcpy(what->to + i * what->bytes_each, &what->value, what->bytes_each);
    }
}

static CUresult add_fill(CUstream stream, CUdeviceptr to, fill_t what)
{
    what.to = double_reach(to);
    if (!what.to || to % what.bytes_each != 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    double_stream_add(stream, fill, &what, sizeof what);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    return add_fill(stream, to, (fill_t){.value = value, .bytes_each = 1, .count = count});
}

EXPORT CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                                 CUstream stream)
{
    return add_fill(stream, to, (fill_t){.value = value, .bytes_each = 2, .count = count});
}

EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    return add_fill(stream, to, (fill_t){.value = value, .bytes_each = 4, .count = count});
}
