/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Adds a call of the executor before each access to memory, for ZECPU_SANITIZE=1 (run/check.c).
 * This comes before every optimisation, so that nothing moves an access out of the object that the
 * source names.
 *
 * If the variable that a pointer points into is known, the access is checked against that variable,
 * and not at all if it certainly lies within it.
 */
#include "calls.h"
#include "translate.h"

#include "engine/abi.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

using llvm::Function;
using llvm::Instruction;
using llvm::Value;

struct Access {
    Instruction *before;
    Value *pointer;
    Value *bytes; /* of 64 bits */
    bool writes;
};

class Checks {
public:
    explicit Checks(llvm::Module &module)
        : module_(module), layout_(module.getDataLayout()), builder_(module.getContext()),
          pointer_(builder_.getPtrTy()), long_(builder_.getInt64Ty()), int_(builder_.getInt32Ty())
    {
    }

    void insert(Function &function)
    {
        llvm::SmallVector<Access, 64> accesses;
        for (Instruction &instruction : llvm::instructions(function))
            find(instruction, &accesses);
        for (const Access &access : accesses)
            check(access);
    }

private:
    Value *size_of(llvm::Type *type)
    {
        return builder_.getInt64(layout_.getTypeStoreSize(type).getFixedValue());
    }

    void find(Instruction &instruction, llvm::SmallVectorImpl<Access> *found)
    {
        const auto add = [&](Value *pointer, Value *bytes, bool writes) {
            found->push_back({&instruction, pointer, bytes, writes});
        };
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            add(load->getPointerOperand(), size_of(load->getType()), false);
        } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            add(store->getPointerOperand(), size_of(store->getValueOperand()->getType()), true);
        } else if (auto *change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
            add(change->getPointerOperand(), size_of(change->getType()), true);
        } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
            add(exchange->getPointerOperand(), size_of(exchange->getCompareOperand()->getType()),
                true);
        } else if (auto *fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
            if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(fill))
                add(copy->getRawSource(), copy->getLength(), false);
            add(fill->getRawDest(), fill->getLength(), true);
        }
    }

    /* The variable that the pointer points into, with its size; NULL if either is not known. */
    Value *variable_of(Value *pointer, uint64_t *size) const
    {
        Value *object = llvm::getUnderlyingObject(pointer, 0);
        if (const auto *array = llvm::dyn_cast<llvm::AllocaInst>(object)) {
            const auto bits = array->getAllocationSizeInBits(layout_);
            *size = bits ? bits->getFixedValue() / 8 : 0;
            return bits ? object : nullptr;
        }
        const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
        if (!variable || variable->isDeclaration())
            return nullptr;
        *size = layout_.getTypeAllocSize(variable->getValueType()).getFixedValue();
        return *size == 0 ? nullptr : object;
    }

    bool lies_within(const Access &access, const Value *variable, uint64_t size) const
    {
        const auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(access.bytes);
        llvm::APInt offset(layout_.getIndexTypeSizeInBits(access.pointer->getType()), 0);
        const Value *base =
            access.pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
        return bytes && base->stripPointerCasts() == variable && !offset.isNegative() &&
               offset.getZExtValue() <= size &&
               bytes->getZExtValue() <= size - offset.getZExtValue();
    }

    Value *in_one_space(Value *pointer)
    {
        return builder_.CreateAddrSpaceCast(pointer, pointer_);
    }

    void check(const Access &access)
    {
        uint64_t size = 0;
        Value *variable = variable_of(access.pointer, &size);
        if (variable && lies_within(access, variable, size))
            return;
        builder_.SetInsertPoint(access.before);
        Value *bytes = builder_.CreateZExtOrTrunc(access.bytes, long_);
        const Value *origin = variable ? variable : access.pointer;
        unsigned how = access.writes ? unsigned{ZED_ACCESS_WRITES} : 0U;
        if (origin->getType()->getPointerAddressSpace() == space_local)
            how |= ZED_ACCESS_LOCAL;
        if (llvm::isa<llvm::AllocaInst>(origin))
            how |= ZED_ACCESS_PRIVATE;
        if (variable)
            builder_.CreateCall(
                routine("zed_rt_check_object", {pointer_, long_, pointer_, long_, int_}),
                {in_one_space(access.pointer), bytes, in_one_space(variable),
                 builder_.getInt64(size), builder_.getInt32(how)});
        else
            builder_.CreateCall(routine("zed_rt_check", {pointer_, long_, int_}),
                                {in_one_space(access.pointer), bytes, builder_.getInt32(how)});
    }

    /* The routine reads and writes nothing that the kernel can see, and keeps no pointer. */
    llvm::FunctionCallee routine(const char *name, llvm::ArrayRef<llvm::Type *> types)
    {
        llvm::FunctionCallee callee = module_.getOrInsertFunction(
            name, llvm::FunctionType::get(builder_.getVoidTy(), types, false));
        auto *function = llvm::cast<Function>(callee.getCallee());
        function->setOnlyAccessesInaccessibleMemory();
        function->setDoesNotThrow();
        for (llvm::Argument &argument : function->args())
            if (argument.getType()->isPointerTy())
                set_captured(argument, false);
        return callee;
    }

    llvm::Module &module_;
    const llvm::DataLayout &layout_;
    llvm::IRBuilder<> builder_;
    llvm::Type *pointer_;
    llvm::Type *long_;
    llvm::Type *int_;
};

} // namespace

void insert_checks(llvm::Module &module)
{
    Checks checks(module);
    llvm::SmallVector<Function *, 64> functions;
    for (Function &function : module)
        /* Built-ins that ask for the item access the executor's own structs. */
        if (!function.isDeclaration() && !body_asks_for_item(function))
            functions.push_back(&function);
    for (Function *function : functions)
        checks.insert(*function);
}

} // namespace zed
