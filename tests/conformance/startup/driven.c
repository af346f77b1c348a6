/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs that have initialised MPI below MPI_THREAD_MULTIPLE, on several hosts: their calls serve
 * the other PEs.  Between the rounds, and within some, they call MPI themselves.
 */
#include "require.h"

#include <ishmemx.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MANY 100
#define LARGE ((size_t)200 << 10)

static int me;
static int n;
static int next;
static int previous;

/* Symmetric. */
static struct {
    uint64_t *words; /* MANY */
    uint64_t *signal;
    uint64_t *counter;
    long *lock;
    unsigned char *data; /* LARGE */
    int *sum;            /* 2 */
} objects;

static void allocate(void)
{
    objects.words = ishmem_calloc(MANY, sizeof *objects.words);
    objects.signal = ishmem_calloc(1, sizeof *objects.signal);
    objects.counter = ishmem_calloc(1, sizeof *objects.counter);
    objects.lock = ishmem_calloc(1, sizeof *objects.lock);
    objects.data = ishmem_malloc(LARGE);
    objects.sum = ishmem_calloc(2, sizeof *objects.sum);
    REQUIRE(objects.words && objects.signal && objects.counter && objects.lock && objects.data &&
            objects.sum);
}

static void release(void)
{
    ishmem_free(objects.sum);
    ishmem_free(objects.data);
    ishmem_free(objects.lock);
    ishmem_free(objects.counter);
    ishmem_free(objects.signal);
    ishmem_free(objects.words);
}

static void pause_for(long us)
{
    nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
}

