/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every atomic memory operation of every type, called inside kernels in every form, against the
 * same arithmetic here; and floating-point additions of all PEs at once, whose sums must be
 * exact.
 */
#include "call_forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <string.h>

#define LANES 24

typedef enum kind { INTEGER, FLOAT, DOUBLE } kind_t;

static uint64_t *object; /* symmetric */
static void *operands;   /* shared with the device, as is results */
static void *results;

static uint64_t load(const void *array, size_t size, size_t index)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)array + index * size, size); /* little-endian */
    return bits;
}

static uint64_t sum(kind_t kind, uint64_t a, uint64_t b)
{
    if (kind == FLOAT) {
        float x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        a = 0;
        memcpy(&a, &x, sizeof x);
        return a;
    }
    if (kind == DOUBLE) {
        double x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&a, &x, sizeof x);
        return a;
    }
    return a + b;
}

/* The value after operation `routine` on one that was `before`. */
static uint64_t after(const char *routine, kind_t kind, uint64_t before, uint64_t value,
                      uint64_t cond)
{
    if (strstr(routine, "compare_swap")) {
        return before == cond ? value : before;
    }
    if (strstr(routine, "swap") || strstr(routine, "set")) {
        return value;
    }
    if (strstr(routine, "inc")) {
        return before + 1;
    }
    if (strstr(routine, "add")) {
        return sum(kind, before, value);
    }
    if (strstr(routine, "and")) {
        return before & value;
    }
    if (strstr(routine, "xor")) {
        return before ^ value;
    }
    if (strstr(routine, "_or")) {
        return before | value;
    }
    return before;
}

static void run(const char *type, const char *routine, size_t size, kind_t kind)
{
    static const uint64_t integers[][3] = {
        {5, 3, 5},
        {0xfffffffffffffff0, 0x123456789abcdef1, 7},
        {0x80000000ffffffff, 0x0f0f0f0f0f0f0f0f, 0x80000000ffffffff}};
    static const float floats[][3] = {{1.5f, 2.25f, 1.5f}, {-8.0f, 0.125f, 3.0f}, {0, 7, 0}};
    const ze_kernel_handle_t kernel = launch_kernel("%s_%s", type, routine);
    const bool returns = strstr(routine, "fetch") || strstr(routine, "swap");
    const bool is_nbi = strstr(routine, "_nbi");
    for (uint32_t form = 0; form < CALL_COUNT; form++) {
        for (size_t i = 0; i < 3; i++) {
            uint64_t v[3];
            for (size_t k = 0; k < 3; k++) {
                v[k] = integers[i][k];
                const double number = floats[i][k];
                if (kind != INTEGER) {
                    v[k] = 0;
                    memcpy(&v[k], kind == FLOAT ? (const void *)&floats[i][k] : &number, size);
                }
                v[k] &= size == 4 ? 0xffffffff : UINT64_MAX;
            }
            memcpy(operands, &v[1], size);
            memcpy((char *)operands + size, &v[2], size);
            memset(results, 0x5a, LANES * size);
            const uint64_t around[3] = {0x1111111111111111,
                                        v[0] | (size == 4 ? 0x7777777700000000 : 0),
                                        0x2222222222222222};
            memory_write(object, around, sizeof around);
            ishmem_barrier_all();
            const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
            uint64_t *const dest = object + 1;
            const int pe = (test_me + 1) % test_n;
            const launch_argument_t arguments[] = {
                LAUNCH_ARGUMENT(ctx),      LAUNCH_ARGUMENT(form),    LAUNCH_ARGUMENT(dest),
                LAUNCH_ARGUMENT(operands), LAUNCH_ARGUMENT(results), LAUNCH_ARGUMENT(pe)};
            launch_run(kernel, (launch_shape_t){2, form % CALL_CTX == CALL_ITEM ? 1 : LANES},
                       arguments, LAUNCH_COUNT(arguments));
            ishmem_barrier_all();
            uint64_t seen[3];
            memory_read(seen, object, sizeof seen);
            uint64_t expected = after(routine, kind, v[0], v[1], v[2]);
            if (size == 4) {
                expected = (expected & 0xffffffff) | 0x7777777700000000;
            }
            test_check(seen[1] == expected && seen[0] == around[0] && seen[2] == around[2],
                       "%s_%s, form %u: %llx became %llx, expected %llx", type, routine, form,
                       (unsigned long long)v[0], (unsigned long long)seen[1],
                       (unsigned long long)expected);
            const size_t lanes = is_nbi || form % CALL_CTX != CALL_WORK_GROUP ? 1 : LANES;
            for (size_t lane = 0; returns && lane < lanes; lane++) {
                test_check(load(results, size, lane) == v[0],
                           "%s_%s, form %u: returned %llx for %llx", type, routine, form,
                           (unsigned long long)load(results, size, lane), (unsigned long long)v[0]);
            }
            ishmem_barrier_all();
        }
    }
}

