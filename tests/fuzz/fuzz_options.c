/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmrun's command line, whose words the input has, each ended by a zero byte or a new line.  options.c, compiled
 * for this test, calls fuzz_exit where it would call exit.  An odd number of bytes: in the job of a launcher.
 */
#include "fuzz.h"
#include "ishmrun.h"

#include <getopt.h>
#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#define MOST_WORDS 64

static jmp_buf ended;
static bool launched;

bool is_launched(void)
{
    return launched;
}

_Noreturn void fuzz_exit(int status);

_Noreturn void fuzz_exit(int status)
{
    longjmp(ended, status == EXIT_SUCCESS ? 1 : 2);
}

static bool is_of(char *const *words, char *const *word)
{
    for (; *words; words++) {
        if (words == word) {
            return true;
        }
    }
    return false;
}

static void check(const options_t *options, int count, char **words)
{
    FUZZ_REQUIRE(options->pes >= 0 && options->pes <= ISHMRUN_PES_MAX);
    FUZZ_REQUIRE(options->binding == BINDING_SHARE || options->binding == BINDING_CORE ||
                 options->binding == BINDING_NONE);
    FUZZ_REQUIRE(!options->hosts || !options->host_file);
    FUZZ_REQUIRE(is_of(words + 1, options->command) && words[count] == NULL);
}

/* What is said on the way, on streams of the test's own. */
static void read_options(int count, char **words)
{
    FILE *const out = stdout;
    FILE *const err = stderr;
    char *said = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&said, &bytes);
    FUZZ_REQUIRE(stream);
    stdout = stream;
    stderr = stream;
    optind = 0; /* glibc begins anew */
    const int how = setjmp(ended);
    if (how == 0) {
        const options_t options = options_read(count, words);
        stderr = err;
        check(&options, count, words);
    }
    stdout = out;
    stderr = err;
    fclose(stream);
    FUZZ_REQUIRE((how == 0) == (bytes == 0));
    free(said);
}

static void check_number(const char *word)
{
    const int pes = read_pes(word);
    FUZZ_REQUIRE(pes >= 0 && pes <= ISHMRUN_PES_MAX);
    FUZZ_REQUIRE(pes == 0 || strspn(word, "0123456789") == strlen(word));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char program[] = "ishmrun";
    char *words[MOST_WORDS + 2] = {program};
    int count = 1;
    launched = bytes % 2 != 0;
    char *const text = malloc(bytes + 1);
    FUZZ_REQUIRE(text);
    memcpy(text, data, bytes);
    text[bytes] = '\0';
    for (size_t i = 0, start = 0; i <= bytes && count <= MOST_WORDS; i++) {
        if (text[i] == '\0' || text[i] == '\n') {
            text[i] = '\0';
            words[count++] = text + start;
            check_number(text + start);
            start = i + 1;
        }
    }
    read_options(count, words);
    free(text);
    return 0;
}
