/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic built-ins and fences become LLVM's instructions.  On a processor every scope is the whole
 * system, because the items of a work-group may run on several threads.  For a device that
 * distinguishes scopes they become LLVM's scopes with the names in translate.h.  An order or a
 * scope that is not a constant counts as the strongest.
 */
#include "mangled.h"
#include "translate.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;

AtomicOrdering order_of(const Value *value)
{
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
        switch (constant->getZExtValue()) {
        case 0:
            return AtomicOrdering::Monotonic;
        case 1:
        case 2:
            return AtomicOrdering::Acquire;
        case 3:
            return AtomicOrdering::Release;
        case 4:
            return AtomicOrdering::AcquireRelease;
        default:
            break;
        }
    }
    return AtomicOrdering::SequentiallyConsistent;
}

AtomicOrdering load_order(AtomicOrdering order)
{
    if (order == AtomicOrdering::Release)
        return AtomicOrdering::Monotonic;
    return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire : order;
}

AtomicOrdering store_order(AtomicOrdering order)
{
    if (order == AtomicOrdering::Acquire)
        return AtomicOrdering::Monotonic;
    return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release : order;
}

/* LLVM's scopes for the numbers that calls pass. */
class Scopes {
public:
    Scopes(llvm::LLVMContext &context, bool known)
    {
        if (!known)
            return;
        const llvm::SyncScope::ID group = context.getOrInsertSyncScopeID(group_scope);
        by_number_[0] = llvm::SyncScope::SingleThread;
        by_number_[1] = by_number_[4] = group;
        by_number_[2] = context.getOrInsertSyncScopeID(device_scope);
    }

    bool known() const
    {
        return by_number_[1] != llvm::SyncScope::System;
    }
    llvm::SyncScope::ID group() const
    {
        return by_number_[1];
    }
    llvm::SyncScope::ID device() const
    {
        return by_number_[2];
    }
    llvm::SyncScope::ID of(const Value *value) const
    {
        const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value);
        if (!number || number->getZExtValue() >= std::size(by_number_))
            return llvm::SyncScope::System;
        return by_number_[number->getZExtValue()];
    }

private:
    llvm::SyncScope::ID by_number_[5] = {llvm::SyncScope::System, llvm::SyncScope::System,
                                         llvm::SyncScope::System, llvm::SyncScope::System,
                                         llvm::SyncScope::System};
};

struct Call {
    llvm::CallInst *call;
    llvm::IRBuilder<> builder;
    AtomicOrdering order;
    AtomicOrdering failure_order;
    llvm::SyncScope::ID scope;
    bool is_unsigned;

    Value *argument(unsigned index) const
    {
        return call->getArgOperand(index);
    }
};

llvm::Align natural(const Call &at, llvm::Type *type)
{
    const llvm::DataLayout &layout = at.call->getModule()->getDataLayout();
    return llvm::Align(layout.getTypeStoreSize(type).getFixedValue());
}

Value *load(Call &at)
{
    llvm::Type *type = at.call->getType();
    llvm::LoadInst *made = at.builder.CreateAlignedLoad(type, at.argument(0), natural(at, type));
    made->setAtomic(load_order(at.order), at.scope);
    return made;
}

void store(Call &at, Value *value)
{
    llvm::StoreInst *made =
        at.builder.CreateAlignedStore(value, at.argument(0), natural(at, value->getType()));
    made->setAtomic(store_order(at.order), at.scope);
}

Value *modify(Call &at, AtomicRMWInst::BinOp operation, Value *value)
{
    return at.builder.CreateAtomicRMW(operation, at.argument(0), value,
                                      natural(at, value->getType()), at.order, at.scope);
}

/* The pair {old value, success}; floating-point values are compared by their bits. */
Value *exchange_if(Call &at, Value *expected, Value *desired, Value **success)
{
    llvm::Type *type = desired->getType();
    llvm::Type *bits = at.builder.getIntNTy(type->getScalarSizeInBits());
    Value *pair =
        at.builder.CreateAtomicCmpXchg(at.argument(0), at.builder.CreateBitCast(expected, bits),
                                       at.builder.CreateBitCast(desired, bits), natural(at, bits),
                                       at.order, at.failure_order, at.scope);
    *success = at.builder.CreateExtractValue(pair, 1);
    return at.builder.CreateBitCast(at.builder.CreateExtractValue(pair, 0), type);
}

Value *compare_exchange(Call &at)
{
    Value *desired = at.argument(2);
    Value *place = at.argument(1);
    Value *success;
    Value *old =
        exchange_if(at, at.builder.CreateLoad(desired->getType(), place), desired, &success);
    at.builder.CreateStore(old, place);
    return at.builder.CreateZExtOrTrunc(success, at.call->getType());
}

/* `name` is without atomic_, atom_, fetch_ and _explicit. */
bool operation_of(llvm::StringRef name, const Call &at, AtomicRMWInst::BinOp *operation)
{
    bool is_float = at.call->getType()->isFloatingPointTy();
    if (name == "add")
        *operation = is_float ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
    else if (name == "sub")
        *operation = is_float ? AtomicRMWInst::FSub : AtomicRMWInst::Sub;
    else if (name == "and")
        *operation = AtomicRMWInst::And;
    else if (name == "or")
        *operation = AtomicRMWInst::Or;
    else if (name == "xor")
        *operation = AtomicRMWInst::Xor;
    else if (name == "min")
        *operation = is_float         ? AtomicRMWInst::FMin
                     : at.is_unsigned ? AtomicRMWInst::UMin
                                      : AtomicRMWInst::Min;
    else if (name == "max")
        *operation = is_float         ? AtomicRMWInst::FMax
                     : at.is_unsigned ? AtomicRMWInst::UMax
                                      : AtomicRMWInst::Max;
    else if (name == "exchange" || name == "xchg")
        *operation = AtomicRMWInst::Xchg;
    else
        return false;
    return true;
}

