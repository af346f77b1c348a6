/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel that has barriers or exchanges of its own becomes a coroutine: where an item has to
 * stop, the kernel returns, and a frame (abi.h) holds what the item needs afterwards.  The frames
 * of neighbours are adjacent and have a few cache lines each; a stack for each item would cost a
 * page and its translation at every barrier.  LLVM's passes split the function and lay out the
 * frame.  Before them this file sets the suspend points, and after them it makes LLVM's resume
 * function the body of a loop over items.
 */
#include "../calls.h"
#include "../translate.h"
#include "engine/abi.h"

#include <cstring>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace zed {
namespace {

using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Value;
using llvm::Intrinsic::ID;

constexpr const char *turns_prefix = "zed.turns.";
constexpr const char *held_prefix = "zed.held.";

/* In instructions.  The frame of a larger kernel is hardly smaller than the used part of a stack,
 * and such a kernel already takes long to compile. */
constexpr unsigned largest_kernel = 8000;

/* A frame has no room for something of unknown size. */
bool is_dynamic(const Instruction &instruction)
{
    const auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    return array && !array->isStaticAlloca();
}

/* After a stop LLVM recomputes what it considers cheap, at each use, and it considers a division
 * with its guard cheap.  It keeps the result of a call in the frame, so each quotient passes
 * through a call. */
void hold_quotients(Function &function)
{
    llvm::SmallVector<Instruction *, 16> quotients;
    for (Instruction &instruction : llvm::instructions(function))
        if (instruction.isIntDivRem() && !llvm::isa<llvm::Constant>(instruction.getOperand(1)))
            quotients.push_back(&instruction);
    for (Instruction *quotient : quotients) {
        llvm::Type *type = quotient->getType();
        std::string name;
        llvm::raw_string_ostream(name) << held_prefix << *type;
        llvm::FunctionCallee hold = function.getParent()->getOrInsertFunction(
            name, llvm::FunctionType::get(type, {type}, false));
        auto *declared = llvm::cast<Function>(hold.getCallee());
        declared->setDoesNotAccessMemory();
        declared->setDoesNotThrow();
        declared->setWillReturn();
        CallInst *held = IRBuilder<>(quotient->getNextNode()).CreateCall(hold, {quotient});
        quotient->replaceUsesWithIf(held,
                                    [&](const llvm::Use &use) { return use.getUser() != held; });
    }
}

/* Replaces each of these calls with its argument. */
void let_quotients_go(llvm::Module &module)
{
    for (Function &function : llvm::make_early_inc_range(module)) {
        if (!function.isDeclaration() || !starts_with(function.getName(), held_prefix))
            continue;
        while (!function.use_empty()) {
            auto *held = llvm::cast<CallInst>(function.user_back());
            held->replaceAllUsesWith(held->getArgOperand(0));
            held->eraseFromParent();
        }
        function.eraseFromParent();
    }
}

class Coroutine {
public:
    explicit Coroutine(Function &function)
        : function_(function), module_(*function.getParent()), builder_(function.getContext()),
          pointer_(builder_.getPtrTy()), long_(builder_.getInt64Ty())
    {
    }

    void make(llvm::ArrayRef<CallInst *> stops)
    {
        function_.setPresplitCoroutine();
        for (llvm::Argument &argument : function_.args())
            set_captured(argument, true);
        leave();
        enter();
        for (CallInst *stop : stops)
            suspend(stop);
    }

private:
    Value *intrinsic(ID id, llvm::ArrayRef<Value *> arguments,
                     llvm::ArrayRef<llvm::Type *> types = {})
    {
        return builder_.CreateIntrinsic(id, types, arguments);
    }

