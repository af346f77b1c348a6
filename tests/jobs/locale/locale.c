/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * locale HOW: a program with a locale whose numbers have a comma, which it takes from the environment: it makes some
 * calls (calls), prints from a kernel (kernel), or keeps the last PE from a barrier for a while (stall).
 */
#include "harness.h"
#include "launch.h"

#include <ishmemx.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *const how = argc == 2 ? argv[1] : "";
    char number[16];
    if (!setlocale(LC_ALL, "")) {
        test_fatal("the environment's locale cannot be set");
    }
    snprintf(number, sizeof number, "%.1f", 1.5);
    if (strcmp(number, "1,5") != 0) {
        test_fatal("1.5 is printed as %s: this locale has no comma", number);
    }
    test_start();
    test_family("locale");
    long *const word = ishmem_calloc(1, sizeof *word);
    ishmem_long_p(word, 1, (test_me + 1) % test_n);
    if (strcmp(how, "kernel") == 0) {
        launch_open("locale");
        const double value = 2.25;
        const launch_argument_t arguments[] = {{sizeof value, &value}};
        launch_run(launch_kernel("print_number"), (launch_shape_t){1, 1}, arguments, 1);
        launch_close();
    } else if (strcmp(how, "stall") == 0 && test_me == test_n - 1) {
        sleep(3);
    }
    ishmem_barrier_all();
    test_check(*word == 1, "the word is %ld", *word);
    return test_finish();
}
