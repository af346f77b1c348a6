/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Joining and leaving the job.  Start-up is a sequence of steps.  All PEs take a step before any
 * begins the next.  If a step fails on a PE, all PEs learn it, that PE prints the reason, and the
 * job ends in order.
 */
#include "abort.h"
#include "access.h"
#include "agree.h"
#include "allocate.h"
#include "bind.h"
#include "block_copy.h"
#include "bootstrap.h"
#include "check.h"
#include "collective.h"
#include "combine.h"
#include "context.h"
#include "descriptors.h"
#include "driven.h"
#include "driver.h"
#include "env.h"
#include "exit.h"
#include "far_open.h"
#include "fatal.h"
#include "forked.h"
#include "heap.h"
#include "host_access.h"
#include "host_team.h"
#include "info.h"
#include "ipc.h"
#include "job.h"
#include "kernel_log.h"
#include "lifeline.h"
#include "log.h"
#include "match.h"
#include "meeting_memory.h"
#include "memory.h"
#include "observe.h"
#include "part.h"
#include "probe.h"
#include "queue.h"
#include "queue_modules.h"
#include "races/order/races.h"
#include "reach.h"
#include "readable.h"
#include "resident.h"
#include "ring_open.h"
#include "runtime/standard_files.h"
#include "segment.h"
#include "spin.h"
#include "stall.h"
#include "start_limit.h"
#include "state.h"
#include "stats.h"
#include "team_calls.h"
#include "team_predefined.h"
#include "tile.h"
#include "tile_copy.h"
#include "trace.h"
#include "tuning.h"
#include "unfinalized.h"
#include "unique_id.h"
#include "visitor.h"
#include "waiting.h"
#include "watch.h"
#include "witness.h"
#include "ze_error.h"
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Threads may join and leave at the same time.  All of it happens under the mutex, so a thread that
 * joins while another does so returns when the process is in the job. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned joined; /* how often, without the calls of ishmem_finalize */
static bool owns_context;

static void warn_unknown(const char *name, const char *closest)
{
    ishmemi_warn("unknown environment variable %s; did you mean %s?", name, closest);
}

static void warn_foreign(const char *name, const char *answer)
{
    ishmemi_warn("environment variable %s is Intel SHMEM's and has no effect: %s", name, answer);
}

static void warn_runtime(ishmemx_runtime_type_t runtime)
{
    if (runtime != ISHMEMX_RUNTIME_MPI) {
        ishmemi_warn("attr->runtime is %s and has no effect: the program's MPI or the launcher "
                     "decides",
                     runtime == ISHMEMX_RUNTIME_PMI ? "ISHMEMX_RUNTIME_PMI"
                                                    : "ISHMEMX_RUNTIME_OPENSHMEM");
    }
}

/* The thread level that the runtime must support.  The library calls the runtime under a lock of
 * its own, and on one thread only if the program calls the library from only one. */
static int needed_level(int requested)
{
    return requested > ISHMEM_THREAD_FUNNELED ? ISHMEM_THREAD_SERIALIZED : ISHMEM_THREAD_SINGLE;
}

/* PEs that join by a unique id may join at different times, within a limit of their own, so the
 * limits add up.  0: no limit. */
static int limit_of(const ishmemx_attr_t *attr)
{
    const int start = ishmemi_env.start_timeout;
    const int meet = ishmemi_env.uniqueid_timeout;
    if (start == 0 || !attr->use_uid) {
        return start;
    }
    return meet == 0 || meet > INT_MAX - start ? 0 : start + meet;
}

