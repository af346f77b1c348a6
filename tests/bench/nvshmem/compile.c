/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvcc needs no more than its toolkit, while NVRTC may lack headers of it, so nvcc comes first.  NVRTC's
 * libraries are loaded when there is something to compile.
 */
#include "compile.h"

#include "file.h"
#include "find.h"
#include "library.h"
#include "nvcc.h"
#include "util/hash.h"
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPTIONS = 24, LINK_INPUT_CUBIN = 1, LINK_INPUT_LIBRARY = 6 };

typedef struct text {
    char *bytes;
    size_t size;
} text_t;

static void *get_memory(size_t bytes)
{
    void *const memory = calloc(1, bytes);
    if (!memory) {
        perf_beside_fail("cannot allocate %zu bytes", bytes);
    }
    return memory;
}

/* All of a file, with a zero after it; nothing where it cannot be read. */
static text_t read_file(const char *path)
{
    text_t text = {0};
    FILE *const file = fopen(path, "rb");
    if (!file) {
        return text;
    }
    struct stat status;
    if (fstat(fileno(file), &status) == 0 && status.st_size > 0) {
        text.size = (size_t)status.st_size;
        text.bytes = get_memory(text.size + 1);
        if (fread(text.bytes, 1, text.size, file) != text.size) {
            free(text.bytes);
            text = (text_t){0};
        }
    }
    fclose(file);
    return text;
}

/* ---- The cache ------------------------------------------------------------------------------- */

/* Source, definitions, GPU and release say what comes out. */
static void name_code(text_t source, const char *const *definitions, char path[PATH_MAX])
{
    int release[3] = {0};
    perf_nvshmem_library.nvshmemx_vendor_get_version_info(&release[0], &release[1], &release[2]);
    char what[64];
    const int length = snprintf(what, sizeof what, "sm_%d%d %d.%d.%d", perf_cuda.major,
                                perf_cuda.minor, release[0], release[1], release[2]);
    uint64_t key = ishmemi_hash(ISHMEMI_HASH_START, what, (size_t)length);
    key = ishmemi_hash(key, source.bytes, source.size);
    for (; *definitions; definitions++) {
        key = ishmemi_hash(key, *definitions, strlen(*definitions) + 1);
    }
    const char *const cache = secure_getenv("XDG_CACHE_HOME");
    const char *const home = secure_getenv("HOME");
    const bool has_cache = cache && cache[0] == '/';
    snprintf(path, PATH_MAX, "%s%s/ishmem-perf/nvshmem-%016llx.cubin",
             has_cache ? cache
             : home    ? home
                       : "/tmp",
             has_cache ? "" : "/.cache", (unsigned long long)key);
}

static void make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

/* Whole or not at all; a cache that cannot be written costs time only. */
static void keep(char *path, text_t code)
{
    char unfinished[PATH_MAX + 32];
    make_directories(path);
    snprintf(unfinished, sizeof unfinished, "%s.%ld", path, (long)getpid());
    FILE *const file = fopen(unfinished, "wb");
    if (!file) {
        return;
    }
    const bool written = fwrite(code.bytes, 1, code.size, file) == code.size;
    if (fclose(file) != 0 || !written || rename(unfinished, path) != 0) {
        unlink(unfinished);
    }
}

/* ---- The compiler ---------------------------------------------------------------------------- */

#define COMPILER_FUNCTIONS(X)                                                               \
    X(int, nvrtcCreateProgram,                                                              \
      (void **program, const char *source, const char *name, int n_headers,                 \
       const char *const *headers, const char *const *names))                               \
    X(int, nvrtcCompileProgram, (void *program, int n_options, const char *const *options)) \
    X(int, nvrtcGetProgramLogSize, (void *program, size_t *bytes))                          \
    X(int, nvrtcGetProgramLog, (void *program, char *log))                                  \
    X(int, nvrtcGetCUBINSize, (void *program, size_t *bytes))                               \
    X(int, nvrtcGetCUBIN, (void *program, char *code))                                      \
    X(int, nvrtcDestroyProgram, (void **program))

