/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Environment variables: values, suffixes, errors, unknown names, help texts.
 */
#include "env.h"

#include "require.h"
#include <stdlib.h>
#include <string.h>

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
    REQUIRE(!env.debug && !env.share_tiles && env.checks);
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
    static const char *const bad[] = {"0",    "1",    "-1",   "64X",      "M",    "64MM",
                                      " 64M", "6 4M", "1.5G", "63K",      "+64M", "0x100000",
                                      "64M ", "64iB", "16777216T", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ishmemi_env_t env;
        REQUIRE(read_with("ISHMEM_SYMMETRIC_SIZE", bad[i], &env) == -1);
        REQUIRE(env.symmetric_size == (size_t)512 << 20);
        REQUIRE(strstr(error, "ISHMEM_SYMMETRIC_SIZE") && strstr(error, bad[i]) &&
                strstr(error, "suffix K, M, G or T"));
    }
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
    test_other_kinds();
    test_error_and_values();
    test_unknown();
    require_print(ishmemi_env_print_text, "ISHMEM_IPC\n");
    require_print(ishmemi_env_print_markdown, "| `ISHMEM_IPC` | auto | auto, pidfd, socket |");
    return 0;
}
