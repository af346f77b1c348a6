/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Environment variables: values, suffixes, errors, unknown names, help texts.
 */
#include "env.h"

#include "require.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char error[256];

static int read_with(const char *name, const char *value, ishmemi_env_t *env)
{
    setenv(name, value, 1);
    *error = '\0';
    const int result = ishmemi_env_read(env, error, sizeof error);
    unsetenv(name);
    return result;
}

static void test_defaults(void)
{
    ishmemi_env_t env;
    REQUIRE(ishmemi_env_read(&env, error, sizeof error) == 0);
    REQUIRE(env.symmetric_size == (size_t)512 << 20);
    REQUIRE(!env.debug && env.share_tiles == ISHMEMI_SHARE_TILES_AUTO && env.checks);
    REQUIRE(env.ipc == ISHMEMI_IPC_AUTO && env.host_access == ISHMEMI_HOST_ACCESS_AUTO);
    REQUIRE(strcmp(env.bootstrap_module, "") == 0);
}

static void test_sizes(void)
{
    static const struct {
        const char *text;
        size_t bytes;
    } good[] = {{"65536", 65536},
                {"64K", 65536},
                {"64k", 65536},
                {"64M", (size_t)64 << 20},
                {"64MB", (size_t)64 << 20},
                {"64MiB", (size_t)64 << 20},
                {"2G", (size_t)2 << 30},
                {"1T", (size_t)1 << 40},
                {"16777215T", (size_t)16777215 << 40}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ishmemi_env_t env;
        REQUIRE(read_with("ISHMEM_SYMMETRIC_SIZE", good[i].text, &env) == 0);
        REQUIRE(env.symmetric_size == good[i].bytes);
    }
    static const char *const bad[] = {
        "0",    "1",   "-1",   "64X",      "M",    "64MM", " 64M",      "6 4M",
        "1.5G", "63K", "+64M", "0x100000", "64M ", "64iB", "16777216T", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ishmemi_env_t env;
        REQUIRE(read_with("ISHMEM_SYMMETRIC_SIZE", bad[i], &env) == -1);
        REQUIRE(env.symmetric_size == (size_t)512 << 20);
        REQUIRE(strstr(error, "ISHMEM_SYMMETRIC_SIZE") && strstr(error, bad[i]) &&
                strstr(error, "suffix K, M, G or T"));
    }
}

/* The names of OpenSHMEM's specification, where the program speaks it. */
static void test_openshmem_names(void)
{
    static const struct {
        const char *text;
        size_t bytes;
    } good[] = {
        {"20971520", (size_t)20 << 20}, {"20m", (size_t)20 << 20},   {"3.1M", 3250586},
        {".5m", (size_t)512 << 10},     {"0.5m", (size_t)512 << 10}, {"1g", (size_t)1 << 30},
        {"20Mkk", (size_t)20 << 20},    {"0", (size_t)64 << 10},     {"2.T", (size_t)2 << 40}};
    static const char *const bad[] = {"",   ".",   "k",    "-1",  "+1",
                                      "1x", "1 m", "0x10", "1e6", "9999999999T"};
    ishmemi_env_t env;
    REQUIRE(read_with("SHMEM_SYMMETRIC_SIZE", "1G", &env) == 0);
    REQUIRE(env.symmetric_size == (size_t)512 << 20);
    ishmemi_env_speaks_openshmem = true;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        REQUIRE(read_with("SHMEM_SYMMETRIC_SIZE", good[i].text, &env) == 0);
        REQUIRE(env.symmetric_size == good[i].bytes);
        REQUIRE(read_with("SMA_SYMMETRIC_SIZE", good[i].text, &env) == 0);
        REQUIRE(env.symmetric_size == good[i].bytes);
    }
    for (size_t i = 1; i < sizeof bad / sizeof *bad; i++) {
        REQUIRE(read_with("SHMEM_SYMMETRIC_SIZE", bad[i], &env) == -1);
        REQUIRE(strncmp(error, "SHMEM_SYMMETRIC_SIZE=", 21) == 0 && strstr(error, bad[i]));
    }
    setenv("SMA_SYMMETRIC_SIZE", "1M", 1);
    REQUIRE(read_with("SHMEM_SYMMETRIC_SIZE", "2M", &env) == 0);
    REQUIRE(env.symmetric_size == (size_t)2 << 20);
    setenv("SHMEM_SYMMETRIC_SIZE", "2M", 1);
    REQUIRE(read_with("ISHMEM_SYMMETRIC_SIZE", "3M", &env) == 0);
    REQUIRE(env.symmetric_size == (size_t)3 << 20);
    unsetenv("SHMEM_SYMMETRIC_SIZE");
    unsetenv("SMA_SYMMETRIC_SIZE");
    REQUIRE(read_with("SHMEM_DEBUG", "please", &env) == 0 && env.debug);
    REQUIRE(read_with("SMA_INFO", "yes", &env) == 0 && env.info);
    ishmemi_env_speaks_openshmem = false;
}

