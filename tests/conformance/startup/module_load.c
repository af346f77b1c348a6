/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * module_load FILE...: loads each, and says "FILE: " and the result.
 */
#include <ishmemx.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    ishmem_init();
    for (int i = 1; i < argc; i++) {
        ze_module_handle_t module = NULL;
        const int result = ishmemx_module_load(argv[i], &module);
        printf("%s: %d\n", argv[i], result);
        if (result == 0) {
            zeModuleDestroy(module);
        } else if (module) {
            printf("%s: a module nevertheless\n", argv[i]);
        }
    }
    ishmem_finalize();
    return 0;
}
