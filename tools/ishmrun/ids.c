/* SPDX-License-Identifier: BSD-3-Clause */
/* A unique id for each start of the library.  The PEs meet in this process. */
#include "ishmrun.h"

#include "runtime/ishmrun.h"
#include <ishmemx.h>
#include <stdlib.h>
#include <sys/socket.h>

static ishmemx_uniqueid_t *ids;
static uint32_t count;

/* Makes the ids up to number `start`; NULL if one cannot be made. */
static const ishmemx_uniqueid_t *id_of(uint32_t start)
{
    while (count <= start) {
        ishmemx_uniqueid_t *const more = realloc(ids, (count + 1) * sizeof *more);
        if (!more) {
            return NULL;
        }
        ids = more;
        if (ishmemx_get_uniqueid(&ids[count]) != 0) {
            return NULL;
        }
        count++;
    }
    return &ids[start];
}

bool ids_answer(int socket)
{
    ishmemi_ishmrun_question_t question;
    if (recv(socket, &question, sizeof question, MSG_WAITALL) != (ssize_t)sizeof question) {
        return false;
    }
    /* A process asks for its starts in their order, and is at most one ahead of the others. */
    const ishmemx_uniqueid_t *const id = question.start <= count ? id_of(question.start) : NULL;
    return id && send(socket, id, sizeof *id, MSG_NOSIGNAL) == (ssize_t)sizeof *id;
}
