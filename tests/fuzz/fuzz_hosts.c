/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lists of hosts, as ishmrun takes them from a command line or from a file: whatever is in them, a list that is read
 * has hosts with names that a launcher's command line can have, and as many PEs as there may be.
 *
 * Input: whether it is a file; two bytes for the number of PEs that are wanted; the list.
 */
#include "fuzz.h"
#include "ishmrun.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool is_launched(void)
{
    return false;
}

static int is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static void check_name(const char *name)
{
    FUZZ_REQUIRE(is_plain(*name));
    for (const char *c = name; *c; c++) {
        FUZZ_REQUIRE(is_plain(*c) || *c == '.' || *c == '-' || *c == '_');
    }
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const host_t *)a)->name, ((const host_t *)b)->name);
}

/* In another order afterwards. */
static void check_hosts(const hosts_t *hosts, int least)
{
    for (size_t i = 0; i < hosts->count; i++) {
        check_name(hosts->list[i].name);
        FUZZ_REQUIRE(hosts->list[i].pes >= least && hosts->list[i].pes <= ISHMRUN_PES_MAX);
    }
    if (hosts->count > 0) {
        qsort(hosts->list, hosts->count, sizeof *hosts->list, compare);
    }
    for (size_t i = 1; i < hosts->count; i++) {
        FUZZ_REQUIRE(strcmp(hosts->list[i - 1].name, hosts->list[i].name) != 0);
    }
}

static void divide(hosts_t *hosts, int pes)
{
    char wrong[ISHMRUN_SENTENCE] = "";
    const int all = hosts_divide(hosts, pes, wrong);
    if (all == 0) {
        FUZZ_REQUIRE(strlen(wrong) > 0);
        return;
    }
    FUZZ_REQUIRE(!*wrong && all <= ISHMRUN_PES_MAX && (pes == 0 || all == pes));
    const int each = hosts_each(hosts);
    int sum = 0;
    for (size_t i = 0; i < hosts->count; i++) {
        sum += hosts->list[i].pes;
        FUZZ_REQUIRE(each == 0 || each == hosts->list[i].pes);
    }
    FUZZ_REQUIRE(sum == all);
    check_hosts(hosts, 1);
}

static void free_hosts(hosts_t *hosts)
{
    for (size_t i = 0; i < hosts->count; i++) {
        free(hosts->list[i].name);
    }
    free(hosts->list);
    *hosts = (hosts_t){0};
}

static void read_and_divide(const options_t *options, int pes)
{
    hosts_t hosts;
    char wrong[ISHMRUN_SENTENCE] = "";
    if (hosts_read(options, &hosts, wrong)) {
        FUZZ_REQUIRE(hosts.count > 0 && !*wrong);
        divide(&hosts, pes);
    } else {
        FUZZ_REQUIRE(strlen(wrong) > 0 && strlen(wrong) < sizeof wrong);
    }
    free_hosts(&hosts);
    /* Not divided: hosts may have no number yet. */
    if (hosts_read(options, &hosts, wrong)) {
        check_hosts(&hosts, 0);
    }
    free_hosts(&hosts);
}

static void read_from_file(const fuzz_input_t *input, int pes)
{
    char path[64];
    const int file = memfd_create("hosts", MFD_CLOEXEC);
    FUZZ_REQUIRE(file >= 0 && write(file, input->at, input->left) == (ssize_t)input->left);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const options_t options = {.host_file = path};
    read_and_divide(&options, pes);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input_t input = {data, bytes};
    const uint8_t how = fuzz_byte(&input);
    const int pes = fuzz_byte(&input) | fuzz_byte(&input) << 8;
    const int wanted = pes > ISHMRUN_PES_MAX ? 0 : pes;
    if (how % 2 == 0) {
        char *const text = fuzz_text(&input);
        const options_t options = {.hosts = text};
        read_and_divide(&options, wanted);
        free(text);
    } else {
        read_from_file(&input, wanted);
    }
    return 0;
}
