/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports what is wrong with a call whose arguments failed a check.  Each function checks the
 * arguments again, in the order in which a reader would, and reports the first wrong one.  With
 * ISHMEM_CHECKS=2 good calls come here too, and the functions return true for them.
 */
#include "check.h"

#include "env.h"
#include "fatal.h"
#include "held.h"
#include "ipc_method.h"
#include "log.h"
#include "objects.h"
#include "observe.h"
#include "segment.h"
#include "segment_find.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int ishmemi_checks = ISHMEMI_CHECKS_HOST;

#define TEXT_BYTES 160
#define LONG_TEXT_BYTES 320

bool ishmemi_check_fail_ready(const char *routine)
{
    if (ishmemi_job.parent != 0) {
        return ishmemi_refuse(ISHMEMX_ERROR_NOT_READY,
                              "%s: called in process %d, which was forked from process %d; only "
                              "the latter is in the job",
                              routine, (int)getpid(), (int)ishmemi_job.parent);
    }
    return ishmemi_refuse(ISHMEMX_ERROR_NOT_READY,
                          "%s: called before ishmem_init or after ishmem_finalize", routine);
}

/* With ISHMEM_CHECKS=2: below ISHMEM_THREAD_SERIALIZED, only the thread that initialised may
 * call. */
static bool require_thread(const char *routine)
{
    if (ishmemi_checks < ISHMEMI_CHECKS_KERNELS ||
        ishmemi_job.thread_level > ISHMEM_THREAD_FUNNELED ||
        pthread_equal(pthread_self(), ishmemi_job.thread)) {
        return true;
    }
    return ishmemi_refuse(
        ISHMEMX_ERROR_ARGUMENT,
        "%s: called by a thread other than the one that called ishmem_init, but the thread level "
        "is "
        "%s: request ISHMEM_THREAD_SERIALIZED or ISHMEM_THREAD_MULTIPLE by ishmem_init_thread",
        routine,
        ishmemi_job.thread_level == ISHMEM_THREAD_SINGLE ? "ISHMEM_THREAD_SINGLE"
                                                         : "ISHMEM_THREAD_FUNNELED");
}

bool ishmemi_look_at_ready(const char *routine)
{
    return ishmemi_job.initialized ? require_thread(routine) : ishmemi_check_fail_ready(routine);
}

/* Whether this thread has got ISHMEMI_PE_REFUSED from ishmemi_context_pe.  A program may also pass
 * this value. */
static _Thread_local bool has_refused;

static bool require_pe(const char *routine, const char *argument, int pe)
{
    if (!ishmemi_look_at_ready(routine)) {
        return false;
    }
    if (pe >= 0 && pe < ishmemi_job.n_pes) {
        return true;
    }
    if (pe == ISHMEMI_PE_REFUSED && has_refused) {
        has_refused = false;
        return false;
    }
    return ishmemi_refuse_argument(routine, argument, ishmemi_text("%d", pe).text,
                                   ishmemi_text("0 to %d", ishmemi_job.n_pes - 1).text);
}

/* Describes which addresses are symmetric. */
static void describe_symmetric(const void *array, char *text, size_t bytes)
{
    const uintptr_t first = (uintptr_t)ishmemi_job.heap + ISHMEMI_HEAD_BYTES;
    const uintptr_t end = (uintptr_t)ishmemi_job.heap + ishmemi_job.heap_bytes;
    const int used = snprintf(
        text, bytes, "an object in this PE's symmetric heap, 0x%" PRIxPTR " to 0x%" PRIxPTR, first,
        end);
    const char *const why = ishmemi_segment_why();
    if (!*why) {
        snprintf(text + used, bytes - (size_t)used,
                 ", or a global or static variable of the executable");
    } else if (ishmemi_segment_contains(array)) {
        snprintf(text + used, bytes - (size_t)used,
                 "; static objects of the program are not symmetric: %s", why);
    }
}

static void describe_array(const void *array, size_t nelems, size_t size, char *text)
{
    if (nelems == 1) {
        snprintf(text, TEXT_BYTES, "%p", array);
    } else {
        snprintf(text, TEXT_BYTES, "%p with %zu elements of %zu bytes", array, nelems, size);
    }
}

