/* SPDX-License-Identifier: BSD-3-Clause */
/* See checks.h. */
#include "checks.h"

#include "runtime/ishmrun.h"
#include "runtime/launcher.h"
#include "surroundings.h"
#include <arpa/inet.h>
#include <dlfcn.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Launcher and MPI ---------------------------------------------------------------------------- */

typedef struct mpi {
    const char *name;
    const char *module;   /* of libishmem */
    const char *launcher; /* of this MPI alone, on Debian */
    const char *package;  /* of Debian, with its library */
} mpi_t;

static const mpi_t mpich = {"MPICH", "libishmem_mpi.so", "mpiexec.mpich", "libmpich12"};
static const mpi_t open_mpi = {"Open MPI", "libishmem_mpi_openmpi.so", "mpiexec.openmpi",
                               "libopenmpi3"};

static bool has_module(const mpi_t *mpi)
{
    char path[PATH_MAX];
    return surroundings_beside_library(mpi->module, path);
}

/* The MPI whose launcher the file is; NULL: not known. */
static const mpi_t *mpi_of_file(const char *path)
{
    static const char *const open_mpis[] = {"openmpi", "orterun", "prterun", "ompi"};
    for (size_t i = 0; i < sizeof open_mpis / sizeof *open_mpis; i++) {
        if (strstr(path, open_mpis[i])) {
            return &open_mpi;
        }
    }
    return strstr(path, "hydra") || strstr(path, "mpich") ? &mpich : NULL;
}

/* Finds the mpiexec on PATH. */
static bool find_mpiexec(char file[PATH_MAX])
{
    const char *folder = surroundings_variable("PATH");
    while (*folder) {
        const size_t length = strcspn(folder, ":");
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%.*s/mpiexec", (int)length, folder) < PATH_MAX &&
            access(path, X_OK) == 0 && realpath(path, file)) {
            return true;
        }
        folder += length + (folder[length] == ':');
    }
    return false;
}

/* The launcher has been chosen, or would be chosen: its MPI must be one for which the library has a
 * module. */
static void judge_mpi(finding_t *finding, const mpi_t *mpi)
{
    if (mpi && !has_module(mpi)) {
        char expected[FINDING_BYTES];
        const mpi_t *const other = mpi == &mpich ? &open_mpi : &mpich;
        snprintf(expected, sizeof expected, "%s, as libishmem is built without %s here",
                 has_module(other) ? other->launcher : "ishmrun", mpi->name);
        finding_judge(finding, VERDICT_WRONG, expected, "%s -n 4 PROGRAM",
                      has_module(other) ? other->launcher : "ishmrun");
    }
}

/* Nothing has started this process, so this checks what would start a job. */
static void check_mpiexec(finding_t *finding)
{
    char file[PATH_MAX];
    if (!find_mpiexec(file)) {
        finding_see(finding, "none; there is no mpiexec on PATH, but ishmrun");
        return;
    }
    finding_see(finding, "none; mpiexec is %.200s", file);
    judge_mpi(finding, mpi_of_file(file));
}

static void check_slurm(finding_t *finding)
{
    finding_see(finding, "Slurm's srun, with neither PMI nor PMIx");
    finding_judge(finding, VERDICT_WRONG, "an interface by which the PEs meet",
                  "srun --mpi=pmi2 -n 4 PROGRAM (see srun --mpi=list)");
}

void check_launcher(finding_t *finding)
{
    const ishmemi_launcher_t launcher = ishmemi_launcher_find();
    if (*surroundings_variable(ISHMEMI_ISHMRUN_RANK)) {
        finding_see(finding, "ishmrun, PEs: %d", surroundings_pes());
    } else if (launcher.kind == ISHMEMI_LAUNCHER_NONE) {
        check_mpiexec(finding);
    } else if (launcher.kind == ISHMEMI_LAUNCHER_SLURM) {
        check_slurm(finding);
    } else {
        finding_see(finding, "%s, PEs: %d", launcher.name, surroundings_pes());
        judge_mpi(finding, launcher.kind == ISHMEMI_LAUNCHER_PMI ? &mpich : &open_mpi);
    }
}

/* ---- The library's module for MPI ------------------------------------------------------------------ */

static const mpi_t *module_in_use(void)
{
    char file[PATH_MAX];
    const ishmemi_launcher_t launcher = ishmemi_launcher_find();
    const mpi_t *const named = launcher.kind == ISHMEMI_LAUNCHER_PMI    ? &mpich
                               : launcher.kind != ISHMEMI_LAUNCHER_NONE ? &open_mpi
                               : find_mpiexec(file)                     ? mpi_of_file(file)
                                                                        : NULL;
    return named && has_module(named) ? named : has_module(&mpich) ? &mpich : &open_mpi;
}

