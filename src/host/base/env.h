/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The environment variables of the library.  One table defines the struct of their values, the
 * parser, the look-up of names and the help texts.
 *
 * X(field, NAME, kind, default, accepted, meaning); kinds: size, count, seconds, flag, choice,
 * processor, text.  A choice accepts one of a list of words between bars; its value is the word's
 * index in that list.
 */
#ifndef ISHMEMI_ENV_H
#define ISHMEMI_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define ISHMEMI_ENV(X)                                                                             \
    X(symmetric_size, "ISHMEM_SYMMETRIC_SIZE", size, "512M",                                       \
      "bytes, at least 64K, with an optional suffix K, M, G or T",                                 \
      "Size of each PE's symmetric heap.")                                                         \
    X(team_memory, "ISHMEM_TEAM_MEMORY", size, "128M",                                             \
      "bytes, at least 64K, with an optional suffix K, M, G or T",                                 \
      "Additional memory of each PE with which teams synchronise and exchange small data.")        \
    X(large_teams, "ISHMEM_LARGE_TEAMS", count, "32", "a number",                                  \
      "How many teams of a PE, the predefined ones included, have large blocks at a time, which"   \
      " make collectives quick, in up to half of ISHMEM_TEAM_MEMORY. Further teams have small"     \
      " ones, of which thousands fit.")                                                            \
    X(collectives, "ISHMEM_COLLECTIVES", text, "",                                                 \
      "rows collective:algorithm<bytes@members/near, separated by commas",                         \
      "Algorithms of collectives for teams whose members all reach each other (/near), do not"     \
      " (/far), or do so only within each host (/hosts), up to a number of bytes and members."     \
      " These rows precede the library's choice.")                                                 \
    X(cutovers, "ISHMEM_CUTOVERS", text, "",                                                       \
      "rows put_signal_on_queue:kernel<bytes, strided_on_queue:kernel<bytes",                      \
      "Sizes up to which a kernel, rather than the copy engine, moves the data on a command "      \
      "list.")                                                                                     \
    X(tuning, "ISHMEM_TUNING", text, "", "a path",                                                 \
      "A file of such rows, as ishmem-tune writes it. The two variables above take "               \
      "precedence.")                                                                               \
    X(share_tiles, "ISHMEM_SHARE_TILES", choice, "auto", "auto|0|1",                               \
      "Whether several PEs may use one tile when a host has more PEs than tiles. auto: on the "    \
      "CPU, whose tiles are not real, but not on GPUs.")                                           \
    X(ipc, "ISHMEM_IPC", choice, "auto", "auto|pidfd|socket",                                      \
      "How the PEs of a host pass the descriptors of their heaps to each other.")                  \
    X(host_access, "ISHMEM_HOST_ACCESS", choice, "auto", "auto|0|1",                               \
      "Whether the host loads and stores heaps directly (1) or lets the tile do it (0).")          \
    X(static_objects, "ISHMEM_STATIC_OBJECTS", flag, "1", "0 or 1",                                \
      "Make global and static objects of the program symmetric for host routines.")                \
    X(pes_per_node, "ISHMEM_PES_PER_NODE", count, "0", "a number, 0 for all",                      \
      "For tests: treat the PEs of a machine as those of several hosts, with this many PEs on"     \
      " each.")                                                                                    \
    X(transport, "ISHMEM_TRANSPORT", choice, "auto", "auto|mpi|ucx",                               \
      "What carries data to PEs of other hosts: MPI or UCX. auto: MPI, or UCX where the library "  \
      "has no module for an MPI. The same for all PEs.")                                           \
    X(ucx_one_sided, "ISHMEM_UCX_ONE_SIDED", choice, "auto", "auto|0|1",                           \
      "Whether puts of more than 4 KiB and gets of at least 16 bytes over UCX need no processor "  \
      "of the target. auto: where a network card carries them out. The same for all PEs.")         \
    X(mpi_window, "ISHMEM_MPI_WINDOW", flag, "1", "0 or 1",                                        \
      "How puts, long gets and the data of collectives travel between PEs of one machine that "    \
      "share no heap: through memory that their processes share (1) or as messages (0).")          \
    X(proxy_cpu, "ISHMEM_PROXY_CPU", processor, "auto", "auto, any or the number of a processor",  \
      "The processor of the thread that serves other hosts. any: one of its PE's processors. "     \
      "auto: "                                                                                     \
      "the same, unless the PEs of a machine are bound to different processors; then one near "    \
      "the "                                                                                       \
      "tile that no PE is bound to.")                                                              \
    X(checks, "ISHMEM_CHECKS", choice, "1", "0|1|2",                                               \
      "Argument checks: 0 none, 1 host calls, 2 host calls and kernels. With 2 the library also "  \
      "checks that memory in the symmetric heap lies in one allocated object, that source and "    \
      "destination do not overlap, that a signal word does not lie in its data, that a PE does "   \
      "not "                                                                                       \
      "set a lock that it holds, that the thread level allows the calling thread, and that all "   \
      "members of a team make the same collective call.")                                          \
    X(debug, "ISHMEM_DEBUG", flag, "0", "0 or 1", "Print on stderr what start-up finds and does.") \
    X(driver, "ISHMEM_DRIVER", choice, "auto", "auto|intel|cuda|cpu",                              \
      "Where kernels run: on Intel GPUs, on NVIDIA GPUs or on the CPU. auto: the first of these"   \
      " that the machine has. ZE_ENABLE_ALT_DRIVERS takes precedence.")                            \
    X(cpu_notice, "ISHMEM_CPU_NOTICE", flag, "1", "0 or 1",                                        \
      "Print on stderr, once for each job, that kernels run on NVIDIA GPUs or on the CPU.")        \
    X(info, "ISHMEM_INFO", flag, "0", "0 or 1",                                                    \
      "Print on stdout the library's version, the PEs' tiles, which PEs reach each other, and"     \
      " these values.")                                                                            \
    X(info_format, "ISHMEM_INFO_FORMAT", choice, "text", "text|json", "How ISHMEM_INFO prints.")   \
    X(races, "ISHMEM_RACES", choice, "0", "0|1|2",                                                 \
      "Look for data races in symmetric memory: between calls of host routines and, on the CPU "   \
      "driver, of kernels and command lists. 1: print each race once. 2: end the job at the "      \
      "first.")                                                                                    \
    X(stats, "ISHMEM_STATS", choice, "0", "0|1|json",                                              \
      "Print at the end of the job, for each routine, how often it was called, how many bytes it " \
      "moved and how long it took and waited, and the bytes between each two PEs: as a table (1) " \
      "or "                                                                                        \
      "for programs (json).")                                                                      \
    X(stats_file, "ISHMEM_STATS_FILE", text, "", "a path",                                         \
      "Where ISHMEM_STATS prints instead of on stdout.")                                           \
    X(trace, "ISHMEM_TRACE", text, "", "a directory",                                              \
      "Record every call with its times, in a file for each PE, which ishmem-trace reads.")        \
    X(trace_limit, "ISHMEM_TRACE_LIMIT", size, "1G",                                               \
      "bytes, at least 64K, with an optional suffix K, M, G or T",                                 \
      "Size of each PE's file. Later calls are only counted.")                                     \
    X(bootstrap_module, "ISHMEM_BOOTSTRAP_MODULE", text, "", "a path",                             \
      "The bootstrap module to load. By default it is the module next to the library for the "     \
      "program's MPI, or for its launcher's MPI or PMIx.")                                         \
    X(start_timeout, "ISHMEM_START_TIMEOUT", count, "600", "seconds, 0 for no limit",              \
      "How long ishmem_init may take in this PE. A PE that has not joined by then is "             \
      "considered dead, and the others end with a message.")                                       \
    X(network_timeout, "ISHMEM_NETWORK_TIMEOUT", count, "10", "seconds, 0 for no limit",           \
      "How long another host, or the network to it, may be silent before its PEs are considered "  \
      "dead and the job ends. The system repeats lost packets at growing intervals, so a job "     \
      "survives an outage of half that time.")                                                     \
    X(stall_report, "ISHMEM_STALL_REPORT", seconds, "30",                                          \
      "seconds, such as 30 or 0.5, 0 for never",                                                   \
      "When a PE has waited for this long, the job prints on stderr what each PE does. Further "   \
      "reports follow at growing intervals.")                                                      \
    X(stall_timeout, "ISHMEM_STALL_TIMEOUT", seconds, "0",                                         \
      "seconds, such as 600 or 0.5, 0 for never",                                                  \
      "When a PE has waited for this long, the job prints the same report and ends.")              \
    X(uniqueid_timeout, "ISHMEM_UNIQUEID_TIMEOUT", count, "120", "seconds, 0 for no limit",        \
      "How long PEs that start with a unique id wait for each other.")                             \
    X(uniqueid_interface, "ISHMEM_UNIQUEID_INTERFACE", text, "",                                   \
      "the name of an interface or one of the host's addresses",                                   \
      "Where ishmemx_get_uniqueid listens for PEs, instead of on all interfaces. Use lo if "       \
      "all PEs run on one host.")

