/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The finding of one check of ishmem-info --check.
 */
#ifndef ISHMEM_INFO_FINDING_H
#define ISHMEM_INFO_FINDING_H

enum { FINDING_BYTES = 320 };

typedef enum verdict { VERDICT_GOOD, VERDICT_WARNING, VERDICT_WRONG } verdict_t;

typedef struct finding {
    verdict_t verdict;
    char seen[FINDING_BYTES];
    char expected[FINDING_BYTES]; /* empty if good */
    char command[FINDING_BYTES];  /* that corrects it; empty if good */
} finding_t;

/* Sets what was found.  The finding is good until finding_judge says otherwise. */
void finding_see(finding_t *finding, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets what should be there, and the command that corrects it. */
void finding_judge(finding_t *finding, verdict_t verdict, const char *expected,
                   const char *command_format, ...) __attribute__((format(printf, 4, 5)));

#endif