void check_mpi_module(finding_t *finding)
{
    const mpi_t *const mpi = module_in_use();
    char path[PATH_MAX];
    const char *file = surroundings_variable("ISHMEM_BOOTSTRAP_MODULE");
    if (!*file && !has_module(&mpich) && !has_module(&open_mpi)) {
        finding_see(finding, "none; this libishmem is built without MPI");
        return;
    }
    if (!*file) {
        file = surroundings_beside_library(mpi->module, path) ? path : mpi->module;
    }
    if (dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
        finding_see(finding, "%.200s", file);
        return;
    }
    finding_see(finding, "%.280s", dlerror());
    if (file == path || file == mpi->module) {
        char expected[FINDING_BYTES];
        snprintf(expected, sizeof expected, "a module and %s's library", mpi->name);
        finding_judge(finding, VERDICT_WRONG, expected, "apt-get install %s", mpi->package);
    } else {
        finding_judge(finding, VERDICT_WRONG, "a module of this libishmem",
                      "unset ISHMEM_BOOTSTRAP_MODULE");
    }
}

/* ---- The library's module for UCX ------------------------------------------------------------------ */

void check_ucx_module(finding_t *finding)
{
    char path[PATH_MAX];
    const bool is_wanted = strcmp(surroundings_variable("ISHMEM_TRANSPORT"), "ucx") == 0;
    if (!surroundings_beside_library("libishmem_ucx.so", path)) {
        finding_see(finding, "none; this libishmem is built without UCX");
        if (is_wanted) {
            finding_judge(finding, VERDICT_WRONG, "one, as ISHMEM_TRANSPORT is ucx",
                          "unset ISHMEM_TRANSPORT");
        }
    } else if (dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
        finding_see(finding, "%.200s", path);
    } else {
        finding_see(finding, "%.280s", dlerror());
        const bool has_mpi = has_module(&mpich) || has_module(&open_mpi);
        finding_judge(finding, is_wanted || !has_mpi ? VERDICT_WRONG : VERDICT_WARNING,
                      "a module and UCX's libraries", "apt-get install libucx0");
    }
}

/* ---- Host name and network --------------------------------------------------------------------------- */

void check_host_name(finding_t *finding)
{
    char name[256] = "";
    struct addrinfo *found = NULL;
    gethostname(name, sizeof name - 1);
    const int error = getaddrinfo(name, NULL, NULL, &found);
    if (error != 0) {
        finding_see(finding, "%s has no address: %s", name, gai_strerror(error));
        finding_judge(finding, VERDICT_WARNING, "a name that the hosts of a job can resolve",
                      "echo \"127.0.1.1 %.200s\" >> /etc/hosts, or an entry in DNS", name);
        return;
    }
    freeaddrinfo(found);
    finding_see(finding, "%s", name);
}

/* An interface that works, with an address that is not the host's own. */
static bool leads_out(const struct ifaddrs *interface)
{
    return (interface->ifa_flags & IFF_UP) != 0 && (interface->ifa_flags & IFF_LOOPBACK) == 0 &&
           interface->ifa_addr &&
           (interface->ifa_addr->sa_family == AF_INET ||
            interface->ifa_addr->sa_family == AF_INET6);
}

static bool has_address(const struct ifaddrs *interface, const char *text)
{
    char address[INET6_ADDRSTRLEN] = "";
    const struct sockaddr *const any = interface->ifa_addr;
    if (any && any->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)any)->sin_addr, address,
                  sizeof address);
    } else if (any && any->sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)any)->sin6_addr, address,
                  sizeof address);
    }
    return *address && strcmp(address, text) == 0;
}

/* The names of the interfaces that lead out, each once, separated by spaces. */
static void list_interfaces(const struct ifaddrs *all, char *list, size_t bytes)
{
    size_t length = 0;
    *list = '\0';
    for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
        char name[IF_NAMESIZE + 2];
        snprintf(name, sizeof name, "%s%s", length > 0 ? " " : "", one->ifa_name);
        if (leads_out(one) && !strstr(list, one->ifa_name) && length + strlen(name) < bytes) {
            length += (size_t)snprintf(list + length, bytes - length, "%s", name);
        }
    }
}

static bool is_interface(const struct ifaddrs *all, const char *text)
{
    for (; all; all = all->ifa_next) {
        if (strcmp(all->ifa_name, text) == 0 || has_address(all, text)) {
            return true;
        }
    }
    return false;
}

/* Variables that name an interface: the library's, and that of MPICH's launcher. */
static bool judge_names(finding_t *finding, const struct ifaddrs *all)
{
    static const char *const variables[] = {"ISHMEM_UNIQUEID_INTERFACE", "HYDRA_IFACE"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *const value = surroundings_variable(variables[i]);
        if (*value && !is_interface(all, value)) {
            char expected[FINDING_BYTES] = "one of: lo ";
            list_interfaces(all, expected + strlen(expected), sizeof expected - strlen(expected));
            finding_see(finding, "%s names %.64s, which is not an interface", variables[i], value);
            finding_judge(finding, VERDICT_WRONG, expected, "unset %s", variables[i]);
            return false;
        }
    }
    return true;
}

void check_network(finding_t *finding)
{
    struct ifaddrs *all = NULL;
    char list[200];
    if (getifaddrs(&all) != 0) {
        finding_see(finding, "not known");
        return;
    }
    list_interfaces(all, list, sizeof list);
    if (judge_names(finding, all)) {
        finding_see(finding, "%s", *list ? list : "no interface to other hosts");
        if (!*list) {
            finding_judge(
                finding, VERDICT_WARNING, "an address, for jobs of several hosts",
                "ip link set dev INTERFACE up; in a container, docker run --network=host");
        }
    }
    freeifaddrs(all);
}
