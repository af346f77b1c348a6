/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads /proc, /sys and the affinity mask for the properties of the processors and the memory. */
#include "machine/processor.h"
#include "engine/abi.h"
#include "machine/clock.h"
#include "machine/settings.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__aarch64__)
#include <sys/auxv.h>
#include <sys/prctl.h>
#endif

#define LOCAL_BYTES_MAX (128u << 10)
#define LOAD_FRESH_NS UINT64_C(1000000)
#define LINE_BYTES 512
#define ACCESS_ALL                                                     \
    (ZE_MEMORY_ACCESS_CAP_FLAG_RW | ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC | \
     ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT | ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC)

static cpu_set_t allowed;
static uint32_t threads;
static uint32_t online;
static bool shares_cores;
static int load_file = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The last reading of the load.  Relaxed: each thread uses what it finds. */
static _Atomic uint64_t load_read_ns;
static _Atomic uint32_t load_free;

static bool line_read(const char *path, char line[LINE_BYTES])
{
    FILE *file = fopen(path, "re");
    if (!file) {
        return false;
    }
    const bool found = fgets(line, LINE_BYTES, file);
    fclose(file);
    if (found) {
        line[strcspn(line, "\n")] = '\0';
    }
    return found;
}

static void processors_read(void)
{
    const uint32_t limit = zed_settings_get()->threads;
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    online = count > 0 ? (uint32_t)count : 1;
    CPU_ZERO(&allowed);
    /* The main thread's mask, because the calling thread's may be narrower. */
    if (sched_getaffinity(getpid(), sizeof(allowed), &allowed) == 0) {
        threads = (uint32_t)CPU_COUNT(&allowed);
    } else {
        threads = online;
        for (uint32_t i = 0; i < online && i < CPU_SETSIZE; i++) {
            CPU_SET(i, &allowed);
        }
    }
    if (limit != 0 && threads > limit) {
        threads = limit;
    }
    load_file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    char line[LINE_BYTES];
    shares_cores = !line_read("/sys/devices/system/cpu/smt/active", line) || line[0] != '0';
}

uint32_t zed_processor_threads(void)
{
    pthread_once(&once, processors_read);
    return threads;
}

const cpu_set_t *zed_processor_set(void)
{
    pthread_once(&once, processors_read);
    return &allowed;
}

bool zed_processor_shares_cores(void)
{
    pthread_once(&once, processors_read);
    return shares_cores;
}

uint32_t zed_processor_free(void)
{
    const uint32_t others = zed_processor_threads() - 1;
    if (others == 0 || load_file < 0) {
        return others;
    }
    const uint64_t now = zed_clock_now();
    if (now - atomic_load_explicit(&load_read_ns, memory_order_relaxed) < LOAD_FRESH_NS) {
        return atomic_load_explicit(&load_free, memory_order_relaxed);
    }
    /* "0.20 0.18 0.12 3/80 11206": three tasks are runnable. */
    char text[LINE_BYTES];
    const ssize_t got = pread(load_file, text, sizeof(text) - 1, 0);
    uint32_t running = 0;
    if (got <= 0) {
        return others;
    }
    text[got] = '\0';
    if (sscanf(text, "%*s %*s %*s %" SCNu32 "/", &running) != 1) {
        return others;
    }
    uint32_t idle = running < online ? online - running : 0;
    idle = idle < others ? idle : others;
    atomic_store_explicit(&load_free, idle, memory_order_relaxed);
    atomic_store_explicit(&load_read_ns, now, memory_order_relaxed);
    return idle;
}

/* ---- Properties of the device -------------------------------------------------------------- */

/* The value of the first line with this name in a "name : value" file. */
static bool field_read(const char *path, const char *name, char value[LINE_BYTES])
{
    FILE *file = fopen(path, "re");
    if (!file) {
        return false;
    }
    char line[LINE_BYTES];
    bool found = false;
    while (!found && fgets(line, sizeof(line), file)) {
        const size_t length = strlen(name);
        if (strncmp(line, name, length) != 0) {
            continue;
        }
        const char *rest = line + length + strspn(line + length, " \t");
        if (*rest == ':') {
            rest += 1 + strspn(rest + 1, " \t");
            snprintf(value, LINE_BYTES, "%s", rest);
            value[strcspn(value, "\n")] = '\0';
            found = true;
        }
    }
    fclose(file);
    return found;
}

static void name_describe(zed_device_info_t *info)
{
    char line[LINE_BYTES];
    if (!field_read("/proc/cpuinfo", "model name", line) &&
        !line_read("/sys/firmware/devicetree/base/model", line)) {
        struct utsname machine;
        snprintf(line, sizeof(line), "%s", uname(&machine) == 0 ? machine.machine : "CPU");
    }
    snprintf(info->name, sizeof(info->name), "%.*s", (int)sizeof(info->name) - 1, line);
}