/* An array that starts in the heap must lie within one of its live objects. */
static bool require_live(const char *routine, const char *argument, const void *array,
                         size_t nelems, size_t size)
{
    char instead[LONG_TEXT_BYTES - 64];
    size_t bytes;
    if (__builtin_mul_overflow(nelems, size, &bytes)) {
        bytes = SIZE_MAX;
    }
    if (!ishmemi_in_heap(array, 1) || ishmemi_objects_hold(array, bytes, instead, sizeof instead)) {
        return true;
    }
    char value[TEXT_BYTES];
    char expected[LONG_TEXT_BYTES];
    describe_array(array, nelems, size, value);
    snprintf(expected, sizeof expected, ISHMEMI_OBJECTS_EXPECTED "%s", instead);
    return ishmemi_refuse_argument(routine, argument, value, expected);
}

/* The array must be symmetric from its first byte to its last. */
static bool require_symmetric(const char *routine, const char *argument, const void *array,
                              size_t nelems, size_t size)
{
    if (ishmemi_check_symmetric(array, nelems, size)) {
        return require_live(routine, argument, array, nelems, size);
    }
    char value[TEXT_BYTES];
    char expected[2 * ISHMEMI_IPC_WHY_BYTES];
    describe_array(array, nelems, size, value);
    describe_symmetric(array, expected, sizeof expected);
    return ishmemi_refuse_argument(routine, argument, array ? value : "NULL", expected);
}

static bool fail_alignment(const char *routine, const char *argument, const void *address,
                           size_t alignment)
{
    return ishmemi_refuse_argument(routine, argument, ishmemi_text("%p", address).text,
                                   ishmemi_text("a multiple of %zu", alignment).text);
}

static bool require_aligned(const char *routine, const char *argument, const void *address,
                            size_t alignment)
{
    return ishmemi_check_aligned(address, alignment) ||
           fail_alignment(routine, argument, address, alignment);
}

/* The two arrays of a transfer, with elements of `size` bytes.  Neither is empty. */
typedef struct ends {
    const void *symmetric;
    size_t symmetric_nelems;
    const void *local;
    size_t local_nelems;
} ends_t;

static bool require_ends(const char *routine, ishmemi_direction_t direction, const ends_t *ends,
                         size_t size, size_t alignment)
{
    const char *const symmetric_name = direction == ISHMEMI_PUT ? "dest" : "source";
    const char *const local_name = direction == ISHMEMI_PUT ? "source" : "dest";
    if (!require_symmetric(routine, symmetric_name, ends->symmetric, ends->symmetric_nelems,
                           size) ||
        !require_aligned(routine, symmetric_name, ends->symmetric, alignment)) {
        return false;
    }
    if (!ends->local) {
        return ishmemi_refuse_argument(
            routine, local_name, "NULL",
            ishmemi_text("an address, because nelems is %zu", ends->symmetric_nelems).text);
    }
    return require_aligned(routine, local_name, ends->local, alignment) &&
           require_live(routine, local_name, ends->local, ends->local_nelems, size);
}

bool ishmemi_look_at_transfer(const char *routine, ishmemi_direction_t direction,
                              const void *symmetric, const void *local, size_t nelems, size_t size,
                              size_t alignment, int pe)
{
    if (!require_pe(routine, "pe", pe)) {
        return false;
    }
    if (nelems == 0) {
        return true;
    }
    const bool is_put = direction == ISHMEMI_PUT;
    return require_ends(routine, direction, &(ends_t){symmetric, nelems, local, nelems}, size,
                        alignment) &&
           (pe != ishmemi_job.my_pe ||
            ishmemi_look_at_apart(routine, is_put ? symmetric : local, nelems,
                                  is_put ? local : symmetric, nelems, size, ISHMEMI_OVERLAP_SAME));
}

bool ishmemi_look_at_signal(const char *routine, const void *dest, size_t bytes,
                            const uint64_t *sig_addr)
{
    const uintptr_t data = (uintptr_t)dest;
    const uintptr_t word = (uintptr_t)sig_addr;
    if (bytes == 0 || word >= data + bytes || data >= word + sizeof *sig_addr) {
        return true;
    }
    return ishmemi_refuse_argument(
        routine, "sig_addr", ishmemi_text("%p", (const void *)sig_addr).text,
        ishmemi_text("memory that does not overlap the %zu bytes from %p on, the dest", bytes, dest)
            .text);
}

