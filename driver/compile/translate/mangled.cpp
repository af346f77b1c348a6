/* SPDX-License-Identifier: BSD-3-Clause */
/* See mangled.h. */
#include "mangled.h"

#include "llvm_versions.h"

namespace zed {
namespace {

class Parser {
public:
    explicit Parser(llvm::StringRef text) : rest_(text)
    {
    }

    bool parse(MangledName *parts)
    {
        unsigned length = 0;
        if (!rest_.consume_front("_Z") || rest_.consumeInteger(10, length) || length > rest_.size())
            return false;
        parts->base = rest_.take_front(length).str();
        rest_ = rest_.drop_front(length);
        while (!rest_.empty() && rest_ != "v" && rest_ != "z") {
            MangledType type;
            if (!parse_type(&type))
                return false;
            parts->parameters.push_back(type);
        }
        return true;
    }

private:
    bool parse_type(MangledType *type)
    {
        if (rest_.consume_front("P")) {
            if (!parse_type(type))
                return false;
            type->qualifiers = "P" + type->qualifiers;
            seen_.push_back(*type);
            return true;
        }
        if (rest_.consume_front("U7_Atomic")) { /* part of the type, not a qualifier */
            if (!parse_type(type))
                return false;
            seen_.push_back(*type);
            return true;
        }
        if (starts_with(rest_, "U") || starts_with(rest_, "V") || starts_with(rest_, "K"))
            return parse_qualified(type);
        if (rest_.consume_front("S"))
            return parse_substitution(type);
        if (rest_.consume_front("Dv")) {
            if (rest_.consumeInteger(10, type->lanes) || !rest_.consume_front("_") ||
                !parse_element(type))
                return false;
            seen_.push_back(*type);
            return true;
        }
        return parse_element(type);
    }

    /* The qualifiers of one type are together one candidate for substitution. */
    bool parse_qualified(MangledType *type)
    {
        std::string qualifiers, space;
        for (;;) {
            unsigned length;
            if (starts_with(rest_, "U7_Atomic")) {
                break;
            } else if (rest_.consume_front("U")) {
                if (rest_.consumeInteger(10, length) || length > rest_.size())
                    return false;
                space = rest_.take_front(length).str();
                rest_ = rest_.drop_front(length);
            } else if (starts_with(rest_, "V") || starts_with(rest_, "K")) {
                qualifiers += rest_[0];
                rest_ = rest_.drop_front();
            } else {
                break;
            }
        }
        if (!parse_type(type))
            return false;
        type->qualifiers = qualifiers + type->qualifiers;
        if (!space.empty())
            type->space = space;
        seen_.push_back(*type);
        return true;
    }

    bool parse_substitution(MangledType *type)
    {
        unsigned index = 0;
        if (!starts_with(rest_, "_")) {
            if (rest_.consumeInteger(36, index))
                return false;
            index++;
        }
        if (!rest_.consume_front("_") || index >= seen_.size())
            return false;
        *type = seen_[index];
        return true;
    }

    bool parse_element(MangledType *type)
    {
        if (rest_.empty())
            return false;
        if (rest_[0] >= '0' && rest_[0] <= '9') {
            llvm::StringRef start = rest_;
            unsigned length;
            if (rest_.consumeInteger(10, length) || length > rest_.size())
                return false;
            rest_ = rest_.drop_front(length);
            type->element = start.drop_back(rest_.size()).str();
            seen_.push_back(*type);
            return true;
        }
        size_t size = starts_with(rest_, "D") ? 2 : 1;
        if (size > rest_.size())
            return false;
        type->element = rest_.take_front(size).str();
        rest_ = rest_.drop_front(size);
        return true;
    }

    llvm::StringRef rest_;
    std::vector<MangledType> seen_;
};

} // namespace

unsigned MangledType::element_bytes() const
{
    static const struct {
        const char *elements;
        unsigned bytes;
    } sizes[] = {{"ach", 1}, {"st", 2}, {"ijf", 4}, {"lmd", 8}};
    if (element == "Dh")
        return 2;
    for (const auto &size : sizes)
        if (element.size() == 1 && llvm::StringRef(size.elements).contains(element[0]))
            return size.bytes;
    return 0;
}

std::string MangledName::text() const
{
    std::string text = base + "(";
    for (const MangledType &type : parameters) {
        text += type.qualifiers;
        if (type.lanes > 1)
            text += "Dv" + std::to_string(type.lanes) + "_";
        text += type.element + ",";
    }
    return text;
}

std::string MangledName::spaces() const
{
    std::string text;
    for (const MangledType &type : parameters)
        text += type.space + ",";
    return text;
}

bool demangle(llvm::StringRef name, MangledName *parts)
{
    return Parser(name).parse(parts);
}

} // namespace zed
