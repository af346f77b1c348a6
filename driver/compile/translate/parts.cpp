/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A large module is compiled in parts, each by its own thread.
 *
 * Each kernel and each exported function belongs to one part, which defines it.  A part also
 * contains the functions that these call: internal ones as copies, exported ones only for inlining.
 * Variables that can change belong to the first part.
 */
#include "translate.h"

#include <algorithm>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>
#include <sched.h>

namespace zed {
namespace {

using llvm::Function;
using llvm::GlobalVariable;

/* A part with fewer instructions is not worth a thread. */
constexpr size_t least_part = 4000;
constexpr size_t most_parts = 16;

size_t processors()
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return static_cast<size_t>(std::max(count, 1));
}

/* Functions that use local variables must agree on the offsets of these, so they stay together. */
bool functions_use_locals(const llvm::Module &module, const std::set<const Function *> &kernels)
{
    llvm::SmallVector<const llvm::User *, 32> work;
    for (const GlobalVariable &variable : module.globals())
        if (variable.getAddressSpace() == space_local)
            work.append(variable.user_begin(), variable.user_end());
    while (!work.empty()) {
        const llvm::User *user = work.pop_back_val();
        if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
            if (!kernels.count(instruction->getFunction()))
                return true;
        } else {
            work.append(user->user_begin(), user->user_end());
        }
    }
    return false;
}

/* A variable that the other parts share with the first must have the same name in all. */
void share_variables(llvm::Module &module)
{
    for (GlobalVariable &variable : module.globals())
        if (variable.hasLocalLinkage() && !variable.isConstant() &&
            variable.getAddressSpace() != space_local &&
            !starts_with(variable.getName(), "llvm.")) {
            variable.setName("zed.static." + variable.getName());
            variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
        }
}

void add_functions(const llvm::Value &value, llvm::SmallVectorImpl<Function *> *found)
{
    if (const auto *function = llvm::dyn_cast<Function>(&value))
        found->push_back(const_cast<Function *>(function));
    else if (llvm::isa<llvm::Constant>(value) && !llvm::isa<llvm::GlobalValue>(value))
        for (const llvm::Value *operand : llvm::cast<llvm::Constant>(value).operands())
            add_functions(*operand, found);
}

/* Reads the functions that the part's functions reach. */
llvm::Error read_functions(llvm::Module &module, const Part &part, std::set<const Function *> *read)
{
    llvm::SmallVector<Function *, 64> work;
    for (Function &function : module)
        if (part.functions.count(function.getName().str()))
            work.push_back(&function);
    while (!work.empty()) {
        Function *function = work.pop_back_val();
        if (function->isIntrinsic() || !read->insert(function).second)
            continue;
        if (llvm::Error error = function->materialize())
            return error;
        for (const llvm::Instruction &instruction : llvm::instructions(*function))
            for (const llvm::Value *operand : instruction.operands())
                add_functions(*operand, &work);
    }
    return llvm::Error::success();
}

} // namespace

std::vector<Part> divide_module(llvm::Module &module, const std::vector<KernelDraft> &kernels,
                                const std::set<std::string> &exports)
{
    std::set<const Function *> bodies;
    for (const KernelDraft &kernel : kernels)
        bodies.insert(kernel.body);
    std::vector<const Function *> owned;
    size_t instructions = 0;
    for (const Function &function : module) {
        bool own = !function.isDeclaration() &&
                   (bodies.count(&function) || exports.count(function.getName().str()));
        instructions += function.getInstructionCount();
        if (own)
            owned.push_back(&function);
    }
    size_t count = std::min({instructions / least_part, processors(), most_parts});
    if (functions_use_locals(module, bodies))
        count = 1;
    std::vector<Part> parts(std::max<size_t>(count, 1));
    share_variables(module);

    /* Neighbours call the same functions, so they stay together. */
    size_t total = 0, behind = 0;
    for (const Function *function : owned)
        total += function->getInstructionCount() + 1;
    for (const Function *function : owned) {
        parts[behind * parts.size() / total].functions.insert(function->getName().str());
        behind += function->getInstructionCount() + 1;
    }
    for (Part &part : parts) {
        part.holds_variables = &part == &parts[0];
        for (const KernelDraft &kernel : kernels)
            if (part.functions.count(kernel.name))
                part.kernels.push_back(kernel);
    }
    return parts;
}

llvm::SmallVector<char, 0> module_bitcode(const llvm::Module &module)
{
    llvm::SmallVector<char, 0> bitcode;
    llvm::raw_svector_ostream out(bitcode);
    llvm::WriteBitcodeToFile(module, out);
    return bitcode;
}

std::unique_ptr<llvm::Module> read_part(llvm::StringRef bitcode, llvm::LLVMContext &context,
                                        Part *part, std::string *log)
{
    llvm::Expected<std::unique_ptr<llvm::Module>> read =
        llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "part"), context);
    if (!read) {
        *log += "error: " + llvm::toString(read.takeError()) + "\n";
        return nullptr;
    }
    llvm::Module &module = **read;
    std::set<const Function *> functions;
    if (llvm::Error error = read_functions(module, *part, &functions)) {
        *log += "error: " + llvm::toString(std::move(error)) + "\n";
        return nullptr;
    }
    for (Function &function : llvm::make_early_inc_range(module)) {
        if (function.isIntrinsic() || part->functions.count(function.getName().str()))
            continue;
        if (!functions.count(&function)) {
            function.deleteBody();
            function.setLinkage(llvm::GlobalValue::ExternalLinkage);
            if (function.use_empty())
                function.eraseFromParent();
        } else if (!function.isDeclaration() && !function.hasLocalLinkage()) {
            function.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
        }
    }
    for (GlobalVariable &variable : module.globals())
        if (!part->holds_variables && variable.hasExternalLinkage())
            variable.setInitializer(nullptr);
    for (KernelDraft &kernel : part->kernels)
        kernel.body = module.getFunction(kernel.name);
    if (llvm::Error error = module.materializeAll()) {
        *log += "error: " + llvm::toString(std::move(error)) + "\n";
        return nullptr;
    }
    return std::move(*read);
}

} // namespace zed
