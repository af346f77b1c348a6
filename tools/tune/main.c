/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-tune: measures the crossovers of this machine and writes them as a table for libishmem.
 * The library is started once for each round of ways, as a user who asks for them would start it.
 */
#include "algorithms.h"
#include "copies.h"
#include "job.h"
#include "measure.h"
#include "progress.h"
#include "queue.h"
#include "table.h"
#include "tool.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tune_state {
    tune_options_t options;
    tune_sizes_t sizes;
    tune_teams_t teams;
    char device[ZE_MAX_DEVICE_NAME + 32];
    char command[512];
    tune_result_t *results; /* of each subject */
    tune_curves_t copies;
} tune_state_t;

static _Noreturn void fail(const char *what, const char *why)
{
    if (ishmem_my_pe() == 0) {
        fprintf(stderr, "ishmem-tune: %s: %s\n", what, why);
    }
    ishmem_finalize();
    exit(EXIT_FAILURE);
}

/* ---- What is measured ------------------------------------------------------------------------ */

static void find_sizes(tune_state_t *tune)
{
    const perf_options_t *const perf = &tune->options.perf;
    for (size_t bytes = perf->min_bytes; bytes <= perf->max_bytes; bytes *= perf->factor) {
        if (tune->sizes.count == TUNE_SIZES) {
            fail("--factor", "expected a factor that results in at most 32 sizes");
        }
        tune->sizes.bytes[tune->sizes.count++] = bytes;
    }
}

static void find_teams(tune_state_t *tune)
{
    const int n_pes = ishmem_n_pes();
    for (int members = 2; members < n_pes && tune->teams.count < TUNE_TEAMS - 1; members *= 2) {
        tune->teams.members[tune->teams.count++] = members;
    }
    tune->teams.members[tune->teams.count++] = n_pes;
}

/* The first PE that each PE reaches by load and store.  It is the same for all PEs of a host. */
static void find_domains(int *domains)
{
    const int n_pes = ishmem_n_pes();
    int *const words = ishmem_malloc((size_t)(n_pes + 1) * sizeof *words);
    int first = 0;
    while (!ishmem_ptr(words, first)) {
        first++;
    }
    ishmem_int_p(words + n_pes, first, ishmem_my_pe());
    ishmem_quiet();
    ishmem_int_fcollect(ISHMEM_TEAM_WORLD, words, words + n_pes, 1);
    for (int pe = 0; pe < n_pes; pe++) {
        domains[pe] = ishmem_int_g(words + pe, ishmem_my_pe());
    }
    ishmem_free(words);
}

/* The path of the team of the first PEs; the same on all PEs. */
static tune_path_t path_of(const int *domains, int members)
{
    int count = 0;
    for (int pe = 0; pe < members; pe++) {
        count += domains[pe] == pe;
    }
    return count == 1 ? TUNE_NEAR : count == members ? TUNE_FAR : TUNE_HOSTS;
}

static void find_paths(tune_state_t *tune)
{
    int *const domains = calloc((size_t)ishmem_n_pes(), sizeof *domains);
    if (!domains) {
        fail("memory", "none is left");
    }
    find_domains(domains);
    for (size_t team = 0; team < tune->teams.count; team++) {
        tune->teams.paths[team] = path_of(domains, tune->teams.members[team]);
    }
    free(domains);
}

static void describe(tune_state_t *tune, int argc, char **argv)
{
    static const char *const kinds[] = {
        [ZE_DEVICE_TYPE_GPU] = "a GPU", [ZE_DEVICE_TYPE_CPU] = "a processor"};
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    zeDeviceGetProperties(ishmemx_ze_device(), &properties);
    snprintf(tune->device, sizeof tune->device, "%s, %s", properties.name,
             properties.type == ZE_DEVICE_TYPE_CPU || properties.type == ZE_DEVICE_TYPE_GPU
                 ? kinds[properties.type]
                 : "another device");
    const char *const nodes = secure_getenv("ISHMEM_PES_PER_NODE");
    int used = snprintf(tune->command, sizeof tune->command, "%s%s%smpiexec -n %d ishmem-tune",
                        nodes ? "ISHMEM_PES_PER_NODE=" : "", nodes ? nodes : "", nodes ? " " : "",
                        ishmem_n_pes());
    for (int i = 1; i < argc && used < (int)sizeof tune->command; i++) {
        used += snprintf(tune->command + used, sizeof tune->command - (size_t)used, " %s", argv[i]);
    }
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static void measure_subject(tune_state_t *tune, perf_job_t *job, size_t place, size_t team,
                            size_t way)
{
    const tune_subject_t *const subject = &tune_subjects[place];
    tune_curves_t *const curves = &tune->results[place].curves[team];
    for (size_t size = 0; size < tune->sizes.count; size++) {
        const size_t bytes = tune->sizes.bytes[size];
        perf_figures_t figures;
        if (job->me == 0) {
            tool_progress_detail("%s, %s, %zu bytes", subject->name, subject->ways[way], bytes);
        }
        perf_measure(job, &subject->benchmark, subject->benchmark.host, NULL,
                     bytes * subject->spread, &figures);
        tune_curves_note(curves, way, size, figures.median);
    }
}

static void measure_team(tune_state_t *tune, perf_job_t *job, size_t round, size_t team)
{
    const int members = tune->teams.members[team];
    const bool all = members == job->n_pes;
    job->members = members;
    job->team = ISHMEM_TEAM_WORLD;
    if (!all) {
        ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, members, NULL, 0, &job->team);
    }
    for (size_t i = 0; i < tune_n_subjects; i++) {
        const int way = tune_way_of(&tune_subjects[i], round, tune->teams.paths[team]);
        if (way >= 0 && (all || !tune_subjects[i].is_cutover)) {
            measure_subject(tune, job, i, team, (size_t)way);
        }
    }
    if (!all && job->team != ISHMEM_TEAM_INVALID) {
        ishmem_team_destroy(job->team);
    }
}