static void check_mpi(void)
{
    int sum = 0;
    REQUIRE(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS);
    REQUIRE(sum == n * (n - 1) / 2);
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Puts have left when they return: the next PE sees them although this one waits in MPI until then. */
static void put_and_receive(int round)
{
    uint64_t token = (uint64_t)round + 1;
    for (int i = 0; i < MANY; i++) {
        ishmem_uint64_p(&objects.words[i], (uint64_t)round + 1, next);
    }
    if (me < n - 1) {
        MPI_Recv(&token, 1, MPI_UINT64_T, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    REQUIRE(token == (uint64_t)round + 1);
    for (int i = 0; i < MANY; i++) {
        ishmem_uint64_wait_until(&objects.words[i], ISHMEM_CMP_EQ, token);
    }
    if (me > 0) {
        MPI_Send(&token, 1, MPI_UINT64_T, previous, 0, MPI_COMM_WORLD);
    }
    ishmem_barrier_all();
}

/* Each PE leaves a sync when it has heard of the others, who must hear of it, too. */
static void sync_and_meet(int round)
{
    for (int i = 0; i < 3; i++) {
        ishmem_sync_all();
    }
    pause_for(round % 3 * 100);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void move_data(int round)
{
    static unsigned char source[LARGE];
    static unsigned char back[LARGE];
    const size_t bytes = round % 2 == 0 ? LARGE : 3000;
    memset(source, round + me, bytes);
    if (round % 3 == 0) {
        ishmem_putmem_signal(objects.data, source, bytes, objects.signal, 1, ISHMEM_SIGNAL_ADD,
                             next);
        ishmem_uint64_wait_until(objects.signal, ISHMEM_CMP_EQ, 1);
        *objects.signal = 0;
    } else {
        ishmem_putmem_nbi(objects.data, source, bytes, next);
        ishmem_quiet();
    }
    ishmem_barrier_all();
    for (size_t i = 0; i < bytes; i += 997) {
        REQUIRE(objects.data[i] == (unsigned char)(round + previous));
    }
    ishmem_getmem(back, objects.data, bytes, next);
    REQUIRE(back[0] == (unsigned char)(round + me) && memcmp(back, source, bytes) == 0);
    ishmem_barrier_all();
}

static void count(int round)
{
    for (int pe = 0; pe < n; pe++) {
        if (ishmem_uint64_atomic_fetch_inc(objects.counter, pe) >= (uint64_t)n) {
            REQUIRE(!"a counter that is too high");
        }
    }
    /* Programs poll in more ways than one, none of which waits in the library. */
    if (round % 4 == 0) {
        while (ishmem_uint64_g(objects.counter, me) != (uint64_t)n) {
        }
    } else if (round % 4 == 1) {
        while (!ishmem_uint64_test(objects.counter, ISHMEM_CMP_EQ, (uint64_t)n)) {
        }
    } else if (round % 4 == 2) {
        while (ishmem_uint64_atomic_fetch(objects.counter, me) != (uint64_t)n) {
        }
    } else {
        while (ishmem_signal_fetch(objects.counter) != (uint64_t)n) {
        }
    }
    ishmem_barrier_all();
    *objects.counter = 0;
    ishmem_barrier_all();
}

static void lock_and_add(void)
{
    ishmem_set_lock(objects.lock);
    const uint64_t before = ishmem_uint64_g(objects.counter, 0);
    ishmem_uint64_p(objects.counter, before + 1, 0);
    ishmem_clear_lock(objects.lock);
    while (ishmem_test_lock(objects.lock) != 0) {
    }
    ishmem_clear_lock(objects.lock);
    ishmem_barrier_all();
    REQUIRE(me != 0 || *objects.counter == (uint64_t)n);
    ishmem_barrier_all();
    *objects.counter = 0;
    ishmem_barrier_all();
}

static void reduce(void)
{
    objects.sum[0] = me + 1;
    ishmem_int_sum_reduce(&objects.sum[1], &objects.sum[0], 1);
    REQUIRE(objects.sum[1] == n * (n + 1) / 2);
    ishmem_barrier_all();
    ishmem_ctx_t ctx;
    REQUIRE(ishmem_ctx_create(0, &ctx) == 0);
    ishmem_ctx_int_p(ctx, &objects.sum[0], me, next);
    ishmem_ctx_quiet(ctx);
    ishmem_barrier_all();
    REQUIRE(objects.sum[0] == previous);
    ishmem_ctx_destroy(ctx);
    ishmem_barrier_all();
}

/* Who comes first to a call that all PEs make serves the others. */
static void allocate_late(int round)
{
    uint64_t value;
    for (int pe = 0; me == round % n && pe < n; pe++) {
        for (int i = 0; i < 10; i++) {
            ishmem_getmem(&value, &objects.words[i], sizeof value, pe);
            REQUIRE(value == (uint64_t)round + 1);
        }
    }
    void *const memory = ishmem_malloc(64);
    REQUIRE(memory);
    ishmem_free(memory);
}

static void run_rounds(void)
{
    const char *const text = getenv("TEST_ROUNDS");
    const int rounds = text ? atoi(text) : 24;
    for (int round = 0; round < rounds; round++) {
        put_and_receive(round);
        allocate_late(round);
        sync_and_meet(round);
        move_data(round);
        check_mpi();
        count(round);
        lock_and_add();
        reduce();
        check_mpi();
    }
}

/* ---- Threads --------------------------------------------------------------------------------- */

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

/* At MPI_THREAD_SERIALIZED a call of the library counts as one of MPI. */
static void *add_in_turn(void *unused)
{
    (void)unused;
    for (int i = 0; i < MANY; i++) {
        pthread_mutex_lock(&turn);
        ishmem_uint64_atomic_inc(objects.counter, next);
        if (i % 10 == 0) {
            (void)ishmem_uint64_atomic_fetch(objects.counter, next);
            int flag;
            MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
        pthread_mutex_unlock(&turn);
    }
    return NULL;
}

static void run_in_turn(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, add_in_turn, NULL) == 0);
    }
    for (int i = 0; i < 3; i++) {
        REQUIRE(pthread_join(threads[i], NULL) == 0);
    }
    ishmem_barrier_all();
    REQUIRE(*objects.counter == 3 * MANY);
}

/* A thread to which MPI is forbidden may wait for this PE's memory, and store into it. */
static void *wait_here(void *unused)
{
    (void)unused;
    ishmem_uint64_wait_until(objects.signal, ISHMEM_CMP_EQ, 1);
    ishmem_uint64_p(objects.counter, 1, me);
    return NULL;
}

static void run_beside(void)
{
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, wait_here, NULL) == 0);
    ishmemx_signal_set(objects.signal, 1, next);
    ishmem_uint64_wait_until(objects.counter, ISHMEM_CMP_EQ, 1);
    REQUIRE(pthread_join(thread, NULL) == 0);
    ishmem_barrier_all();
}

static void *put_elsewhere(void *unused)
{
    (void)unused;
    ishmem_uint64_p(objects.counter, 1, next);
    return NULL;
}

static void *init(void *unused)
{
    (void)unused;
    ishmem_init();
    return NULL;
}

static void run_in_thread(void *(*function)(void *))
{
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, function, NULL) == 0);
    REQUIRE(pthread_join(thread, NULL) == 0);
}

/* ---- Kernels --------------------------------------------------------------------------------- */

