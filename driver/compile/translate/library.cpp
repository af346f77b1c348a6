/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Links the built-in functions.  Ours (builtins/) come first, then libclc's; both are bitcode
 * inside this program, read lazily, so that only called functions are read.  A function that ours
 * define replaces libclc's for all address spaces of a call, and also libclc's vector forms of it;
 * ours call libclc's NAME as clc_NAME.  A function that neither defines is derived, if possible,
 * from:
 *
 *   - the same function with pointers to another address space: to any if all
 *     spaces are one memory, as on a processor, else to the generic one;
 *   - single precision for half precision, with the result rounded;
 *   - for functions that only move values (vload, shuffle, async copies): 16-bit
 *     integers for half, and 4-vectors for 3-vectors in memory;
 *   - the scalar form for a vector function, lane by lane.
 */
#include "mangled.h"
#include "translate.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Linker/Linker.h>

/* bitcode.S */
extern "C" {
extern const char zed_bitcode_own[];
extern const char zed_bitcode_own_end[];
extern const char zed_bitcode_clc[];
extern const char zed_bitcode_clc_end[];
}

namespace zed {
namespace {

using llvm::Function;
using llvm::Type;
using llvm::Value;

llvm::StringRef text_between(const char *begin, const char *end)
{
    return llvm::StringRef(begin, static_cast<size_t>(end - begin));
}

std::unique_ptr<llvm::Module> open(llvm::StringRef bitcode, const llvm::Module &like,
                                   std::string *log)
{
    llvm::Expected<std::unique_ptr<llvm::Module>> module =
        llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "library"), like.getContext());
    if (!module) {
        *log += "error: built-in library: " + llvm::toString(module.takeError()) + "\n";
        return nullptr;
    }
    (*module)->setDataLayout(like.getDataLayout());
    (*module)->setTargetTriple(like.getTargetTriple());
    return std::move(*module);
}

/* Whether a call of `declared` may become a call of `function`.  Both use the target's numbers of
 * address spaces, but mangled names have those of other targets. */
bool spaces_fit(const Function &declared, const Function &function)
{
    if (declared.arg_size() != function.arg_size())
        return false;
    for (unsigned i = 0; i < declared.arg_size(); i++) {
        const auto *from = llvm::dyn_cast<llvm::PointerType>(declared.getArg(i)->getType());
        const auto *to = llvm::dyn_cast<llvm::PointerType>(function.getArg(i)->getType());
        if (from && to && from != to && to->getAddressSpace() != 0)
            return false;
    }
    return true;
}

bool moves_only(llvm::StringRef base)
{
    return starts_with(base, "vload") || starts_with(base, "vstore") || base == "shuffle" ||
           base == "shuffle2" || base == "select" || base == "bitselect" ||
           starts_with(base, "async_work_group") || base == "prefetch" ||
           starts_with(base, "sub_group_shuffle") || starts_with(base, "intel_sub_group");
}

/* convert_int4_sat to convert_int_sat */
std::string scalar_base(const std::string &base)
{
    llvm::StringRef name = base;
    if (!starts_with(name, "convert_"))
        return base;
    size_t digit = name.find_first_of("0123456789");
    size_t after = name.find_first_not_of("0123456789", digit);
    if (digit == llvm::StringRef::npos)
        return base;
    return (name.take_front(digit) + (after == llvm::StringRef::npos ? "" : name.drop_front(after)))
        .str();
}

/* Renames libclc's NAME to clc_NAME if ours call it by that name. */
void rename_wrapped(const llvm::Module &own, llvm::Module &clc)
{
    const llvm::StringRef prefix = "clc_";
    for (const Function &wrapped : own) {
        MangledName name;
        if (!wrapped.isDeclaration() || wrapped.isMaterializable() ||
            !demangle(wrapped.getName(), &name) || !starts_with(name.base, prefix))
            continue;
        const size_t at = wrapped.getName().find(name.base);
        const std::string base = name.base.substr(prefix.size());
        const std::string original = "_Z" + std::to_string(base.size()) + base +
                                     wrapped.getName().substr(at + name.base.size()).str();
        if (Function *function = clc.getFunction(original))
            function->setName(wrapped.getName());
    }
}

