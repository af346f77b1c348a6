/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Joining and leaving the job, several times, with all queries; nothing is left behind: no file
 * descriptor, no memory map.
 */
#include "require.h"

#include <dirent.h>
#include <ishmemx.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 6

static int count_descriptors(void)
{
    DIR *const directory = opendir("/proc/self/fd");
    REQUIRE(directory);
    int count = 0;
    while (readdir(directory)) {
        count++;
    }
    closedir(directory);
    return count;
}

/* Maps of memfds: heaps, this PE's and its peers'. */
static int count_heaps(void)
{
    FILE *const maps = fopen("/proc/self/maps", "re");
    REQUIRE(maps);
    char line[512];
    int count = 0;
    while (fgets(line, sizeof line, maps)) {
        count += strstr(line, "memfd:") != NULL;
    }
    fclose(maps);
    return count;
}

static void check_queries(void)
{
    int initialized = 0, level = -1, major = 0, minor = 0;
    char name[ISHMEM_MAX_NAME_LEN];
    ishmemx_query_initialized(&initialized);
    REQUIRE(initialized == 1);
    const ishmemx_runtime_type_t runtime = ishmemx_runtime_get_type();
    REQUIRE(runtime == ISHMEMX_RUNTIME_MPI || runtime == ISHMEMX_RUNTIME_PMI);
    ishmem_query_thread(&level);
    REQUIRE(level >= ISHMEM_THREAD_SINGLE);
    ishmem_info_get_version(&major, &minor);
    REQUIRE(major == ISHMEM_MAJOR_VERSION && minor == ISHMEM_MINOR_VERSION);
    ishmem_info_get_name(name);
    REQUIRE(strcmp(name, ISHMEM_VENDOR_STRING) == 0);
    REQUIRE(ishmemx_ze_driver() && ishmemx_ze_context() && ishmemx_ze_device());
    REQUIRE(ishmem_ctx_default != ISHMEM_CTX_INVALID);
    REQUIRE(ishmem_my_pe() >= 0 && ishmem_my_pe() < ishmem_n_pes());
}

static void check_access(void)
{
    const int me = ishmem_my_pe(), n = ishmem_n_pes();
    char *const block = ishmem_malloc(1000);
    REQUIRE(block);
    REQUIRE(ishmem_ptr(block + 10, me) == block + 10);
    for (int pe = 0; pe < n; pe++) {
        REQUIRE(ishmem_pe_accessible(pe) == 1);
        REQUIRE(ishmem_addr_accessible(block, pe) == 1);
        /* Set for PEs that do not share memory. */
        if (pe == me || !getenv("ISHMEM_PES_PER_NODE")) {
            REQUIRE(ishmem_ptr(block, pe));
            REQUIRE((char *)ishmem_ptr(block + 10, pe) == (char *)ishmem_ptr(block, pe) + 10);
        } else {
            REQUIRE(!ishmem_ptr(block, pe));
        }
        REQUIRE(!ishmem_ptr(&n, pe) && !ishmem_ptr(NULL, pe));
        REQUIRE(ishmem_addr_accessible(&n, pe) == 0);
    }
    REQUIRE(ishmem_pe_accessible(-1) == 0 && ishmem_pe_accessible(n) == 0);
    REQUIRE(ishmem_addr_accessible(block, n) == 0);
    REQUIRE(!ishmem_ptr(block, n));
    ishmem_free(block);
}

/* Each PE puts its number to its neighbour. */
static void check_neighbours(void)
{
    const int me = ishmem_my_pe(), n = ishmem_n_pes();
    int *const from = ishmem_calloc(1, sizeof *from);
    REQUIRE(from);
    ishmem_int_p(from, me + 1, (me + 1) % n);
    ishmem_barrier_all();
    REQUIRE(ishmem_int_g(from, me) == (me + n - 1) % n + 1);
    ishmem_barrier_all();
    ishmem_free(from);
}

static void check_thread_levels(void)
{
    for (int level = ISHMEM_THREAD_SINGLE; level <= ISHMEM_THREAD_FUNNELED; level++) {
        int provided = -1, queried = -1;
        REQUIRE(ishmem_init_thread(level, &provided) == 0);
        REQUIRE(provided >= level);
        ishmem_query_thread(&queried);
        REQUIRE(queried == provided);
        ishmem_finalize();
    }
    REQUIRE(ishmem_init_thread(ISHMEM_THREAD_SINGLE, NULL) == 0);
    ishmem_finalize();
}