typedef size_t ishmemi_env_size_t;
typedef int ishmemi_env_count_t;
typedef double ishmemi_env_seconds_t;
typedef bool ishmemi_env_flag_t;
typedef int ishmemi_env_choice_t;
typedef int ishmemi_env_processor_t;    /* its number, or one of the two below */
typedef const char *ishmemi_env_text_t; /* the environment's own string, or the default */

#define ISHMEMI_ENV_FIELD(field, name, kind, standard, accepted, meaning) \
    ishmemi_env_##kind##_t field;
typedef struct ishmemi_env {
    ISHMEMI_ENV(ISHMEMI_ENV_FIELD)
} ishmemi_env_t;
#undef ISHMEMI_ENV_FIELD

enum { ISHMEMI_PROCESSOR_ANY = -1, ISHMEMI_PROCESSOR_AUTO = -2 };
enum { ISHMEMI_TRANSPORT_AUTO, ISHMEMI_TRANSPORT_MPI, ISHMEMI_TRANSPORT_UCX };
enum { ISHMEMI_DRIVER_AUTO, ISHMEMI_DRIVER_INTEL, ISHMEMI_DRIVER_CUDA, ISHMEMI_DRIVER_CPU };
enum { ISHMEMI_SHARE_TILES_AUTO, ISHMEMI_SHARE_TILES_NO, ISHMEMI_SHARE_TILES_YES };
enum { ISHMEMI_INFO_TEXT, ISHMEMI_INFO_JSON };
enum { ISHMEMI_RACES_NONE, ISHMEMI_RACES_SAY, ISHMEMI_RACES_END };
enum { ISHMEMI_STATS_NONE, ISHMEMI_STATS_TEXT, ISHMEMI_STATS_JSON };
enum { ISHMEMI_IPC_AUTO, ISHMEMI_IPC_PIDFD, ISHMEMI_IPC_SOCKET };
enum { ISHMEMI_CHECKS_NONE, ISHMEMI_CHECKS_HOST, ISHMEMI_CHECKS_KERNELS };
enum { ISHMEMI_HOST_ACCESS_AUTO, ISHMEMI_HOST_ACCESS_NO, ISHMEMI_HOST_ACCESS_YES };

