/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mangled names of OpenCL built-ins, taken apart: as much of the Itanium
 * mangling as built-ins use.  Address spaces are dropped, because on a CPU all
 * spaces are one.
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
    bool pointer() const
    {
        return !qualifiers.empty() && qualifiers[0] == 'P';
    }
    unsigned element_bytes() const; /* 0 if it is no number */
};

struct MangledName {
    std::string base;
    std::vector<MangledType> parameters;
    std::string text() const; /* the same for two names that differ in address spaces only */
};

/* False if the name is not mangled, or not as a built-in is. */
bool demangle(llvm::StringRef name, MangledName *parts);

} // namespace zed

#endif
