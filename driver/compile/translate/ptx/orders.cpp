/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Turns atomic instructions and fences into PTX with their order and scope:
 *
 *           relaxed        acquire        release        acq_rel        seq_cst
 *   load    ld.relaxed     ld.acquire                                   fence.sc, ld.acquire
 *   store   st.relaxed                    st.release                    fence.sc, st.relaxed
 *   others  atom.relaxed   atom.acquire   atom.release   atom.acq_rel   fence.sc, atom.acquire
 *   fence                  fence.acq_rel  fence.acq_rel  fence.acq_rel  fence.sc
 *
 * This is the mapping that has been proved for PTX's memory model.  Each is inline assembly that
 * clobbers memory, because LLVM's PTX code generator drops orders and scopes or fails on them.
 */
#include "ptx.h"

#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

class Lowering {
public:
    Lowering(Instruction &instruction, AtomicOrdering order, llvm::SyncScope::ID scope)
        : instruction_(instruction), builder_(&instruction), order_(order),
          scope_(scope_name(scope))
    {
    }

    void fence()
    {
        emit(std::string(is_sequential() ? "fence.sc" : "fence.acq_rel") + scope_ + ";", nullptr,
             {});
    }

    Value *load(Type *type, Value *from)
    {
        lead();
        const std::string order =
            order_ == AtomicOrdering::Monotonic || order_ == AtomicOrdering::Unordered ? ".relaxed"
                                                                                       : ".acquire";
        return from_bits(
            emit("ld" + order + scope_ + space(from) + suffix('b', type) + " $0, [$1];", bits(type),
                 {from}),
            type);
    }

    void store(Value *value, Value *to)
    {
        lead();
        Value *word = to_bits(value);
        emit("st" + std::string(order_ == AtomicOrdering::Release ? ".release" : ".relaxed") +
                 scope_ + space(to) + suffix('b', value->getType()) + " [$0], $1;",
             nullptr, {to, word});
    }

    /* The operation with its type, as "add.u32". */
    Value *modify(const std::string &operation, Value *place, Value *value)
    {
        lead();
        Type *type = value->getType();
        Value *word = operation == "add.f64" ? value : to_bits(value);
        return from_bits(emit("atom" + modify_order() + scope_ + space(place) + "." + operation +
                                  " $0, [$1], $2;",
                              word->getType(), {place, word}),
                         type);
    }

    /* The old value. */
    Value *exchange_if(Value *place, Value *expected, Value *desired)
    {
        lead();
        Type *type = expected->getType();
        return from_bits(emit("atom" + modify_order() + scope_ + space(place) + ".cas" +
                                  suffix('b', type) + " $0, [$1], $2, $3;",
                              bits(type), {place, to_bits(expected), to_bits(desired)}),
                         type);
    }

    llvm::IRBuilder<> &builder()
    {
        return builder_;
    }

    static std::string suffix(char kind, Type *type)
    {
        return std::string(".") + kind + std::to_string(width(type));
    }

    static unsigned width(Type *type)
    {
        return type->isPointerTy() ? 64 : type->getScalarSizeInBits();
    }

private:
    std::string scope_name(llvm::SyncScope::ID scope) const
    {
        llvm::LLVMContext &context = instruction_.getContext();
        if (scope == context.getOrInsertSyncScopeID(device_scope))
            return ".gpu";
        if (scope == context.getOrInsertSyncScopeID(group_scope) ||
            scope == llvm::SyncScope::SingleThread)
            return ".cta";
        return ".sys";
    }

    bool is_sequential() const
    {
        return order_ == AtomicOrdering::SequentiallyConsistent;
    }

    /* Puts a fence before a sequentially consistent access. */
    void lead()
    {
        if (is_sequential())
            fence();
    }

    std::string modify_order() const
    {
        switch (order_) {
        case AtomicOrdering::Monotonic:
        case AtomicOrdering::Unordered:
            return ".relaxed";
        case AtomicOrdering::Release:
            return ".release";
        case AtomicOrdering::AcquireRelease:
            return ".acq_rel";
        default:
            return ".acquire";
        }
    }