/* The current values: ishmem_init reads them anew. */
extern ishmemi_env_t ishmemi_env;

/* Whether the program calls OpenSHMEM's names.  Then the environment may contain these too, and
 * messages use them.  shmem_init sets it before the process joins a job. */
extern bool ishmemi_env_speaks_openshmem;

/* Reads the environment.  Returns 0, or -1 with a sentence about the first bad value in `error`.
 * Every variable with a good value then has it; the others have their defaults. */
int ishmemi_env_read(ishmemi_env_t *env, char *error, size_t error_bytes);

/* Calls report for every ISHMEM_ variable in the environment that no table contains, with its name
 * and the closest known one. */
void ishmemi_env_find_unknown(void (*report)(const char *name, const char *closest));

/* Calls report for every variable in the environment that only Intel SHMEM has, with its name and a
 * clause about its replacement. */
void ishmemi_env_find_foreign(void (*report)(const char *name, const char *answer));

/* The known name with the least edit distance to `name`. */
const char *ishmemi_env_closest(const char *name);

/* Prints the table of docs/environment.md. */
void ishmemi_env_print_markdown(FILE *out);
/* Prints the variables with their values in this process's environment, or their defaults. */
void ishmemi_env_print_values(FILE *out);
/* The same as JSON. */
void ishmemi_env_print_json(FILE *out);

#endif