    CallInst *runtime(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Value *> arguments)
    {
        llvm::SmallVector<llvm::Type *, 8> types;
        for (Value *argument : arguments)
            types.push_back(argument->getType());
        return builder_.CreateCall(
            module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)),
            arguments);
    }

    /* Gives the function a single place of return. */
    void leave()
    {
        llvm::SmallVector<llvm::ReturnInst *, 4> returns;
        for (BasicBlock &block : function_)
            if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
                returns.push_back(end);
        leave_ = BasicBlock::Create(function_.getContext(), "leave", &function_);
        for (llvm::ReturnInst *end : returns) {
            builder_.SetInsertPoint(end);
            builder_.CreateBr(leave_);
            end->eraseFromParent();
        }
    }

    /* The item stops as soon as its frame exists, so one function, the one that resumes it,
     * contains everything that it does. */
    void enter()
    {
        BasicBlock &entry = function_.getEntryBlock();
        BasicBlock::iterator first = entry.begin();
        while (llvm::isa<llvm::AllocaInst>(*first))
            ++first;
        builder_.SetInsertPoint(&entry, first);
        Value *null = llvm::ConstantPointerNull::get(builder_.getPtrTy());
        may_stop_ = builder_.CreateAlloca(builder_.getInt32Ty());
        Value *id = intrinsic(llvm::Intrinsic::coro_id,
                              {builder_.getInt32(largest_alignment), may_stop_, null, null});
        Value *memory =
            runtime("zed_rt_frame", pointer_,
                    {function_.getArg(0), intrinsic(llvm::Intrinsic::coro_size, {}, {long_}),
                     intrinsic(llvm::Intrinsic::coro_align, {}, {long_}), turns()});
        Value *frame = intrinsic(llvm::Intrinsic::coro_begin, {id, memory});
        /* may_stop escapes through this store, so LLVM must assume that the executor accesses
         * it. */
        Value *begin = builder_.CreateGEP(
            builder_.getInt8Ty(), may_stop_,
            builder_.getInt64(-static_cast<uint64_t>(offsetof(zed_frame_t, may_stop))));
        builder_.CreateStore(
            begin, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), function_.getArg(0),
                                                       offsetof(zed_item_t, frame)));
        BasicBlock *rest = llvm::SplitBlock(&entry, &*builder_.GetInsertPoint());
        entry.getTerminator()->eraseFromParent();
        wait_in(&entry, rest);
        builder_.SetInsertPoint(leave_);
        intrinsic(llvm::Intrinsic::coro_end, coroutine_end_arguments(frame));
        builder_.CreateRetVoid();
    }

    /* finish_turns defines it. */
    llvm::Constant *turns()
    {
        llvm::Type *number = builder_.getInt32Ty();
        Function *turns = Function::Create(
            llvm::FunctionType::get(number, {pointer_, long_, number, number, pointer_, number},
                                    false),
            Function::ExternalLinkage, turns_prefix + function_.getName(), module_);
        turns->setDSOLocal(true);
        return turns;
    }

    void suspend(CallInst *stop)
    {
        BasicBlock *before = stop->getParent();
        BasicBlock *ask = llvm::SplitBlock(before, stop);
        BasicBlock *behind = llvm::SplitBlock(ask, stop->getNextNode());
        BasicBlock *wait = BasicBlock::Create(function_.getContext(), "wait", &function_, behind);
        if (is_plain(*stop))
            stop_alone(before, ask, wait);
        builder_.SetInsertPoint(stop);
        Value *goes_on = arrive(stop);
        stop->eraseFromParent();
        ask->getTerminator()->eraseFromParent();
        builder_.SetInsertPoint(ask);
        builder_.CreateCondBr(goes_on, behind, wait);
        wait_in(wait, behind);
    }

    static bool is_plain(const CallInst &stop)
    {
        const auto *scope = call_of(&stop, "zed_rt_barrier")
                                ? llvm::dyn_cast<llvm::ConstantInt>(stop.getArgOperand(1))
                                : nullptr;
        return scope && scope->equalsInt(ZED_SCOPE_WORK_GROUP);
    }

    /* If the item may stop, it does so without asking the executor. */
    void stop_alone(BasicBlock *before, BasicBlock *ask, BasicBlock *wait)
    {
        BasicBlock *alone = BasicBlock::Create(function_.getContext(), "alone", &function_, ask);
        before->getTerminator()->eraseFromParent();
        builder_.SetInsertPoint(before);
        builder_.CreateCondBr(
            builder_.CreateICmpEQ(builder_.CreateLoad(builder_.getInt32Ty(), may_stop_),
                                  builder_.getInt32(ZED_MAY_STOP)),
            alone, ask);
        builder_.SetInsertPoint(alone);
        builder_.CreateStore(builder_.getInt32(ZED_HAS_STOPPED), may_stop_);
        builder_.CreateBr(wait);
    }

    /* Ends the block with a return; the item resumes after it. */
    void wait_in(BasicBlock *block, BasicBlock *behind)
    {
        builder_.SetInsertPoint(block);
        Value *way =
            intrinsic(llvm::Intrinsic::coro_suspend,
                      {llvm::ConstantTokenNone::get(function_.getContext()), builder_.getFalse()});
        llvm::SwitchInst *ways = builder_.CreateSwitch(way, leave_, 2);
        ways->addCase(builder_.getInt8(0), behind);
        ways->addCase(builder_.getInt8(1), leave_); /* "destroy", which never happens */
    }

    /* Puts the arrival in place of the call, and returns whether the item continues at once. */
    Value *arrive(CallInst *stop)
    {
        llvm::SmallVector<Value *, 5> arguments(stop->args());
        if (stop->getCalledFunction()->getName() == "zed_rt_exchange") {
            CallInst *arrival = runtime("zed_rt_arrive_exchange",
                                        llvm::StructType::get(pointer_, long_), arguments);
            stop->replaceAllUsesWith(builder_.CreateExtractValue(arrival, 0));
            return builder_.CreateIsNotNull(builder_.CreateExtractValue(arrival, 1));
        }
        const bool leads = stop->getCalledFunction()->getName() == "zed_rt_lead";
        return builder_.CreateIsNotNull(
            runtime(leads ? "zed_rt_arrive_lead" : "zed_rt_arrive_barrier", builder_.getInt32Ty(),
                    arguments));
    }

    /* The largest of OpenCL's types; zed_rt_frame gets the alignment that the frame needs. */
    static constexpr unsigned largest_alignment = 128;

    Function &function_;
    llvm::Module &module_;
    IRBuilder<> builder_;
    llvm::Type *pointer_;
    llvm::Type *long_;
    Value *may_stop_ = nullptr;
    BasicBlock *leave_ = nullptr;
};

