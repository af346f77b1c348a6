/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ZED_TEST_BUFFER_H
#define ZED_TEST_BUFFER_H

#include <cstddef>
#include <new>
#include <vector>

/* Memory that kernels use as vectors, which are as aligned as they are long. */
template <class T> struct VectorAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{128};

    VectorAllocator() = default;
    template <class U> VectorAllocator(const VectorAllocator<U> &)
    {
    }
    T *allocate(size_t count)
    {
        return static_cast<T *>(::operator new(count * sizeof(T), alignment));
    }
    void deallocate(T *memory, size_t)
    {
        ::operator delete(memory, alignment);
    }
    bool operator==(const VectorAllocator &) const
    {
        return true;
    }
    bool operator!=(const VectorAllocator &) const
    {
        return false;
    }
};
template <class T> using Buffer = std::vector<T, VectorAllocator<T>>;

#endif
