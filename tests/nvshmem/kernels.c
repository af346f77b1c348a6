/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kernels NAME: runs every kernel of nvshmem_NAME.cl.
 */
#include "harness.h"

#include "launch.h"
#include <ishmem/nvshmem/lists.h>
#include <string.h>

#define REPORT long
#define LEADER 1
#include "every.h"

static launch_program_t program;
static char *area;
static long *report;
static uint32_t items;

static void run(const char *name)
{
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(area), LAUNCH_ARGUMENT(report)};
    long noted[REPORT_WORDS];
    ze_kernel_handle_t kernel;
    launch_kernel_create(&program, name, items, 2, arguments, &kernel);
    launch_start(&program, kernel, 1, false);
    launch_wait(&program);
    launch_kernel_destroy(kernel);
    nvshmem_getmem(noted, report, sizeof noted, nvshmem_my_pe());
    test_note(name, noted);
    nvshmem_putmem(report, noted, sizeof noted, nvshmem_my_pe());
}

int main(int argc, char **argv)
{
    const char *const who = argc > 1 ? argv[1] : "item";
    char file[64];
    nvshmem_init();
    area = nvshmem_calloc(AREA_BYTES, 1);
    report = nvshmem_calloc(REPORT_WORDS, sizeof *report);
    /* A sub-group has at least that many. */
    items = strncmp(who, "block", 5) == 0 ? 16 : strncmp(who, "warp", 4) == 0 ? 8 : 1;
    snprintf(file, sizeof file, "nvshmem_%s.spv", who);
    launch_open(file, &program);
    if (nvshmemx_cumodule_init(program.module) != 0) {
        nvshmem_global_exit(1);
    }
    nvshmem_barrier_all();
#define EACH(NAME) run(#NAME);
    if (strcmp(who, "single") == 0) {
        EACH_OF_LISTS
        EACH_OF_SINGLE
    } else if (strstr(who, "_reductions")) {
        EACH_OF_REDUCTIONS
    } else {
        EACH_OF_MOVES
    }
    launch_close(&program);
    nvshmem_free(report);
    nvshmem_free(area);
    return test_end(who);
}
