/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * printf: the GPU's driver has vprintf(format, arguments), which knows C's conversions of int, long
 * long, double, characters, strings and pointers.  OpenCL's conversions become these: a vector is
 * printed element by element, and a short or a char as an int.  This works only for a constant
 * format.
 */
#include "../mangled.h"
#include "ptx.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

using llvm::Type;
using llvm::Value;

struct Conversion {
    std::string flags; /* flags, width and precision */
    unsigned count = 1;
    unsigned bits = 32; /* of an integer */
    char kind = 0;
};

class Text {
public:
    explicit Text(llvm::StringRef text) : rest_(text)
    {
    }

    /* Returns the text up to the next conversion; at the end *conversion has no kind. */
    std::string next(Conversion *conversion)
    {
        std::string plain;
        while (!rest_.empty() && (rest_[0] != '%' || starts_with(rest_, "%%"))) {
            const size_t count = rest_[0] == '%' ? 2 : 1;
            plain += rest_.take_front(count).str();
            rest_ = rest_.drop_front(count);
        }
        if (rest_.consume_front("%"))
            parse(conversion);
        return plain;
    }

private:
    void parse(Conversion *conversion)
    {
        const size_t flags = rest_.find_first_not_of("-+ #0123456789.");
        conversion->flags = rest_.take_front(flags).str();
        rest_ = rest_.drop_front(std::min(flags, rest_.size()));
        if (rest_.consume_front("v"))
            rest_.consumeInteger(10, conversion->count);
        if (rest_.consume_front("hh"))
            conversion->bits = 8;
        else if (rest_.consume_front("hl"))
            conversion->bits = 32;
        else if (rest_.consume_front("h"))
            conversion->bits = 16;
        else if (rest_.consume_front("ll") || rest_.consume_front("l") ||
                 rest_.consume_front("z") || rest_.consume_front("j") || rest_.consume_front("t"))
            conversion->bits = 64;
        if (!rest_.empty())
            conversion->kind = rest_[0];
        rest_ = rest_.drop_front(std::min<size_t>(1, rest_.size()));
    }

    llvm::StringRef rest_;
};

bool is_integer(char kind)
{
    return llvm::StringRef("diouxX").contains(kind);
}

bool is_signed(char kind)
{
    return kind == 'd' || kind == 'i';
}

/* Rewrites one call's format and arguments. */
class Call {
public:
    explicit Call(llvm::CallInst &call) : call_(call), builder_(&call)
    {
        for (unsigned i = 1; i < call.arg_size(); i++)
            add_elements(call.getArgOperand(i));
    }

    void lower(llvm::StringRef format)
    {
        Text text(format);
        for (;;) {
            Conversion conversion;
            format_ += text.next(&conversion);
            if (conversion.kind == 0 || !convert(conversion))
                break;
        }
        replace();
    }

private:
    void add_elements(Value *value)
    {
        const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
        if (!vector)
            elements_.push_back(value);
        for (unsigned i = 0; vector && i < vector->getNumElements(); i++)
            elements_.push_back(builder_.CreateExtractElement(value, i));
    }

    /* False if an argument is missing, or has a type that the conversion does not print. */
    bool convert(const Conversion &conversion)
    {
        for (unsigned i = 0; i < conversion.count; i++) {
            Value *value = next_ < elements_.size() ? elements_[next_++] : nullptr;
            Value *promoted = value ? promote(value, conversion) : nullptr;
            if (!promoted)
                return false;
            given_.push_back(promoted);
            if (i > 0)
                format_ += ',';
            format_ += '%';
            format_ += conversion.flags;
            if (is_integer(conversion.kind) && conversion.bits == 64)
                format_ += "ll";
            format_ += conversion.kind == 'F' ? 'f' : conversion.kind;
        }
        return true;
    }

    Value *promote(Value *value, const Conversion &conversion)
    {
        Type *type = value->getType();
        if (llvm::StringRef("aAeEfFgG").contains(conversion.kind))
            return type->isFloatingPointTy() ? builder_.CreateFPExt(value, builder_.getDoubleTy())
                                             : nullptr;
        if (conversion.kind == 's' || conversion.kind == 'p')
            return type->isPointerTy() ? builder_.CreateAddrSpaceCast(value, builder_.getPtrTy())
                                       : nullptr;
        if (!type->isIntegerTy() || !(is_integer(conversion.kind) || conversion.kind == 'c'))
            return nullptr;
        if (conversion.kind == 'c')
            return builder_.CreateSExtOrTrunc(value, builder_.getInt32Ty());
        Type *printed = builder_.getIntNTy(conversion.bits);
        Type *passed = builder_.getIntNTy(std::max(conversion.bits, 32U));
        value = builder_.CreateSExtOrTrunc(value, printed);
        return is_signed(conversion.kind) ? builder_.CreateSExt(value, passed)
                                          : builder_.CreateZExt(value, passed);
    }

    void replace()
    {
        llvm::Function &caller = *call_.getFunction();
        llvm::Module &module = *caller.getParent();
        llvm::Type *pointer = builder_.getPtrTy(), *number = builder_.getInt32Ty();
        llvm::FunctionCallee target = module.getOrInsertFunction(
            "vprintf", llvm::FunctionType::get(number, {pointer, pointer}, false));
        Value *arguments = llvm::ConstantPointerNull::get(builder_.getPtrTy());
        if (!given_.empty())
            arguments = store_arguments(caller);
        Value *text = builder_.CreateAddrSpaceCast(
            builder_.CreateGlobalString(format_, "zed_format", space_global, &module), pointer);
        Value *count = builder_.CreateCall(target, {text, arguments});
        Value *failed = builder_.CreateICmpSLT(count, builder_.getInt32(0));
        call_.replaceAllUsesWith(
            builder_.CreateSelect(failed, builder_.getInt32(-1), builder_.getInt32(0)));
        call_.eraseFromParent();
    }

    Value *store_arguments(llvm::Function &caller)
    {
        llvm::SmallVector<Type *, 8> types;
        for (const Value *value : given_)
            types.push_back(value->getType());
        llvm::StructType *type = llvm::StructType::get(caller.getContext(), types);
        llvm::IRBuilder<> entry(&*caller.getEntryBlock().getFirstInsertionPt());
        Value *place = entry.CreateAlloca(type);
        for (unsigned i = 0; i < given_.size(); i++)
            builder_.CreateStore(given_[i], builder_.CreateStructGEP(type, place, i));
        return place;
    }

    llvm::CallInst &call_;
    llvm::IRBuilder<> builder_;
    llvm::SmallVector<Value *, 8> elements_; /* of the arguments after the format */
    size_t next_ = 0;
    llvm::SmallVector<Value *, 8> given_;
    std::string format_;
};

bool is_printf(const llvm::Function &function)
{
    MangledName parts;
    return function.isDeclaration() &&
           (function.getName() == "printf" ||
            (demangle(function.getName(), &parts) && parts.base == "printf"));
}

} // namespace

bool lower_print(llvm::Module &module, std::string *log)
{
    for (llvm::Function &function : llvm::make_early_inc_range(module)) {
        if (!is_printf(function))
            continue;
        for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
            auto *call = llvm::dyn_cast<llvm::CallInst>(user);
            llvm::StringRef format;
            if (!call)
                continue;
            if (!llvm::getConstantStringInfo(call->getArgOperand(0), format)) {
                *log += "error: function '" + call->getFunction()->getName().str() +
                        "' calls printf with a format that is not a constant\n";
                return false;
            }
            Call(*call).lower(format);
        }
        if (function.use_empty())
            function.eraseFromParent();
    }
    return true;
}

} // namespace zed
