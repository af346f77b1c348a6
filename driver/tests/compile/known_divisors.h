/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vectors of divisors (and dividends) that the compiler knows, for the kernels and for the program
 * that checks them: numbers for which a division is undefined or overflows, among random ones.
 */
#ifndef ZED_TEST_KNOWN_DIVISORS_H
#define ZED_TEST_KNOWN_DIVISORS_H

#define KNOWN_0 3, 0, -1, 7, 0, 0x80, -2, 1, 0x8000, -1, 0, 10, 0x7fff, 0x80000000, 5, -7
#define KNOWN_1 \
    0, 0x8000000000000000, 13, -1, -1, 100, 0x7f, 3, 0xa53b, 0, 2, -113, 1, 0x7fffffff, 0, 6
#define KNOWN_2 \
    -1, 1, 0, -3, 0x6c078965, 16, 255, 0, -1000003, 0x5851f42d4c957f2d, 9, 0x8000, -1, 4, 21, 0
#define KNOWN_3 \
    7, -5, 0x7fffffffffffffff, 2, 0, 31, -1, 12, 1, 0x80, -64, 641, 0x80000000, 0x10001, -1, 11

/* KNOWN_FIRST(4, int, KNOWN_0): the first four numbers of one of these, converted to a type. */
#define KNOWN_FIRST(count, ...) KNOWN_FIRST_##count(__VA_ARGS__)
#define KNOWN_FIRST_2(t, a, b, ...) (t)(a), (t)(b)
#define KNOWN_FIRST_3(t, a, b, c, ...) KNOWN_FIRST_2(t, a, b, ), (t)(c)
#define KNOWN_FIRST_4(t, a, b, c, d, ...) KNOWN_FIRST_2(t, a, b, ), KNOWN_FIRST_2(t, c, d, )
#define KNOWN_FIRST_8(t, a, b, c, d, e, f, g, h, ...) \
    KNOWN_FIRST_4(t, a, b, c, d, ), KNOWN_FIRST_4(t, e, f, g, h, )
#define KNOWN_FIRST_16(t, a, b, c, d, e, f, g, h, ...) \
    KNOWN_FIRST_8(t, a, b, c, d, e, f, g, h, ), KNOWN_FIRST_8(t, __VA_ARGS__, )

#endif