/* Returns whether the call is an atomic operation; *result stays NULL for one that returns
 * nothing. */
bool lower_operation(llvm::StringRef name, Call &at, Value **result)
{
    llvm::Type *type = at.call->getType();
    AtomicRMWInst::BinOp operation;
    if (name == "load")
        *result = load(at);
    else if (name == "store" || name == "init")
        store(at, at.argument(1));
    else if (name == "flag_clear")
        store(at, at.builder.getInt32(0));
    else if (name == "flag_test_and_set")
        *result = at.builder.CreateZExtOrTrunc(
            at.builder.CreateICmpNE(modify(at, AtomicRMWInst::Xchg, at.builder.getInt32(1)),
                                    at.builder.getInt32(0)),
            type);
    else if (name == "compare_exchange_strong" || name == "compare_exchange_weak")
        *result = compare_exchange(at);
    else if (name == "cmpxchg") {
        Value *success;
        *result = exchange_if(at, at.argument(1), at.argument(2), &success);
    } else if (name == "inc" || name == "dec")
        *result = modify(at, name == "inc" ? AtomicRMWInst::Add : AtomicRMWInst::Sub,
                         llvm::ConstantInt::get(type, 1));
    else if (operation_of(name, at, &operation))
        *result = modify(at, operation, at.argument(1));
    else
        return false;
    return true;
}

bool lower_fence(const std::string &base, const Scopes &scopes, Call &at)
{
    AtomicOrdering order = AtomicOrdering::AcquireRelease;
    at.scope = scopes.group();
    if (base == "atomic_work_item_fence") {
        order = order_of(at.argument(1));
        at.scope = scopes.of(at.argument(2));
    } else if (base == "read_mem_fence") {
        order = AtomicOrdering::Acquire;
    } else if (base == "write_mem_fence") {
        order = AtomicOrdering::Release;
    } else if (base != "mem_fence") {
        return false;
    }
    if (order != AtomicOrdering::Monotonic)
        at.builder.CreateFence(order, at.scope);
    return true;
}

void find_orders(const MangledName &parts, const Scopes &scopes, bool old_name, Call *at)
{
    at->scope = scopes.device();
    at->order = old_name ? AtomicOrdering::Monotonic : AtomicOrdering::SequentiallyConsistent;
    at->failure_order = at->order;
    bool first = true;
    for (unsigned i = 0; i < parts.parameters.size() && i < at->call->arg_size(); i++) {
        if (parts.parameters[i].element == "12memory_scope")
            at->scope = scopes.of(at->argument(i));
        if (parts.parameters[i].element != "12memory_order")
            continue;
        AtomicOrdering order = order_of(at->argument(i));
        if (first)
            at->order = order;
        at->failure_order = load_order(order);
        first = false;
    }
}

/* OpenCL 1's names are atomic on the whole device, but the translator writes them as relaxed
 * operations of the work-group. */
void widen_old_names(llvm::StringRef name, const Scopes &scopes, Call *at)
{
    const bool changes = !starts_with(name, "load") && !starts_with(name, "store");
    if (scopes.known() && changes && at->order == AtomicOrdering::Monotonic &&
        at->scope == scopes.group())
        at->scope = scopes.device();
}

bool lower(const MangledName &parts, const Scopes &scopes, llvm::CallInst *call)
{
    Call at = {call,
               llvm::IRBuilder<>(call),
               AtomicOrdering::SequentiallyConsistent,
               AtomicOrdering::SequentiallyConsistent,
               llvm::SyncScope::System,
               false};
    llvm::StringRef name = parts.base;
    Value *result = nullptr;
    if (!lower_fence(parts.base, scopes, at)) {
        if (!name.consume_front("atomic_") && !name.consume_front("atom_"))
            return false;
        bool new_name = name.consume_front("fetch_") || starts_with(name, "load") ||
                        starts_with(name, "store") || starts_with(name, "exchange") ||
                        starts_with(name, "compare_exchange") || starts_with(name, "flag");
        name.consume_back("_explicit");
        find_orders(parts, scopes, !new_name, &at);
        widen_old_names(name, scopes, &at);
        if (parts.parameters.size() > 1)
            at.is_unsigned =
                parts.parameters[1].element == "j" || parts.parameters[1].element == "m";
        if (!lower_operation(name, at, &result))
            return false;
    }
    if (result && !call->getType()->isVoidTy())
        call->replaceAllUsesWith(result);
    call->eraseFromParent();
    return true;
}

} // namespace

void lower_atomics(llvm::Module &module, bool knows_scopes)
{
    const Scopes scopes(module.getContext(), knows_scopes);
    for (llvm::Function &function : llvm::make_early_inc_range(module)) {
        MangledName parts;
        if (!function.isDeclaration() || function.isIntrinsic() ||
            !demangle(function.getName(), &parts))
            continue;
        for (llvm::User *user : llvm::make_early_inc_range(function.users()))
            if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
                lower(parts, scopes, call);
        if (function.use_empty())
            function.eraseFromParent();
    }
}

} // namespace zed
