/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Code reads a built-in variable, such as the vector GlobalInvocationId, as a whole.  DPC++ writes
 * modules that take a pointer to one component of such a variable, by a chain of indices, casts or
 * both, and load that component.  LLVM 15's translator, which makes calls of all reads, fails there
 * with 'Unexpected pattern!'.  So the load becomes a load of the vector, from which the component
 * is extracted, and pointers that are no longer used are removed.
 *
 * If something is not known for certain, such as an index that is not constant, the instruction is
 * not changed.
 */
#include "operations.h"
#include "words.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace zed {
namespace {

enum : uint32_t { decoration_built_in = 11 };

struct Vector {
    uint32_t component; /* type */
    uint32_t count;
};

/* A place in a built-in variable. */
struct Place {
    uint32_t variable;
    uint64_t offset; /* bytes */
    uint32_t type;   /* of what the pointer points to */
};

class BuiltInLoads {
public:
    explicit BuiltInLoads(const Words &module) : module_(module)
    {
        whole_ = for_each(module, [&](const Spirv &instruction) { note(instruction); });
    }

    Words rewritten()
    {
        if (!whole_ || defined_.empty())
            return module_;
        find_unused();
        Words out(module_.begin(), module_.begin() + header_words);
        for_each(module_, [&](const Spirv &instruction) {
            if (is_dropped(instruction))
                return;
            const Place *place = component_of(instruction);
            if (place)
                add_load(instruction, *place, &out);
            else
                add(instruction, &out);
        });
        return out;
    }

private:
    void note(const Spirv &is)
    {
        const uint32_t *words = is.words;
        in_function_ |= is.operation == op_function;
        if (is.count < 3)
            return;
        switch (is.operation) {
        case op_decorate:
            if (words[2] == decoration_built_in)
                built_in_.insert(words[1]);
            break;
        case op_type_int:
        case op_type_float:
            bytes_[words[1]] = words[2] / 8;
            break;
        case op_type_vector:
            if (is.count == 4) {
                vectors_[words[1]] = {words[2], words[3]};
                bytes_[words[1]] = bytes_[words[2]] * (words[3] == 3 ? 4 : words[3]);
            }
            break;
        case op_type_pointer:
            if (is.count == 4)
                pointee_[words[1]] = words[3];
            break;
        case op_constant:
            if (is.count <= 5)
                constants_[words[2]] =
                    words[3] | (is.count == 5 ? static_cast<uint64_t>(words[4]) << 32 : 0);
            break;
        case op_constant_null:
            constants_[words[2]] = 0;
            break;
        case op_variable: {
            const uint32_t type = pointee_[words[1]];
            if (!in_function_ && built_in_.count(words[2]) != 0 && vectors_.count(type) != 0)
                places_[words[2]] = {words[2], 0, type};
            break;
        }
        default:
            if (in_function_)
                note_pointer(is);
        }
    }

    /* Notes a pointer into a built-in variable that is made from another one. */
    void note_pointer(const Spirv &is)
    {
        const auto base = is.count < 4 ? places_.end() : places_.find(is.words[3]);
        if (base == places_.end() || !makes_pointer(is.operation))
            return;
        Place place = base->second;
        if (is_chain(is.operation) && !follow(is, &place))
            return;
        place.type = pointee_[is.words[1]];
        places_[is.words[2]] = place;
        defined_.push_back(is);
    }

    static bool is_chain(uint32_t operation)
    {
        return operation == op_access_chain || operation == op_in_bounds_access_chain ||
               operation == op_ptr_access_chain || operation == op_in_bounds_ptr_access_chain;
    }

    static bool makes_pointer(uint32_t operation)
    {
        return is_chain(operation) || operation == op_bitcast ||
               operation == op_ptr_cast_to_generic || operation == op_generic_cast_to_ptr;
    }

    bool follow(const Spirv &chain, Place *place)
    {
        uint32_t at = 4;
        if (chain.operation == op_ptr_access_chain ||
            chain.operation == op_in_bounds_ptr_access_chain) {
            if (!step(chain, at++, bytes_[place->type], place))
                return false;
        }
        for (; at < chain.count; at++) {
            const auto vector = vectors_.find(place->type);
            if (vector == vectors_.end() ||
                !step(chain, at, bytes_[vector->second.component], place))
                return false;
            place->type = vector->second.component;
        }
        return true;
    }

