/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Adapts the source's lines and variables from SPIR-V for DWARF.
 */
#include "translate.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Instructions.h>

namespace zed {
namespace {

using llvm::DIExpression;
using llvm::DISubprogram;

constexpr unsigned producer_operand = 1; /* of a DICompileUnit */

/* Clang ends the location of each variable with its SPIR address space.  Here all spaces are one,
 * and debuggers know no others. */
DIExpression *in_one_space(DIExpression *expression)
{
    llvm::ArrayRef<uint64_t> elements = expression->getElements();
    const size_t count = elements.size();
    if (count < 4 || elements[count - 4] != llvm::dwarf::DW_OP_constu ||
        elements[count - 2] != llvm::dwarf::DW_OP_swap ||
        elements[count - 1] != llvm::dwarf::DW_OP_xderef)
        return expression;
    return DIExpression::get(expression->getContext(), elements.drop_back(4));
}

} // namespace

void prepare_debug(llvm::Module &module)
{
    if (module.debug_compile_units().empty())
        return;
    /* gdb finds the first line of a function's body by a rule that depends on the producer's first
     * word. */
    for (llvm::DICompileUnit *unit : module.debug_compile_units())
        unit->replaceOperandWith(
            producer_operand,
            llvm::MDString::get(module.getContext(), "clang version " LLVM_VERSION_STRING));
    for (llvm::Function &function : module)
        change_variables(function, in_one_space);
}

bool is_for_debugger(const llvm::Module &module)
{
    bool found = false;
    for (const llvm::Function &function : module) {
        const DISubprogram *source = function.getSubprogram();
        if (source && !function.isDeclaration()) {
            if (source->isOptimized())
                return false;
            found = true;
        }
    }
    return found;
}

void describe_caller(llvm::CallInst &call)
{
    const llvm::Function *callee = call.getCalledFunction();
    DISubprogram *source = callee ? callee->getSubprogram() : nullptr;
    llvm::Function *caller = call.getFunction();
    if (!source)
        return;
    if (!caller->getSubprogram()) {
        llvm::DIBuilder builder(*caller->getParent(), true, source->getUnit());
        caller->setSubprogram(builder.createFunction(
            source->getFile(), caller->getName(), "", source->getFile(), source->getLine(),
            builder.createSubroutineType(builder.getOrCreateTypeArray({})), source->getLine(),
            llvm::DINode::FlagArtificial,
            DISubprogram::SPFlagDefinition | (source->isOptimized() ? DISubprogram::SPFlagOptimized
                                                                    : DISubprogram::SPFlagZero)));
        builder.finalizeSubprogram(caller->getSubprogram());
    }
    call.setDebugLoc(
        llvm::DILocation::get(call.getContext(), source->getLine(), 0, caller->getSubprogram()));
}

} // namespace zed