bool ishmemi_look_at_apart(const char *routine, const void *dest, size_t dest_nelems,
                           const void *source, size_t source_nelems, size_t size,
                           ishmemi_overlap_t allowed)
{
    const uintptr_t to = (uintptr_t)dest;
    const uintptr_t from = (uintptr_t)source;
    const size_t source_bytes = source_nelems * size;
    const bool may_be = allowed == ISHMEMI_OVERLAP_UNKNOWN ||
                        (allowed == ISHMEMI_OVERLAP_SAME && to == from) || dest_nelems == 0 ||
                        source_nelems == 0;
    if (may_be || to >= from + source_bytes || from >= to + dest_nelems * size) {
        return true;
    }
    char value[TEXT_BYTES];
    describe_array(dest, dest_nelems, size, value);
    return ishmemi_refuse_argument(
        routine, "dest", value,
        ishmemi_text("memory that does not overlap the %zu bytes from %p on, the source",
                     source_bytes, source)
            .text);
}

static bool require_stride(const char *routine, const char *argument, ptrdiff_t stride)
{
    if (stride >= 1) {
        return true;
    }
    return ishmemi_refuse_argument(routine, argument, ishmemi_text("%td", stride).text,
                                   "a stride of at least 1");
}

bool ishmemi_look_at_blocks(const char *routine, ishmemi_direction_t direction,
                            const void *symmetric, const void *local, ptrdiff_t dst, ptrdiff_t sst,
                            size_t bsize, size_t nblocks, size_t size, size_t alignment, int pe)
{
    if (!require_pe(routine, "pe", pe) || !require_stride(routine, "dst", dst) ||
        !require_stride(routine, "sst", sst)) {
        return false;
    }
    const ptrdiff_t least = dst < sst ? dst : sst;
    if (bsize > (size_t)least) {
        return ishmemi_refuse_argument(routine, "bsize", ishmemi_text("%zu", bsize).text,
                                       ishmemi_text("at most %td, the smaller stride", least).text);
    }
    const bool is_put = direction == ISHMEMI_PUT;
    const ends_t ends = {symmetric, ishmemi_check_span(is_put ? dst : sst, bsize, nblocks), local,
                         ishmemi_check_span(is_put ? sst : dst, bsize, nblocks)};
    return bsize == 0 || nblocks == 0 || require_ends(routine, direction, &ends, size, alignment);
}

bool ishmemi_look_at_object(const char *routine, const char *argument, const void *object,
                            size_t size, int pe)
{
    return require_pe(routine, "pe", pe) &&
           ishmemi_look_at_own(routine, argument, object, 1, size, size);
}

bool ishmemi_look_at_own(const char *routine, const char *argument, const void *object,
                         size_t nelems, size_t size, size_t alignment)
{
    if (!ishmemi_look_at_ready(routine)) {
        return false;
    }
    return nelems == 0 || (require_symmetric(routine, argument, object, nelems, size) &&
                           require_aligned(routine, argument, object, alignment));
}

bool ishmemi_look_at_local(const char *routine, const char *argument, const void *array,
                           size_t count, size_t alignment)
{
    if (!ishmemi_job.initialized) {
        return ishmemi_check_fail_ready(routine);
    }
    if (count == 0) {
        return true;
    }
    if (!array) {
        return ishmemi_refuse_argument(
            routine, argument, "NULL",
            ishmemi_text("the address of %zu element%s", count, count == 1 ? "" : "s").text);
    }
    return require_aligned(routine, argument, array, alignment) &&
           require_live(routine, argument, array, count, alignment);
}

bool ishmemi_check_fail_result(const char *routine, const char *argument, const void *result,
                               size_t alignment)
{
    if (!result) {
        return ishmemi_refuse_argument(routine, argument, "NULL", "the address for the result");
    }
    return fail_alignment(routine, argument, result, alignment);
}

bool ishmemi_check_fail_pes(const char *routine, const char *argument, const int *pes, size_t count)
{
    if (!ishmemi_job.initialized) {
        return ishmemi_check_fail_ready(routine);
    }
    if (pes && !ishmemi_check_count(pes, count)) {
        return ishmemi_check_fail_count(routine, "npes", count);
    }
    size_t i = 0;
    while (pes && i < count && ishmemi_check_pe(pes[i])) {
        i++;
    }
    if (pes && i < count) {
        char name[TEXT_BYTES];
        snprintf(name, sizeof name, "%s[%zu]", argument, i);
        return require_pe(routine, name, pes[i]);
    }
    return ishmemi_refuse_argument(
        routine, argument, "NULL",
        ishmemi_text("the address of %zu element%s", count, count == 1 ? "" : "s").text);
}

