/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PEs that are introduced to each other, and then meet through a unique id.  ishmrun makes an id
 * for each start of the library (src/runtime/ishmrun.h).  A runtime with `introduces` in its table
 * distributes the id that PE 0 makes, and ends the job.  One thread at a time starts the library.
 */
#include "bootstrap.h"

#include "log.h"
#include "runtime/ishmrun.h"
#include "unique_id.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- Introduced by ishmrun ------------------------------------------------------------------- */

/* Ids that this process has received. */
static uint32_t starts;

/* Returns -1 if the variable does not hold a number from 0 to `most`. */
static int number_of(const char *variable, int most)
{
    const char *const text = secure_getenv(variable);
    char *end;
    if (!text || *text < '0' || *text > '9') {
        return -1;
    }
    const long number = strtol(text, &end, 10);
    return *end == '\0' && number <= most ? (int)number : -1;
}

bool ishmemi_bootstrap_has_ishmrun(void)
{
    return getenv(ISHMEMI_ISHMRUN_SOCKET);
}

static int ask(int socket, ishmemx_uniqueid_t *id)
{
    const ishmemi_ishmrun_question_t question = {.start = starts};
    if (send(socket, &question, sizeof question, MSG_NOSIGNAL) != (ssize_t)sizeof question) {
        return -1;
    }
    ssize_t got;
    do {
        got = recv(socket, id, sizeof *id, MSG_WAITALL);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *id ? 0 : -1;
}

int ishmemi_bootstrap_ask_ishmrun(ishmemi_bootstrap_request_t *request, ishmemx_uniqueid_t *id)
{
    if (!secure_getenv(ISHMEMI_ISHMRUN_SOCKET)) {
        ishmemi_error("this program has more privileges than the user who started it (set-user-id, "
                      "set-group-id or capabilities): ishmrun cannot start it, because the program "
                      "ignores the environment variables that tell it where to connect");
        return -1;
    }
    const int socket = number_of(ISHMEMI_ISHMRUN_SOCKET, 1 << 20);
    const int size = number_of(ISHMEMI_ISHMRUN_SIZE, 1 << 20);
    const int rank = number_of(ISHMEMI_ISHMRUN_RANK, size - 1);
    if (socket < 0 || size < 1 || rank < 0) {
        ishmemi_error("the variables " ISHMEMI_ISHMRUN_SOCKET ", " ISHMEMI_ISHMRUN_RANK
                      " and " ISHMEMI_ISHMRUN_SIZE " are not as ishmrun set them");
        return -1;
    }
    /* Programs that this one starts are not PEs. */
    (void)fcntl(socket, F_SETFD, FD_CLOEXEC);
    if (ask(socket, id) != 0) {
        ishmemi_error("ishmrun, which started this process, no longer answers: %s",
                      errno != 0 ? strerror(errno) : "it has ended");
        return -1;
    }
    starts++;
    request->unique_id = id;
    request->rank = rank;
    request->n_ranks = size;
    return 0;
}

/* ---- Introduced by a runtime ----------------------------------------------------------------- */

static const ishmemi_bootstrap_t *runtime;

/* Receives PE 0's id.  If PE 0 has none, it has logged why, and distributes an invalid one. */
static int get_id(ishmemx_uniqueid_t *id, int rank, int size)
{
    ishmemi_unique_id_t parts;
    const char *found;
    ishmemx_uniqueid_t *const ids = malloc((size_t)size * sizeof *ids);
    if (!ids) {
        ishmemi_error("no memory for the table of %d PEs", size);
        return -1;
    }
    memset(id, 0, sizeof *id);
    if (rank == 0) {
        (void)ishmemx_get_uniqueid(id);
    }
    const int result = runtime->allgather(id, ids, sizeof *id);
    *id = ids[0];
    free(ids);
    if (result == 0 && !ishmemi_unique_id_read(id, &parts, &found)) {
        ishmemi_error("PE 0 cannot make the unique id by which the PEs meet");
        return -1;
    }
    return result;
}

static int introduced_init(const ishmemi_bootstrap_request_t *given, int *rank, int *size,
                           int *thread_level)
{
    ishmemi_bootstrap_request_t request = *given;
    ishmemx_uniqueid_t id;
    if (runtime->init(given, rank, size, thread_level) != 0) {
        return -1;
    }
    request.step("the PEs' meeting through the launcher");
    if (get_id(&id, *rank, *size) != 0) {
        return -1;
    }
    request.unique_id = &id;
    request.rank = *rank;
    request.n_ranks = *size;
    return ishmemi_bootstrap_unique_id.init(&request, rank, size, thread_level);
}

static int introduced_finalize(bool has_network)
{
    const int result = ishmemi_bootstrap_unique_id.finalize(has_network);
    return runtime->finalize(has_network) == 0 ? result : -1;
}

const ishmemi_bootstrap_t *ishmemi_bootstrap_introduced(const ishmemi_bootstrap_t *by)
{
    static ishmemi_bootstrap_t table;
    runtime = by;
    table = *by;
    table.init = introduced_init;
    table.allgather = ishmemi_bootstrap_unique_id.allgather;
    table.barrier = ishmemi_bootstrap_unique_id.barrier;
    table.finalize = introduced_finalize;
    return &table;
}
