/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rewrites a module for SPIR as one for NVPTX: generic and private pointers become generic ones,
 * and pointers to constants become global ones (.const holds only 64 KiB, and a generic pointer may
 * point to a constant).  Casts between spaces that have become one disappear.
 */
#include "ptx.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>
#include <map>

namespace zed {
namespace {

using llvm::Function;
using llvm::GlobalVariable;
using llvm::Type;
using llvm::Value;

unsigned space_for(unsigned spir)
{
    switch (spir) {
    case space_private:
    case space_generic:
        return 0;
    case space_local:
        return 3;
    default:
        return 1;
    }
}

class Types final : public llvm::ValueMapTypeRemapper {
public:
    Type *remapType(Type *type) override
    {
        auto found = made_.find(type);
        if (found == made_.end())
            found = made_.emplace(type, make(type)).first;
        return found->second;
    }

private:
    Type *make(Type *type)
    {
        if (auto *pointer = llvm::dyn_cast<llvm::PointerType>(type))
            return llvm::PointerType::get(type->getContext(),
                                          space_for(pointer->getAddressSpace()));
        if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
            return llvm::ArrayType::get(remapType(array->getElementType()),
                                        array->getNumElements());
        if (auto *vector = llvm::dyn_cast<llvm::VectorType>(type))
            return llvm::VectorType::get(remapType(vector->getElementType()),
                                         vector->getElementCount());
        if (auto *function = llvm::dyn_cast<llvm::FunctionType>(type))
            return llvm::FunctionType::get(remapType(function->getReturnType()),
                                           remap_all(function->params()), function->isVarArg());
        if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
            return make_struct(structure);
        return type;
    }

    Type *make_struct(llvm::StructType *structure)
    {
        const llvm::SmallVector<Type *, 8> elements = remap_all(structure->elements());
        if (structure->isOpaque() || llvm::ArrayRef<Type *>(elements) == structure->elements())
            return structure;
        if (structure->isLiteral())
            return llvm::StructType::get(structure->getContext(), elements, structure->isPacked());
        return llvm::StructType::create(structure->getContext(), elements, structure->getName(),
                                        structure->isPacked());
    }

    llvm::SmallVector<Type *, 8> remap_all(llvm::ArrayRef<Type *> types)
    {
        llvm::SmallVector<Type *, 8> made;
        for (Type *type : types)
            made.push_back(remapType(type));
        return made;
    }

    std::map<Type *, Type *> made_;
};

/* A constant cast between two spaces that have become one becomes its operand. */
class Casts final : public llvm::ValueMaterializer {
public:
    Casts(llvm::ValueToValueMapTy &values, Types &types) : values_(values), types_(types)
    {
    }

    Value *materialize(Value *value) override
    {
        const auto *cast = llvm::dyn_cast<llvm::ConstantExpr>(value);
        if (!cast || cast->getOpcode() != llvm::Instruction::AddrSpaceCast ||
            types_.remapType(cast->getType()) != types_.remapType(cast->getOperand(0)->getType()))
            return nullptr;
        return llvm::MapValue(cast->getOperand(0), values_, llvm::RF_None, &types_, this);
    }

private:
    llvm::ValueToValueMapTy &values_;
    Types &types_;
};

class Retargeter {
public:
    Retargeter(llvm::Module &from, llvm::Module &to) : from_(from), to_(to), casts_(values_, types_)
    {
    }

    void run()
    {
        for (GlobalVariable &variable : from_.globals())
            values_[&variable] = declare(variable);
        for (Function &function : from_)
            values_[&function] = declare(function);
        for (GlobalVariable &variable : from_.globals())
            if (variable.hasInitializer())
                made(variable)->setInitializer(map(variable.getInitializer()));
        for (Function &function : from_)
            if (!function.isDeclaration())
                copy(function);
        if (llvm::NamedMDNode *units = to_.getNamedMetadata("llvm.dbg.cu"))
            units->eraseFromParent();
    }

private:
    GlobalVariable *declare(const GlobalVariable &variable)
    {
        auto *declared = new GlobalVariable(
            to_, types_.remapType(variable.getValueType()), variable.isConstant(),
            variable.getLinkage(), nullptr, variable.getName(), nullptr,
            variable.getThreadLocalMode(), space_for(variable.getAddressSpace()));
        declared->copyAttributesFrom(&variable);
        return declared;
    }

    Function *declare(Function &function)
    {
        Function *declared = Function::Create(
            llvm::cast<llvm::FunctionType>(types_.remapType(function.getFunctionType())),
            function.getLinkage(), function.getName(), &to_);
        declared->copyAttributesFrom(&function);
        set_types(*declared);
        if (!function.isIntrinsic())
            return declared;
        const auto renamed = llvm::Intrinsic::remangleIntrinsicFunction(declared);
        return renamed ? *renamed : declared;
    }

    /* The types in attributes of arguments. */
    void set_types(Function &function)
    {
        llvm::LLVMContext &context = to_.getContext();
        for (llvm::Argument &argument : function.args())
            for (llvm::Attribute::AttrKind kind :
                 {llvm::Attribute::ByVal, llvm::Attribute::StructRet}) {
                const llvm::Attribute had = argument.getAttribute(kind);
                if (!had.isValid())
                    continue;
                argument.removeAttr(kind);
                argument.addAttr(
                    llvm::Attribute::get(context, kind, types_.remapType(had.getValueAsType())));
            }
    }

    GlobalVariable *made(const GlobalVariable &variable)
    {
        return llvm::cast<GlobalVariable>(values_[&variable]);
    }

    llvm::Constant *map(llvm::Constant *constant)
    {
        return llvm::MapValue(constant, values_, llvm::RF_None, &types_, &casts_);
    }

    void copy(Function &function)
    {
        Function *copied = llvm::cast<Function>(values_[&function]);
        auto argument = copied->arg_begin();
        for (const llvm::Argument &old : function.args()) {
            argument->setName(old.getName());
            values_[&old] = &*argument++;
        }
        llvm::SmallVector<llvm::ReturnInst *, 4> returns;
        llvm::CloneFunctionInto(copied, &function, values_,
                                llvm::CloneFunctionChangeType::DifferentModule, returns, "",
                                nullptr, &types_, &casts_);
        set_types(*copied);
        for (llvm::Instruction &instruction :
             llvm::make_early_inc_range(llvm::instructions(*copied)))
            if (llvm::isa<llvm::AddrSpaceCastInst>(instruction) &&
                instruction.getType() == instruction.getOperand(0)->getType()) {
                instruction.replaceAllUsesWith(instruction.getOperand(0));
                instruction.eraseFromParent();
            }
    }

    llvm::Module &from_;
    llvm::Module &to_;
    llvm::ValueToValueMapTy values_;
    Types types_;
    Casts casts_;
};

} // namespace

std::unique_ptr<llvm::Module> retarget_module(llvm::Module &module,
                                              const llvm::TargetMachine &machine)
{
    auto made = std::make_unique<llvm::Module>(module.getModuleIdentifier(), module.getContext());
    made->setTargetTriple(triple_of(machine.getTargetTriple()));
    made->setDataLayout(machine.createDataLayout());
    Retargeter(module, *made).run();
    return made;
}

} // namespace zed
