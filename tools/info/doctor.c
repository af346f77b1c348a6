/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The list of checks, and how their findings are printed.  It starts no job, so it also explains
 * why a job cannot start.
 */
#include "doctor.h"

#include "checks.h"
#include "runtime/json.h"
#include "surroundings.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct check {
    const char *name;
    void (*look)(finding_t *finding);
} check_t;

static const check_t checks[] = {
    {"launcher", check_launcher},
    {"MPI module", check_mpi_module},
    {"UCX module", check_ucx_module},
    {"host name", check_host_name},
    {"network", check_network},
    {"/dev/shm", check_shared_memory},
    {"locked memory", check_locked_memory},
    {"descriptors", check_descriptors},
    {"ptrace", check_ptrace},
    {"autogroup", check_autogroup},
    {"Level Zero loader", check_loader},
    {"driver", check_driver},
    {"Intel GPUs", check_intel_gpus},
    {"NVIDIA GPUs", check_nvidia_gpus},
    {"cache of kernels", check_cache},
};
enum { CHECKS = sizeof checks / sizeof *checks };

static const char *const words[] = {
    [VERDICT_GOOD] = "good", [VERDICT_WARNING] = "warning", [VERDICT_WRONG] = "wrong"};

static void print_line(FILE *out, const char *name, const finding_t *finding)
{
    fprintf(out, "%-8s %s: %s", words[finding->verdict], name, finding->seen);
    if (finding->verdict != VERDICT_GOOD) {
        fprintf(out, "; expected %s: %s", finding->expected, finding->command);
    }
    fputc('\n', out);
}

static void print_text(FILE *out, const finding_t *findings, const int *counts)
{
    for (size_t i = 0; i < CHECKS; i++) {
        print_line(out, checks[i].name, &findings[i]);
    }
    fprintf(out, "%d good, %d warnings, %d wrong\n", counts[VERDICT_GOOD], counts[VERDICT_WARNING],
            counts[VERDICT_WRONG]);
}

static void print_json(FILE *out, const finding_t *findings, const int *counts)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    ishmemi_json_field(out, "{", "host", host);
    fprintf(out, ", \"good\": %d, \"warnings\": %d, \"wrong\": %d, \"checks\": [",
            counts[VERDICT_GOOD], counts[VERDICT_WARNING], counts[VERDICT_WRONG]);
    for (size_t i = 0; i < CHECKS; i++) {
        ishmemi_json_field(out, i == 0 ? "\n  {" : ",\n  {", "check", checks[i].name);
        ishmemi_json_field(out, ", ", "verdict", words[findings[i].verdict]);
        ishmemi_json_field(out, ", ", "seen", findings[i].seen);
        ishmemi_json_field(out, ", ", "expected", findings[i].expected);
        ishmemi_json_field(out, ", ", "command", findings[i].command);
        fputc('}', out);
    }
    fputs("\n]}\n", out);
}

/* In one piece, so that the reports of several hosts do not mix. */
static void print(bool as_json, const finding_t *findings, const int *counts)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *const out = open_memstream(&text, &bytes);
    if (!out) {
        perror("ishmem-info");
        return;
    }
    (as_json ? print_json : print_text)(out, findings, counts);
    fclose(out);
    fwrite(text, 1, bytes, stdout);
    fflush(stdout);
    free(text);
}

/* A launcher kills the other processes when one fails: let those of other hosts print. */
static void let_others_print(void)
{
    if (surroundings_pes() > surroundings_pes_here()) {
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    }
}

int doctor_print(bool as_json)
{
    finding_t findings[CHECKS] = {0};
    int counts[VERDICT_WRONG + 1] = {0};
    if (!surroundings_is_first_here()) {
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < CHECKS; i++) {
        checks[i].look(&findings[i]);
        counts[findings[i].verdict]++;
    }
    print(as_json, findings, counts);
    if (counts[VERDICT_WRONG] == 0) {
        return EXIT_SUCCESS;
    }
    let_others_print();
    return EXIT_FAILURE;
}
