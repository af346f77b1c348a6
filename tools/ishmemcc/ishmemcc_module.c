/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmemcc_module [-recursive] [-O0 ... -O3 | -Oleast] IN.bc OUT.bc SOURCE
 * ishmemcc_module -undefined MODULE.spv [UNIT.bc SOURCE]...
 * ishmemcc_module -debug MODULE.spv PLAIN.spv
 * ishmemcc_module -join IN.bc OUT.bc
 *
 * The first makes a module one that SPIR-V can express (ishmemcc_express.h), and with -O optimises
 * it before that (ishmemcc_optimise.h).  Exit status 3: the module has types that SPIR-V cannot
 * express; 4: it has what the drivers do not (ishmemcc_refused.h), or, without -recursive,
 * functions that call themselves (ishmemcc_recursion.h).  The second says what the module lacks
 * (ishmemcc_undefined.h), and fails if there is anything.  The third leaves in the module the debug
 * information that the standard has, and writes the module without any for the validator
 * (ishmemcc_words.h).  The last joins kernels with the bodies that clang has made of them
 * (spirv/kernel_bodies.h).
 */
#include "ishmemcc_express.h"
#include "ishmemcc_fail.h"
#include "ishmemcc_optimise.h"
#include "ishmemcc_recursion.h"
#include "ishmemcc_refused.h"
#include "ishmemcc_undefined.h"
#include "ishmemcc_words.h"

#include "spirv/kernel_bodies.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OTHER_TYPES = 3, STATUS_REFUSED = 4 };

int main(int argc, char **argv)
{
    const char *level = NULL;
    const bool joins = argc == 4 && strcmp(argv[1], "-join") == 0;
    LLVMContextRef context = LLVMGetGlobalContext();
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *message = NULL;
    bool may_recurse = false, good = true;

#ifdef ISHMEM_TYPED_POINTERS
    LLVMContextSetOpaquePointers(context, 0);
#endif
    if (argc > 2 && strcmp(argv[1], "-undefined") == 0)
        return undefined_report(argv[2], argv + 3, (argc - 3) / 2) == 0 ? EXIT_SUCCESS
                                                                        : EXIT_FAILURE;
    if (argc == 4 && strcmp(argv[1], "-debug") == 0)
        return rewrite_debug(argv[2], argv[3]) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc > 1 && strcmp(argv[1], "-recursive") == 0) {
        may_recurse = true;
        argv++;
        argc--;
    }
    if (joins || (argc > 1 && strncmp(argv[1], "-O", 2) == 0)) {
        level = joins ? NULL : argv[1] + 2;
        argv++;
        argc--;
    }
    if (argc != (joins ? 3 : 4))
        fail("arguments", "[-recursive] [-O0 ... -O3 | -Oleast] IN.bc OUT.bc SOURCE");
    LLVMContextSetDiscardValueNames(context, 1);
    if (LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message))
        fail(argv[1], message);
    if (LLVMParseBitcodeInContext2(context, buffer, &module))
        fail(argv[1], "not bitcode of LLVM " LLVM_VERSION_STRING);
    if (!joins &&
        (!check_refused(module, argv[3]) || (!may_recurse && !check_recursion(module, argv[3]))))
        return STATUS_REFUSED;
    if (level != NULL)
        optimise_module(module, level);
    if (joins)
        ishmemi_join_kernels(module);
    else
        good = express_module(module);
    if (LLVMWriteBitcodeToFile(module, argv[2]) != 0)
        fail(argv[2], "cannot write the file");
    return good ? EXIT_SUCCESS : STATUS_OTHER_TYPES;
}
