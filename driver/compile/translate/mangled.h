/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parses mangled names of OpenCL built-ins, to the extent that built-ins use the Itanium mangling.
 * The text of a name has no address spaces, because on a CPU all spaces are one.
 */
#ifndef ZED_TRANSLATE_MANGLED_H
#define ZED_TRANSLATE_MANGLED_H

#include <llvm/ADT/StringRef.h>
#include <string>
#include <vector>

namespace zed {

struct MangledType {
    std::string qualifiers; /* "P" a pointer, then "V", "K" */
    unsigned lanes = 1;
    std::string element; /* "f", "Dh", "12memory_order" */
    std::string space;   /* "AS1", "CLglobal"; empty if the name has none */
    bool pointer() const
    {
        return !qualifiers.empty() && qualifiers[0] == 'P';
    }
    unsigned element_bytes() const; /* 0 if the element is not a number */
};

struct MangledName {
    std::string base;
    std::vector<MangledType> parameters;
    std::string text() const; /* equal for two names that differ only in address spaces */
    std::string spaces() const;
};

/* False if the name is not mangled, or not like a built-in. */
bool demangle(llvm::StringRef name, MangledName *parts);

} // namespace zed

#endif
