/* SPDX-License-Identifier: BSD-3-Clause */
/* A PNG file is a row of chunks; its points are a zlib stream, here of stored blocks.  See RFC 2083 and RFC 1950. */
#include "png.h"

#include <stdbool.h>
#include <string.h>

enum { COLOURS = 256, MOST_STORED = 65535, ADLER_BASE = 65521 };

/* A chunk's checksum covers its type and its content. */
static uint32_t crc_of(uint32_t crc, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return crc;
}

static void big_endian(uint8_t bytes[4], uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* A chunk whose content comes in up to three parts. */
typedef struct part {
    const uint8_t *bytes;
    size_t count;
} part_t;

static void write_chunk(FILE *file, const char type[4], const part_t parts[3])
{
    uint8_t number[4];
    uint32_t crc = crc_of(~0u, (const uint8_t *)type, 4);

    big_endian(number, (uint32_t)(parts[0].count + parts[1].count + parts[2].count));
    fwrite(number, 1, sizeof number, file);
    fwrite(type, 1, 4, file);
    for (int i = 0; i < 3; i++) {
        if (parts[i].count == 0)
            continue;
        fwrite(parts[i].bytes, 1, parts[i].count, file);
        crc = crc_of(crc, parts[i].bytes, parts[i].count);
    }
    big_endian(number, ~crc);
    fwrite(number, 1, sizeof number, file);
}

/* From black through violet and orange to pale yellow.  Larger values are brighter, so the picture
 * also works in grey. */
static void write_palette(FILE *file)
{
    static const int stops[5][3] = {
        {0, 0, 4}, {87, 16, 110}, {188, 55, 84}, {249, 142, 9}, {252, 255, 164}};
    uint8_t colours[COLOURS][3];

    for (int i = 0; i < COLOURS; i++) {
        const int stop = i == COLOURS - 1 ? 3 : i * 4 / (COLOURS - 1);
        const int past = i * 4 - stop * (COLOURS - 1);
        for (int c = 0; c < 3; c++)
            colours[i][c] = (uint8_t)(stops[stop][c] +
                                      (stops[stop + 1][c] - stops[stop][c]) * past / (COLOURS - 1));
    }
    write_chunk(file, "PLTE", (part_t[3]){{colours[0], sizeof colours}});
}

/* One stored block of the zlib stream, in a chunk of its own. */
static void write_block(FILE *file, bool first, const part_t *content)
{
    static const uint8_t zlib_header[2] = {0x78, 0x01};
    const uint32_t length = (uint32_t)content->count;
    const uint8_t block_header[5] = {0, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)~length,
                                     (uint8_t)(~length >> 8)};

    write_chunk(file, "IDAT",
                (part_t[3]){{zlib_header, first ? sizeof zlib_header : 0},
                            {block_header, sizeof block_header},
                            *content});
}

static void adler_add(uint32_t sums[2], const part_t *content)
{
    for (size_t i = 0; i < content->count; i++) {
        sums[0] = (sums[0] + content->bytes[i]) % ADLER_BASE;
        sums[1] = (sums[1] + sums[0]) % ADLER_BASE;
    }
}

static void write_points(FILE *file, uint32_t columns, uint32_t rows, const uint8_t *values)
{
    static const uint8_t no_filter = 0, last_block[5] = {1, 0, 0, 0xff, 0xff};
    uint32_t sums[2] = {1, 0};
    uint8_t check[4];

    for (uint32_t y = 0; y < rows; y++) {
        const part_t before = {&no_filter, 1};
        adler_add(sums, &before);
        write_block(file, y == 0, &before);
        for (uint32_t x = 0; x < columns; x += MOST_STORED) {
            const uint32_t left = columns - x;
            const part_t some = {values + (size_t)y * columns + x,
                                 left < MOST_STORED ? left : MOST_STORED};
            adler_add(sums, &some);
            write_block(file, false, &some);
        }
    }
    big_endian(check, sums[1] << 16 | sums[0]);
    write_chunk(file, "IDAT", (part_t[3]){{last_block, sizeof last_block}, {check, sizeof check}});
}

void png_write(FILE *file, uint32_t columns, uint32_t rows, const uint8_t *values)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t header[13] = {[8] = 8, [9] = 3}; /* bits a point; the values are numbers of colours */

    big_endian(header, columns);
    big_endian(header + 4, rows);
    fwrite(signature, 1, sizeof signature, file);
    write_chunk(file, "IHDR", (part_t[3]){{header, sizeof header}});
    write_palette(file);
    write_points(file, columns, rows, values);
    write_chunk(file, "IEND", (part_t[3]){{NULL, 0}});
}
