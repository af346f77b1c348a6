/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a preloaded profiling library (count_calls.c) sees of this program: its own calls, and not those
 * that the library makes inside of others.  Every host routine has its second name.
 */
#include "harness.h"
#include <dlfcn.h>
#include <ishmemx.h>
#include <pishmem.h>
#include <string.h>

static long counted(const char *name)
{
    const long *const counter = dlsym(RTLD_DEFAULT, name);
    test_check(counter != NULL, "%s is not there: no library is preloaded", name);
    return counter ? *counter : -1;
}

static void expect(const char *name, long before, long calls)
{
    const long now = counted(name);
    test_check(now - before == calls, "%s has risen by %ld, expected %ld", name, now - before,
               calls);
}

/* In the library itself. */
static void same(void *library, const char *name)
{
    char profiling[96] = "p";
    strcat(profiling, name);
    const void *const plain = dlsym(library, name);
    test_check(plain && plain == dlsym(library, profiling), "%s and %s differ", name, profiling);
}

int main(void)
{
    test_start();
    test_family("profiling names");
    int *const ints = ishmem_malloc(4 * sizeof *ints);
    const int values[4] = {1, 2, 3, 4};
    const long puts = counted("counted_puts");
    const long bytes = counted("counted_bytes");
    const long barriers = counted("counted_barriers");
    const long quiets = counted("counted_quiets");
    for (int i = 0; i < 100; i++) {
        ishmem_int_put(ints, values, 4, test_me);
        pishmem_int_put(ints, values, 4, test_me);
    }
    ishmem_put(ints, values, 2, test_me);
    ishmem_quiet();
    ishmem_barrier_all();
    ishmem_free(ishmem_malloc(8));
    ishmem_pcontrol(2, 77L);
    expect("counted_puts", puts, 101);
    expect("counted_bytes", bytes, 100 * 16 + 8);
    expect("counted_barriers", barriers, 1);
    expect("counted_quiets", quiets, 1);
    expect("counted_level", 0, 77);
    void *const library = dlopen("libishmem.so.0", RTLD_NOW | RTLD_NOLOAD);
    test_check(library != NULL, "libishmem.so.0 is not loaded");
    same(library, "ishmem_int_put");
    same(library, "ishmem_init");
    same(library, "ishmem_pcontrol");
    same(library, "ishmemx_team_create");
    same(library, "ishmemx_uint64_sum_reduce_on_queue");
    same(library, "ishmem_ctx_longdouble_g");
    ishmem_free(ints);
    return test_finish();
}
