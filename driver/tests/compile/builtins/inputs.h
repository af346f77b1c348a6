/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Inputs from a seed: the default one, or TEST_SEED in the environment.  Every function draws from
 * its own generator, so its inputs do not depend on what ran before.
 */
#ifndef ZED_TEST_INPUTS_H
#define ZED_TEST_INPUTS_H

#include "buffer.h"
#include "numbers.h"

#include <random>
#include <string>
#include <vector>

using Random = std::mt19937_64;

/* Printed by the first call. */
uint64_t test_seed();

Random random_for(const std::string &name);

/* Zeros, infinities, NaN, the ends of the range of normal and subnormal numbers, and values around
 * which functions change: 1, halves, integers, their neighbours. */
template <class T> const std::vector<T> &special_values();

/* Draws all pairs of special values first; then numbers with any bits, of moderate size, near 1,
 * and small multiples of a half.  NaNs are quiet: the standard says nothing about others. */
template <class T> void draw(Random &random, Buffer<T> *x, Buffer<T> *y, size_t count);

/* Integers of 32 bits: the extremes, zero and its neighbours, small ones and any others. */
Buffer<int32_t> draw_exponents(Random &random, size_t count);

/* Integers of T's width: the extremes, powers of two and their neighbours, and any others. */
template <class T> Buffer<T> draw_integers(Random &random, size_t count);

#endif
