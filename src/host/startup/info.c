/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A report on the job.  Every PE contributes a line about its tile, what the driver says about its
 * links, and a row that says which PEs it reaches, and why it does not reach the others.  PE 0
 * prints the report.
 */
#include "info.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "env.h"
#include "far.h"
#include "info_versions.h"
#include "job.h"
#include "links.h"
#include "log.h"
#include "part.h"
#include "pe_info.h"
#include "spin.h"
#include "tile.h"
#include "tuning.h"
#include "ze_error.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How a PE reaches another: a letter of the matrix. */
enum {
    REACH_SELF = '=',
    REACH_MEMORY = 'L',
    REACH_ATOMICS = 'A',
    REACH_HOST = 'h',
    REACH_NODE = 'n'
};

typedef struct letter {
    char letter;
    const char *meaning;
} letter_t;

static const letter_t near_letters[] = {
    {REACH_SELF, "itself"},
    {REACH_MEMORY, "by load and store"},
    {REACH_ATOMICS, "by load and store, and by atomics of the tile"}};

/* PEs that are reached through the proxy thread, and why. */
static const letter_t far_letters[] = {
    {REACH_HOST, "it runs on another host"},
    {REACH_NODE, "ISHMEM_PES_PER_NODE makes it one of another host"},
    {'s', "the driver cannot export a heap"},
    {'m', "one of them cannot map the heap of the other"},
    {'p', "the driver does not let one tile access the memory of the other"},
    {'t', "the driver does not let one tile use atomics on the memory of the other"},
    {'x', "a store or a load between them gave the wrong value"},
    {'o', "another PE in the group of one of them does not reach the other"}};

/* Indexed by ishmemi_apart_t. */
static const char apart_letters[] = {
    [ISHMEMI_APART_NOT] = REACH_NODE, [ISHMEMI_APART_SHARE] = 's',   [ISHMEMI_APART_MAP] = 'm',
    [ISHMEMI_APART_ACCESS] = 'p',     [ISHMEMI_APART_ATOMICS] = 't', [ISHMEMI_APART_PROBE] = 'x',
    [ISHMEMI_APART_OTHERS] = 'o'};

static uint64_t memory_of(ze_device_handle_t device)
{
    enum { MOST = 8 };
    ze_device_memory_properties_t properties[MOST];
    for (int i = 0; i < MOST; i++) {
        properties[i] =
            (ze_device_memory_properties_t){.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES};
    }
    uint32_t count = MOST;
    uint64_t bytes = 0;
    if (zeDeviceGetMemoryProperties(device, &count, properties) == ZE_RESULT_SUCCESS) {
        for (uint32_t i = 0; i < count && i < MOST; i++) {
            bytes += properties[i].totalSize;
        }
    }
    return bytes;
}

/* The tile's PCI address and, from Linux, its NUMA node. */
static void find_pci(ishmemi_pe_info_t *info)
{
    ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
    info->numa = -1;
    snprintf(info->pci, sizeof info->pci, "-");
    if (zeDevicePciGetPropertiesExt(ishmemi_job.device, &pci) != ZE_RESULT_SUCCESS) {
        return;
    }
    snprintf(info->pci, sizeof info->pci, "%04x:%02x:%02x.%x", pci.address.domain & 0xffff,
             pci.address.bus & 0xff, pci.address.device & 0xff, pci.address.function & 0xf);
    char path[64 + sizeof info->pci];
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/numa_node", info->pci);
    FILE *const file = fopen(path, "re");
    if (file) {
        if (fscanf(file, "%d", &info->numa) != 1) {
            info->numa = -1;
        }
        fclose(file);
    }
}

static void describe(ishmemi_pe_info_t *info)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    zeDeviceGetProperties(ishmemi_job.device, &properties);
    memset(info, 0, sizeof *info);
    if (gethostname(info->host, sizeof info->host - 1) != 0) {
        snprintf(info->host, sizeof info->host, "unknown");
    }
    snprintf(info->device, sizeof info->device, "%s", properties.name);
    memcpy(info->uuid, properties.uuid.id, sizeof info->uuid);
    info->sub_device =
        properties.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE ? (int32_t)properties.subdeviceId : -1;
    info->threads = properties.numSlices * properties.numSubslicesPerSlice *
                    properties.numEUsPerSubslice * properties.numThreadsPerEU;
    info->heap_bytes = ishmemi_job.heap_bytes;
    info->memory_bytes = memory_of(ishmemi_job.device);
    info->local_rank = ishmemi_job.local_rank;
    info->host_access = ishmemi_job.heap_host_mapped;
    find_pci(info);
    ishmemi_links_describe(info->links, sizeof info->links);
    snprintf(info->apart, sizeof info->apart, "%s", ishmemi_part_sentence());
}

static char reach_of(int pe)
{
    if (pe == ishmemi_job.my_pe) {
        return REACH_SELF;
    }
    if (ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE) {
        return !ishmemi_is_on_machine(pe) ? REACH_HOST : apart_letters[ishmemi_part_reason(pe)];
    }
    const ze_device_handle_t device = ishmemi_tile_of_peer(pe);
    ze_device_p2p_properties_t p2p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES};
    const bool atomics =
        device &&
        (device == ishmemi_job.device ||
         (zeDeviceGetP2PProperties(ishmemi_job.device, device, &p2p) == ZE_RESULT_SUCCESS &&
          (p2p.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS)));
    return atomics ? REACH_ATOMICS : REACH_MEMORY;
}

