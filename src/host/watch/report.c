/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel's report (shared/state.h), in the words that the host uses for a bad argument.
 */
#include "report.h"

#include "exit.h"
#include "fatal.h"
#include "head.h"
#include "job.h"
#include "log.h"
#include "mismatch.h"
#include "objects.h"
#include "segment_find.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES 240

static void describe_array(const ishmemi_report_t *report, char *value)
{
    if (report->value == 0) {
        snprintf(value, TEXT_BYTES, "NULL");
    } else if (report->count == 1) {
        snprintf(value, TEXT_BYTES, "0x%" PRIx64, report->value);
    } else {
        snprintf(value, TEXT_BYTES, "0x%" PRIx64 " with %" PRIu64 " elements of %" PRIu64 " bytes",
                 report->value, report->count, report->size);
    }
}

static void describe_object(const ishmemi_report_t *report, char *value, char *expected)
{
    char instead[TEXT_BYTES - 64];
    describe_array(report, value);
    ishmemi_objects_describe(report->value, report->count * report->size, report->low, report->high,
                             instead, sizeof instead);
    snprintf(expected, TEXT_BYTES, ISHMEMI_OBJECTS_EXPECTED "%s", instead);
}

static void describe_symmetric(const ishmemi_report_t *report, char *value, char *expected)
{
    describe_array(report, value);
    const int used = snprintf(expected, TEXT_BYTES,
                              "an object in this PE's symmetric heap, 0x%" PRIx64 " to 0x%" PRIx64,
                              report->low, report->high);
    if (ishmemi_segment_contains((const void *)(uintptr_t)report->value)) {
        snprintf(
            expected + used, TEXT_BYTES - (size_t)used,
            "; this is a static object of the program, and kernels can use only objects of the "
            "symmetric heap");
    }
}

/* value already holds the argument as an integer. */
static void describe(const ishmemi_report_t *report, char *value, char *expected)
{
    switch (report->expected) {
    case ISHMEMI_EXPECTED_RANGE:
        snprintf(expected, TEXT_BYTES, "%" PRId64 " to %" PRId64, (int64_t)report->low,
                 (int64_t)report->high);
        break;
    case ISHMEMI_EXPECTED_REACHABLE:
        snprintf(expected, TEXT_BYTES, "a PE whose heap can be reached from here");
        break;
    case ISHMEMI_EXPECTED_SYMMETRIC:
        describe_symmetric(report, value, expected);
        break;
    case ISHMEMI_EXPECTED_OBJECT:
        describe_object(report, value, expected);
        break;
    case ISHMEMI_EXPECTED_ALIGNED:
        snprintf(value, TEXT_BYTES, "0x%" PRIx64, report->value);
        snprintf(expected, TEXT_BYTES, "a multiple of %" PRIu64, report->size);
        break;
    case ISHMEMI_EXPECTED_ADDRESS:
        snprintf(value, TEXT_BYTES, "NULL");
        snprintf(expected, TEXT_BYTES, "an address, because there are %" PRIu64 " elements",
                 report->count);
        break;
    case ISHMEMI_EXPECTED_CMP:
        snprintf(expected, TEXT_BYTES, "one of ISHMEM_CMP_EQ, NE, GT, GE, LT, LE");
        break;
    case ISHMEMI_EXPECTED_SIG_OP:
        snprintf(expected, TEXT_BYTES, "ISHMEM_SIGNAL_SET or ISHMEM_SIGNAL_ADD");
        break;
    case ISHMEMI_EXPECTED_APART:
        describe_array(report, value);
        snprintf(expected, TEXT_BYTES,
                 "memory that does not overlap the %" PRIu64 " bytes from 0x%" PRIx64 " on, the %s",
                 report->high, report->low,
                 strcmp(report->argument, "sig_addr") == 0 ? "dest" : "source");
        break;
    case ISHMEMI_EXPECTED_TEAM:
        snprintf(expected, TEXT_BYTES, "a live team of this PE");
        break;
    default:
        snprintf(expected, TEXT_BYTES, "another value");
        break;
    }
}

/* Both signatures are in this PE's block of the team. */
static noreturn void end_for_mismatch(const ishmemi_report_t *report)
{
    ishmemi_signature_t mine;
    ishmemi_signature_t theirs;
    ishmemi_head_load_block(&mine, (const void *)(uintptr_t)report->low, sizeof mine);
    ishmemi_head_load_block(&theirs, (const void *)(uintptr_t)report->high, sizeof theirs);
    ishmemi_mismatch_end((int)(int64_t)report->value, &mine, &theirs, true);
}

void ishmemi_report_end_if_any(void)
{
    const ishmemi_report_t *const source = &ishmemi_job.head->report;
    if (ishmemi_head_load(&source->ready) == 0) {
        return;
    }
    static bool said;
    if (__atomic_test_and_set(&said, __ATOMIC_RELAXED)) {
        ishmemi_exit_follow(EXIT_FAILURE);
    }
    ishmemi_report_t report;
    ishmemi_head_load_block(&report, source, sizeof report);
    report.routine[sizeof report.routine - 1] = '\0';
    report.argument[sizeof report.argument - 1] = '\0';
    if (report.expected == ISHMEMI_EXPECTED_MATCH) {
        end_for_mismatch(&report);
    }
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    snprintf(value, sizeof value, "%" PRId64, (int64_t)report.value);
    describe(&report, value, expected);
    ishmemi_fatal_argument(ishmemi_text("%s, in a kernel", report.routine).text, report.argument,
                           value, expected);
}

noreturn void ishmemi_report_end_of_wait(const char *routine, uint64_t abort_word)
{
    const int status = (int)(abort_word - 1);
    /* The word was loaded relaxed. */
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    ishmemi_report_end_if_any();
    if (ishmemi_exit_may_speak()) {
        static const char sentence[] = "%s: the job ends with status %d while this PE waits";
        ishmemi_error(sentence, routine, status);
        ishmemi_error_handle(ISHMEMX_ERROR_JOB, true, sentence, routine, status);
    }
    ishmemi_exit_follow(status);
}
