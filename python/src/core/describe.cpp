/* SPDX-License-Identifier: BSD-3-Clause */
/* What a routine does, for help() and the manual. */
#include "routines.h"

#include <cstring>

struct Description {
    const char *begins; /* of the name */
    const char *text;
};

/* The first that fits. */
static const Description descriptions[] = {
    {"put_signal",
     "Copies source to dest on PE pe, then updates the signal word there: op is SIGNAL_SET or "
     "SIGNAL_ADD.  A PE that sees the new signal sees the data."},
    {"put", "Copies source, an array of the program or a symmetric one, to the symmetric array "
            "dest on PE pe."},
    {"get", "Copies the symmetric array source of PE pe to dest, an array of the program or a "
            "symmetric one."},
    {"iput", "Copies nelems elements that are sst apart in source to elements that are dst apart "
             "in dest on PE pe."},
    {"iget", "Copies nelems elements that are sst apart in source on PE pe to elements that are "
             "dst apart in dest."},
    {"ibput", "Copies nblocks blocks of bsize elements, whose starts are sst elements apart in "
              "source and dst apart "
              "in dest on PE pe."},
    {"ibget", "Copies nblocks blocks of bsize elements, whose starts are sst elements apart in "
              "source on PE pe and "
              "dst apart in dest."},
    {"p", "Stores the value in the element of dest on PE pe."},
    {"g", "The element of source on PE pe."},
    {"atomic_fetch_add", "Adds to the element of dest on PE pe; its value before."},
    {"atomic_fetch_inc", "Adds 1 to the element of dest on PE pe; its value before."},
    {"atomic_fetch_and",
     "Combines the element of dest on PE pe with the value by AND; its value before."},
    {"atomic_fetch_or",
     "Combines the element of dest on PE pe with the value by OR; its value before."},
    {"atomic_fetch_xor",
     "Combines the element of dest on PE pe with the value by XOR; its value before."},
    {"atomic_fetch", "The element of source on PE pe, read atomically."},
    {"atomic_add", "Adds to the element of dest on PE pe."},
    {"atomic_inc", "Adds 1 to the element of dest on PE pe."},
    {"atomic_and", "Combines the element of dest on PE pe with the value by AND."},
    {"atomic_or", "Combines the element of dest on PE pe with the value by OR."},
    {"atomic_xor", "Combines the element of dest on PE pe with the value by XOR."},
    {"atomic_set", "Stores the value in the element of dest on PE pe, atomically."},
    {"atomic_swap", "Stores the value in the element of dest on PE pe; its value before."},
    {"atomic_compare_swap",
     "Stores the value in the element of dest on PE pe if it is cond; its value before."},
    {"wait_until_all", "Waits until the comparison holds for all elements whose status is 0."},
    {"wait_until_any",
     "Waits until the comparison holds for an element whose status is 0; its index, or None if "
     "there is no such element."},
    {"wait_until_some",
     "Waits until the comparison holds for elements whose status is 0; a list of their indices."},
    {"wait_until", "Waits until the comparison of this PE's first element with the value holds: "
                   "cmp is CMP_EQ, ..."},
    {"test_all", "Whether the comparison holds for all elements whose status is 0."},
    {"test_any",
     "The index of an element whose status is 0 and for which the comparison holds, or None."},
    {"test_some",
     "A list of the indices of elements whose status is 0 and for which the comparison holds."},
    {"test",
     "Whether the comparison of this PE's first element with the value holds: cmp is CMP_EQ, ..."},
    {"broadcast", "Copies PE root's source to dest on all PEs of the team.  Collective over it."},
    {"fcollect",
     "Joins the sources of all PEs of the team, which are equally long, in dest.  Collective."},
    {"collect",
     "Joins the sources of all PEs of the team, which may differ in length, in dest.  Collective."},
    {"alltoalls", "As alltoall, for blocks of nelems elements that are sst apart in source and dst "
                  "apart in dest."},
    {"alltoall",
     "Part i of source goes to PE i of the team, which joins the parts in dest.  Collective."},
    {"sum_inscan",
     "The sums of the sources of this PE and those before it in the team.  Collective."},
    {"sum_exscan", "The sums of the sources of the PEs before this one in the team.  Collective."},
};

std::string describe(const char *name, bool queued)
{
    std::string text;
    for (const Description &description : descriptions) {
        const std::size_t length = std::strlen(description.begins);
        if (std::strncmp(name, description.begins, length) == 0 &&
            (length > 1 || name[1] == '\0')) {
            text = description.text;
            break;
        }
    }
    if (text.empty()) { /* max_reduce, sum_reduce_scatter ... */
        const std::string operation(name, std::strcspn(name, "_"));
        text = std::strstr(name, "_scatter")
                   ? "Combines the sources of all PEs of the team by " + operation +
                         " and gives each PE its part in dest.  Collective over it."
                   : "Combines the sources of all PEs of the team, element by element, by " +
                         operation + " in dest on all of them.  Collective over it.";
    }
    if (std::strstr(name, "_nbi")) {
        text += "  Complete after quiet.";
    }
    if (std::strstr(name, "_vector")) {
        text += "  Each element has a value of its own.";
    }
    if (queued) {
        text += "  On a queue; ret receives the result, if there is one.";
    }
    return text;
}
