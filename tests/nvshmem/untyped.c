/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * untyped [mpi]: the routines that no list has: setup, versions, memory and teams.  With mpi the job is
 * that of a communicator of all processes in reverse order.
 */
#include "harness.h"

#include <mpi.h>
#include <string.h>

#define EXPECT(VALUE, EXPECTED)                                                                  \
    do {                                                                                         \
        test_checks++;                                                                           \
        if ((VALUE) != (EXPECTED)) {                                                             \
            test_failures++;                                                                     \
            fprintf(stderr, "PE %d: line %d: %s is wrong\n", nvshmem_my_pe(), __LINE__, #VALUE); \
        }                                                                                        \
    } while (0)

static void try_setup(void)
{
    int level = -1, major = 0, minor = 0, patch = -1;
    char name[NVSHMEM_MAX_NAME_LEN] = "";
    nvshmem_query_thread(&level);
    EXPECT(level, NVSHMEM_THREAD_MULTIPLE);
    EXPECT(nvshmemx_init_status(), NVSHMEM_STATUS_IS_INITIALIZED);
    nvshmem_info_get_version(&major, &minor);
    EXPECT(major * 100 + minor, NVSHMEM_MAJOR_VERSION * 100 + NVSHMEM_MINOR_VERSION);
    nvshmemx_vendor_get_version_info(&major, &minor, &patch);
    EXPECT(major * 10000 + minor * 100 + patch, NVSHMEM_VENDOR_VERSION);
    nvshmem_info_get_name(name);
    EXPECT(strcmp(name, NVSHMEM_VENDOR_STRING), 0);
}

static void try_memory(void)
{
    int *const words = (int *)nvshmem_calloc(2, sizeof *words);
    void *const aligned = nvshmem_align(4096, 64);
    char *const bytes = (char *)nvshmem_malloc(3);
    EXPECT(words[0] == 0 && words[1] == 0, 1);
    EXPECT((uintptr_t)aligned % 4096, 0u);
    for (size_t alignment = 1 << 20; alignment <= 1 << 26; alignment *= 2) {
        void *const block = nvshmem_align(alignment, 2056);
        EXPECT(block != NULL && (uintptr_t)block % alignment == 0, 1);
        nvshmem_free(block);
    }
    EXPECT(bytes != NULL, 1);
    EXPECT(nvshmem_ptr(words, nvshmem_my_pe()) == (void *)words, 1);
    nvshmem_free(bytes);
    nvshmem_free(aligned);
    nvshmem_free(words);
}

static void try_teams(void)
{
    const int me = nvshmem_my_pe(), n = nvshmem_n_pes();
    nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
    nvshmem_team_t reversed = NVSHMEM_TEAM_INVALID, row, column;
    config.num_contexts = 2;
    EXPECT(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, n - 1, -1, n, &config,
                                      NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS, &reversed),
           0);
    EXPECT(nvshmem_team_my_pe(reversed), n - 1 - me);
    EXPECT(nvshmem_team_n_pes(reversed), n);
    EXPECT(nvshmem_team_translate_pe(reversed, 0, NVSHMEM_TEAM_WORLD), n - 1);
    config.num_contexts = 0;
    nvshmem_team_get_config(reversed, &config);
    EXPECT(config.num_contexts, 2);
    EXPECT(nvshmem_barrier(reversed), 0);
    EXPECT(nvshmem_team_split_2d(reversed, 2, NULL, 0, &row, NULL, 0, &column), 0);
    EXPECT(nvshmem_team_my_pe(row), (n - 1 - me) % 2);
    EXPECT(nvshmem_team_my_pe(column), (n - 1 - me) / 2);
    nvshmem_team_destroy(column);
    nvshmem_team_destroy(row);
    nvshmem_team_destroy(reversed);
    EXPECT(nvshmem_team_n_pes(NVSHMEM_TEAM_INVALID), -1);
}

static void try_signal(void)
{
    uint64_t *const word = (uint64_t *)nvshmem_calloc(1, sizeof *word);
    const int next = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
    nvshmemx_signal_op(word, 3, NVSHMEM_SIGNAL_SET, next);
    nvshmem_fence();
    nvshmemx_signal_op(word, 4, NVSHMEM_SIGNAL_ADD, next);
    EXPECT(nvshmem_signal_wait_until(word, NVSHMEM_CMP_EQ, 7), 7u);
    EXPECT(nvshmem_signal_fetch(word), 7u);
    nvshmem_sync_all();
    nvshmem_free(word);
}

/* As any code that takes a routine's address. */
static void try_addresses(void)
{
    void (*const put)(int *, const int *, size_t, int) = nvshmem_int_put;
    int *const words = (int *)nvshmem_calloc(1, sizeof *words);
    const int number = 5;
    put(words, &number, 1, nvshmem_my_pe());
    EXPECT(nvshmem_int_g(words, nvshmem_my_pe()), 5);
    nvshmem_free(words);
}

static int start_with_comm(void)
{
    int rank = 0, size = 0;
    MPI_Comm reversed = MPI_COMM_NULL;
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
    nvshmemx_set_attr_mpi_comm_args(&reversed, &attributes);
    const int status = nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes);
    MPI_Comm_free(&reversed);
    EXPECT(nvshmem_my_pe(), size - 1 - rank);
    return status;
}

int main(int argc, char **argv)
{
    const int with_comm = argc > 1 && strcmp(argv[1], "mpi") == 0;
    int provided = -1;
    if (nvshmemx_init_status() != NVSHMEM_STATUS_NOT_INITIALIZED) {
        return 1;
    }
    if (with_comm) {
        EXPECT(start_with_comm(), NVSHMEMX_SUCCESS);
    } else {
        EXPECT(nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, &provided), 0);
        EXPECT(provided, NVSHMEM_THREAD_MULTIPLE);
        try_setup();
    }
    /* Start-up counts. */
    EXPECT(nvshmemx_hostlib_init_attr(0, NULL), NVSHMEMX_SUCCESS);
    nvshmemx_hostlib_finalize();
    try_memory();
    try_teams();
    try_signal();
    try_addresses();
    const int status = test_end("untyped");
    if (with_comm) {
        MPI_Finalize();
    }
    return status;
}