/* for (item = from; item < end && it has stopped by itself; item++)
 *     go_on(its frame); */
llvm::CallInst *make_turns(Function &turns, Function &go_on)
{
    llvm::LLVMContext &context = turns.getContext();
    Value *frames = turns.getArg(0), *stride = turns.getArg(1), *from = turns.getArg(2),
          *end = turns.getArg(3), *current = turns.getArg(4), *may_stop = turns.getArg(5);
    BasicBlock *entry = BasicBlock::Create(context, "entry", &turns);
    BasicBlock *turn = BasicBlock::Create(context, "turn", &turns);
    BasicBlock *next = BasicBlock::Create(context, "next", &turns);
    BasicBlock *leave = BasicBlock::Create(context, "leave", &turns);
    IRBuilder<> builder(entry);
    builder.CreateBr(turn);

    builder.SetInsertPoint(turn);
    llvm::PHINode *item = builder.CreatePHI(builder.getInt32Ty(), 2);
    Value *offset = builder.CreateMul(builder.CreateZExt(item, builder.getInt64Ty()), stride);
    Value *frame = builder.CreateInBoundsGEP(builder.getInt8Ty(), frames, offset);
    Value *word = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame,
                                                     offsetof(zed_frame_t, may_stop));
    builder.CreateStore(item, current);
    builder.CreateStore(may_stop, word);
    CallInst *call = builder.CreateCall(&go_on, {frame});
    call->setCallingConv(go_on.getCallingConv());
    Value *stopped = builder.CreateICmpEQ(builder.CreateLoad(builder.getInt32Ty(), word),
                                          builder.getInt32(ZED_HAS_STOPPED));
    builder.CreateCondBr(stopped, next, leave);

    builder.SetInsertPoint(next);
    Value *following = builder.CreateAdd(item, builder.getInt32(1), "", true);
    builder.CreateCondBr(builder.CreateICmpULT(following, end), turn, leave);
    item->addIncoming(from, entry);
    item->addIncoming(following, next);

    builder.SetInsertPoint(leave);
    llvm::PHINode *last = builder.CreatePHI(builder.getInt32Ty(), 2);
    last->addIncoming(item, turn);
    last->addIncoming(following, next);
    builder.CreateRet(last);
    turns.addFnAttrs(llvm::AttrBuilder(context, go_on.getAttributes().getFnAttrs()));
    return call;
}

/* Removes a function that LLVM has split from the kernel and that is no longer needed. */
void drop(Function *function)
{
    if (!function)
        return;
    function->replaceAllUsesWith(llvm::ConstantPointerNull::get(function->getType()));
    function->eraseFromParent();
}

} // namespace

void keep_in_frames(Function &function)
{
    llvm::SmallVector<CallInst *, 16> stops;
    for (Instruction &instruction : llvm::instructions(function)) {
        if (is_dynamic(instruction))
            return;
        if (is_meeting(instruction))
            stops.push_back(llvm::cast<CallInst>(&instruction));
    }
    if (stops.empty() || function.getInstructionCount() > largest_kernel)
        return;
    hold_quotients(function);
    Coroutine(function).make(stops);
}

std::vector<Function *> finish_turns(llvm::Module &module)
{
    let_quotients_go(module);
    std::vector<Function *> made;
    for (Function &function : module)
        if (function.isDeclaration() && starts_with(function.getName(), turns_prefix))
            made.push_back(&function);
    for (Function *turns : made) {
        std::string kernel = turns->getName().drop_front(strlen(turns_prefix)).str();
        Function *go_on = module.getFunction(kernel + ".resume");
        /* The executor writes may_stop. */
        go_on->getArg(0)->removeAttr(llvm::Attribute::NoAlias);
        llvm::InlineFunctionInfo info;
        CallInst *call = make_turns(*turns, *go_on);
        describe_caller(*call);
        if (!llvm::InlineFunction(*call, info).isSuccess())
            continue;
        turns->setLinkage(Function::InternalLinkage);
        drop(go_on);
        drop(module.getFunction(kernel + ".destroy"));
        drop(module.getFunction(kernel + ".cleanup"));
    }
    return made;
}

} // namespace zed
