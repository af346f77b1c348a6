/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * iput, iget, ibput, ibget, put_nbi and get_nbi of every type and size, called inside kernels in
 * every form, from every PE to its neighbour and to itself.
 */
#include "call_forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

#define AREA_BYTES ((size_t)64 << 10)

typedef struct layout {
    long dst;
    long sst;
    uint64_t bsize;
    uint64_t nblocks;
} layout_t;

/* No block, one, odd numbers, contiguous on one side, and blocks large enough to be shared. */
static const layout_t element_layouts[] = {{1, 1, 1, 0},   {3, 2, 1, 1},   {1, 4, 1, 67},
                                           {5, 1, 1, 129}, {2, 3, 1, 400}, {1, 1, 1, 1000}};
static const layout_t block_layouts[] = {
    {4, 4, 0, 5}, {7, 5, 3, 33}, {4, 4, 4, 50}, {6, 8, 6, 40}, {900, 700, 650, 3}};

static unsigned char *dest;   /* symmetric */
static unsigned char *source; /* symmetric */
static unsigned char *expected;
static unsigned char *seen;

static void run(const char *name, const char *routine, ze_kernel_handle_t kernel, size_t size,
                bool is_put, const layout_t *layout, uint32_t form, int pe)
{
    memory_fill(dest, TEST_GUARD, AREA_BYTES);
    memory_write(source, test_pattern((unsigned)test_me), AREA_BYTES);
    ishmem_barrier_all();
    /* From the middle of a line, and leaving room for a guard. */
    unsigned char *const to = dest + 4 * size;
    const unsigned char *const from = source + 2 * size;
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ctx),
                                           LAUNCH_ARGUMENT(form),
                                           LAUNCH_ARGUMENT(to),
                                           LAUNCH_ARGUMENT(from),
                                           LAUNCH_ARGUMENT(layout->dst),
                                           LAUNCH_ARGUMENT(layout->sst),
                                           LAUNCH_ARGUMENT(layout->bsize),
                                           LAUNCH_ARGUMENT(layout->nblocks),
                                           LAUNCH_ARGUMENT(pe)};
    launch_run(kernel, (launch_shape_t){2, form % CALL_CTX == CALL_ITEM ? 1 : 50}, arguments,
               LAUNCH_COUNT(arguments));
    ishmem_barrier_all();

    /* Who wrote here, or from where it was read, is the same distance away. */
    const int other = is_put ? (2 * test_me - pe + test_n) % test_n : pe;
    const unsigned char *const pattern = test_pattern((unsigned)other) + 2 * size;
    memset(expected, TEST_GUARD, AREA_BYTES);
    for (uint64_t i = 0; i < layout->nblocks; i++) {
        memcpy(expected + (4 + i * (uint64_t)layout->dst) * size,
               pattern + i * (uint64_t)layout->sst * size, layout->bsize * size);
    }
    memory_read(seen, dest, AREA_BYTES);
    test_check(memcmp(seen, expected, AREA_BYTES) == 0,
               "%s %s, form %u, to PE %d: dst %ld, sst %ld, bsize %llu, nblocks %llu", name,
               routine, form, pe, layout->dst, layout->sst, (unsigned long long)layout->bsize,
               (unsigned long long)layout->nblocks);
    ishmem_barrier_all();
}

/* forms: from 0 in steps of `step`. */
static void run_type(const char *name, size_t size, uint32_t step)
{
    static const struct {
        const char *name;
        bool is_put;
        bool has_blocks;
        bool has_strides;
    } routines[] = {{"iput", true, false, true},     {"iget", false, false, true},
                    {"ibput", true, true, true},     {"ibget", false, true, true},
                    {"put_nbi", true, false, false}, {"get_nbi", false, false, false}};
    unsigned turn = 0;
    for (size_t r = 0; r < sizeof routines / sizeof routines[0]; r++) {
        const ze_kernel_handle_t kernel = launch_kernel("%s_%s", name, routines[r].name);
        const layout_t *const layouts = routines[r].has_blocks ? block_layouts : element_layouts;
        const size_t count = routines[r].has_blocks ? sizeof block_layouts / sizeof *layouts
                                                    : sizeof element_layouts / sizeof *layouts;
        for (uint32_t form = 0; form < CALL_COUNT; form += step) {
            for (size_t i = 0; i < count; i++) {
                layout_t layout = layouts[i];
                if (!routines[r].has_strides) {
                    layout.dst = layout.sst = 1;
                }
                run(name, routines[r].name, kernel, size, routines[r].is_put, &layout, form,
                    (test_me + (int)(turn++ % 3)) % test_n);
            }
        }
    }
}

int main(void)
{
    test_start();
    test_family("strided and non-blocking, device");
    dest = ishmem_malloc(AREA_BYTES);
    source = ishmem_malloc(AREA_BYTES);
    expected = malloc(AREA_BYTES);
    seen = malloc(AREA_BYTES);
    if (!dest || !source || !expected || !seen) {
        test_fatal("no memory");
    }
    launch_open("strided");
#define RUN_TYPE(NAME, TYPE, A) run_type(#NAME, sizeof(TYPE), CALL_COUNT - 1);
    ISHMEMI_RMA_TYPES(RUN_TYPE, )
#define RUN_SIZE(SIZE, BYTES, A) run_type("size" #SIZE, BYTES, 1);
    ISHMEMI_SIZES(RUN_SIZE, )
    launch_close();
    free(seen);
    free(expected);
    ishmem_free(source);
    ishmem_free(dest);
    return test_finish();
}
