/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * module_load [--memory] FILE...: loads each, with --memory what it contains, and says "FILE: " and the
 * result.  The name "nowhere" is memory that is not there.
 */
#include <ishmemx.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load_memory(const char *path, ze_module_handle_t *module)
{
    static unsigned char memory[1 << 22];
    FILE *const file = fopen(path, "rb");
    if (!file) {
        return ishmemx_module_load_memory((void *)4096, 4096, module);
    }
    /* At an odd address, and gone after the call. */
    const size_t bytes = fread(memory + 1, 1, sizeof memory - 1, file);
    fclose(file);
    const int result = ishmemx_module_load_memory(memory + 1, bytes, module);
    memset(memory, 0, sizeof memory);
    return result;
}

static int check_kernel(ze_module_handle_t module)
{
    uint32_t kernels = 0;
    return zeModuleGetKernelNames(module, &kernels, NULL) == ZE_RESULT_SUCCESS && kernels > 0 ? 0
                                                                                              : 1;
}

int main(int argc, char **argv)
{
    const bool memory = argc > 1 && strcmp(argv[1], "--memory") == 0;
    ishmem_init();
    for (int i = memory ? 2 : 1; i < argc; i++) {
        ze_module_handle_t module = NULL;
        int result = memory ? load_memory(argv[i], &module) : ishmemx_module_load(argv[i], &module);
        if (result == 0) {
            result = check_kernel(module);
            zeModuleDestroy(module);
        } else if (module) {
            printf("%s: a module nevertheless\n", argv[i]);
        }
        printf("%s: %d\n", argv[i], result);
    }
    ishmem_finalize();
    return 0;
}
