/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The driver's variables: random values, compared with their meanings, which are computed in
 * another way; unknown names.
 */
#include "machine/settings.c" /* the tested functions are not exported */

#include "check.h"

#define ROUNDS 20000

static char said[1024];

/* Collects what `act` prints. */
static void listen(void (*act)(void))
{
    FILE *const before = stderr;
    memset(said, 0, sizeof said);
    stderr = fmemopen(said, sizeof said, "w");
    act();
    fclose(stderr);
    stderr = before;
}

static char value[64];
static uint64_t read_value;
static int units;

static void read_it(void)
{
    read_value = number_read("ZECPU_TEST", 16, UINT64_C(1) << 30, 77, units);
}

static unsigned pick(unsigned below)
{
    static uint64_t seed = 1;
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % below;
}

static void value_make(void)
{
    static const char *const pieces[] = {
        "0", "1", "16", "1024", "1073741824", "18446744073709551616", "K", "M", "m", "k", "G", " ",
        "-", "+", "0x", ".",    "auto"};
    *value = '\0';
    for (unsigned i = pick(3) + 1; i > 0; i--) {
        strcat(value, pieces[pick(sizeof pieces / sizeof *pieces)]);
    }
}

/* 77 for values that are not accepted. */
static uint64_t expected(void)
{
    double number = 0;
    const char *at = value;
    while (*at >= '0' && *at <= '9') {
        number = number * 10 + (*at++ - '0');
    }
    const int has_digits = at > value;
    if (units && *at != '\0' && strchr("KkMm", *at)) {
        number *= *at == 'K' || *at == 'k' ? 1024 : 1048576;
        at++;
    }
    return has_digits && *at == '\0' && number >= 16 && number <= 1073741824 ? (uint64_t)number
                                                                             : 77;
}

static void test_values(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        value_make();
        units = (int)pick(2);
        setenv("ZECPU_TEST", value, 1);
        listen(read_it);
        CHECK(read_value == expected());
        CHECK((read_value == 77 && strcmp(value, "77") != 0) ==
              (strstr(said, "ZECPU_TEST=") != NULL));
    }
    setenv("ZECPU_TEST", "", 1);
    listen(read_it);
    CHECK(read_value == 77 && *said == '\0');
    unsetenv("ZECPU_TEST");
}

static ze_device_type_t read_type;

static void read_the_type(void)
{
    read_type = device_type_read("ZECPU_TEST");
}

static void test_device_type(void)
{
    static const struct {
        const char *value;
        ze_device_type_t type;
        bool refused;
    } rows[] = {{"", ZE_DEVICE_TYPE_CPU, false},    {"cpu", ZE_DEVICE_TYPE_CPU, false},
                {"gpu", ZE_DEVICE_TYPE_GPU, false}, {"GPU", ZE_DEVICE_TYPE_CPU, true},
                {"gpux", ZE_DEVICE_TYPE_CPU, true}, {"1", ZE_DEVICE_TYPE_CPU, true}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setenv("ZECPU_TEST", rows[i].value, 1);
        listen(read_the_type);
        CHECK(read_type == rows[i].type);
        CHECK((strstr(said, "expected cpu or gpu; using cpu") != NULL) == rows[i].refused);
    }
    unsetenv("ZECPU_TEST");
    listen(read_the_type);
    CHECK(read_type == ZE_DEVICE_TYPE_CPU && *said == '\0');
}

static bool read_switch;

static void read_the_switch(void)
{
    read_switch = switch_read("ZECPU_TEST");
}

static void test_switch(void)
{
    static const struct {
        const char *value;
        bool on;
        bool refused;
    } rows[] = {{"", false, false}, {"0", false, false},  {"1", true, false},
                {"2", false, true}, {"yes", false, true}, {"1 ", false, true}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setenv("ZECPU_TEST", rows[i].value, 1);
        listen(read_the_switch);
        CHECK(read_switch == rows[i].on);
        CHECK((strstr(said, "expected 0 or 1; using 0") != NULL) == rows[i].refused);
    }
    unsetenv("ZECPU_TEST");
    listen(read_the_switch);
    CHECK(!read_switch && *said == '\0');
}

static void test_names(void)
{
    setenv("ZECPU_TILES", "4", 1);
    setenv("ZECPU_CACHE_DIR", "/tmp", 1);
    listen(names_check);
    CHECK(*said == '\0');
    setenv("ZECPU_CACHESIZE", "4", 1);
    setenv("ZECPU_", "", 1);
    listen(names_check);
    CHECK(strstr(said, "zed: unknown environment variable ZECPU_CACHESIZE; did you mean "
                       "ZECPU_CACHE_SIZE?\n"));
    CHECK(strstr(said, "zed: unknown environment variable ZECPU_; did you mean "));
    unsetenv("ZECPU_CACHESIZE");
    unsetenv("ZECPU_");
}

int main(void)
{
    test_values();
    test_device_type();
    test_switch();
    test_names();
    return 0;
}
