/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pmix_launch PES PROGRAM [ARGUMENT...]: a launcher that provides PMIx, for one host.  The status is that
 * of the first process that fails, or that of a call of PMIx_Abort.
 *
 * word     written by       read by     ordering
 * aborted  PMIx's thread    main        relaxed: nothing is read with it
 */
#include <pmix.h>
#include <pmix_server.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PES_MAX 64
#define PAUSE_NS 5000000

static const pmix_nspace_t space = "ishmem.test";
static int aborted = -1;
static pid_t children[PES_MAX];

static void die(const char *what, pmix_status_t status)
{
    fprintf(stderr, "pmix_launch: %s: %s\n", what, PMIx_Error_string(status));
    exit(EXIT_FAILURE);
}

/* ---- What clients ask -------------------------------------------------------------------------- */

static pmix_status_t end_client(const pmix_proc_t *client, void *object, pmix_op_cbfunc_t done,
                                void *data)
{
    (void)client;
    (void)object;
    (void)done;
    (void)data;
    return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t end_job(const pmix_proc_t *client, void *object, int status,
                             const char message[], pmix_proc_t clients[], size_t count,
                             pmix_op_cbfunc_t done, void *data)
{
    (void)object;
    (void)clients;
    (void)count;
    fprintf(stderr, "pmix_launch: process %u ends the job with %d: %s\n", (unsigned)client->rank,
            status, message);
    __atomic_store_n(&aborted, status, __ATOMIC_RELAXED);
    done(PMIX_SUCCESS, data);
    return PMIX_SUCCESS;
}

/* All of the job are here: what they have brought is all there is. */
static pmix_status_t meet(const pmix_proc_t clients[], size_t count, const pmix_info_t info[],
                          size_t infos, char *brought, size_t bytes, pmix_modex_cbfunc_t done,
                          void *data)
{
    (void)clients;
    (void)count;
    (void)info;
    (void)infos;
    done(PMIX_SUCCESS, brought, bytes, data, NULL, NULL);
    return PMIX_SUCCESS;
}

/* ---- The job ----------------------------------------------------------------------------------- */

static void note(pmix_status_t status, void *said)
{
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        die("registering", status);
    }
    __atomic_store_n((bool *)said, true, __ATOMIC_RELEASE);
}

static void await(pmix_status_t status, const bool *said)
{
    if (status == PMIX_OPERATION_SUCCEEDED) {
        return;
    }
    if (status != PMIX_SUCCESS) {
        die("registering", status);
    }
    while (!__atomic_load_n(said, __ATOMIC_ACQUIRE)) {
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
}

static void describe(uint32_t pes)
{
    char name[256] = "";
    char ranks[PES_MAX * 4] = "";
    char *nodes;
    char *places;
    bool said = false;
    gethostname(name, sizeof name - 1);
    for (uint32_t pe = 0; pe < pes; pe++) {
        snprintf(ranks + strlen(ranks), sizeof ranks - strlen(ranks), "%s%u", pe ? "," : "", pe);
    }
    if (PMIx_generate_regex(name, &nodes) != PMIX_SUCCESS ||
        PMIx_generate_ppn(ranks, &places) != PMIX_SUCCESS) {
        die("describing the job", PMIX_ERROR);
    }
    pmix_info_t info[6];
    PMIX_INFO_LOAD(&info[0], PMIX_JOB_SIZE, &pes, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[1], PMIX_UNIV_SIZE, &pes, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[2], PMIX_LOCAL_SIZE, &pes, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[3], PMIX_LOCAL_PEERS, ranks, PMIX_STRING);
    PMIX_INFO_LOAD(&info[4], PMIX_NODE_MAP, nodes, PMIX_REGEX);
    PMIX_INFO_LOAD(&info[5], PMIX_PROC_MAP, places, PMIX_REGEX);
    await(PMIx_server_register_nspace(space, (int)pes, info, 6, note, &said), &said);
}

static void start(uint32_t rank, char **command)
{
    char **added = NULL; /* to the environment */
    pmix_proc_t client;
    bool said = false;
    PMIX_LOAD_PROCID(&client, space, rank);
    await(PMIx_server_register_client(&client, getuid(), getgid(), NULL, note, &said), &said);
    const pmix_status_t status = PMIx_server_setup_fork(&client, &added);
    if (status != PMIX_SUCCESS) {
        die("PMIx_server_setup_fork", status);
    }
    children[rank] = fork();
    if (children[rank] == 0) {
        for (char **variable = added; variable && *variable; variable++) {
            putenv(*variable);
        }
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
}

static int status_of(int found)
{
    return WIFSIGNALED(found) ? 128 + WTERMSIG(found) : WEXITSTATUS(found);
}

/* Slurm and others let the rest run on when one fails, and so does this. */
static int await_all(uint32_t pes)
{
    int status = 0;
    for (uint32_t running = pes; running > 0;) {
        int found;
        const pid_t process = waitpid(-1, &found, WNOHANG);
        const int from_abort = __atomic_load_n(&aborted, __ATOMIC_RELAXED);
        running -= process > 0;
        if (process > 0 && status == 0) {
            status = status_of(found);
        }
        if (from_abort >= 0) {
            for (uint32_t pe = 0; pe < pes; pe++) {
                kill(children[pe], SIGKILL);
            }
            return from_abort;
        }
        if (process == 0) {
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
        }
    }
    return status;
}

int main(int argc, char **argv)
{
    static pmix_server_module_t module = {
        .client_finalized = end_client, .abort = end_job, .fence_nb = meet};
    const int pes = argc > 2 ? atoi(argv[1]) : 0;
    if (pes < 1 || pes > PES_MAX) {
        fprintf(stderr, "usage: pmix_launch PES PROGRAM [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    /* PMIx's other stores have locks that processes share.  A process that is killed while it holds one
     * stops the server for good. */
    setenv("PMIX_MCA_gds", "hash", 1);
    const pmix_status_t status = PMIx_server_init(&module, NULL, 0);
    if (status != PMIX_SUCCESS) {
        die("PMIx_server_init", status);
    }
    describe((uint32_t)pes);
    for (uint32_t rank = 0; rank < (uint32_t)pes; rank++) {
        start(rank, argv + 2);
    }
    const int result = await_all((uint32_t)pes);
    PMIx_server_finalize();
    return result;
}
