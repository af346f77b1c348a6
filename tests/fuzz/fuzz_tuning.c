/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ISHMEM_TUNING, ISHMEM_COLLECTIVES and ISHMEM_CUTOVERS: whatever they say, either a sentence says what is wrong, or
 * the tables are such that collectives find an algorithm, and each row that they print means itself.
 *
 * Input: whether the tile is a processor; the two variables, each with a zero byte after it; the file.
 * tuning.c is compiled as it is, but for the job around it, which is here.  log.c calls fuzz_write for write.
 */
#include "bootstrap.h"
#include "choices.h"
#include "cutovers.h"
#include "env.h"
#include "fatal.h"
#include "fuzz.h"
#include "job.h"
#include "shared/team_block.h"
#include "tables.h"
#include "tile.h"
#include "tuning.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROW_BYTES 128
#define MOST_ROWS 4096

ishmemi_env_t ishmemi_env;
bool ishmemi_env_speaks_openshmem;
ishmemi_job_t ishmemi_job = {.n_pes = 1};

static bool is_cpu;
static char said[64 << 10];
static size_t said_bytes;
static int sentences;

/* ---- The job --------------------------------------------------------------------------------- */

bool ishmemi_tile_is_cpu(void)
{
    return is_cpu;
}

void ishmemi_allgather(const void *send, void *receive, size_t bytes_each)
{
    memcpy(receive, send, bytes_each);
}

noreturn void ishmemi_fatal(const char *format, ...)
{
    (void)format;
    abort();
}

ssize_t fuzz_write(int file, const void *data, size_t bytes);

ssize_t fuzz_write(int file, const void *data, size_t bytes)
{
    FUZZ_REQUIRE(file == STDERR_FILENO && said_bytes + bytes < sizeof said);
    memcpy(said + said_bytes, data, bytes);
    said_bytes += bytes;
    sentences++;
    return (ssize_t)bytes;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct printed {
    char text[ROW_BYTES];
    ishmemi_source_t source;
} printed_t;

static printed_t rows[MOST_ROWS];
static size_t n_rows;

static void keep(FILE *out, const char *row, ishmemi_source_t source)
{
    (void)out;
    FUZZ_REQUIRE(n_rows < MOST_ROWS && strlen(row) < ROW_BYTES && fuzz_is_sentence(row));
    snprintf(rows[n_rows].text, ROW_BYTES, "%s", row);
    rows[n_rows++].source = source;
}

/* The next row from a place on that teams with such a path look at. */
static const ishmemi_choice_t *next(const ishmemi_choices_t *table, size_t *place, uint32_t path)
{
    while (!(table->rows[*place].paths & path)) {
        ++*place;
    }
    return &table->rows[(*place)++];
}

static bool is_same(const ishmemi_choice_t *a, const ishmemi_choice_t *b)
{
    return a->algorithm == b->algorithm && a->most_bytes == b->most_bytes &&
           a->most_members == b->most_members;
}

/* Up to the row that is for all, there are the same. */
static void compare(const ishmemi_choices_t *a, const ishmemi_choices_t *b, int collective,
                    uint32_t path)
{
    const ishmemi_choice_t *row;
    size_t in_a = a->first[collective];
    size_t in_b = b->first[collective];
    do {
        row = next(a, &in_a, path);
        FUZZ_REQUIRE(is_same(row, next(b, &in_b, path)));
    } while (row->most_bytes != ISHMEMI_CHOICE_BYTES ||
             row->most_members != ISHMEMI_CHOICE_MEMBERS);
}

/* The tables of the printed rows that are not built in.  A row is printed once for each path: false where these are
 * more than fit. */
static bool read_printed(void)
{
    size_t taken = 0;
    FUZZ_REQUIRE(!ishmemi_tables_open(is_cpu));
    while (ishmemi_choices.rows[taken].paths != 0) {
        taken++;
    }
    for (size_t i = 0; i < n_rows; i++) {
        if (rows[i].source == ISHMEMI_SOURCE_BUILT_IN) {
            continue;
        }
        if (taken++ == ISHMEMI_CHOICES) {
            return false;
        }
        FUZZ_REQUIRE(
            !ishmemi_tables_read(rows[i].text, ishmemi_tables_add, ISHMEMI_SOURCE_ENVIRONMENT));
    }
    return true;
}

static void check_printed(void)
{
    const ishmemi_choices_t before = ishmemi_choices;
    const ishmemi_cutovers_t cutovers = ishmemi_cutovers;
    if (!read_printed()) {
        return;
    }
    for (int i = ISHMEMI_COLLECTIVE_BROADCAST; i <= ISHMEMI_COLLECTIVE_EXSCAN; i++) {
        compare(&before, &ishmemi_choices, i, before.reachable_path);
        compare(&before, &ishmemi_choices, i, ISHMEMI_PATH_PUSH);
        compare(&before, &ishmemi_choices, i, ISHMEMI_PATH_HOSTS);
    }
    FUZZ_REQUIRE(memcmp(&cutovers, &ishmemi_cutovers, sizeof cutovers) == 0);
}

/* Reading takes peers that can be read, and groups take several on a host. */
static void check_row(const ishmemi_choice_t *row)
{
    const bool reads = row->algorithm == ISHMEMI_ALGORITHM_PULL ||
                       row->algorithm == ISHMEMI_ALGORITHM_WORDS ||
                       row->algorithm == ISHMEMI_ALGORITHM_PARTS;
    FUZZ_REQUIRE(row->algorithm < ISHMEMI_ALGORITHMS && row->paths != 0);
    FUZZ_REQUIRE(!(row->paths & ~ISHMEMI_PATHS_ALL));
    FUZZ_REQUIRE(!reads || !(row->paths & ~ISHMEMI_PATHS_REACHABLE));
    FUZZ_REQUIRE(row->algorithm != ISHMEMI_ALGORITHM_HOSTS || row->paths == ISHMEMI_PATH_HOSTS);
}

static void check_team(int n_pes, bool is_reachable, bool has_hosts, uint32_t sizes)
{
    ishmemi_team_t team = {.n_pes = n_pes,
                           .flags = (is_reachable ? ISHMEMI_TEAM_REACHABLE : 0) | sizes,
                           .near = has_hosts};
    ishmemi_choices_resolve(&team);
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        const ishmemi_team_ways_t *const ways = &team.ways[collective];
        FUZZ_REQUIRE(team.words[collective] <= ISHMEMI_TEAM_WORDS_BYTES);
        for (size_t i = 0; i < ISHMEMI_TEAM_WAYS && ways->known; i++) {
            FUZZ_REQUIRE(ways->algorithm[i] < ISHMEMI_ALGORITHMS);
        }
    }
}