static void test_other_kinds(void)
{
    ishmemi_env_t env;
    REQUIRE(read_with("ISHMEM_DEBUG", "1", &env) == 0 && env.debug);
    REQUIRE(read_with("ISHMEM_CHECKS", "0", &env) == 0 && !env.checks);
    REQUIRE(read_with("ISHMEM_DEBUG", "", &env) == 0 && !env.debug);
    REQUIRE(read_with("ISHMEM_DEBUG", "yes", &env) == -1 && strstr(error, "0 or 1"));
    REQUIRE(read_with("ISHMEM_DEBUG", "10", &env) == -1);
    REQUIRE(read_with("ISHMEM_IPC", "pidfd", &env) == 0 && env.ipc == ISHMEMI_IPC_PIDFD);
    REQUIRE(read_with("ISHMEM_IPC", "Socket", &env) == 0 && env.ipc == ISHMEMI_IPC_SOCKET);
    REQUIRE(read_with("ISHMEM_IPC", "sock", &env) == -1 && strstr(error, "auto|pidfd|socket"));
    REQUIRE(read_with("ISHMEM_IPC", "auto|pidfd", &env) == -1);
    REQUIRE(read_with("ISHMEM_HOST_ACCESS", "0", &env) == 0 &&
            env.host_access == ISHMEMI_HOST_ACCESS_NO);
    REQUIRE(read_with("ISHMEM_HOST_ACCESS", "1", &env) == 0 &&
            env.host_access == ISHMEMI_HOST_ACCESS_YES);
    setenv("ISHMEM_BOOTSTRAP_MODULE", "/some/where.so", 1);
    REQUIRE(ishmemi_env_read(&env, error, sizeof error) == 0);
    REQUIRE(strcmp(env.bootstrap_module, "/some/where.so") == 0);
    unsetenv("ISHMEM_BOOTSTRAP_MODULE");
}

/* One bad value does not keep the others from being read. */
static void test_error_and_values(void)
{
    ishmemi_env_t env;
    setenv("ISHMEM_DEBUG", "1", 1);
    REQUIRE(read_with("ISHMEM_SYMMETRIC_SIZE", "lots", &env) == -1);
    REQUIRE(env.debug);
    unsetenv("ISHMEM_DEBUG");
}

static void test_processors(void)
{
    ishmemi_env_t env;
    REQUIRE(read_with("ISHMEM_PROXY_CPU", "auto", &env) == 0 &&
            env.proxy_cpu == ISHMEMI_PROCESSOR_AUTO);
    REQUIRE(read_with("ISHMEM_PROXY_CPU", "any", &env) == 0 &&
            env.proxy_cpu == ISHMEMI_PROCESSOR_ANY);
    REQUIRE(read_with("ISHMEM_PROXY_CPU", "0", &env) == 0 && env.proxy_cpu == 0);
    static const char *const bad[] = {
        "garbage", "-1", " 0", "0 ", "0x0", "1.5", "anyone", "2000000000", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        REQUIRE(read_with("ISHMEM_PROXY_CPU", bad[i], &env) == -1 && strstr(error, bad[i]));
        REQUIRE(env.proxy_cpu == ISHMEMI_PROCESSOR_AUTO);
    }
}

