/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The members of new teams against the rules written out: a triplet's PEs one by one, a layout in
 * rows and columns by each PE's coordinates.
 */
#include "team_list.h"

#include "require.h"
#include <limits.h>
#include <string.h>

#define MOST 24

/* The PEs of a triplet one by one; false where one is not of the parent or comes twice. */
static bool walk(const ishmemi_triplet_t *triplet, int n_pes, int *pes)
{
    bool listed[MOST] = {false};
    for (int i = 0; i < triplet->size; i++) {
        const int pe = triplet->start + triplet->stride * i;
        if (pe < 0 || pe >= n_pes || listed[pe]) {
            return false;
        }
        listed[pe] = true;
        pes[i] = pe;
    }
    return triplet->size > 0;
}

static void test_triplets(void)
{
    long valid = 0;
    for (int n_pes = 1; n_pes <= 9; n_pes++) {
        for (int start = -2; start <= n_pes + 1; start++) {
            for (int stride = -4; stride <= 4; stride++) {
                for (int size = -1; size <= n_pes + 1; size++) {
                    const ishmemi_triplet_t triplet = {start, stride, size};
                    int expected[MOST];
                    int found[MOST];
                    const bool is_valid = walk(&triplet, n_pes, expected);
                    REQUIRE(ishmemi_triplet_is_valid(&triplet, n_pes) == is_valid);
                    if (is_valid) {
                        ishmemi_triplet_list(&triplet, found);
                        REQUIRE(memcmp(found, expected, (size_t)size * sizeof *found) == 0);
                        valid++;
                    }
                }
            }
        }
    }
    REQUIRE(valid > 100);
}

/* Where the arithmetic of int would go round. */
static void test_extremes(void)
{
    static const ishmemi_triplet_t wrong[] = {
        {0, INT_MAX, 3},  {0, INT_MIN, 2}, {3, INT_MAX, INT_MAX}, {INT_MAX, 1, 2},
        {INT_MIN, -1, 1}, {1, 1 << 30, 5}, {0, 1, INT_MIN},       {0, 0, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        REQUIRE(!ishmemi_triplet_is_valid(&wrong[i], 4));
    }
    const ishmemi_triplet_t one = {3, INT_MIN, 1};
    REQUIRE(ishmemi_triplet_is_valid(&one, 4));
}

/* Is this PE's row (or column) what all PEs with its y (or x) are, in the order of the other? */
static void require_axis(const ishmemi_triplet_t *triplet, int n_pes, int xrange, int pe,
                         bool is_row)
{
    int expected[MOST];
    int size = 0;
    for (int other = 0; other < n_pes; other++) {
        if (is_row ? other / xrange == pe / xrange : other % xrange == pe % xrange) {
            expected[size++] = other;
        }
    }
    REQUIRE(triplet->size == size);
    REQUIRE(ishmemi_triplet_is_valid(triplet, n_pes));
    int found[MOST];
    ishmemi_triplet_list(triplet, found);
    REQUIRE(memcmp(found, expected, (size_t)size * sizeof *found) == 0);
    REQUIRE(ishmemi_list_find(found, size, pe) == (is_row ? pe % xrange : pe / xrange));
}

static void test_axes(void)
{
    for (int n_pes = 1; n_pes <= MOST; n_pes++) {
        for (int xrange = 1; xrange <= n_pes + 3; xrange++) {
            for (int pe = 0; pe < n_pes; pe++) {
                const ishmemi_triplet_t row = ishmemi_triplet_of_row(n_pes, xrange, pe);
                const ishmemi_triplet_t column = ishmemi_triplet_of_column(n_pes, xrange, pe);
                require_axis(&row, n_pes, xrange, pe, true);
                require_axis(&column, n_pes, xrange, pe, false);
            }
        }
    }
}

static void test_lists(void)
{
    int at = -1;
    const int good[] = {3, 0, 2};
    REQUIRE(ishmemi_list_check(good, 3, 4, &at) == ISHMEMI_LIST_GOOD);
    REQUIRE(ishmemi_list_check(good, 0, 4, &at) == ISHMEMI_LIST_EMPTY);
    REQUIRE(ishmemi_list_check(good, -1, 4, &at) == ISHMEMI_LIST_EMPTY);
    REQUIRE(ishmemi_list_check(good, 3, 3, &at) == ISHMEMI_LIST_RANGE && at == 0);
    const int negative[] = {0, 1, -1};
    REQUIRE(ishmemi_list_check(negative, 3, 3, &at) == ISHMEMI_LIST_RANGE && at == 2);
    const int twice[] = {1, 2, 3, 2, 9};
    REQUIRE(ishmemi_list_check(twice, 5, 5, &at) == ISHMEMI_LIST_TWICE && at == 3);
    /* Nothing of it may be read. */
    REQUIRE(ishmemi_list_check(NULL, 5, 4, &at) == ISHMEMI_LIST_LONG);
    REQUIRE(ishmemi_list_check(twice, INT_MAX, 4, &at) == ISHMEMI_LIST_LONG);
    REQUIRE(ishmemi_list_find(good, 3, 2) == 2);
    REQUIRE(ishmemi_list_find(good, 3, 1) == -1);
}

int main(void)
{
    test_triplets();
    test_extremes();
    test_axes();
    test_lists();
    puts("team_list: passed");
    return 0;
}