class Library {
public:
    Library(llvm::Module &module, llvm::Module &own, llvm::Module &clc, bool spaces_are_one)
        : module_(module), own_(own), spaces_are_one_(spaces_are_one)
    {
        index(clc);
        index(own);
    }

    /* Gives the declaration a body if one can be derived. */
    void define(Function &declared)
    {
        MangledName name;
        Function *exact = names_.lookup(declared.getName());
        if (!demangle(declared.getName(), &name))
            return;
        Function *same = choose(name, declared);
        if (!is_own(same) && by_own(declared, name))
            return;
        if (exact && stands_for(*exact, declared) &&
            (!same || same->getParent() == exact->getParent()))
            return;
        if (Function *target = find(name, declared))
            if (fill(declared, *target))
                return;
        MangledName changed = name;
        if (change_elements(&changed))
            if (Function *target = find(changed, declared))
                if (fill(declared, *target))
                    return;
        by_lanes(declared, name);
        if (declared.isDeclaration() && exact && !stands_for(*exact, declared))
            declared.setName(declared.getName() + "_of_other_spaces");
    }

private:
    void index(llvm::Module &library)
    {
        for (Function &function : library) {
            MangledName name;
            if (function.isDeclaration() && !function.isMaterializable())
                continue;
            names_[function.getName()] = &function;
            if (demangle(function.getName(), &name))
                by_text_[name.text()].push_back(&function);
        }
    }

    bool stands_for(const Function &exact, const Function &declared) const
    {
        return spaces_are_one_ || exact.getFunctionType() == declared.getFunctionType();
    }

    bool is_own(const Function *function) const
    {
        return function && function->getParent() == &own_;
    }

    /* Defines it with our function for scalars, or for float instead of half, even if libclc has
     * this very function.  If our scalar function must not be applied lane by lane, we define the
     * vector forms, too. */
    bool by_own(Function &declared, const MangledName &name)
    {
        MangledName scalar = name, changed = name;
        if (change_elements(&changed) && is_own(choose(changed, declared)) &&
            fill(declared, *find(changed, declared)))
            return true;
        if (scalar_form(&scalar) == 0)
            return false;
        changed = scalar;
        return (is_own(choose(scalar, declared)) ||
                (change_elements(&changed) && is_own(choose(changed, declared)))) &&
               by_lanes(declared, name);
    }

    /* Searches from the end of the list, because ours are last.  If two candidates differ only in
     * their address spaces, such as copies between two spaces, takes the one with the same
     * spaces. */
    Function *choose(const MangledName &name, const Function &declared) const
    {
        auto found = by_text_.find(name.text());
        if (found == by_text_.end())
            return nullptr;
        Function *chosen = nullptr;
        for (auto it = found->second.rbegin(); it != found->second.rend(); ++it) {
            MangledName other;
            if (chosen && (*it)->getParent() != chosen->getParent())
                break;
            if (!spaces_are_one_ && !spaces_fit(declared, **it))
                continue;
            if (!chosen)
                chosen = *it;
            if (demangle((*it)->getName(), &other) && other.spaces() == name.spaces())
                return *it;
        }
        return chosen;
    }

    /* A declaration of the library's function in our module. */
    Function *find(const MangledName &name, const Function &declared)
    {
        Function *function = choose(name, declared);
        if (!function)
            return nullptr;
        return llvm::cast<Function>(
            module_.getOrInsertFunction(function->getName(), function->getFunctionType())
                .getCallee());
    }

    /* Replaces half and 3-vectors with types for which the library has a function; false if that
     * changes nothing. */
    static bool change_elements(MangledName *name)
    {
        bool changed = false, moves = moves_only(name->base);
        for (MangledType &type : name->parameters) {
            if (type.element == "Dh" && (moves || !type.pointer())) {
                type.element = moves ? "s" : "f";
                changed = true;
            }
            if (moves && type.lanes == 3 && type.pointer()) {
                type.lanes = 4;
                changed = true;
            }
        }
        return changed && name->base != "nextafter";
    }