/* The level among the attributes, which the first version of the struct does not have. */
static void check_thread_attribute(void)
{
    for (int level = ISHMEM_THREAD_SINGLE; level <= ISHMEM_THREAD_MULTIPLE; level++) {
        for (int is_first_version = 0; is_first_version < 2; is_first_version++) {
            ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
            int queried = -1;
            attr.thread_level = level;
            attr.size = is_first_version ? offsetof(ishmemx_attr_t, thread_level) : attr.size;
            ishmemx_init_attr(&attr);
            ishmem_query_thread(&queried);
            REQUIRE(queried == (is_first_version ? ISHMEM_THREAD_SINGLE : level));
            ishmem_finalize();
        }
    }
}

/* Of parts of a program that do not know of each other: the first call joins the job, the last
 * leaves it. */
static void check_nested(void)
{
    int provided = -1, initialized = 0;
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    REQUIRE(ishmem_init_thread(ISHMEM_THREAD_FUNNELED, &provided) == 0);
    REQUIRE(provided == ISHMEM_THREAD_FUNNELED);
    const ishmem_ctx_t ctx = ishmem_ctx_default;
    int *const block = ishmem_calloc(1, sizeof *block);
    ishmem_init();
    ishmemx_init_attr(&attr);
    REQUIRE(ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &provided) == 0);
    REQUIRE(provided == ISHMEM_THREAD_FUNNELED);
    for (int left = 3; left > 0; left--) {
        ishmem_finalize();
        ishmemx_query_initialized(&initialized);
        REQUIRE(initialized == 1 && ishmem_ctx_default == ctx);
        REQUIRE(ishmem_addr_accessible(block, ishmem_my_pe()));
        check_neighbours();
    }
    ishmem_finalize();
    ishmemx_query_initialized(&initialized);
    REQUIRE(initialized == 0 && !ishmem_ctx_default);
}

/* Threads that join at the same time: whoever is first, each finds the job joined. */
static void *join_on_thread(void *level)
{
    int provided = -1, initialized = 0;
    ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &provided);
    ishmemx_query_initialized(&initialized);
    *(int *)level = initialized == 1 && ishmem_my_pe() < ishmem_n_pes() ? provided : -1;
    return NULL;
}

static void check_joining_threads(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int levels[THREADS];
    for (int i = 0; i < THREADS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, join_on_thread, &levels[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        REQUIRE(pthread_join(threads[i], NULL) == 0 && levels[i] == ISHMEM_THREAD_MULTIPLE);
    }
    check_neighbours();
    for (int i = 0; i < THREADS; i++) {
        ishmem_finalize();
    }
    int initialized = 1;
    ishmemx_query_initialized(&initialized);
    REQUIRE(initialized == 0);
}

int main(int argc, char **argv)
{
    /* A job of its own: MPI gives the level that the first start asks for. */
    if (argc > 1 && strcmp(argv[1], "threads") == 0) {
        check_joining_threads();
        return EXIT_SUCCESS;
    }
    int initialized = 1, descriptors = 0, heaps = 0, level = -1;
    ishmemx_query_initialized(&initialized);
    REQUIRE(initialized == 0 && !ishmem_ctx_default);
    REQUIRE(ishmemx_runtime_get_type() == ISHMEMX_RUNTIME_INVALID);
    ishmem_query_thread(&level);
    REQUIRE(level == ISHMEM_THREAD_SINGLE);
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 2 == 0) {
            ishmem_init();
        } else {
            ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
            ishmemx_init_attr(&attr);
        }
        check_queries();
        check_access();
        check_neighbours();
        if (round % 3 == 0) {
            (void)ishmem_malloc(100); /* finalize frees it */
        }
        ishmem_finalize();
        ishmemx_query_initialized(&initialized);
        REQUIRE(initialized == 0 && !ishmem_ctx_default);
        /* The first rounds open what stays: MPI's and the driver's own. */
        if (round == 1) {
            descriptors = count_descriptors();
            heaps = count_heaps();
        }
    }
    REQUIRE(count_descriptors() == descriptors);
    REQUIRE(count_heaps() == heaps);
    check_thread_levels();
    check_thread_attribute();
    check_nested();
    ishmem_query_thread(&level);
    REQUIRE(level == ISHMEM_THREAD_SINGLE);
    return 0;
}