    bool step(const Spirv &chain, uint32_t at, uint64_t bytes, Place *place) const
    {
        const auto index = at < chain.count ? constants_.find(chain.words[at]) : constants_.end();
        if (index == constants_.end() || bytes == 0)
            return false;
        place->offset += index->second * bytes;
        return true;
    }

    /* The place of the component that the instruction loads; NULL: it loads none. */
    const Place *component_of(const Spirv &is) const
    {
        if (is.operation != op_load || is.count < 4)
            return nullptr;
        const auto found = places_.find(is.words[3]);
        if (found == places_.end())
            return nullptr;
        const Place &place = found->second;
        const Vector &vector = vector_of(place);
        const uint64_t bytes = bytes_.at(vector.component);
        return is.words[1] == vector.component && place.offset % bytes == 0 &&
                       place.offset / bytes < vector.count
                   ? &place
                   : nullptr;
    }

    const Vector &vector_of(const Place &place) const
    {
        return vectors_.at(places_.at(place.variable).type);
    }

    /* The number of first words that may name a pointer; literals follow. */
    static uint32_t id_words(const Spirv &is)
    {
        const uint32_t most = is.operation == op_load                ? 4
                              : is.operation == op_store             ? 3
                              : is.operation == op_composite_extract ? 4
                              : is.operation == op_composite_insert  ? 5
                              : is.operation == op_vector_shuffle    ? 5
                                                                     : is.count;
        return std::min(most, is.count);
    }

    void find_unused()
    {
        bool in_function = false;
        std::unordered_set<uint32_t> used;
        const auto use = [&](const Spirv &is) {
            for (uint32_t i = 1; i < id_words(is); i++)
                if (!(is.operation == op_ext_inst && i == 4) && places_.count(is.words[i]) != 0)
                    used.insert(is.words[i]);
        };
        for_each(module_, [&](const Spirv &is) {
            in_function |= is.operation == op_function;
            const bool makes =
                is.count > 3 && makes_pointer(is.operation) && places_.count(is.words[2]) != 0;
            if (in_function && !makes && !component_of(is))
                use(is);
        });
        for (auto made = defined_.rbegin(); made != defined_.rend(); ++made) {
            if (used.count(made->words[2]) != 0)
                used.insert(made->words[3]);
            else
                dropped_.insert(made->words[2]);
        }
    }

    bool is_dropped(const Spirv &is) const
    {
        if (is.operation == op_name || is.operation == op_decorate)
            return is.count > 1 && dropped_.count(is.words[1]) != 0;
        return is.count > 3 && makes_pointer(is.operation) && dropped_.count(is.words[2]) != 0;
    }

    void add_load(const Spirv &load, const Place &place, Words *out)
    {
        const uint32_t whole = (*out)[header_bound]++;
        const uint32_t type = places_.at(place.variable).type;
        const uint64_t component = place.offset / bytes_.at(vector_of(place).component);
        out->insert(out->end(), {first_word(op_load, 4), type, whole, place.variable,
                                 first_word(op_composite_extract, 5), load.words[1], load.words[2],
                                 whole, static_cast<uint32_t>(component)});
    }

    const Words &module_;
    bool whole_ = false;
    bool in_function_ = false;
    std::unordered_set<uint32_t> built_in_;
    std::unordered_map<uint32_t, uint64_t> bytes_; /* of types */
    std::unordered_map<uint32_t, Vector> vectors_;
    std::unordered_map<uint32_t, uint32_t> pointee_; /* of pointers' types */
    std::unordered_map<uint32_t, uint64_t> constants_;
    std::unordered_map<uint32_t, Place>
        places_;                 /* by pointer: the variables, and pointers made from them */
    std::vector<Spirv> defined_; /* these, in their order */
    std::unordered_set<uint32_t> dropped_;
};

} // namespace

Words with_whole_loads(const Words &module)
{
    return module.size() < header_words ? module : BuiltInLoads(module).rewritten();
}

} // namespace zed