    /* Makes the name scalar and returns the number of lanes, which all vectors must share, also
     * those in memory; 0 if it is not a vector function. */
    static unsigned scalar_form(MangledName *name)
    {
        unsigned lanes = 0;
        for (MangledType &type : name->parameters) {
            if (type.lanes == 1)
                continue;
            if (lanes != 0 && type.lanes != lanes)
                return 0;
            lanes = type.lanes;
            type.lanes = 1;
        }
        name->base = scalar_base(name->base);
        return lanes;
    }

    /* NULL if the value cannot be converted to the type. */
    static Value *adapt(llvm::IRBuilder<> &builder, Value *value, Type *to)
    {
        Type *from = value->getType();
        if (from == to)
            return value;
        if (from->isPointerTy() && to->isPointerTy())
            return builder.CreateAddrSpaceCast(value, to);
        if (from->isFPOrFPVectorTy() && to->isFPOrFPVectorTy())
            return builder.CreateFPCast(value, to);
        if (from->getPrimitiveSizeInBits() == to->getPrimitiveSizeInBits())
            return builder.CreateBitCast(value, to);
        if (from->isIntOrIntVectorTy() && to->isIntOrIntVectorTy())
            return builder.CreateSExtOrTrunc(value, to);
        return nullptr;
    }

    bool fill(Function &declared, Function &target)
    {
        if (declared.arg_size() != target.arg_size())
            return false;
        llvm::BasicBlock *block = llvm::BasicBlock::Create(module_.getContext(), "", &declared);
        llvm::IRBuilder<> builder(block);
        llvm::SmallVector<Value *, 8> arguments;
        for (unsigned i = 0; i < declared.arg_size(); i++) {
            Value *value = adapt(builder, declared.getArg(i), target.getArg(i)->getType());
            if (!value) {
                declared.deleteBody();
                return false;
            }
            arguments.push_back(value);
        }
        Value *result = builder.CreateCall(&target, arguments);
        if (declared.getReturnType()->isVoidTy()) {
            builder.CreateRetVoid();
        } else if (Value *adapted = adapt(builder, result, declared.getReturnType())) {
            builder.CreateRet(adapted);
        } else {
            declared.deleteBody();
            return false;
        }
        declared.addFnAttr(llvm::Attribute::AlwaysInline);
        return true;
    }

    /* One lane of an argument; an argument that is not a vector, nor points to one, is the same for
     * all lanes. */
    static Value *lane_of(llvm::IRBuilder<> &builder, Value *value, const MangledType &type,
                          unsigned lane)
    {
        if (type.lanes == 1)
            return value;
        if (!type.pointer())
            return builder.CreateExtractElement(value, lane);
        if (type.element_bytes() == 0)
            return nullptr;
        return builder.CreateConstGEP1_32(builder.getInt8Ty(), value, lane * type.element_bytes());
    }

    /* False if there is no scalar function. */
    bool by_lanes(Function &declared, const MangledName &name)
    {
        MangledName scalar = name;
        const unsigned lanes = scalar_form(&scalar);
        MangledName changed = scalar;
        Function *target = lanes > 0 ? find(scalar, declared) : nullptr;
        if (lanes > 0 && !target && change_elements(&changed))
            target = find(changed, declared);
        auto *result_type = llvm::dyn_cast<llvm::FixedVectorType>(declared.getReturnType());
        if (!target || !result_type || target->arg_size() != declared.arg_size() ||
            name.parameters.size() != declared.arg_size())
            return false;
        llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "", &declared));
        Value *result = llvm::UndefValue::get(result_type);
        for (unsigned lane = 0; lane < lanes; lane++) {
            llvm::SmallVector<Value *, 8> arguments;
            for (unsigned i = 0; i < declared.arg_size(); i++) {
                Value *value = lane_of(builder, declared.getArg(i), name.parameters[i], lane);
                if (value)
                    value = adapt(builder, value, target->getArg(i)->getType());
                if (value)
                    arguments.push_back(value);
            }
            Value *one = arguments.size() == declared.arg_size()
                             ? adapt(builder, builder.CreateCall(target, arguments),
                                     result_type->getElementType())
                             : nullptr;
            if (!one) {
                declared.deleteBody();
                return false;
            }
            result = builder.CreateInsertElement(result, one, lane);
        }
        builder.CreateRet(result);
        declared.addFnAttr(llvm::Attribute::AlwaysInline);
        return true;
    }

    llvm::Module &module_;
    const llvm::Module &own_;
    bool spaces_are_one_;
    llvm::StringMap<Function *> names_; /* if two have the same name, ours */
    llvm::StringMap<llvm::SmallVector<Function *, 2>> by_text_; /* ours last */
};