    static std::string space(const Value *address)
    {
        switch (address->getType()->getPointerAddressSpace()) {
        case space_global:
            return ".global";
        case space_local:
            return ".shared";
        default:
            return "";
        }
    }

    Type *bits(Type *type)
    {
        return builder_.getIntNTy(width(type));
    }

    Value *to_bits(Value *value)
    {
        if (value->getType()->isPointerTy())
            return builder_.CreatePtrToInt(value, bits(value->getType()));
        return builder_.CreateBitCast(value, bits(value->getType()));
    }

    Value *from_bits(Value *value, Type *type)
    {
        if (type->isPointerTy())
            return builder_.CreateIntToPtr(value, type);
        return builder_.CreateBitCast(value, type);
    }

    static char register_of(Type *type)
    {
        if (type->isDoubleTy())
            return 'd';
        return width(type) == 64 ? 'l' : width(type) == 32 ? 'r' : 'h';
    }

    /* A byte has no registers of its own. */
    Value *emit(const std::string &text, Type *result, llvm::ArrayRef<Value *> arguments)
    {
        std::string constraints;
        Type *held = result;
        if (result) {
            if (width(result) == 8)
                held = builder_.getInt16Ty();
            constraints = std::string("=") + register_of(held) + ",";
        }
        llvm::SmallVector<Value *, 3> given;
        llvm::SmallVector<Type *, 3> types;
        for (Value *argument : arguments) {
            if (width(argument->getType()) == 8)
                argument = builder_.CreateZExt(argument, builder_.getInt16Ty());
            constraints += register_of(argument->getType());
            constraints += ",";
            given.push_back(argument);
            types.push_back(argument->getType());
        }
        llvm::FunctionType *type =
            llvm::FunctionType::get(held ? held : builder_.getVoidTy(), types, false);
        llvm::CallInst *call = builder_.CreateCall(
            llvm::InlineAsm::get(type, text, constraints + "~{memory}", true), given);
        call->setDoesNotThrow();
        return held == result ? static_cast<Value *>(call) : builder_.CreateTrunc(call, result);
    }

    Instruction &instruction_;
    llvm::IRBuilder<> builder_;
    AtomicOrdering order_;
    std::string scope_;
};

/* The operation's name in PTX; empty: PTX does not have it. */
std::string operation_of(const AtomicRMWInst &modify)
{
    Type *type = modify.getValOperand()->getType();
    const unsigned width = Lowering::width(type);
    if (modify.getOperation() == AtomicRMWInst::FAdd && width == 64)
        return "add.f64"; /* the 32-bit form flushes subnormals */
    if (width < 32)
        return "";
    switch (modify.getOperation()) {
    case AtomicRMWInst::Xchg:
        return "exch" + Lowering::suffix('b', type);
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
        return "add" + Lowering::suffix('u', type);
    case AtomicRMWInst::And:
        return "and" + Lowering::suffix('b', type);
    case AtomicRMWInst::Or:
        return "or" + Lowering::suffix('b', type);
    case AtomicRMWInst::Xor:
        return "xor" + Lowering::suffix('b', type);
    case AtomicRMWInst::Max:
        return "max" + Lowering::suffix('s', type);
    case AtomicRMWInst::Min:
        return "min" + Lowering::suffix('s', type);
    case AtomicRMWInst::UMax:
        return "max" + Lowering::suffix('u', type);
    case AtomicRMWInst::UMin:
        return "min" + Lowering::suffix('u', type);
    default:
        return "";
    }
}

/* Makes a loop that retries until nobody else has changed the value meanwhile. */
void expand(AtomicRMWInst &modify)
{
    llvm::expandAtomicRMWToCmpXchg(&modify, [](llvm::IRBuilderBase &builder, Value *address,
                                               Value *loaded, Value *desired, llvm::Align alignment,
                                               AtomicOrdering order, llvm::SyncScope::ID scope,
                                               Value *&success, Value *&found, auto...) {
        if (auto *first = llvm::dyn_cast<llvm::LoadInst>(
                llvm::cast<llvm::PHINode>(loaded)->getIncomingValue(0)))
            first->setAtomic(AtomicOrdering::Monotonic, scope);
        Type *type = desired->getType();
        Type *bits = builder.getIntNTy(type->getScalarSizeInBits());
        Value *pair = builder.CreateAtomicCmpXchg(address, builder.CreateBitCast(loaded, bits),
                                                  builder.CreateBitCast(desired, bits), alignment,
                                                  order, AtomicOrdering::Monotonic, scope);
        success = builder.CreateExtractValue(pair, 1);
        found = builder.CreateBitCast(builder.CreateExtractValue(pair, 0), type);
    });
}

