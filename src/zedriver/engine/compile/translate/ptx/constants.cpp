/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of libishmem's device library stays as it is while a kernel runs, but nothing in the module says
 * so: after each instruction that orders memory it would be read again, and from far away, because what
 * acquires empties the first cache.  So loads of the variable that has its address, and of the state itself,
 * are marked as invariant for the optimiser.
 *
 * What it leaves in loops, since the load might be of an address that is none, is moved in front of them:
 * where there is no state, the load is of zeros, and nobody looks at it.
 */
#include "ptx.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

namespace zed {
namespace {

using llvm::LoadInst;
using llvm::Loop;
using llvm::Value;

/* The variable's name goes on with the number of its layout (ishmem/device/handle.h). */
constexpr const char *variable_name = "ishmemi_default_ctx_v";

/* More than the state has. */
constexpr uint64_t state_bytes = 2048;

bool is_variable(const Value *pointer)
{
    return llvm::isa<llvm::GlobalVariable>(pointer) &&
           starts_with(pointer->getName(), variable_name);
}

/* The load of the state's address from which the pointer comes, or NULL. */
LoadInst *state_of(Value *pointer)
{
    auto *address = llvm::dyn_cast<LoadInst>(llvm::getUnderlyingObject(pointer, 0));
    return address && is_variable(address->getPointerOperand()) ? address : nullptr;
}

bool is_marked(const LoadInst &load)
{
    return load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

void mark(LoadInst &load)
{
    load.setMetadata(llvm::LLVMContext::MD_invariant_load,
                     llvm::MDNode::get(load.getContext(), {}));
}

/* Where a load is in the state: a constant, and multiples of values. */
class Place {
public:
    Place(LoadInst &load, const llvm::DataLayout &layout) : layout_(layout)
    {
        uint64_t most = layout.getTypeStoreSize(load.getType()).getFixedValue();
        Value *pointer = load.getPointerOperand();
        while (auto *step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
            add(*step);
            pointer = step->getPointerOperand();
        }
        for (const auto &[index, bytes] : indices_)
            most +=
                llvm::computeKnownBits(index, layout).getMaxValue().getLimitedValue(state_bytes) *
                bytes;
        is_inside_ =
            pointer == state_of(pointer) && offset_ <= state_bytes && most <= state_bytes - offset_;
    }

    /* Whether it is in the state whatever the values are. */
    bool is_inside() const
    {
        return is_inside_;
    }

    bool is_known_before(Loop &loop) const
    {
        bool changed = false;
        for (const auto &index : indices_)
            if (!loop.makeLoopInvariant(index.first, changed))
                return false;
        return true;
    }

    Value *of(Value *state, llvm::IRBuilder<> &builder) const
    {
        Value *bytes = builder.getInt64(offset_);
        for (const auto &[index, size] : indices_)
            bytes = builder.CreateAdd(
                bytes, builder.CreateMul(builder.CreateZExtOrTrunc(index, builder.getInt64Ty()),
                                         builder.getInt64(size)));
        return builder.CreateGEP(builder.getInt8Ty(), state, bytes);
    }

private:
    void add(llvm::GEPOperator &step)
    {
        for (auto at = llvm::gep_type_begin(step), end = llvm::gep_type_end(step); at != end;
             ++at) {
            const auto *number = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
            if (llvm::StructType *structure = at.getStructTypeOrNull()) {
                offset_ += layout_.getStructLayout(structure)->getElementOffset(
                    static_cast<unsigned>(number->getZExtValue()));
                continue;
            }
            const uint64_t bytes = layout_.getTypeAllocSize(at.getIndexedType()).getFixedValue();
            if (number)
                offset_ += number->getZExtValue() * bytes;
            else
                indices_.emplace_back(at.getOperand(), bytes);
        }
    }

    const llvm::DataLayout &layout_;
    uint64_t offset_ = 0;
    llvm::SmallVector<std::pair<Value *, uint64_t>, 2> indices_;
    bool is_inside_ = false;
};

/* The outermost loop that the place does not depend on, or NULL. */
Loop *loop_to_leave(Loop *loop, const Place &place)
{
    Loop *found = nullptr;
    for (; loop && loop->getLoopPreheader() && place.is_known_before(*loop);
         loop = loop->getParentLoop())
        found = loop;
    return found;
}

Value *zeros(llvm::Module &module)
{
    constexpr const char *name = "zed_no_state";
    if (llvm::GlobalVariable *made = module.getNamedGlobal(name))
        return made;
    auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), state_bytes);
    auto *made = new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::InternalLinkage,
                                          llvm::Constant::getNullValue(type), name, nullptr,
                                          llvm::GlobalVariable::NotThreadLocal, space_global);
    made->setAlignment(llvm::Align(16));
    return made;
}

void move_out(LoadInst &load, const Place &place, const Loop &loop)
{
    llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    LoadInst *old = state_of(load.getPointerOperand());
    LoadInst *address = builder.CreateLoad(old->getType(), old->getPointerOperand());
    mark(*address);
    Value *state =
        builder.CreateSelect(builder.CreateIsNull(address), zeros(*load.getModule()), address);
    LoadInst *moved =
        builder.CreateAlignedLoad(load.getType(), place.of(state, builder), load.getAlign());
    mark(*moved);
    load.replaceAllUsesWith(moved);
    load.eraseFromParent();
}

} // namespace

llvm::PreservedAnalyses MarkConstants::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &)
{
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
        auto *load = llvm::dyn_cast<LoadInst>(&instruction);
        if (load && load->isSimple() &&
            (is_variable(load->getPointerOperand()) || state_of(load->getPointerOperand())))
            mark(*load);
    }
    return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses MoveConstants::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &manager)
{
    llvm::LoopInfo &loops = manager.getResult<llvm::LoopAnalysis>(function);
    llvm::SmallVector<LoadInst *, 8> found;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
        auto *load = llvm::dyn_cast<LoadInst>(&instruction);
        if (load && is_marked(*load) && state_of(load->getPointerOperand()))
            found.push_back(load);
    }
    for (LoadInst *load : found) {
        const Place place(*load, function.getParent()->getDataLayout());
        const Loop *loop =
            place.is_inside() ? loop_to_leave(loops.getLoopFor(load->getParent()), place) : nullptr;
        if (loop)
            move_out(*load, place, *loop);
    }
    return llvm::PreservedAnalyses::none();
}

void unmark_constants(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::Instruction &instruction : llvm::instructions(function))
            if (llvm::isa<LoadInst>(instruction))
                instruction.setMetadata(llvm::LLVMContext::MD_invariant_load, nullptr);
}

} // namespace zed