static uint32_t simd_bytes(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx") ? 32 : 16;
#elif defined(__aarch64__) && defined(PR_SVE_GET_VL) && defined(HWCAP_SVE)
    if ((getauxval(AT_HWCAP) & HWCAP_SVE) != 0) {
        const int length = prctl(PR_SVE_GET_VL);
        return length > 0 ? (uint32_t)length & PR_SVE_VL_LEN_MASK : 16;
    }
    return 16;
#else
    return 16;
#endif
}

static uint32_t clock_mhz(void)
{
    char line[LINE_BYTES];
    if (line_read("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", line)) {
        return (uint32_t)(strtoull(line, NULL, 10) / 1000);
    }
    return field_read("/proc/cpuinfo", "cpu MHz", line) ? (uint32_t)strtod(line, NULL) : 0;
}

/* The largest data cache of the first allowed processor. */
static uint64_t cache_bytes(void)
{
    uint64_t most = 0;
    uint32_t cpu = 0;
    while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &allowed)) {
        cpu++;
    }
    for (uint32_t index = 0;; index++) {
        char path[128];
        char line[LINE_BYTES];
        snprintf(path, sizeof(path),
                 "/sys/devices/system/cpu/cpu%" PRIu32 "/cache/index%" PRIu32 "/size", cpu, index);
        if (!line_read(path, line)) {
            return most;
        }
        char *unit = NULL;
        uint64_t bytes = strtoull(line, &unit, 10);
        bytes <<= *unit == 'K' ? 10 : *unit == 'M' ? 20 : 0;
        most = bytes > most ? bytes : most;
    }
}

static uint64_t cache_line_bytes(void)
{
    const long bytes = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
    return bytes > 0 ? (uint64_t)bytes : 64;
}

/* The machine's memory, or the control group's limit if that is less.  The tiles share it. */
static uint64_t memory_bytes(void)
{
    uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    char line[LINE_BYTES];
    if (line_read("/sys/fs/cgroup/memory.max", line) && isdigit((unsigned char)line[0])) {
        const uint64_t limit = strtoull(line, NULL, 10);
        bytes = limit != 0 && limit < bytes ? limit : bytes;
    }
    return bytes;
}

/* From the boot id: the same in every process of this host, and practically unique. */
static void uuid_describe(zed_device_info_t *info)
{
    char line[LINE_BYTES] = "";
    memcpy(info->uuid, "zed-cpu-0-device", sizeof(info->uuid));
    if (!line_read("/proc/sys/kernel/random/boot_id", line)) {
        return;
    }
    uint32_t digits = 0;
    for (const char *c = line; *c != '\0' && digits < 2 * sizeof(info->uuid); c++) {
        if (isxdigit((unsigned char)*c)) {
            const char digit[2] = {*c, '\0'};
            const uint8_t value = (uint8_t)strtoul(digit, NULL, 16);
            uint8_t *byte = &info->uuid[digits / 2];
            *byte = (uint8_t)(digits % 2 == 0 ? value << 4 : *byte | value);
            digits++;
        }
    }
}

static zed_device_info_t described;
static pthread_once_t describe_once = PTHREAD_ONCE_INIT;

static void describe(void)
{
    zed_device_info_t *const info = &described;
    info->type = zed_settings_get()->device_type;
    info->is_processor = true;
    info->flags = ZE_DEVICE_PROPERTY_FLAG_INTEGRATED | ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING;
    info->threads = zed_processor_threads();
    info->tiles = zed_settings_get()->tiles;
    info->has_sub_devices = true;
    name_describe(info);
    info->simd_bytes = simd_bytes();
    info->sub_group_size = ZED_SUB_GROUP_SIZE;
    info->max_group_size = ZED_GROUP_ITEMS_MAX;
    for (int i = 0; i < 3; i++) {
        info->max_group_sizes[i] = ZED_GROUP_ITEMS_MAX;
        info->max_group_counts[i] = UINT32_MAX;
    }
    info->max_local_bytes = LOCAL_BYTES_MAX;
    info->memory_name = "host memory";
    info->memory_bytes = memory_bytes();
    info->max_alloc_bytes = info->memory_bytes;
    info->page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
    info->cache_bytes = cache_bytes();
    info->cache_line_bytes = cache_line_bytes();
    info->host_access = ACCESS_ALL;
    info->device_access = ACCESS_ALL;
    info->shared_access = ACCESS_ALL;
    info->shared_cross_access = ACCESS_ALL;
    info->system_access = ACCESS_ALL;
    info->clock_mhz = clock_mhz();
    info->timer_hz = ZED_CLOCK_HZ;
    info->timer_bits = 64;
    uuid_describe(info);
}

const zed_device_info_t *zed_processor_describe(void)
{
    pthread_once(&describe_once, describe);
    return &described;
}
