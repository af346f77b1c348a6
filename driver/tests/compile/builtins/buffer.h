/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ZED_TEST_BUFFER_H
#define ZED_TEST_BUFFER_H

#include <cstddef>
#include <new>
#include <vector>

#ifdef TEST_LEVEL_ZERO
/* harness_level_zero.cpp: memory of a device. */
void *test_allocate(size_t bytes, size_t alignment);
void test_release(void *memory, size_t alignment);
#else
inline void *test_allocate(size_t bytes, size_t alignment)
{
    return ::operator new(bytes, std::align_val_t(alignment));
}
inline void test_release(void *memory, size_t alignment)
{
    ::operator delete(memory, std::align_val_t(alignment));
}
#endif

/* Memory that kernels use as vectors, which are aligned to their size. */
template <class T> struct VectorAllocator {
    using value_type = T;
    static constexpr size_t alignment = 128;

    VectorAllocator() = default;
    template <class U> VectorAllocator(const VectorAllocator<U> &)
    {
    }
    T *allocate(size_t count)
    {
        return static_cast<T *>(test_allocate(count * sizeof(T), alignment));
    }
    void deallocate(T *memory, size_t)
    {
        test_release(memory, alignment);
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