#define LINKER_FUNCTIONS(X)                                                                \
    X(int, nvJitLinkCreate, (void **work, uint32_t n_options, const char *const *options)) \
    X(int, nvJitLinkAddData,                                                               \
      (void *work, int kind, const void *data, size_t bytes, const char *name))            \
    X(int, nvJitLinkAddFile, (void *work, int kind, const char *path))                     \
    X(int, nvJitLinkComplete, (void *work))                                                \
    X(int, nvJitLinkGetErrorLogSize, (void *work, size_t *bytes))                          \
    X(int, nvJitLinkGetErrorLog, (void *work, char *log))                                  \
    X(int, nvJitLinkGetLinkedCubinSize, (void *work, size_t *bytes))                       \
    X(int, nvJitLinkGetLinkedCubin, (void *work, void *code))                              \
    X(int, nvJitLinkDestroy, (void **work))

static struct {
    COMPILER_FUNCTIONS(PERF_DECLARE_FUNCTION)
} compiler;

static struct {
    LINKER_FUNCTIONS(PERF_DECLARE_FUNCTION)
} linker;

#define CHECK(CALL) perf_beside_check(CALL, #CALL)

static void *open_tool(const char *const *names)
{
    void *const handle = perf_find_library(names);
    if (!handle) {
        perf_beside_fail("no %s, which compiles for NVSHMEM; set CUDA_HOME to the directory that "
                         "has it in lib64, or LD_LIBRARY_PATH",
                         names[0]);
    }
    return handle;
}

/* Of both compilers: the definitions, and where headers are.  Returns how many. */
static size_t add_options(const char *const *definitions, char (*includes)[PERF_FIND_PATH],
                          const char **options, size_t count)
{
    while (*definitions) {
        options[count++] = *definitions++;
    }
    const size_t n_includes = perf_find_includes(includes, MOST_OPTIONS - count);
    for (size_t i = 0; i < n_includes; i++) {
        options[count++] = includes[i];
    }
    return count;
}