static void open_job(const tune_state_t *tune, perf_job_t *job)
{
    const size_t pes = (size_t)ishmem_n_pes();
    const size_t strided = 2 * PERF_QUEUE_BLOCKS;
    *job = (perf_job_t){.options = &tune->options.perf, .blocks = pes > strided ? pes : strided};
    perf_job_open(job);
}

static void measure_round(tune_state_t *tune, size_t round)
{
    perf_job_t job;
    tune_round_set(round);
    ishmem_init();
    open_job(tune, &job);
    for (size_t team = 0; team < tune->teams.count; team++) {
        measure_team(tune, &job, round, team);
    }
    perf_job_close(&job);
    ishmem_finalize();
}

/* With the library's own choices. */
static void measure_copies(tune_state_t *tune, tune_copy_id_t first, tune_copy_id_t last)
{
    perf_job_t job;
    open_job(tune, &job);
    tune_copies_measure(&job, first, last, &tune->sizes, &tune->copies);
    perf_job_close(&job);
}

/* What kernels would send through the proxy thread to a peer on another host. */
static void measure_proxy(tune_state_t *tune)
{
    char *const nodes = secure_getenv("ISHMEM_PES_PER_NODE");
    char before[32] = "";
    snprintf(before, sizeof before, "%s", nodes ? nodes : "");
    setenv("ISHMEM_PES_PER_NODE", "1", 1);
    ishmem_init();
    measure_copies(tune, TUNE_COPY_PROXY, TUNE_COPY_PROXY);
    ishmem_finalize();
    if (nodes) {
        setenv("ISHMEM_PES_PER_NODE", before, 1);
    } else {
        unsetenv("ISHMEM_PES_PER_NODE");
    }
}

/* ---- The table ------------------------------------------------------------------------------- */

static bool write_table(const tune_state_t *tune, FILE *file)
{
    tool_progress_clear();
    tune_table_begin(file, &tune->teams, tune->device, tune->command);
    tune_table_copies(file, &tune->copies, &tune->sizes);
    for (size_t i = 0; i < tune_n_subjects; i++) {
        tune_table_subject(file, &tune_subjects[i], &tune->results[i], &tune->sizes, &tune->teams);
    }
    return fclose(file) == 0;
}

/* A stage on PE 0: the copies, then what goes through the proxy thread, then each round of the
 * algorithms. */
static void begin_stage(size_t stage, size_t stages)
{
    char name[64];
    snprintf(name, sizeof name, "stage %zu of %zu", stage + 1, stages);
    tool_progress_stage(name);
    tool_progress_step("%s", name);
}

/* The user's own settings must not be measured. */
static void forget_environment(void)
{
    unsetenv("ISHMEM_TUNING");
    unsetenv("ISHMEM_COLLECTIVES");
    unsetenv("ISHMEM_CUTOVERS");
}

int main(int argc, char **argv)
{
    tune_state_t tune = {0};
    tool_start();
    tune_options_read(argc, argv, &tune.options);
    forget_environment();
    ishmem_init();
    const bool writes = ishmem_my_pe() == 0;
    if (ishmem_n_pes() < 2) {
        fail("1 PE", "expected at least 2; start them with mpiexec -n");
    }
    find_sizes(&tune);
    find_teams(&tune);
    find_paths(&tune);
    describe(&tune, argc, argv);
    tune.results = calloc(tune_n_subjects, sizeof *tune.results);
    FILE *const file = writes ? fopen(tune.options.file, tune.options.append ? "ae" : "we") : NULL;
    if (!tune.results || (writes && !file)) {
        fprintf(stderr, "ishmem-tune: %s: %s\n", tune.options.file, strerror(errno));
        ishmem_global_exit(EXIT_FAILURE);
    }
    const size_t rounds = tune.options.repeats * tune_rounds();
    if (writes) {
        tool_progress_begin("ishmem-tune", rounds + 2);
        begin_stage(0, rounds + 2);
    }
    measure_copies(&tune, TUNE_COPY_HOST, TUNE_COPY_WORK_GROUP);
    ishmem_finalize();
    if (writes) {
        begin_stage(1, rounds + 2);
    }
    measure_proxy(&tune);
    /* All rounds are repeated in turn, so that a temporary disturbance never affects only one of
     * them. */
    for (size_t round = 0; round < rounds; round++) {
        if (writes) {
            begin_stage(round + 2, rounds + 2);
        }
        measure_round(&tune, round % tune_rounds());
    }
    const bool written = !writes || write_table(&tune, file);
    if (!written) {
        perror(tune.options.file);
    }
    free(tune.results);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