bool ishmemi_check_fail_count(const char *routine, const char *argument, size_t count)
{
    return ishmemi_refuse_argument(routine, argument, ishmemi_text("%zu", count).text,
                                   "no more elements than the list has");
}

bool ishmemi_check_fail_ctx(const char *routine, ishmem_ctx_t ctx)
{
    if (!ishmemi_job.initialized) {
        return ishmemi_check_fail_ready(routine);
    }
    return ishmemi_refuse_argument(
        routine, "ctx", ctx ? ishmemi_text("%p", (const void *)ctx).text : "ISHMEM_CTX_INVALID",
        "a live context from ishmem_ctx_create");
}

/* The last pointer of this thread that OpenSHMEM's library took for a team and could not turn into a
 * number of one. */
static _Thread_local const void *foreign_team;

void ishmemi_check_note_foreign_team(const void *team)
{
    foreign_team = team;
}

/* A team as the program sees it: OpenSHMEM's is a pointer (ishmem/openshmem/shmem.h). */
static ishmemi_text_t text_of_team(ishmem_team_t team)
{
    return team == ISHMEM_TEAM_INVALID     ? ishmemi_text("ISHMEM_TEAM_INVALID")
           : !ishmemi_env_speaks_openshmem ? ishmemi_text("%d", team)
           : team < 0                      ? ishmemi_text("%p", foreign_team)
                      : ishmemi_text("%p", (const void *)((uintptr_t)team + 1));
}

bool ishmemi_look_at_team(const char *routine, const char *argument, ishmem_team_t team,
                          const ishmemi_host_team_t *found)
{
    if (!ishmemi_look_at_ready(routine)) {
        return false;
    }
    if (found) {
        return true;
    }
    return ishmemi_refuse(ISHMEMX_ERROR_TEAM,
                          "%s: argument %s is %s, expected a live team of this PE", routine,
                          argument, text_of_team(team).text);
}

bool ishmemi_check_fail_team_pe(const char *routine, const char *argument, int pe, int n_pes)
{
    return ishmemi_refuse_argument(routine, argument, ishmemi_text("%d", pe).text,
                                   ishmemi_text("0 to %d", n_pes - 1).text);
}

bool ishmemi_check_fail_bits(const char *routine, const char *argument, long bits,
                             const char *expected)
{
    return ishmemi_refuse_argument(routine, argument,
                                   ishmemi_text("0x%lx", (unsigned long)bits).text, expected);
}

bool ishmemi_check_fail_lock(const char *routine)
{
    return ishmemi_refuse_argument(routine, "lock", "a lock that is not held",
                                   "a lock that this PE holds");
}

/* If all threads may call, one may wait for another. */
bool ishmemi_look_at_lock(const char *routine, const long *lock)
{
    if (ishmemi_job.thread_level == ISHMEM_THREAD_MULTIPLE || !ishmemi_held_has(lock)) {
        return true;
    }
    return ishmemi_refuse_argument(
        routine, "lock", ishmemi_text("%p, which this PE holds already", (const void *)lock).text,
        "a lock that it does not hold: it would wait for itself");
}

bool ishmemi_check_fail_cmp(const char *routine, int cmp)
{
    return ishmemi_refuse_argument(routine, "cmp", ishmemi_text("%d", cmp).text,
                                   "one of ISHMEM_CMP_EQ, NE, GT, GE, LT, LE");
}

bool ishmemi_check_fail_sig_op(const char *routine, int sig_op)
{
    return ishmemi_refuse_argument(routine, "sig_op", ishmemi_text("%d", sig_op).text,
                                   "ISHMEM_SIGNAL_SET or ISHMEM_SIGNAL_ADD");
}

int ishmemi_context_pe(const char *routine, ishmem_ctx_t ctx, int pe)
{
    const ishmemi_host_team_t *const team = ishmemi_context_open_team(ctx);
    if (ishmemi_is_observed()) {
        ishmemi_observe_note_context(routine, ctx);
    }
    const int world_pe = team ? ishmemi_team_world_pe(team, pe) : pe;
    has_refused =
        ishmemi_checks &&
        (!team ? !ishmemi_check_fail_ctx(routine, ctx)
               : world_pe < 0 && !ishmemi_check_fail_team_pe(routine, "pe", pe, team->team.n_pes));
    return has_refused ? ISHMEMI_PE_REFUSED : world_pe;
}