static void test_seconds(void)
{
    ishmemi_env_t env;
    REQUIRE(read_with("ISHMEM_STALL_REPORT", "", &env) == 0 && env.stall_report == 30);
    REQUIRE(read_with("ISHMEM_STALL_REPORT", "0", &env) == 0 && env.stall_report == 0);
    REQUIRE(read_with("ISHMEM_STALL_REPORT", "45", &env) == 0 && env.stall_report == 45);
    REQUIRE(read_with("ISHMEM_STALL_REPORT", "0.25", &env) == 0 && env.stall_report > 0.249 &&
            env.stall_report < 0.251);
    static const char *const bad[] = {"never", "-1",   " 1",  "1 ",  "1s",    ".5",
                                      "1e3",   "0x10", "nan", "inf", "1.2.3", "99999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        REQUIRE(read_with("ISHMEM_STALL_REPORT", bad[i], &env) == -1 && strstr(error, bad[i]));
        REQUIRE(env.stall_report == 30);
    }
}

/* What was expected is said whatever the value is, and in one line. */
static void test_long_values(void)
{
    static char value[100000];
    ishmemi_env_t env;
    memset(value, 'x', sizeof value - 1);
    REQUIRE(read_with("ISHMEM_DEBUG", value, &env) == -1);
    REQUIRE(strstr(error, "xxx...: not accepted, expected 0 or 1"));
    REQUIRE(read_with("ISHMEM_DEBUG", "1\n\033[2J", &env) == -1);
    REQUIRE(strstr(error, "ISHMEM_DEBUG=1??[2J: not accepted, expected 0 or 1"));
}

/* ---- Random values, and what they mean, found in another way -------------------------------- */

#define ROUNDS 200000

static unsigned long long seed = 1;

static unsigned pick(unsigned below)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(seed >> 33) % below;
}

/* Pieces of good values, so that many are good. */
static void make_value(char *value)
{
    static const char *const pieces[] = {
        "0",    "1",   "2",     "64",     "65536", "4294967296", "99999999999", "K",    "M",  "g",
        "T",    "B",   "iB",    "k",      " ",     "-",          "+",           ".",    "0x", "\t",
        "auto", "any", "pidfd", "socket", "|",     "none",       "AUTO",        "\xff", "e3"};
    *value = '\0';
    for (unsigned i = pick(4); i > 0; i--) {
        strcat(value, pieces[pick(sizeof pieces / sizeof *pieces)]);
    }
}

/* The number at the start of the text and where it ends; -1: none. */
static double leading_number(const char *text, const char **end)
{
    double number = 0;
    *end = text;
    while (**end >= '0' && **end <= '9') {
        number = number * 10 + (*(*end)++ - '0');
    }
    return *end == text ? -1 : number;
}

static bool is_good_size(const char *text)
{
    const char *end;
    double bytes = leading_number(text, &end);
    static const char letters[] = "kKmMgGtT";
    const char *const letter = *end ? strchr(letters, *end) : NULL;
    if (letter) {
        for (long power = (letter - letters) / 2; power >= 0; power--) {
            bytes *= 1024;
        }
        end += 1;
        end += strcmp(end, "B") == 0 ? 1 : strcmp(end, "iB") == 0 ? 2 : 0;
    }
    return *end == '\0' && bytes >= 65536 && bytes < 18446744073709551616.0;
}

static bool is_good_count(const char *text)
{
    const char *end;
    const double number = leading_number(text, &end);
    return *end == '\0' && number >= 0 && number <= 2147483647;
}

static bool is_good_flag(const char *text)
{
    return strcmp(text, "0") == 0 || strcmp(text, "1") == 0;
}

static bool is_good_ipc(const char *text)
{
    return strcasecmp(text, "auto") == 0 || strcasecmp(text, "pidfd") == 0 ||
           strcasecmp(text, "socket") == 0;
}

static void test_random(void)
{
    static const struct {
        const char *name;
        bool (*is_good)(const char *text);
    } variables[] = {
        {"ISHMEM_SYMMETRIC_SIZE", is_good_size}, {"ISHMEM_TEAM_MEMORY", is_good_size},
        {"ISHMEM_PES_PER_NODE", is_good_count},  {"ISHMEM_UNIQUEID_TIMEOUT", is_good_count},
        {"ISHMEM_DEBUG", is_good_flag},          {"ISHMEM_IPC", is_good_ipc}};
    static ishmemi_env_t standard;
    REQUIRE(ishmemi_env_read(&standard, error, sizeof error) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        const size_t which = pick(sizeof variables / sizeof *variables);
        char value[64];
        static ishmemi_env_t env; /* zero where it has no member */
        make_value(value);
        const bool good = *value == '\0' || variables[which].is_good(value);
        const int result = read_with(variables[which].name, value, &env);
        if ((result == 0) != good) {
            fprintf(stderr, "%s=%s: %d\n", variables[which].name, value, result);
        }
        REQUIRE((result == 0) == good);
        REQUIRE(good || (strstr(error, variables[which].name) && strstr(error, "expected")));
        REQUIRE(good || memcmp(&env, &standard, sizeof env) == 0);
    }
}

