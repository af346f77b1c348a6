/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * drive RUNS FOLDER DICTIONARY [INPUT...]
 *
 * Runs a fuzz target on the inputs of a folder, and on RUNS changes of them that a seed draws.  An input that
 * reaches code which none has reached before joins those that are changed, as in libFuzzer.  With INPUT, files,
 * it runs on these alone.
 *
 * TEST_SEED in the environment draws others, and TEST_DIVISOR makes fewer.  What an input breaks ends the process;
 * then the input is printed, in hexadecimal, for `xxd -r -p`.
 */
#include "corpus.h"
#include "fuzz.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* For what takes far less than a second. */
#define MOST_SECONDS 60

/* ---- Code that was reached ------------------------------------------------------------------- */

#define PLACES ((size_t)1 << 16)

/* Written by the threads of the target, read between inputs: relaxed. */
static uint8_t reached[PLACES];
static size_t n_reached;

void __sanitizer_cov_trace_pc(void);

/* The compiler calls it in each block of the code that is fuzzed. */
void __sanitizer_cov_trace_pc(void)
{
    const uintptr_t place =
        (uintptr_t)__builtin_return_address(0) - (uintptr_t)LLVMFuzzerTestOneInput;
    uint8_t *const mark = &reached[(place * 0x9e3779b97f4a7c15u) >> 48];
    if (!__atomic_load_n(mark, __ATOMIC_RELAXED) &&
        !__atomic_exchange_n(mark, 1, __ATOMIC_RELAXED)) {
        __atomic_fetch_add(&n_reached, 1, __ATOMIC_RELAXED);
    }
}

/* ---- What breaks ----------------------------------------------------------------------------- */

static const uint8_t *now_data;
static size_t now_bytes;
static uint64_t seed;
static unsigned long run;

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void print_input(void)
{
    char line[2 * 64 + 1];
    dprintf(STDERR_FILENO, "fuzz: TEST_SEED=%" PRIu64 ", run %lu, an input of %zu bytes:\n", seed,
            run, now_bytes);
    for (size_t at = 0; at < now_bytes; at += 64) {
        int used = 0;
        for (size_t i = at; i < now_bytes && i < at + 64; i++) {
            used += snprintf(line + used, sizeof line - (size_t)used, "%02x", now_data[i]);
        }
        dprintf(STDERR_FILENO, "%s\n", line);
    }
}

static void end_by_signal(int number)
{
    dprintf(STDERR_FILENO,
            number == SIGALRM ? "fuzz: it has not ended within %d s\n" : "fuzz: signal %d\n",
            number == SIGALRM ? MOST_SECONDS : number);
    print_input();
    _exit(EXIT_FAILURE);
}

static void watch_over(void)
{
    struct sigaction end = {.sa_handler = end_by_signal};
    sigaction(SIGALRM, &end, NULL);
    sigaction(SIGABRT, &end, NULL);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(print_input);
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* A copy of its own size, so that a sanitizer sees each byte past it. */
static void run_on(const uint8_t *data, size_t bytes)
{
    uint8_t *const copy = malloc(bytes > 0 ? bytes : 1);
    FUZZ_REQUIRE(copy);
    memcpy(copy, data, bytes);
    now_data = data;
    now_bytes = bytes;
    alarm(MOST_SECONDS);
    (void)LLVMFuzzerTestOneInput(copy, bytes);
    alarm(0);
    free(copy);
}

static uint64_t number_of(const char *variable, uint64_t otherwise)
{
    const char *const text = getenv(variable);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

static void run_files(char **paths)
{
    for (; *paths; paths++) {
        uint8_t data[CORPUS_INPUT_BYTES];
        FILE *const file = fopen(*paths, "rb");
        if (!file) {
            fprintf(stderr, "fuzz: %s: %s\n", *paths, strerror(errno));
            exit(EXIT_FAILURE);
        }
        run_on(data, fread(data, 1, sizeof data, file));
        fclose(file);
    }
}

static void run_changes(unsigned long runs)
{
    const size_t given = corpus_count();
    for (size_t i = 0; i < given; i++) {
        run_on(corpus_at(i)->data, corpus_at(i)->bytes);
    }
    for (run = 1; run <= runs; run++) {
        uint8_t data[CORPUS_INPUT_BYTES];
        const size_t before = __atomic_load_n(&n_reached, __ATOMIC_RELAXED);
        const size_t bytes = corpus_draw(seed * 0x2545f4914f6cdd1du + run, data);
        run_on(data, bytes);
        if (__atomic_load_n(&n_reached, __ATOMIC_RELAXED) > before) {
            corpus_add(data, bytes);
        }
    }
    printf("%zu inputs and %lu changes, %zu of which have reached new code; %zu places in all\n",
           given, runs, corpus_count() - given, n_reached);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: drive RUNS FOLDER DICTIONARY [INPUT...]\n", stderr);
        return EXIT_FAILURE;
    }
    seed = number_of("TEST_SEED", 1);
    watch_over();
    if (argc > 4) {
        run_files(argv + 4);
        return EXIT_SUCCESS;
    }
    printf("TEST_SEED=%" PRIu64 " makes the same inputs\n", seed);
    fflush(stdout);
    corpus_open(argv[2], argv[3]);
    run_changes(strtoul(argv[1], NULL, 10) / number_of("TEST_DIVISOR", 1));
    corpus_close();
    return EXIT_SUCCESS;
}
