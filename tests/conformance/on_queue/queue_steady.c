/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In steady state an append allocates nothing: this program has the allocating functions of the C
 * library and of Level Zero that libishmem calls, and counts libishmem's calls of them, by any
 * thread, while it repeats operations that it has had once on each list.
 */
#include "harness.h"
#include "memory.h"
#include "queue_caller.h"
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

/* ---- Counting -------------------------------------------------------------------------------- */

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);

static atomic_bool counts;
static atomic_int counted;
static void *library; /* where libishmem is loaded */

static void count(const void *caller)
{
    Dl_info info;
    if (atomic_load(&counts) && dladdr(caller, &info) != 0 && info.dli_fbase == library) {
        atomic_fetch_add(&counted, 1);
    }
}
#define COUNT() count(__builtin_return_address(0))

void *malloc(size_t bytes)
{
    COUNT();
    return __libc_malloc(bytes);
}

void *calloc(size_t n, size_t bytes)
{
    COUNT();
    return __libc_calloc(n, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    COUNT();
    return __libc_realloc(memory, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    COUNT();
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    COUNT();
    *memory = __libc_memalign(alignment, bytes);
    return *memory ? 0 : ENOMEM;
}

/* The loader's function of this name, which those below stand before. */
static void *next(const char *name)
{
    void *const function = dlsym(RTLD_NEXT, name);
    if (!function) {
        test_fatal("no %s", name);
    }
    return function;
}

#define COUNTED(NAME, PARAMETERS, ARGUMENTS)            \
    ZE_APIEXPORT ze_result_t ZE_APICALL NAME PARAMETERS \
    {                                                   \
        ze_result_t(*function) PARAMETERS;              \
        *(void **)&function = next(#NAME);              \
        COUNT();                                        \
        return function ARGUMENTS;                      \
    }
COUNTED(zeKernelCreate,
        (ze_module_handle_t module, const ze_kernel_desc_t *desc, ze_kernel_handle_t *kernel),
        (module, desc, kernel))
COUNTED(zeModuleCreate,
        (ze_context_handle_t context, ze_device_handle_t device, const ze_module_desc_t *desc,
         ze_module_handle_t *module, ze_module_build_log_handle_t *log),
        (context, device, desc, module, log))
COUNTED(zeEventCreate,
        (ze_event_pool_handle_t pool, const ze_event_desc_t *desc, ze_event_handle_t *event),
        (pool, desc, event))
COUNTED(zeCommandListCreate,
        (ze_context_handle_t context, ze_device_handle_t device, const ze_command_list_desc_t *desc,
         ze_command_list_handle_t *list),
        (context, device, desc, list))
COUNTED(zeMemAllocHost,
        (ze_context_handle_t context, const ze_host_mem_alloc_desc_t *desc, size_t bytes,
         size_t alignment, void **memory),
        (context, desc, bytes, alignment, memory))
COUNTED(zeMemAllocDevice,
        (ze_context_handle_t context, const ze_device_mem_alloc_desc_t *desc, size_t bytes,
         size_t alignment, ze_device_handle_t device, void **memory),
        (context, desc, bytes, alignment, device, memory))

/* ---- What is repeated ------------------------------------------------------------------------ */

enum { WORDS = 16 << 10 };

static uint64_t *words;   /* symmetric */
static uint64_t *others;  /* symmetric */
static uint64_t *signals; /* symmetric */
static int *result;

#define ON list, NULL, 0, NULL

/* One operation of every kind: each kernel and each sort of copy, and collectives of several kinds
 * of elements.  Returns how many could not be appended. */
static int append_all(ze_command_list_handle_t list, ze_event_handle_t done)
{
    const int right = (test_me + 1) % test_n;
    uint64_t *const ret = queue_result;
    int failed = 0;
    failed += ishmemx_uint64_put_on_queue(words, others, WORDS, right, ON) != 0;
    failed += ishmemx_uint64_get_nbi_on_queue(others, words, 8, right, ON) != 0;
    failed += ishmemx_uint32_iput_on_queue((uint32_t *)(void *)words,
                                           (const uint32_t *)(const void *)others, 2, 3, 100, right,
                                           ON) != 0;
    failed += ishmemx_ibget64_on_queue(others, words, 3000, 4000, 2000, 3, right, ON) != 0;
    failed += ishmemx_uint64_p_on_queue(words, 1, right, ON) != 0;
    failed += ishmemx_uint64_g_on_queue(words, right, ret, ON) != 0;
    failed += ishmemx_uint64_put_signal_on_queue(words, others, 8, signals, 1, ISHMEM_SIGNAL_ADD,
                                                 right, ON) != 0;
    failed += ishmemx_uint64_put_signal_on_queue(words, others, WORDS, signals, 1,
                                                 ISHMEM_SIGNAL_ADD, right, ON) != 0;
    failed += ishmemx_uint64_atomic_fetch_inc_on_queue(signals + 1, right, ret, ON) != 0;
    failed += ishmemx_float_atomic_add_on_queue((float *)(void *)(signals + 2), 1, right, ON) != 0;
    failed +=
        ishmemx_double_atomic_add_on_queue((double *)(void *)(signals + 3), 1, right, ON) != 0;
    failed += ishmemx_signal_add_on_queue(signals, 1, right, ON) != 0;
    failed += ishmemx_signal_wait_until_on_queue(signals, ISHMEM_CMP_GE, 1, ret, ON) != 0;
    failed += ishmemx_uint64_wait_until_any_on_queue(signals, 2, NULL, ISHMEM_CMP_GE, 1,
                                                     (size_t *)(void *)ret, ON) != 0;
    failed += ishmemx_uint64_test_on_queue(signals, ISHMEM_CMP_GE, 1, result, ON) != 0;
    failed += ishmemx_fence_on_queue(ON) != 0;
    failed += ishmemx_long_broadcast_on_queue(ISHMEM_TEAM_WORLD, (long *)(void *)words,
                                              (const long *)(const void *)others, 100, 0, result,
                                              ON) != 0;
    failed +=
        ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, (int *)(void *)words,
                                        (const int *)(const void *)others, 1000, result, ON) != 0;
    failed += ishmemx_double_max_reduce_on_queue(ISHMEM_TEAM_WORLD, (double *)(void *)words,
                                                 (const double *)(const void *)others, 4000, result,
                                                 ON) != 0;
    failed += ishmemx_barrier_all_on_queue(ON) != 0;
    failed += ishmemx_quiet_on_queue(list, done, 0, NULL) != 0;
    return failed;
}

/* Until it has ended, and the PEs' before it. */
static void run(const queue_t *queue)
{
    queue_start(queue);
    queue_wait(queue);
    ishmem_barrier_all();
}

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    const int rounds = test_rounds_in_step(200);
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, "ishmem_init");
    if (!address || dladdr(address, &info) == 0) {
        test_fatal("where is libishmem?");
    }
    library = info.dli_fbase;
    test_family("allocations in steady state");
    words = ishmem_calloc(WORDS, sizeof *words);
    others = ishmem_calloc(WORDS, sizeof *others);
    signals = ishmem_calloc(4, sizeof *signals);
    result = memory_allocate_shared(sizeof *result);

    /* That calls are counted at all: this one is libishmem's first allocation of its kind. */
    atomic_store(&counts, true);
    int failed = append_all(queue_own.list, queue_own.done);
    queue_close(&queue_own);
    run(&queue_own);
    test_check(atomic_exchange(&counted, 0) > 0, "the first operations have allocated nothing");

    /* The first round had everything but what runs after it. */
    for (int round = 0; round < rounds; round++) {
        if (round == 1) {
            atomic_store(&counted, 0);
        }
        queue_reset(&queue_own);
        failed += append_all(queue_own.list, queue_own.done);
        queue_close(&queue_own);
        run(&queue_own);
    }
    const int appends = atomic_exchange(&counted, 0);
    test_check(failed == 0, "%d operations could not be appended", failed);
    test_check(appends == 0, "%d allocations in %d rounds on %s", appends, rounds,
               queue_mode_names[mode]);
    if (mode == QUEUE_RECORDED) {
        for (int round = 0; round < rounds; round++) {
            run(&queue_own);
        }
        const int executions = atomic_load(&counted);
        test_check(executions == 0, "%d allocations in %d executions", executions, rounds);
        queue_reset(&queue_own);
    }
    atomic_store(&counts, false);
    memory_free_shared(result);
    ishmem_free(signals);
    ishmem_free(others);
    ishmem_free(words);
    return queue_test_finish();
}