static void join(const ishmemx_attr_t *attr)
{
    ishmemi_standard_files_open();
    ishmemi_exit_add_step(ishmemi_abort_announce);
    ishmemi_exit_add_step(ishmemi_lifeline_announce_end);
    char error[512] = "";
    const int read = ishmemi_env_read(&ishmemi_env, error, sizeof error);
    ishmemi_checks = ishmemi_env.checks;
    if (ishmemi_driver_choose() != 0) {
        ishmemi_exit_job(EXIT_FAILURE);
    }
    ishmemi_exit_set_farewell(ishmemi_witness_dismiss);
    ishmemi_witness_call();
    const ishmemi_bootstrap_request_t request = {.initialize = attr->initialize_runtime,
                                                 .thread_level = needed_level(attr->thread_level),
                                                 .communicator = attr->mpi_comm,
                                                 .unique_id = attr->use_uid ? attr->uid : NULL,
                                                 .rank = attr->rank,
                                                 .n_ranks = attr->nranks,
                                                 .log_error = ishmemi_error,
                                                 .step = ishmemi_start_limit_step,
                                                 .is_late = ishmemi_start_limit_has_passed,
                                                 .fail_late = ishmemi_start_limit_fail,
                                                 .drive = ishmemi_spin_drive};
    ishmemi_start_limit_begin(limit_of(attr), !attr->mpi_comm && !attr->use_uid);
    if (ishmemi_bootstrap_join(&request) != 0) {
        ishmemi_exit_job(EXIT_FAILURE);
    }
    ishmemi_unfinalized_arm();
    ishmemi_forked_watch();
    ishmemi_error_hold();
    if (read != 0) {
        ishmemi_error("%s", error);
    }
    ishmemi_agree_or_end(read != 0 ? read : ishmemi_descriptors_check());
    if (ishmemi_job.my_pe == 0) {
        ishmemi_env_find_unknown(warn_unknown);
        ishmemi_env_find_foreign(warn_foreign);
        warn_runtime(attr->runtime);
    }
}