static int reports;
static char reported[64], suggested[64];

static void report(const char *name, const char *closest)
{
    reports++;
    snprintf(reported, sizeof reported, "%s", name);
    snprintf(suggested, sizeof suggested, "%s", closest);
}

static void test_unknown(void)
{
    ishmemi_env_find_unknown(report);
    REQUIRE(reports == 0);
    setenv("ISHMEM_DEBUG", "1", 1);
    setenv("ISHMEM_DIR", "/opt/ishmem", 1);
    setenv("NOT_ISHMEM_AT_ALL", "1", 1);
    setenv("ISHMEM_SYMETRIC_SIZE", "64M", 1);
    ishmemi_env_find_unknown(report);
    REQUIRE(reports == 1);
    REQUIRE(strcmp(reported, "ISHMEM_SYMETRIC_SIZE") == 0);
    REQUIRE(strcmp(suggested, "ISHMEM_SYMMETRIC_SIZE") == 0);
    REQUIRE(strcmp(ishmemi_env_closest("ISHMEM_DEBUGG"), "ISHMEM_DEBUG") == 0);
    REQUIRE(strcmp(ishmemi_env_closest("ISHMEM_SHARETILE"), "ISHMEM_SHARE_TILES") == 0);
    REQUIRE(strcmp(ishmemi_env_closest("ISHMEM_ICP"), "ISHMEM_IPC") == 0);
}

/* Intel SHMEM's variables are not taken for misspelt ones; each has an answer. */
static void test_foreign(void)
{
    static const char *const names[] = {"ISHMEM_RUNTIME",
                                        "ISHMEM_RUNTIME_USE_OSHMPI",
                                        "ISHMEM_MPI_LIB_NAME",
                                        "ISHMEM_SHMEM_LIB_NAME",
                                        "ISHMEM_ENABLE_GPU_IPC",
                                        "ISHMEM_ENABLE_GPU_IPC_PIDFD",
                                        "ISHMEM_ENABLE_ACCESSIBLE_HOST_HEAP",
                                        "ISHMEM_ENABLE_VERBOSE_PRINT",
                                        "ISHMEM_STACK_PRINT_LIMIT",
                                        "ISHMEM_NBI_COUNT",
                                        "ISHMEM_MWAIT_BURST",
                                        "ISHMEM_TEAMS_MAX",
                                        "ISHMEM_TEAM_SHARED_ONLY_SELF",
                                        "ISHMEM_PMI_LIB_NAME"};
    reports = 0;
    ishmemi_env_find_foreign(report);
    REQUIRE(reports == 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv(names[i], "1", 1);
        reports = 0;
        ishmemi_env_find_foreign(report);
        REQUIRE(reports == 1);
        REQUIRE(strcmp(reported, names[i]) == 0);
        REQUIRE(strlen(suggested) > 20);
        reports = 0;
        ishmemi_env_find_unknown(report);
        REQUIRE(reports == 1 && strcmp(reported, "ISHMEM_SYMETRIC_SIZE") == 0);
        unsetenv(names[i]);
    }
}

static void require_print(void (*print)(FILE *), const char *text)
{
    char *printed = NULL;
    size_t bytes = 0;
    FILE *const out = open_memstream(&printed, &bytes);
    REQUIRE(out);
    print(out);
    fclose(out);
    REQUIRE(strstr(printed, text) && strstr(printed, "ISHMEM_BOOTSTRAP_MODULE"));
    free(printed);
}

int main(void)
{
    test_defaults();
    test_sizes();
    test_openshmem_names();
    test_other_kinds();
    test_processors();
    test_seconds();
    test_long_values();
    test_random();
    test_error_and_values();
    test_unknown();
    test_foreign();
    require_print(ishmemi_env_print_markdown, "| `ISHMEM_IPC` | auto | auto, pidfd, socket |");
    return 0;
}