/* Whether it is an intrinsic such as llvm.fabs, at which no items meet. libclc's bitcode marks
 * these and their calls as convergent, and then LLVM does not vectorise a loop that needs a
 * run-time check. */
bool is_of_any_target(const Function *function)
{
    return function && function->isIntrinsic() && !function->isTargetIntrinsic();
}

/* Functions that a library brings become internal, and are compiled for the target. */
void adopt(llvm::Module &module, const std::set<std::string> &before)
{
    for (Function &function : module) {
        if (is_of_any_target(&function))
            function.removeFnAttr(llvm::Attribute::Convergent);
        if (function.isDeclaration() || before.count(function.getName().str()))
            continue;
        function.setComdat(nullptr);
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        llvm::AttributeMask strings;
        for (const llvm::Attribute &attribute : function.getAttributes().getFnAttrs())
            if (attribute.isStringAttribute())
                strings.addAttribute(attribute.getKindAsString());
        function.removeFnAttrs(strings);
        function.setCallingConv(llvm::CallingConv::C);
        for (llvm::BasicBlock &block : function)
            for (llvm::Instruction &instruction : block)
                if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
                    call->setCallingConv(llvm::CallingConv::C);
                    call->removeFnAttr(llvm::Attribute::NoBuiltin);
                    if (is_of_any_target(call->getCalledFunction()))
                        call->removeFnAttr(llvm::Attribute::Convergent);
                }
    }
    for (llvm::GlobalVariable &variable : module.globals())
        if (!variable.isDeclaration() && !before.count(variable.getName().str()))
            variable.setLinkage(llvm::GlobalValue::InternalLinkage);
}

} // namespace

Builtins processor_builtins()
{
    return {text_between(zed_bitcode_own, zed_bitcode_own_end), true};
}

bool link_library(llvm::Module &module, const Builtins &builtins, std::string *log,
                  std::set<std::string> *imports)
{
    std::set<std::string> before;
    for (const llvm::GlobalValue &value : module.global_values())
        if (!value.isDeclaration())
            before.insert(value.getName().str());
    std::unique_ptr<llvm::Module> own = open(builtins.own, module, log);
    std::unique_ptr<llvm::Module> clc =
        open(text_between(zed_bitcode_clc, zed_bitcode_clc_end), module, log);
    if (!own || !clc)
        return false;
    rename_wrapped(*own, *clc);
    std::vector<Function *> missing;
    for (Function &function : module)
        if (function.isDeclaration() && !function.isIntrinsic())
            missing.push_back(&function);
    Library library(module, *own, *clc, builtins.spaces_are_one);
    for (Function *function : missing)
        library.define(*function);
    /* libclc's functions call some of ours, so ours are linked twice. */
    std::unique_ptr<llvm::Module> again = open(builtins.own, module, log);
    if (!again || llvm::Linker::linkModules(module, std::move(own), llvm::Linker::LinkOnlyNeeded) ||
        llvm::Linker::linkModules(module, std::move(clc), llvm::Linker::LinkOnlyNeeded) ||
        llvm::Linker::linkModules(module, std::move(again), llvm::Linker::LinkOnlyNeeded)) {
        *log += "error: the built-in library cannot be linked\n";
        return false;
    }
    adopt(module, before);
    /* NVIDIA's driver defines these two. */
    const auto is_of_gpu_driver = [](llvm::StringRef name) {
        return name == "vprintf" || name == "__assertfail";
    };
    for (const llvm::GlobalValue &value : module.global_values()) {
        const auto *function = llvm::dyn_cast<Function>(&value);
        if (value.isDeclaration() && !(function && function->isIntrinsic()) && !value.use_empty() &&
            !starts_with(value.getName(), "zed_") && !is_of_gpu_driver(value.getName()))
            imports->insert(value.getName().str());
    }
    return true;
}

} // namespace zed