/* idle: seconds in which the program is elsewhere. */
static void run_queue(unsigned idle)
{
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = 1};
    const ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                        .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    ze_command_list_handle_t list;
    ze_event_pool_handle_t pool;
    ze_event_handle_t done;
    REQUIRE(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &queue,
                                         &list) == ZE_RESULT_SUCCESS);
    REQUIRE(zeEventPoolCreate(ishmemx_ze_context(), &pool_desc, 0, NULL, &pool) ==
            ZE_RESULT_SUCCESS);
    REQUIRE(zeEventCreate(pool, &event_desc, &done) == ZE_RESULT_SUCCESS);
    uint64_t *const value = objects.words;
    value[0] = 7;
    REQUIRE(ishmemx_uint64_put_signal_on_queue(&objects.words[1], value, 1, objects.signal, 1,
                                               ISHMEM_SIGNAL_SET, next, list, NULL, 0, NULL) == 0);
    REQUIRE(ishmemx_signal_wait_until_on_queue(objects.signal, ISHMEM_CMP_EQ, 1, NULL, list, NULL,
                                               0, NULL) == 0);
    REQUIRE(ishmemx_barrier_all_on_queue(list, done, 0, NULL) == 0);
    nanosleep(&(struct timespec){.tv_sec = idle}, NULL);
    while (zeEventQueryStatus(done) == ZE_RESULT_NOT_READY) {
        ishmem_quiet();
    }
    REQUIRE(objects.words[1] == 7);
    REQUIRE(zeEventDestroy(done) == ZE_RESULT_SUCCESS);
    REQUIRE(zeEventPoolDestroy(pool) == ZE_RESULT_SUCCESS);
    REQUIRE(zeCommandListDestroy(list) == ZE_RESULT_SUCCESS);
}

/* The others have come to their end, and serve. */
static void run_early_end(void)
{
    uint64_t value = 0;
    for (int i = 0; me == 0 && i < MANY; i++) {
        for (int pe = 0; pe < n; pe++) {
            ishmem_getmem(&value, objects.words, sizeof value, pe);
            ishmem_uint64_atomic_inc(objects.counter, pe);
        }
        pause_for(500);
    }
}

static void join_by_id(void)
{
    ishmemx_uniqueid_t id;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (me == 0) {
        REQUIRE(ishmemx_get_uniqueid(&id) == 0);
    }
    MPI_Bcast(&id, (int)sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.use_uid = true;
    attr.uid = &id;
    attr.rank = me;
    attr.nranks = n;
    ishmemx_init_attr(&attr);
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 3);
    const char *const mode = argv[1];
    const char *const level = argv[2];
    int provided = MPI_THREAD_SINGLE;
    if (strcmp(level, "single") == 0) {
        REQUIRE(MPI_Init(NULL, NULL) == MPI_SUCCESS);
    } else {
        const int wanted = strcmp(level, "funneled") == 0     ? MPI_THREAD_FUNNELED
                           : strcmp(level, "serialized") == 0 ? MPI_THREAD_SERIALIZED
                                                              : MPI_THREAD_MULTIPLE;
        REQUIRE(MPI_Init_thread(NULL, NULL, wanted, &provided) == MPI_SUCCESS);
        REQUIRE(provided == wanted);
    }
    if (strcmp(mode, "init") == 0) {
        run_in_thread(init);
    }
    if (strcmp(mode, "rounds-by-id") == 0) {
        join_by_id();
    } else {
        ishmem_init();
    }
    me = ishmem_my_pe();
    n = ishmem_n_pes();
    next = (me + 1) % n;
    previous = (me + n - 1) % n;
    allocate();
    ishmem_barrier_all();
    if (strncmp(mode, "rounds", strlen("rounds")) == 0) {
        run_rounds();
    } else if (strcmp(mode, "in-turn") == 0) {
        run_in_turn();
    } else if (strcmp(mode, "beside") == 0) {
        run_beside();
    } else if (strcmp(mode, "elsewhere") == 0) {
        run_in_thread(put_elsewhere);
    } else if (strcmp(mode, "queue") == 0) {
        run_queue(0);
    } else if (strcmp(mode, "idle") == 0) {
        run_queue(5);
    } else {
        REQUIRE(strcmp(mode, "end") == 0);
        run_early_end();
        ishmem_finalize();
        MPI_Finalize();
        return 0;
    }
    ishmem_barrier_all();
    release();
    ishmem_finalize();
    check_mpi();
    MPI_Finalize();
    return 0;
}
