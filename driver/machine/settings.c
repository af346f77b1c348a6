/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the executor's ZECPU_ variables.  For a bad value, prints a warning and uses the default.
 * Also warns about a name that neither the executor nor the compiler knows. */
#include "machine/settings.h"

#include "util/align.h"
#include "util/closest.h"
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TILES_DEFAULT 8
#define TILES_MAX 256
#define THREADS_MAX 4096
#define STACK_DEFAULT (UINT64_C(64) << 10)
#define STACK_MIN (UINT64_C(16) << 10)
#define STACK_MAX (UINT64_C(64) << 20)
#define DELAY_MAX_US 1000000

static zed_settings_t settings;
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;

/* A decimal number; with `units`, K or M may follow. */
static uint64_t number_read(const char *name, uint64_t least, uint64_t most, uint64_t otherwise,
                            int units)
{
    const char *text = secure_getenv(name);
    if (!text || *text == '\0') {
        return otherwise;
    }
    char *end = NULL;
    errno = 0;
    uint64_t value = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (end && errno == 0) {
        unsigned shift = 0;
        if (units && (*end == 'K' || *end == 'k')) {
            shift = 10;
            end++;
        } else if (units && (*end == 'M' || *end == 'm')) {
            shift = 20;
            end++;
        }
        if (*end == '\0' && value <= most && value << shift >= least && value << shift <= most) {
            return value << shift;
        }
    }
    fprintf(stderr,
            "zed: %s=%.64s: expected a number from %" PRIu64 " to %" PRIu64 "; using %" PRIu64 "\n",
            name, text, least, most, otherwise);
    return otherwise;
}

/* Off by default. */
static bool switch_read(const char *name)
{
    const char *text = secure_getenv(name);
    if (!text || *text == '\0' || strcmp(text, "0") == 0) {
        return false;
    }
    if (strcmp(text, "1") != 0) {
        fprintf(stderr, "zed: %s=%.64s: expected 0 or 1; using 0\n", name, text);
        return false;
    }
    return true;
}

/* The type that the device reports.  Some runtimes, among them Intel's for SYCL, use only GPUs. */
static ze_device_type_t device_type_read(const char *name)
{
    const char *text = secure_getenv(name);
    if (!text || *text == '\0' || strcmp(text, "cpu") == 0) {
        return ZE_DEVICE_TYPE_CPU;
    }
    if (strcmp(text, "gpu") == 0) {
        return ZE_DEVICE_TYPE_GPU;
    }
    fprintf(stderr, "zed: %s=%.64s: expected cpu or gpu; using cpu\n", name, text);
    return ZE_DEVICE_TYPE_CPU;
}

#define PREFIX "ZECPU_"

extern char **environ;

/* These include the variables of the compiler's cache. */
static const char *const known[] = {"ZECPU_TILES",      "ZECPU_THREADS",     "ZECPU_STACK",
                                    "ZECPU_DELAY",      "ZECPU_CACHE",       "ZECPU_CACHE_DIR",
                                    "ZECPU_CACHE_SIZE", "ZECPU_DEVICE_TYPE", "ZECPU_FEATURES",
                                    "ZECPU_PERF_MAP",   "ZECPU_SANITIZE"};
#define KNOWN (sizeof known / sizeof *known)

static void name_check(const char *name)
{
    const char *closest = known[0];
    size_t distance = SIZE_MAX;
    for (size_t i = 0; i < KNOWN; i++) {
        const size_t other = closest_distance(known[i], name);
        if (other < distance) {
            distance = other;
            closest = known[i];
        }
    }
    if (distance > 0) {
        fprintf(stderr, "zed: unknown environment variable %s; did you mean %s?\n", name, closest);
    }
}

static void names_check(void)
{
    for (char **variable = environ; variable && *variable; variable++) {
        if (strncmp(*variable, PREFIX, sizeof PREFIX - 1) == 0) {
            char name[CLOSEST_NAME_BYTES];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(*variable, "="), *variable);
            name_check(name);
        }
    }
}

/* The compiler reads the variable and ignores what this refuses. */
static void features_check(void)
{
    const char *text = secure_getenv("ZECPU_FEATURES");
    for (const char *name = text; name && *name; name += strcspn(name, ",")) {
        name += *name == ',';
        if (*name != '+' && *name != '-') {
            fprintf(stderr,
                    "zed: ZECPU_FEATURES=%.64s: expected names with + or -, separated by commas; "
                    "using none\n",
                    text);
            return;
        }
    }
}

static void settings_read(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    names_check();
    features_check();
    settings.tiles = (uint32_t)number_read("ZECPU_TILES", 1, TILES_MAX, TILES_DEFAULT, 0);
    settings.threads = (uint32_t)number_read("ZECPU_THREADS", 0, THREADS_MAX, 0, 0);
    settings.stack_bytes =
        (size_t)number_read("ZECPU_STACK", STACK_MIN, STACK_MAX, STACK_DEFAULT, 1);
    settings.stack_bytes = ishmemi_align_up(settings.stack_bytes, page);
    settings.delay_ns = number_read("ZECPU_DELAY", 0, DELAY_MAX_US, 0, 0) * 1000;
    settings.sanitize = switch_read("ZECPU_SANITIZE");
    settings.perf_map = switch_read("ZECPU_PERF_MAP");
    settings.device_type = device_type_read("ZECPU_DEVICE_TYPE");
}

const zed_settings_t *zed_settings_get(void)
{
    pthread_once(&settings_once, settings_read);
    return &settings;
}