static void print_version(FILE *out, const char *name, const char *version)
{
    fprintf(out, "  %-26s %s\n", name, version);
}

static void print_library(void)
{
    printf("%s %s, API level %d.%d, compiled by %s for %s\n", ISHMEM_VENDOR_STRING, ISHMEMI_VERSION,
           ISHMEM_MAJOR_VERSION, ISHMEM_MINOR_VERSION, ISHMEMI_COMPILER, ISHMEMI_BUILD_TYPE);
    printf("Started by %s: %d PE%s\n", ishmemi_job.bootstrap->name, ishmemi_job.n_pes,
           ishmemi_job.n_pes == 1 ? "" : "s");
    puts("\nVersions");
    ishmemi_info_versions(stdout, print_version);
}

static void print_tiles(const ishmemi_pe_info_t *infos)
{
    puts("\nTiles\n   PE  host rank  tile             threads  memory MiB  heap MiB  host access"
         "  PCI           NUMA  device, host");
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        const ishmemi_pe_info_t *const info = &infos[pe];
        char tile[32];
        int used = 0;
        for (int i = 0; i < 4; i++) {
            used += snprintf(tile + used, sizeof tile - (size_t)used, "%02x", info->uuid[i]);
        }
        if (info->sub_device >= 0) {
            snprintf(tile + used, sizeof tile - (size_t)used, ".%d", (int)info->sub_device);
        }
        char node[16] = "-";
        if (info->numa >= 0) {
            snprintf(node, sizeof node, "%d", (int)info->numa);
        }
        printf("%5d  %9d  %-15s  %7u  %10llu  %8llu  %11s  %-12s  %4s  %s, %s\n", pe,
               (int)info->local_rank, tile, info->threads,
               (unsigned long long)(info->memory_bytes >> 20),
               (unsigned long long)(info->heap_bytes >> 20), info->host_access ? "yes" : "no",
               info->pci, node, info->device, info->host);
    }
}

static void print_links(const ishmemi_pe_info_t *infos)
{
    puts("\nLinks: what the driver reports between a PE's tile and those of other PEs on its "
         "machine");
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        printf("%5d  %s\n", pe, *infos[pe].links ? infos[pe].links : "no other PE");
    }
}

/* Explains those letters of a list that are in the matrix. */
static void print_letters(const letter_t *letters, size_t count, const char *how, const char *rows)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    for (size_t i = 0; i < count; i++) {
        if (memchr(rows, letters[i].letter, pes * pes)) {
            printf("  %c %s%s\n", letters[i].letter, how, letters[i].meaning);
        }
    }
}

static void print_reach(const char *rows, const ishmemi_pe_info_t *infos)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    char how[96];
    snprintf(how, sizeof how,
             "through the %s and %s: ", ishmemi_spin_drives ? "program's calls" : "proxy thread",
             ishmemi_far ? ishmemi_far->name : "");
    puts("\nReach: one row for each PE, one column for each peer");
    for (size_t pe = 0; pe < pes; pe++) {
        printf("%5zu  %.*s\n", pe, (int)pes, rows + pe * pes);
    }
    print_letters(near_letters, sizeof near_letters / sizeof *near_letters, "", rows);
    print_letters(far_letters, sizeof far_letters / sizeof *far_letters, how, rows);
    for (size_t pe = 0; pe < pes; pe++) {
        if (*infos[pe].apart) {
            printf("  PE %zu says: %s\n", pe, infos[pe].apart);
        }
    }
}

static void print_text(const ishmemi_pe_info_t *infos, const char *rows)
{
    print_library();
    print_tiles(infos);
    print_links(infos);
    print_reach(rows, infos);
    puts("\nEnvironment");
    ishmemi_env_print_values(stdout);
    ishmemi_tuning_print(stdout);
}

int ishmemi_info_print(void)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    ishmemi_pe_info_t *const infos =
        ishmemi_allocate_zeroed("the report of the PEs", pes, sizeof *infos);
    char *const row = ishmemi_allocate("the PEs that this one reaches", pes, sizeof *row);
    char *const rows = ishmemi_allocate("the PEs that each one reaches", pes * pes, sizeof *rows);
    ishmemi_pe_info_t mine;
    describe(&mine);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        row[pe] = reach_of(pe);
    }
    ishmemi_allgather(&mine, infos, sizeof mine);
    ishmemi_allgather(row, rows, pes);
    int result = 0;
    if (ishmemi_job.my_pe == 0) {
        if (ishmemi_env.info_format == ISHMEMI_INFO_JSON) {
            ishmemi_info_print_json(stdout, infos, rows);
        } else {
            print_text(infos, rows);
        }
        if (fflush(stdout) != 0) {
            ishmemi_error("ISHMEM_INFO=1: cannot write to stdout");
            result = -1;
        }
    }
    free(rows);
    free(row);
    free(infos);
    return result;
}
