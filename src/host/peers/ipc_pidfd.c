/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Descriptors through pidfd_getfd: each PE copies the descriptor out of the other process.  The
 * kernel allows this to a process that may trace the other one.  If Yama restricts tracing to
 * ancestors, each PE allows it to all processes of its user during the exchange.
 */
#include "ipc_method.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct record {
    uint64_t pid_namespace; /* pids are valid only in their namespace */
    int32_t pid;
    int32_t descriptor;
} record_t;

static int take(const record_t *record, int *descriptor)
{
    const int process = (int)syscall(SYS_pidfd_open, record->pid, 0);
    if (process < 0) {
        return -1;
    }
    const int copy = (int)syscall(SYS_pidfd_getfd, process, record->descriptor, 0);
    const int error = errno;
    close(process);
    if (copy < 0) {
        errno = error;
        return -1;
    }
    *descriptor = copy;
    return 0;
}

/* Copies as many as possible; why: the reason of the first failure. */
static int take_all(const record_t *records, int *descriptors, char *why)
{
    const record_t *const mine = &records[ishmemi_job.my_pe];
    int result = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (pe == ishmemi_job.my_pe || !ishmemi_is_local(pe)) {
            continue;
        }
        char reason[ISHMEMI_IPC_WHY_BYTES];
        if (records[pe].pid_namespace != mine->pid_namespace) {
            snprintf(reason, sizeof reason, "PE %d is in another pid namespace", pe);
        } else if (take(&records[pe], &descriptors[pe]) != 0) {
            snprintf(reason, sizeof reason, "pidfd_getfd from PE %d (pid %d): %s", pe,
                     records[pe].pid, strerror(errno));
        } else {
            continue;
        }
        if (result == 0) {
            memcpy(why, reason, sizeof reason);
        }
        result = -1;
    }
    return result;
}

int ishmemi_ipc_pidfd(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES])
{
    record_t *const records = ishmemi_allocate_zeroed("the processes of the PEs",
                                                      (size_t)ishmemi_job.n_pes, sizeof *records);
    record_t mine = {.pid = getpid(), .descriptor = descriptor};
    struct stat status;
    if (stat("/proc/self/ns/pid", &status) == 0) {
        mine.pid_namespace = status.st_ino;
    }
    /* Fails without Yama, where it is not needed. */
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    ishmemi_allgather(&mine, records, sizeof mine);
    const int result = take_all(records, descriptors, why);
    ishmemi_agree(true);
    (void)prctl(PR_SET_PTRACER, 0, 0, 0, 0);
    free(records);
    return result;
}