static void hammer(void)
{
    const ze_kernel_handle_t kernel = launch_kernel("hammer");
    const uint64_t rounds = (uint64_t)test_rounds(100);
    const launch_shape_t shape = {2, 16};
    const uint64_t zeros[3] = {0};
    memory_write(object, zeros, sizeof zeros);
    ishmem_barrier_all();
    const int home = test_n / 2;
    float *const f = (float *)object;
    double *const d = (double *)(object + 1);
    uint64_t *const bits = object + 2;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(f),       LAUNCH_ARGUMENT(d),
                                           LAUNCH_ARGUMENT(bits),    LAUNCH_ARGUMENT(rounds),
                                           LAUNCH_ARGUMENT(test_me), LAUNCH_ARGUMENT(home)};
    launch_run(kernel, shape, arguments, LAUNCH_COUNT(arguments));
    ishmem_barrier_all();
    const double expected = (double)rounds * shape.groups * shape.items * test_n;
    test_check((double)ishmem_float_g(f, home) == expected, "sum of floats");
    test_check(ishmem_double_g(d, home) == expected, "sum of doubles");
    test_check(ishmem_uint64_g(bits, home) == ((uint64_t)1 << test_n) - 1, "bits");
    ishmem_barrier_all();
}

int main(void)
{
    test_start();
    test_family("AMO, all forms, device");
    object = ishmem_malloc(3 * sizeof *object);
    operands = memory_allocate_shared(2 * sizeof(uint64_t));
    results = memory_allocate_shared(LANES * sizeof(uint64_t));
    launch_open("amo_forms");
#define RUN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    run(#NAME, #ROUTINE, sizeof(TYPE),                 \
        (TYPE)0.5 == 0      ? INTEGER                  \
        : sizeof(TYPE) == 4 ? FLOAT                    \
                            : DOUBLE);
#define RUN_STD(NAME, TYPE, A) ISHMEMI_AMO_STD_ROUTINES(RUN, NAME, TYPE)
#define RUN_EXT(NAME, TYPE, A) ISHMEMI_AMO_EXT_ROUTINES(RUN, NAME, TYPE)
#define RUN_BIT(NAME, TYPE, A) ISHMEMI_AMO_BIT_ROUTINES(RUN, NAME, TYPE)
#define RUN_FLOAT(NAME, TYPE, A) ISHMEMI_AMO_FLOAT_ROUTINES(RUN, NAME, TYPE)
    ISHMEMI_AMO_STD_TYPES(RUN_STD, )
    ISHMEMI_AMO_EXT_TYPES(RUN_EXT, )
    ISHMEMI_AMO_BIT_TYPES(RUN_BIT, )
    ISHMEMI_AMO_FLOAT_TYPES(RUN_FLOAT, )
    hammer();
    launch_close();
    memory_free_shared(results);
    memory_free_shared(operands);
    ishmem_free(object);
    return test_finish();
}
