/* SPDX-License-Identifier: BSD-3-Clause */
/* See checks.h. */
#include "checks.h"

#include "surroundings.h"
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

/* ---- /dev/shm ------------------------------------------------------------------------------------ */

/* What MPICH and UCX put there for each PE, rounded up; and an amount that is always enough. */
#define SHM_FOR_PE (5 * MIB)
#define SHM_PLENTY (64 * MIB)

static void judge_room(finding_t *finding, uint64_t free_bytes)
{
    const uint64_t needed = SHM_FOR_PE * (uint64_t)surroundings_pes_here();
    char expected[FINDING_BYTES];
    finding_see(finding, "%" PRIu64 " MiB are free", free_bytes / MIB);
    if (free_bytes < needed || free_bytes < SHM_PLENTY) {
        snprintf(expected, sizeof expected, "%" PRIu64 " MiB for MPI",
                 (needed > SHM_PLENTY ? needed : SHM_PLENTY) / MIB);
        finding_judge(finding, free_bytes < needed ? VERDICT_WRONG : VERDICT_WARNING, expected,
                      "mount -o remount,size=1G /dev/shm, or docker run --shm-size=1g");
    }
}

void check_shared_memory(finding_t *finding)
{
    const char *const path = surroundings_path("/dev/shm");
    struct stat status;
    struct statvfs room;
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        finding_see(finding, "there is none");
        finding_judge(finding, VERDICT_WRONG, "a tmpfs for MPI",
                      "mkdir -p /dev/shm && mount -t tmpfs -o mode=1777 tmpfs /dev/shm");
    } else if (access(path, W_OK | X_OK) != 0) {
        finding_see(finding, "this user may not write to it (mode %04o)",
                    (unsigned)status.st_mode & 07777);
        finding_judge(finding, VERDICT_WRONG, "mode 1777", "chmod 1777 /dev/shm");
    } else if (statvfs(path, &room) != 0) {
        finding_see(finding, "not known");
    } else {
        judge_room(finding, (uint64_t)room.f_bavail * room.f_frsize);
    }
}

/* ---- Limits -------------------------------------------------------------------------------------- */

static const char *limit_text(rlim_t limit, rlim_t unit, const char *name, char text[64])
{
    if (limit == RLIM_INFINITY) {
        snprintf(text, 64, "unlimited");
    } else {
        snprintf(text, 64, "%" PRIu64 "%s", (uint64_t)(limit / unit), name);
    }
    return text;
}

/* Adapters with RDMA lock the memory that they reach, which is the heap and MPI's buffers. */
void check_locked_memory(finding_t *finding)
{
    struct stat status;
    struct rlimit limit;
    char text[64];
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) {
        finding_see(finding, "not known");
        return;
    }
    limit_text(limit.rlim_cur, KIB, " KiB", text);
    if (stat(surroundings_path("/sys/class/infiniband"), &status) != 0) {
        finding_see(finding, "%s; no RDMA adapter needs it", text);
        return;
    }
    finding_see(finding, "%s, with an RDMA adapter", text);
    if (limit.rlim_cur != RLIM_INFINITY) {
        finding_judge(
            finding, VERDICT_WRONG, "unlimited, since the adapter locks the heap",
            "ulimit -l unlimited, and \"* - memlock unlimited\" in /etc/security/limits.conf");
    }
}

/* A PE has a socket to each PE, a descriptor of each heap on its machine, and what MPI and drivers
 * open. */
static rlim_t descriptors_needed(void)
{
    return 128 + 2 * (rlim_t)surroundings_pes() + 4 * (rlim_t)surroundings_pes_here();
}

void check_descriptors(finding_t *finding)
{
    struct rlimit limit;
    char text[64], expected[FINDING_BYTES];
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        finding_see(finding, "not known");
        return;
    }
    finding_see(finding, "%s", limit_text(limit.rlim_cur, 1, "", text));
    if (limit.rlim_cur < descriptors_needed() || limit.rlim_cur < 1024) {
        const bool is_wrong = limit.rlim_cur < descriptors_needed();
        const rlim_t wanted = is_wrong && descriptors_needed() > 1024 ? descriptors_needed() : 1024;
        snprintf(expected, sizeof expected, "at least %" PRIu64 ", PEs: %d", (uint64_t)wanted,
                 surroundings_pes());
        finding_judge(finding, is_wrong ? VERDICT_WRONG : VERDICT_WARNING, expected,
                      "ulimit -n %" PRIu64 ", and \"* - nofile %" PRIu64
                      "\" in /etc/security/limits.conf",
                      (uint64_t)wanted, (uint64_t)wanted);
    }
}

/* ---- Who may take descriptors ------------------------------------------------------------------- */

/* Waits to be killed. */
static pid_t start_child(void)
{
    const pid_t child = fork();
    if (child == 0) {
        for (;;) {
            pause();
        }
    }
    return child;
}

/* Whether a process can take a descriptor of another one, which PEs do.  A container may forbid
 * it. */
static bool can_take_descriptors(void)
{
    const pid_t child = start_child();
    if (child < 0) {
        return false;
    }
    const int process = (int)syscall(SYS_pidfd_open, child, 0);
    const int copy = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, STDERR_FILENO, 0);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (copy >= 0) {
        close(copy);
    }
    if (process >= 0) {
        close(process);
    }
    return copy >= 0;
}

/* Without it PEs pass descriptors through sockets, unless that is forbidden. */
static verdict_t without_ptrace(void)
{
    return strcmp(surroundings_variable("ISHMEM_IPC"), "pidfd") == 0 ? VERDICT_WRONG
                                                                     : VERDICT_WARNING;
}

/* 0: any process of the user; 1: its ancestors, and processes that it names, which PEs do; 2: the
 * superuser; 3: nobody. */
void check_ptrace(finding_t *finding)
{
    const long scope = surroundings_number("/proc/sys/kernel/yama/ptrace_scope", 0);
    finding_see(finding, "kernel.yama.ptrace_scope is %ld", scope);
    if (scope >= 3 || (scope == 2 && !can_take_descriptors())) {
        finding_judge(finding, without_ptrace(),
                      "0 or 1, so that PEs and drivers may pass each other memory by pidfd_getfd",
                      scope >= 3
                          ? "export ISHMEM_IPC=socket, or sysctl.d and a restart of the machine"
                          : "sysctl -w kernel.yama.ptrace_scope=1");
    } else if (!can_take_descriptors()) {
        finding_see(finding, "pidfd_getfd is forbidden here");
        finding_judge(finding, without_ptrace(),
                      "that PEs and drivers may pass each other memory by pidfd_getfd",
                      "docker run --cap-add=SYS_PTRACE, or export ISHMEM_IPC=socket");
    }
}

/* ---- Scheduling ---------------------------------------------------------------------------------- */

/* A launcher starts each PE in a session of its own, which is then a group: docs/environment.md. */
void check_autogroup(finding_t *finding)
{
    const long enabled = surroundings_number("/proc/sys/kernel/sched_autogroup_enabled", 0);
    const int pes = surroundings_pes_here();
    const int processors = surroundings_processors();
    finding_see(finding, "kernel.sched_autogroup_enabled is %ld, PEs: %d, processors: %d", enabled,
                pes, processors);
    if (enabled == 1 && pes > processors) {
        finding_judge(finding, VERDICT_WARNING,
                      "0 with more PEs than processors, or some PEs get none for seconds",
                      "sysctl -w kernel.sched_autogroup_enabled=0");
    }
}
