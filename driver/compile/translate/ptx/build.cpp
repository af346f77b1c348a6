/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiles SPIR-V to a blob of PTX, in the steps of ptx.h. */
#include "../calls.h"
#include "../last_words.h"
#include "../link/writer.h"
#include "ptx.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

/* bitcode.S */
extern "C" {
extern const char zed_bitcode_ptx[];
extern const char zed_bitcode_ptx_end[];
}

namespace zed {
namespace {

using llvm::Function;
using llvm::GlobalValue;

bool whole(const llvm::Module &module, const char *after, std::string *log)
{
    llvm::raw_string_ostream stream(*log);
    if (!llvm::verifyModule(module, &stream))
        return true;
    stream << "\nerror: the module is malformed after " << after << "\n";
    return false;
}

/* Names that can be looked up or linked to stay external; everything else becomes internal.  Weak
 * and similar linkage stays, because otherwise modules that share a definition could not be
 * linked. */
std::set<std::string> keep_exports(llvm::Module &module, const std::vector<KernelDraft> &kernels)
{
    std::set<const GlobalValue *> bodies;
    for (const KernelDraft &kernel : kernels)
        bodies.insert(kernel.body);
    std::set<std::string> exports;
    for (GlobalValue &value : module.global_values()) {
        if (value.isDeclaration() || value.hasLocalLinkage())
            continue;
        if (value.getAddressSpace() == space_local)
            continue;
        if (value.hasAppendingLinkage()) {
            value.setLinkage(GlobalValue::InternalLinkage);
            continue;
        }
        value.setLinkage(value.isWeakForLinker() ? GlobalValue::WeakODRLinkage
                                                 : GlobalValue::ExternalLinkage);
        if (bodies.count(&value) == 0)
            exports.insert(value.getName().str());
    }
    return exports;
}

/* Variables in local memory belong to all items of a group, whatever one function does with them.
 * LLVM must not draw conclusions from the uses in this module. */
void open_locals(llvm::Module &module)
{
    for (llvm::GlobalVariable &variable : module.globals())
        if (variable.getAddressSpace() == space_local && !variable.isDeclaration())
            variable.setLinkage(GlobalValue::ExternalLinkage);
}

/* Calls are convergent until the optimiser finds otherwise: it may move a call that is not marked,
 * and with it a barrier, into a branch that some items do not take. */
void make_convergent(llvm::Module &module)
{
    for (Function &function : module) {
        if (function.isIntrinsic())
            continue;
        function.setConvergent();
        function.setDoesNotThrow();
        function.removeFnAttr(llvm::Attribute::UWTable);
        for (llvm::Instruction &instruction : llvm::instructions(function)) {
            auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (call && !(call->getCalledFunction() && call->getCalledFunction()->isIntrinsic()))
                call->setConvergent();
        }
    }
}

bool is_identifier(llvm::StringRef name)
{
    const auto follows = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
    const bool begins = !name.empty() && (llvm::isAlpha(name[0]) || name[0] == '_' ||
                                          name[0] == '$' || name[0] == '%');
    return begins && llvm::all_of(name.drop_front(), follows) &&
           name.size() + llvm::isAlpha(name[0]) > 1;
}

bool check_names(const std::vector<KernelDraft> &kernels, const std::set<std::string> &exports,
                 const std::set<std::string> &imports, std::string *log)
{
    std::set<std::string> names = exports;
    names.insert(imports.begin(), imports.end());
    for (const KernelDraft &kernel : kernels)
        names.insert(kernel.name);
    for (const std::string &name : names)
        if (!is_identifier(name)) {
            *log += "error: '" + name +
                    "' is not a valid name in PTX: use letters, digits, '_' and '$'\n";
            return false;
        }
    return true;
}

/* Finds the imports that each kernel reaches. */
void find_needs(const llvm::Module &module, const std::set<std::string> &imports,
                std::vector<KernelDraft> &kernels)
{
    for (const std::string &name : imports) {
        const llvm::GlobalValue *import = module.getNamedValue(name);
        if (!import)
            continue;
        const FunctionsWith users(module, [&](const llvm::Instruction &instruction) {
            return llvm::any_of(instruction.operands(), [&](const llvm::Use &operand) {
                return operand->stripPointerCasts() == import;
            });
        });
        for (KernelDraft &kernel : kernels)
            if (users.has(kernel.body))
                kernel.needs.insert(name);
    }
}

/* From PTX 8.1 on kernels may have more than 4 KiB of arguments, but this LLVM cannot emit that
 * version. */
bool widen_parameters(const std::vector<KernelDraft> &kernels, llvm::SmallVectorImpl<char> *text,
                      std::string *log)
{
    constexpr uint32_t usual_bytes = 4096, most_bytes = 32764, offset_bytes = 12;
    static constexpr llvm::StringLiteral usual = ".version 7.5", wide = ".version 8.1";
    uint32_t bytes = 0;
    for (const KernelDraft &kernel : kernels) {
        bytes = std::max(bytes, kernel.block_bytes + offset_bytes);
        if (bytes > most_bytes) {
            *log += "error: kernel '" + kernel.name + "' has " +
                    std::to_string(kernel.block_bytes) +
                    " bytes of arguments; NVIDIA's GPUs take " +
                    std::to_string(most_bytes - offset_bytes) + "\n";
            return false;
        }
    }
    const size_t at = llvm::StringRef(text->data(), text->size()).find(usual);
    if (bytes > usual_bytes && at != llvm::StringRef::npos)
        std::copy(wide.begin(), wide.end(), text->begin() + at);
    return true;
}

Bytes write_blob(const llvm::Module &module, llvm::StringRef text,
                 const std::vector<KernelDraft> &kernels, const std::set<std::string> &exports,
                 const std::set<std::string> &imports, const std::string &warnings)
{
    BlobWriter writer;
    BlobHeader header = {};
    header.target = CompileTarget::Ptx;
    header.log = writer.string(warnings);
    std::vector<BlobSymbol> symbols;
    std::map<std::string, uint32_t> symbol_index;
    for (const std::string &name : imports) {
        symbol_index[name] = static_cast<uint32_t>(symbols.size());
        symbols.push_back({writer.string(name), 1});
    }
    std::vector<BlobExport> exported;
    for (const std::string &name : exports) {
        const GlobalValue *value = module.getNamedValue(name);
        if (!value || value->isDeclaration())
            continue;
        const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
        const uint64_t bytes =
            variable
                ? module.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue()
                : 0;
        exported.push_back({0, bytes, writer.string(name), variable ? 1U : 0U});
    }
    std::vector<BlobKernel> records;
    std::vector<zed_argument_t> arguments;
    std::vector<uint32_t> needs;
    for (const KernelDraft &kernel : kernels) {
        BlobKernel record = {};
        record.name = writer.string(kernel.name);
        record.attributes = writer.string(kernel.attributes);
        record.argument_count = static_cast<uint32_t>(kernel.arguments.size());
        record.argument_block_bytes = kernel.block_bytes;
        record.local_static_bytes = kernel.local_bytes;
        std::copy_n(kernel.required_group_size, 3, record.required_group_size);
        record.needs_first = static_cast<uint32_t>(needs.size());
        for (const std::string &name : kernel.needs)
            needs.push_back(symbol_index.at(name));
        record.needs_count = static_cast<uint32_t>(kernel.needs.size());
        records.push_back(record);
        arguments.insert(arguments.end(), kernel.arguments.begin(), kernel.arguments.end());
    }
    header.symbols = writer.table(symbols);
    header.exports = writer.table(exported);
    header.kernels = writer.table(records);
    header.arguments = writer.table(arguments);
    header.needs = writer.table(needs);
    Bytes bytes(text.begin(), text.end());
    bytes.push_back(0);
    return writer.finish(header, bytes, {}, {});
}

/* A processor has 65,536 registers, so work-items that may have all that one can address are in
 * groups of 256. */
uint64_t group_items_for(const std::vector<CompileImage> &images)
{
    for (const CompileImage &image : images)
        if (llvm::StringRef(image.flags).contains("-ze-opt-large-register-file"))
            return 256;
    return 1024;
}

} // namespace

bool build_for_ptx(const std::vector<CompileImage> &images, Effort effort, Bytes *blob,
                   std::string *log)
{
    llvm::LLVMContext context;
    use_opaque_pointers(context, true);
    context.setDiscardValueNames(true);
    std::string warnings;
    std::unique_ptr<llvm::TargetMachine> machine = ptx_machine(effort, log);
    std::unique_ptr<llvm::Module> read =
        machine ? read_images(images, context, &warnings, log) : nullptr;
    if (!read) {
        *log = warnings + *log;
        return false;
    }
    keep_last_words();
    llvm::StripDebugInfo(*read);
    std::unique_ptr<llvm::Module> module = retarget_module(*read, *machine);
    read.reset();
    std::vector<KernelDraft> kernels = prepare_kernels(*module, &warnings);
    std::set<std::string> exports = keep_exports(*module, kernels), imports;
    lower_atomics(*module, true);
    const Builtins builtins = {
        llvm::StringRef(zed_bitcode_ptx,
                        static_cast<size_t>(zed_bitcode_ptx_end - zed_bitcode_ptx)),
        false};
    if (!lower_print(*module, log) || !link_library(*module, builtins, log, &imports))
        return false;
    guard_divisions(*module);
    for (const std::string &name : imports)
        warnings += "warning: unresolved symbol '" + name + "'\n";
    if (!check_names(kernels, exports, imports, log))
        return false;
    open_locals(*module);
    make_convergent(*module);
    if (!whole(*module, "its built-ins were linked", log))
        return false;
    inline_uncallable(*module);
    inline_questions(*module);
    optimise_ptx(*module, *machine, effort);
    finish_kernels(*module, imports, group_items_for(images), kernels);
    answer_generic(*module);
    tidy_ptx(*module, *machine);
    unmark_constants(*module);
    answer_generic(*module);
    mend_for_generator(*module);
    if (!lower_orders(*module, log) || !whole(*module, "its kernels were finished", log))
        return false;
    find_needs(*module, imports, kernels);
    llvm::SmallVector<char, 0> text;
    if (!emit_ptx(*module, *machine, &text, log) || !widen_parameters(kernels, &text, log))
        return false;
    *blob = write_blob(*module, llvm::StringRef(text.data(), text.size()), kernels, exports,
                       imports, warnings);
    return true;
}

} // namespace zed
