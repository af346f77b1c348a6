/* SPDX-License-Identifier: BSD-3-Clause */
/* The process's side of src/runtime/ishmrun.h.  One thread at a time starts the library. */
#include "bootstrap.h"

#include "log.h"
#include "runtime/ishmrun.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* How often this process has asked. */
static uint32_t starts;

/* -1 if the variable has no number from 0 to `most`. */
static int number_of(const char *variable, int most)
{
    const char *const text = getenv(variable);
    char *end;
    if (!text || *text < '0' || *text > '9') {
        return -1;
    }
    const long number = strtol(text, &end, 10);
    return *end == '\0' && number <= most ? (int)number : -1;
}

bool ishmemi_bootstrap_is_run(void)
{
    return getenv(ISHMEMI_ISHMRUN_LINE);
}

static int ask(int line, ishmemx_uniqueid_t *id)
{
    const ishmemi_ishmrun_question_t question = {.start = starts};
    if (send(line, &question, sizeof question, MSG_NOSIGNAL) != (ssize_t)sizeof question) {
        return -1;
    }
    ssize_t got;
    do {
        got = recv(line, id, sizeof *id, MSG_WAITALL);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *id ? 0 : -1;
}

int ishmemi_bootstrap_ask_run(ishmemi_bootstrap_request_t *request, ishmemx_uniqueid_t *id)
{
    const int line = number_of(ISHMEMI_ISHMRUN_LINE, 1 << 20);
    const int size = number_of(ISHMEMI_ISHMRUN_SIZE, 1 << 20);
    const int rank = number_of(ISHMEMI_ISHMRUN_RANK, size - 1);
    if (line < 0 || size < 1 || rank < 0) {
        ishmemi_error("the variables " ISHMEMI_ISHMRUN_LINE ", " ISHMEMI_ISHMRUN_RANK
                      " and " ISHMEMI_ISHMRUN_SIZE " are not as ishmrun set them");
        return -1;
    }
    /* Programs that this one starts are no PEs. */
    (void)fcntl(line, F_SETFD, FD_CLOEXEC);
    if (ask(line, id) != 0) {
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
