/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Built-in functions.  Our own (builtins/) come first, then libclc's; both are
 * bitcode inside this library, read lazily, so that only what is called is
 * looked at.  What ours define takes the place of libclc's, whatever address
 * spaces a call has.  What neither defines is derived, if it can be:
 *
 *   - the same function over pointers of another address space (on a CPU all
 *     spaces are one memory);
 *   - half precision by single precision, whose result is rounded;
 *   - functions that only move values (vload, shuffle, async copies): half as
 *     16-bit integers, 3-vectors in memory as 4-vectors;
 *   - a vector function by its scalar form, lane by lane.
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

std::unique_ptr<llvm::Module> open(const char *begin, const char *end, const llvm::Module &like,
                                   std::string *log)
{
    llvm::MemoryBufferRef buffer(llvm::StringRef(begin, static_cast<size_t>(end - begin)),
                                 "library");
    llvm::Expected<std::unique_ptr<llvm::Module>> module =
        llvm::getLazyBitcodeModule(buffer, like.getContext());
    if (!module) {
        *log += "error: built-in library: " + llvm::toString(module.takeError()) + "\n";
        return nullptr;
    }
    (*module)->setDataLayout(like.getDataLayout());
    (*module)->setTargetTriple(like.getTargetTriple());
    return std::move(*module);
}

bool moves_only(llvm::StringRef base)
{
    return base.startswith("vload") || base.startswith("vstore") || base == "shuffle" ||
           base == "shuffle2" || base == "select" || base == "bitselect" ||
           base.startswith("async_work_group") || base == "prefetch" ||
           base.startswith("sub_group_shuffle") || base.startswith("intel_sub_group");
}

/* convert_int4_sat to convert_int_sat */
std::string scalar_base(const std::string &base)
{
    llvm::StringRef name = base;
    if (!name.startswith("convert_"))
        return base;
    size_t digit = name.find_first_of("0123456789");
    size_t after = name.find_first_not_of("0123456789", digit);
    if (digit == llvm::StringRef::npos)
        return base;
    return (name.take_front(digit) + (after == llvm::StringRef::npos ? "" : name.drop_front(after)))
        .str();
}

class Library {
public:
    Library(llvm::Module &module, llvm::Module &own, llvm::Module &clc) : module_(module)
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
        auto same = by_text_.find(name.text());
        if (exact && (same == by_text_.end() || same->second->getParent() == exact->getParent()))
            return;
        if (Function *target = find(name))
            if (fill(declared, *target))
                return;
        MangledName changed = name;
        if (change_elements(&changed))
            if (Function *target = find(changed))
                if (fill(declared, *target))
                    return;
        if (unsigned lanes = scalar_form(&name))
            by_lanes(declared, name, lanes);
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
                by_text_[name.text()] = &function;
        }
    }

    /* A declaration in our module of the library's function. */
    Function *find(const MangledName &name)
    {
        auto found = by_text_.find(name.text());
        if (found == by_text_.end())
            return nullptr;
        Function *function = found->second;
        return llvm::cast<Function>(
            module_.getOrInsertFunction(function->getName(), function->getFunctionType())
                .getCallee());
    }

    /* Half to what the library has; false if there is nothing to change. */
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

    /* The number of lanes, all vectors having the same; 0 if it is no vector function. */
    static unsigned scalar_form(MangledName *name)
    {
        unsigned lanes = 0;
        for (MangledType &type : name->parameters) {
            if (type.lanes == 1)
                continue;
            if (type.pointer() || (lanes != 0 && type.lanes != lanes))
                return 0;
            lanes = type.lanes;
            type.lanes = 1;
        }
        name->base = scalar_base(name->base);
        return lanes;
    }

    /* NULL if a value of this type cannot stand for one of that. */
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

    void by_lanes(Function &declared, const MangledName &scalar, unsigned lanes)
    {
        MangledName changed = scalar;
        Function *target = find(scalar);
        if (!target && change_elements(&changed))
            target = find(changed);
        auto *result_type = llvm::dyn_cast<llvm::FixedVectorType>(declared.getReturnType());
        if (!target || !result_type || target->arg_size() != declared.arg_size())
            return;
        llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "", &declared));
        Value *result = llvm::UndefValue::get(result_type);
        for (unsigned lane = 0; lane < lanes; lane++) {
            llvm::SmallVector<Value *, 8> arguments;
            for (unsigned i = 0; i < declared.arg_size(); i++) {
                Value *value = declared.getArg(i);
                if (value->getType()->isVectorTy())
                    value = builder.CreateExtractElement(value, lane);
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
                return;
            }
            result = builder.CreateInsertElement(result, one, lane);
        }
        builder.CreateRet(result);
        declared.addFnAttr(llvm::Attribute::AlwaysInline);
    }

    llvm::Module &module_;
    llvm::StringMap<Function *> names_;   /* of two with the same name, ours */
    llvm::StringMap<Function *> by_text_; /* of two that differ in address spaces, ours */
};

/* What a library brings is ours alone from here on, and compiled for this processor. */
void adopt(llvm::Module &module, const std::set<std::string> &before)
{
    for (Function &function : module) {
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
                }
    }
    for (llvm::GlobalVariable &variable : module.globals())
        if (!variable.isDeclaration() && !before.count(variable.getName().str()))
            variable.setLinkage(llvm::GlobalValue::InternalLinkage);
}

} // namespace

bool link_library(llvm::Module &module, std::string *log, std::set<std::string> *imports)
{
    std::set<std::string> before;
    for (const llvm::GlobalValue &value : module.global_values())
        if (!value.isDeclaration())
            before.insert(value.getName().str());
    std::unique_ptr<llvm::Module> own = open(zed_bitcode_own, zed_bitcode_own_end, module, log);
    std::unique_ptr<llvm::Module> clc = open(zed_bitcode_clc, zed_bitcode_clc_end, module, log);
    if (!own || !clc)
        return false;
    std::vector<Function *> missing;
    for (Function &function : module)
        if (function.isDeclaration() && !function.isIntrinsic())
            missing.push_back(&function);
    Library library(module, *own, *clc);
    for (Function *function : missing)
        library.define(*function);
    /* libclc's functions call some of ours, so ours are offered twice. */
    std::unique_ptr<llvm::Module> again = open(zed_bitcode_own, zed_bitcode_own_end, module, log);
    if (!again || llvm::Linker::linkModules(module, std::move(own), llvm::Linker::LinkOnlyNeeded) ||
        llvm::Linker::linkModules(module, std::move(clc), llvm::Linker::LinkOnlyNeeded) ||
        llvm::Linker::linkModules(module, std::move(again), llvm::Linker::LinkOnlyNeeded)) {
        *log += "error: the built-in library cannot be linked\n";
        return false;
    }
    adopt(module, before);
    for (const llvm::GlobalValue &value : module.global_values()) {
        const auto *function = llvm::dyn_cast<Function>(&value);
        if (value.isDeclaration() && !(function && function->isIntrinsic()) && !value.use_empty() &&
            !value.getName().startswith("zed_"))
            imports->insert(value.getName().str());
    }
    return true;
}

} // namespace zed