static void check_tables(void)
{
    FUZZ_REQUIRE(!ishmemi_choices_lacking() && !ishmemi_cutovers_lacking());
    for (int n_pes = 1; n_pes < 4097; n_pes = n_pes * 3 + 1) {
        for (uint32_t sizes = 0; sizes <= ISHMEMI_TEAM_SMALL; sizes += ISHMEMI_TEAM_SMALL) {
            check_team(n_pes, true, false, sizes);
            check_team(n_pes, false, false, sizes);
            check_team(n_pes, false, true, sizes);
        }
    }
    for (size_t i = 0; i < ISHMEMI_CHOICES && ishmemi_choices.rows[i].paths != 0; i++) {
        check_row(&ishmemi_choices.rows[i]);
    }
    n_rows = 0;
    ishmemi_choices_print(NULL, keep);
    ishmemi_cutovers_print(NULL, keep);
    check_printed();
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* Up to a zero byte. */
static char *variable(fuzz_input_t *input)
{
    char *const text = fuzz_text(input);
    size_t count;
    (void)fuzz_bytes(input, strlen(text) + 1, &count);
    return text;
}

static void check_sentence(void)
{
    FUZZ_REQUIRE(sentences == 1 && said_bytes > 1 && said[said_bytes - 1] == '\n');
    said[said_bytes - 1] = '\0';
    FUZZ_REQUIRE(fuzz_is_sentence(said));
}

static void open_tuning(fuzz_input_t *input, char *path)
{
    const int file = input->left > 0 ? memfd_create("tuning", MFD_CLOEXEC) : -1;
    if (file >= 0) {
        FUZZ_REQUIRE(write(file, input->at, input->left) == (ssize_t)input->left);
        sprintf(path, "/proc/self/fd/%d", file);
    }
    ishmemi_env.tuning = path;
    said_bytes = 0;
    sentences = 0;
    if (ishmemi_tuning_open() == 0) {
        FUZZ_REQUIRE(sentences == 0);
        check_tables();
    } else {
        check_sentence();
    }
    if (file >= 0) {
        close(file);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input_t input = {data, bytes};
    char path[64] = "";
    is_cpu = fuzz_byte(&input) % 2 == 0;
    char *const collectives = variable(&input);
    char *const cutovers = variable(&input);
    ishmemi_env.collectives = collectives;
    ishmemi_env.cutovers = cutovers;
    open_tuning(&input, path);
    free(collectives);
    free(cutovers);
    return 0;
}