void expand_loops(llvm::Module &module)
{
    llvm::SmallVector<AtomicRMWInst *, 16> loops;
    for (llvm::Function &function : module)
        for (Instruction &instruction : llvm::instructions(function))
            if (auto *modify = llvm::dyn_cast<AtomicRMWInst>(&instruction))
                if (operation_of(*modify).empty())
                    loops.push_back(modify);
    for (AtomicRMWInst *loop : loops)
        expand(*loop);
}

Value *lower_modify(AtomicRMWInst &modify)
{
    Lowering at(modify, modify.getOrdering(), modify.getSyncScopeID());
    Value *value = modify.getValOperand();
    if (modify.getOperation() == AtomicRMWInst::Sub)
        value = at.builder().CreateNeg(value);
    return at.modify(operation_of(modify), modify.getPointerOperand(), value);
}

Value *lower_exchange(llvm::AtomicCmpXchgInst &exchange)
{
    Lowering at(exchange, exchange.getMergedOrdering(), exchange.getSyncScopeID());
    Value *expected = exchange.getCompareOperand();
    Value *old =
        at.exchange_if(exchange.getPointerOperand(), expected, exchange.getNewValOperand());
    Value *pair = at.builder().CreateInsertValue(llvm::UndefValue::get(exchange.getType()), old, 0);
    return at.builder().CreateInsertValue(pair, at.builder().CreateICmpEQ(old, expected), 1);
}

/* Returns whether the instruction had an order; *result is its new result, or NULL. */
bool lower(Instruction &instruction, Value **result)
{
    if (auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
        if (fence->getSyncScopeID() != llvm::SyncScope::SingleThread)
            Lowering(instruction, fence->getOrdering(), fence->getSyncScopeID()).fence();
        return true;
    }
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (load->isAtomic())
            *result = Lowering(instruction, load->getOrdering(), load->getSyncScopeID())
                          .load(load->getType(), load->getPointerOperand());
        return load->isAtomic();
    }
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (store->isAtomic())
            Lowering(instruction, store->getOrdering(), store->getSyncScopeID())
                .store(store->getValueOperand(), store->getPointerOperand());
        return store->isAtomic();
    }
    if (auto *modify = llvm::dyn_cast<AtomicRMWInst>(&instruction))
        *result = lower_modify(*modify);
    else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        *result = lower_exchange(*exchange);
    else
        return false;
    return true;
}

/* Whether PTX has instructions that read and write a word of this width atomically. */
bool width_exists(const Instruction &instruction, std::string *log)
{
    Type *type;
    if (const auto *modify = llvm::dyn_cast<AtomicRMWInst>(&instruction))
        type = modify->getValOperand()->getType();
    else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        type = exchange->getCompareOperand()->getType();
    else
        return true;
    const unsigned width = Lowering::width(type);
    if (width == 16 || width == 32 || width == 64)
        return true;
    *log += "error: function '" + instruction.getFunction()->getName().str() +
            "' has an atomic operation on " + std::to_string(width) +
            " bits; NVIDIA's GPUs have those on 16, 32 and 64\n";
    return false;
}

} // namespace

bool lower_orders(llvm::Module &module, std::string *log)
{
    for (llvm::Function &function : module)
        for (Instruction &instruction : llvm::instructions(function))
            if (!width_exists(instruction, log))
                return false;
    expand_loops(module);
    for (llvm::Function &function : module)
        for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            Value *result = nullptr;
            if (!lower(instruction, &result))
                continue;
            if (result)
                instruction.replaceAllUsesWith(result);
            instruction.eraseFromParent();
        }
    return true;
}

} // namespace zed