static text_t compile(text_t source, const char *const *definitions)
{
    void *const handle =
        open_tool((const char *const[]){"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL});
#define FIND_COMPILER(RESULT, NAME, ARGUMENTS) perf_find_symbol(handle, #NAME, &compiler.NAME);
    COMPILER_FUNCTIONS(FIND_COMPILER)
    char(*const includes)[PERF_FIND_PATH] = get_memory(MOST_OPTIONS * sizeof *includes);
    char architecture[32];
    snprintf(architecture, sizeof architecture, "-arch=sm_%d%d", perf_cuda.major, perf_cuda.minor);
    /* All inline: NVRTC's uint64_t is not that of the compiler that made NVSHMEM's library, so that
     * names of its routines would not match. */
    const char *options[MOST_OPTIONS] = {architecture, "-std=c++17", "-rdc=true",
                                         "-DNVSHMEM_ENABLE_ALL_DEVICE_INLINING"};
    const size_t count = add_options(definitions, includes, options, 4);
    void *program = NULL;
    CHECK(compiler.nvrtcCreateProgram(&program, source.bytes, "kernels.cu", 0, NULL, NULL));
    const int result = compiler.nvrtcCompileProgram(program, (int)count, options);
    if (result != 0) {
        size_t size = 0;
        CHECK(compiler.nvrtcGetProgramLogSize(program, &size));
        char *const log = get_memory(size + 1);
        CHECK(compiler.nvrtcGetProgramLog(program, log));
        perf_beside_fail("NVRTC cannot compile the kernels (%d): %.1500s", result, log);
    }
    text_t code = {0};
    CHECK(compiler.nvrtcGetCUBINSize(program, &code.size));
    code.bytes = get_memory(code.size);
    CHECK(compiler.nvrtcGetCUBIN(program, code.bytes));
    CHECK(compiler.nvrtcDestroyProgram(&program));
    free(includes);
    return code;
}

/* With NVSHMEM's own library, which has the state that NVSHMEM fills in. */
static text_t link_library(text_t object)
{
    void *const handle = open_tool(
        (const char *const[]){"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so", NULL});
#define FIND_LINKER(RESULT, NAME, ARGUMENTS) perf_find_symbol(handle, #NAME, &linker.NAME);
    LINKER_FUNCTIONS(FIND_LINKER)
    char library[PERF_FIND_PATH];
    char architecture[32];
    perf_find_nvshmem_file("lib/libnvshmem_device.a", library);
    if (!library[0]) {
        perf_beside_fail("no libnvshmem_device.a next to libnvshmem_host.so.3");
    }
    snprintf(architecture, sizeof architecture, "-arch=sm_%d%d", perf_cuda.major, perf_cuda.minor);
    const char *const options[] = {architecture};
    void *work = NULL;
    CHECK(linker.nvJitLinkCreate(&work, 1, options));
    CHECK(linker.nvJitLinkAddData(work, LINK_INPUT_CUBIN, object.bytes, object.size, "kernels.cu"));
    CHECK(linker.nvJitLinkAddFile(work, LINK_INPUT_LIBRARY, library));
    const int result = linker.nvJitLinkComplete(work);
    if (result != 0) {
        size_t size = 0;
        CHECK(linker.nvJitLinkGetErrorLogSize(work, &size));
        char *const log = get_memory(size + 1);
        CHECK(linker.nvJitLinkGetErrorLog(work, log));
        perf_beside_fail("the kernels cannot be linked with %s (%d): %.1000s", library, result,
                         log);
    }
    text_t code = {0};
    CHECK(linker.nvJitLinkGetLinkedCubinSize(work, &code.size));
    code.bytes = get_memory(code.size);
    CHECK(linker.nvJitLinkGetLinkedCubin(work, code.bytes));
    CHECK(linker.nvJitLinkDestroy(&work));
    return code;
}

/* By nvcc, into the file; false: by NVRTC, then. */
static bool compile_file(const char *source, const char *const *definitions, const char *code)
{
    char(*const includes)[PERF_FIND_PATH] = get_memory(MOST_OPTIONS * sizeof *includes);
    const char *options[MOST_OPTIONS];
    const size_t count = add_options(definitions, includes, options, 0);
    char library[PERF_FIND_PATH];
    char architecture[32];
    perf_find_nvshmem_file("lib/libnvshmem_device.a", library);
    snprintf(architecture, sizeof architecture, "sm_%d%d", perf_cuda.major, perf_cuda.minor);
    const bool made = library[0] && perf_nvcc(source, architecture, options, count, library, code);
    free(includes);
    return made;
}

static text_t make_code(const char *path, text_t source, const char *const *definitions)
{
    char file[] = "/tmp/ishmem-perf-XXXXXX";
    const int descriptor = mkstemp(file);
    text_t code = {0};
    if (descriptor >= 0) {
        if (compile_file(path, definitions, file)) {
            code = read_file(file);
        }
        close(descriptor);
        unlink(file);
    }
    if (!code.bytes) {
        const text_t object = compile(source, definitions);
        code = link_library(object);
        free(object.bytes);
    }
    return code;
}

void *perf_compile(const char *const *definitions)
{
    char path[PATH_MAX];
    char kept[PATH_MAX];
    text_t source = {0};
    if (perf_file_find("kernels.cu", path)) {
        source = read_file(path);
    }
    if (!source.bytes) {
        perf_beside_fail("no kernels.cu next to the program or at %s", path);
    }
    name_code(source, definitions, kept);
    text_t code = read_file(kept);
    if (!code.bytes) {
        code = make_code(path, source, definitions);
        keep(kept, code);
    }
    free(source.bytes);
    return code.bytes;
}