static int open_context(const ishmemx_attr_t *attr)
{
    owns_context = !attr->context;
    if (!owns_context) {
        ishmemi_job.context = attr->context;
        return 0;
    }
    const ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_result_t result = zeContextCreate(ishmemi_job.driver, &desc, &ishmemi_job.context);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("zeContextCreate failed: 0x%x, %s", (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    return 0;
}

static int open_device(const ishmemx_attr_t *attr)
{
    return open_context(attr) != 0 ? -1 : ishmemi_tile_copy_open();
}

static int open_metadata(void)
{
    return ishmemi_state_open() != 0 || ishmemi_memory_open() != 0 ? -1 : ishmemi_access_open();
}

static int open_ring(void)
{
    return ishmemi_ring_start() != 0 ? -1 : ishmemi_tuning_open();
}

/* Call it when everything that reports describe exists. */
static void open_stall(void)
{
    uint64_t number = 0;
    uint64_t *const numbers =
        ishmemi_allocate("the numbers of the job", (size_t)ishmemi_job.n_pes, sizeof *numbers);
    (void)!getrandom(&number, sizeof number, GRND_NONBLOCK);
    ishmemi_allgather(&number, numbers, sizeof number);
    ishmemi_visitor_open(numbers[0]);
    free(numbers);
    ishmemi_stall_open(ishmemi_lifeline_wake());
}

/* The level is lower for threads that drive the transport, because they take turns. */
static int level_given(int requested)
{
    return ishmemi_spin_drives && requested > ISHMEM_THREAD_SERIALIZED ? ISHMEM_THREAD_SERIALIZED
                                                                       : requested;
}

/* What the watcher does besides watching for the end of the job. */
static void look(void)
{
    ishmemi_driven_look();
    ishmemi_kernel_log_look();
}

static void start(const ishmemx_attr_t *attr)
{
    join(attr);
    ishmemi_waiting_t *const waiting =
        ishmemi_waiting_begin(&(ishmemi_wait_t){.routine = "ishmem_init"});
    ishmemi_start_limit_step("the first calls between the PEs");
    ishmemi_lifeline_open();
    ishmemi_witness_notify_lifelines();
    ishmemi_start_limit_step("ishmem_init, choosing tiles and opening heaps");
    ishmemi_segment_take();
    ishmemi_agree_or_end(ishmemi_driver_start());
    ishmemi_agree_or_end(ishmemi_tile_choose(attr));
    ishmemi_agree_or_end(open_device(attr));
    ishmemi_queue_prepare_begin();
    ishmemi_agree_or_end(ishmemi_heap_open());
    ishmemi_agree_or_end(ishmemi_ipc_open());
    ishmemi_agree_or_end(ishmemi_resident_open());
    ishmemi_agree_or_end(ishmemi_host_access_find());
    ishmemi_agree_or_end(ishmemi_probe_peers());
    ishmemi_start_limit_step("ishmem_init, opening the ways between PEs");
    ishmemi_meeting_memory_open();
    /* After this PE knows which PEs are near. */
    ishmemi_segment_open();
    ishmemi_agree_or_end(open_ring());
    ishmemi_agree_or_end(ishmemi_tuning_agree());
    ishmemi_agree_or_end(ishmemi_team_open());
    ishmemi_block_copy_open();
    ishmemi_combine_choose();
    ishmemi_agree_or_end(open_metadata());
    ishmemi_agree_or_end(ishmemi_far_open(attr->initialize_runtime));
    ishmemi_agree_or_end(ishmemi_trace_open());
    ishmemi_error_drop();
    ishmemi_job.thread_level = level_given(attr->thread_level);
    ishmemi_job.thread = pthread_self();
    ishmemi_job.initialized = true;
    ishmemi_stats_open();
    ishmemi_agree_or_end(ishmemi_races_open());
    ishmemi_reach_open();
    ishmem_ctx_default = ishmemi_job.default_ctx;
    ishmemi_bind_open();
    /* After everything that its thread reads exists. */
    ishmemi_agree_or_end(ishmemi_watch_start(look));
    open_stall();
    ishmemi_waiting_end(waiting);
    ishmemi_start_limit_end();
    ishmemi_queue_prepare_end();
    if (ishmemi_env.info) {
        ishmemi_agree_or_end(ishmemi_info_print());
    }
}

static void check_unique_id(const char *routine, const ishmemx_attr_t *attr)
{
    ishmemi_unique_id_t id;
    const char *found;
    if (!attr->uid) {
        ishmemi_fatal_argument(
            routine, "attr->uid", "NULL",
            "the address of an id from ishmemx_get_uniqueid, because use_uid is true");
    }
    if (!ishmemi_unique_id_read(attr->uid, &id, &found)) {
        ishmemi_fatal_argument(routine, "attr->uid", found,
                               "an unchanged id from ishmemx_get_uniqueid");
    }
    if (attr->nranks < 1) {
        ishmemi_fatal_argument(routine, "attr->nranks", ishmemi_text("%d", attr->nranks).text,
                               "1 or more");
    }
    if (attr->rank < 0 || attr->rank >= attr->nranks) {
        ishmemi_fatal_argument(
            routine, "attr->rank", ishmemi_text("%d", attr->rank).text,
            ishmemi_text("0 to %d, because nranks is %d", attr->nranks - 1, attr->nranks).text);
    }
    if (attr->mpi_comm) {
        ishmemi_fatal_argument(routine, "attr->mpi_comm", "not NULL",
                               "NULL, because use_uid is true: the id defines the job");
    }
}

static void check_handle(const char *routine, const char *argument, const void *handle)
{
    if (handle && !ishmemi_is_handle(handle)) {
        ishmemi_fatal_argument(routine, argument, ishmemi_text("%p", handle).text,
                               "a Level Zero handle, or NULL");
    }
}

/*
 * Copies the program's attributes into `all`, which holds defaults for the members that older
 * versions of the struct lack.  The first version ends with the member that gives its size.
 */
static void read_attributes(const char *routine, const ishmemx_attr_t *attr, ishmemx_attr_t *all)
{
    const size_t first = offsetof(ishmemx_attr_t, size) + sizeof attr->size;
    if (!attr) {
        ishmemi_fatal_argument(routine, "attr", "NULL", "the address of the attributes");
    }
    if (attr->size < first || attr->size > sizeof *all) {
        ishmemi_fatal_argument(
            routine, "attr->size", ishmemi_text("%zu", attr->size).text,
            ishmemi_text(
                "%zu, as in ISHMEMX_ATTR_INIT of this version, or the size of an older version, "
                "at least %zu",
                sizeof *all, first)
                .text);
    }
    memcpy(all, attr, attr->size);
    all->size = sizeof *all;
}

static void check_thread_level(const char *routine, const char *argument, int level)
{
    if (level < ISHMEM_THREAD_SINGLE || level > ISHMEM_THREAD_MULTIPLE) {
        ishmemi_fatal_argument(routine, argument, ishmemi_text("%d", level).text,
                               "ISHMEM_THREAD_SINGLE, _FUNNELED, _SERIALIZED or _MULTIPLE");
    }
}

static void check_attributes(const char *routine, const ishmemx_attr_t *attr)
{
    if ((unsigned)attr->runtime >= ISHMEMX_RUNTIME_INVALID) {
        ishmemi_fatal_argument(
            routine, "attr->runtime", ishmemi_text("%d", (int)attr->runtime).text,
            "ISHMEMX_RUNTIME_MPI, ISHMEMX_RUNTIME_OPENSHMEM or ISHMEMX_RUNTIME_PMI");
    }
    if (!attr->gpu) {
        ishmemi_fatal_argument(routine, "attr->gpu", "false",
                               "true: the symmetric heap is in device memory");
    }
    check_thread_level(routine, "attr->thread_level", attr->thread_level);
    check_handle(routine, "attr->driver", attr->driver);
    check_handle(routine, "attr->context", attr->context);
    check_handle(routine, "attr->device", attr->device);
    if (attr->use_uid) {
        check_unique_id(routine, attr);
    }
}

static void leave(void);

/* Acts as the last ishmem_finalize if the program ends without calling it. */
static void leave_at_exit(void)
{
    joined = 0;
    leave();
}

/* Returns the thread level that the program gets. */
static int start_or_count(const char *routine, const ishmemx_attr_t *attr)
{
    ishmemx_attr_t all = ISHMEMX_ATTR_INIT;
    read_attributes(routine, attr, &all);
    check_attributes(routine, &all);
    if (ishmemi_job.parent != 0) {
        (void)ishmemi_check_fail_ready(routine);
        return ISHMEM_THREAD_SINGLE;
    }
    pthread_mutex_lock(&mutex);
    const bool starts = joined == 0;
    if (starts) {
        /* At exit, the program's own handlers may destroy a context or runtime that it made
         * itself. */
        const bool is_own = !all.context && !ishmemi_bootstrap_program_has_runtime();
        start(&all);
        ishmemi_unfinalized_set(leave_at_exit, is_own && ishmemi_driver_lives_at_exit());
    }
    joined++;
    const int level = ishmemi_job.thread_level;
    const bool by_program = starts && !ishmemi_bind_is_by_driver();
    pthread_mutex_unlock(&mutex);
    if (by_program) {
        ishmemi_bind_by_program();
    }
    return level;
}

void ishmem_init(void)
{
    const ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    start_or_count("ishmem_init", &attr);
}

int ishmem_init_thread(int requested, int *provided)
{
    static const char routine[] = "ishmem_init_thread";
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    check_thread_level(routine, "requested", requested);
    attr.thread_level = requested;
    const int level = start_or_count(routine, &attr);
    if (provided) {
        *provided = level;
    }
    return 0;
}

void ishmemx_init_attr(ishmemx_attr_t *attr)
{
    start_or_count("ishmemx_init_attr", attr);
}

static const char finalize[] = "ishmem_finalize";

static void come_to_the_end(void)
{
    ISHMEMI_OBSERVE(COLLECTIVE, finalize, -1,
                    .team = ishmemi_team_calls_id(&ishmemi_team_world->team),
                    .flags = ISHMEMI_CALL_COMPLETES);
    ishmemi_match_routine(finalize, ishmemi_team_world);
    ishmemi_host_team_barrier(finalize, ishmemi_team_world);
}

static void leave(void)
{
    ishmemi_lifeline_announce_done();
    come_to_the_end();
    ishmemi_waiting_t *const waiting =
        ishmemi_waiting_begin(&(ishmemi_wait_t){.routine = finalize});
    ishmemi_bind_close();
    ishmemi_races_close();
    ishmemi_trace_close();
    ishmemi_stats_close();
    ishmemi_far_close();
    ishmemi_stall_close();
    ishmemi_watch_stop();
    ishmem_ctx_default = NULL;
    ishmemi_job.initialized = false;
    ishmemi_reach_close();
    ishmemi_context_close();
    ishmemi_queue_close();
    ishmemi_access_close();
    ishmemi_memory_close();
    ishmemi_state_close();
    ishmemi_ring_end();
    ishmemi_team_close();
    ishmemi_segment_close();
    ishmemi_meeting_memory_close();
    ishmemi_ipc_close();
    ishmemi_part_forget();
    ishmemi_lifeline_close();
    /* A heap is freed when no PE maps it any more. */
    ishmemi_agree(true);
    ishmemi_heap_close();
    ishmemi_tile_copy_close();
    ishmemi_tile_forget();
    if (owns_context) {
        zeContextDestroy(ishmemi_job.context);
    }
    ishmemi_unfinalized_disarm();
    ishmemi_witness_dismiss();
    ishmemi_bootstrap_leave();
    memset(&ishmemi_job, 0, sizeof ishmemi_job);
    ishmemi_checks = ISHMEMI_CHECKS_HOST;
    ishmemi_waiting_end(waiting);
}

void ishmem_finalize(void)
{
    if (ishmemi_job.parent != 0) {
        (void)ishmemi_check_fail_ready(finalize);
        return;
    }
    pthread_mutex_lock(&mutex);
    if (joined == 1) {
        joined = 0;
        leave();
    } else if (joined > 1) {
        joined--;
        come_to_the_end();
    } else if (!ishmemi_exit_has_finalized()) {
        (void)ishmemi_check_fail_ready(finalize);
    }
    pthread_mutex_unlock(&mutex);
}
