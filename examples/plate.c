/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Plates in and out of pictures, and the serial solve that jacobi is checked against: see plate.h.
 */
#include "plate.h"

#include "png.h"
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_BYTES = 256, PGM_MAX_VALUE = 65535 };

static int plate_allocate(uint32_t columns, uint32_t rows, plate_t *plate, char error[ERROR_BYTES])
{
    const size_t points = (size_t)columns * rows;

    plate->columns = columns;
    plate->rows = rows;
    plate->temperature = calloc(points, sizeof(*plate->temperature));
    plate->fixed = calloc(points, sizeof(*plate->fixed));
    if (plate->temperature == NULL || plate->fixed == NULL) {
        plate_destroy(plate);
        snprintf(error, ERROR_BYTES, "no memory for a plate of %u x %u points", columns, rows);
        return -1;
    }
    return 0;
}

void plate_destroy(plate_t *plate)
{
    free(plate->temperature);
    free(plate->fixed);
    plate->temperature = NULL;
    plate->fixed = NULL;
}

int plate_copy(const plate_t *plate, plate_t *copy, char error[ERROR_BYTES])
{
    const size_t points = (size_t)plate->columns * plate->rows;

    if (plate_allocate(plate->columns, plate->rows, copy, error) != 0)
        return -1;
    memcpy(copy->temperature, plate->temperature, points * sizeof(*plate->temperature));
    memcpy(copy->fixed, plate->fixed, points * sizeof(*plate->fixed));
    return 0;
}

static void hold_border(plate_t *plate)
{
    const size_t columns = plate->columns;
    const size_t rows = plate->rows;

    memset(plate->fixed, 1, columns);
    memset(plate->fixed + (rows - 1) * columns, 1, columns);
    for (size_t y = 0; y < rows; y++) {
        plate->fixed[y * columns] = 1;
        plate->fixed[(y + 1) * columns - 1] = 1;
    }
}

int plate_create(uint32_t columns, uint32_t rows, plate_t *plate, char error[ERROR_BYTES])
{
    if (plate_allocate(columns, rows, plate, error) != 0)
        return -1;
    hold_border(plate);
    for (size_t x = 0; x < columns; x++)
        plate->temperature[x] = PLATE_HOTTEST;

    const int64_t centre_x = (int64_t)columns * 2 / 3;
    const int64_t centre_y = (int64_t)rows * 2 / 3;
    const int64_t radius = (columns < rows ? columns : rows) / 10;
    for (int64_t y = centre_y - radius; y <= centre_y + radius; y++) {
        for (int64_t x = centre_x - radius; x <= centre_x + radius; x++) {
            const int64_t dx = x - centre_x;
            const int64_t dy = y - centre_y;
            const size_t at = (size_t)y * columns + (size_t)x;
            if (dx * dx + dy * dy > radius * radius || plate->fixed[at])
                continue;
            plate->temperature[at] = PLATE_HOTTEST;
            plate->fixed[at] = 1;
        }
    }
    return 0;
}

/* The next number of a PGM file, after spaces and comments; -1: there is none, or it is above
 * `limit`. */
static long pgm_number(FILE *file, long limit)
{
    int c = getc(file);
    long number = 0;

    while (isspace(c) || c == '#') {
        if (c == '#') {
            while (c != '\n' && c != EOF)
                c = getc(file);
        } else {
            c = getc(file);
        }
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(file)) {
        number = 10 * number + (c - '0');
        if (number > limit)
            return -1;
    }
    /* The byte after the header's last number is a space that belongs to the header; no other
     * number misses the space after it. */
    return isspace(c) || c == EOF ? number : -1;
}

static long pgm_binary_value(FILE *file, long max_value)
{
    int value = getc(file);

    if (value != EOF && max_value > 255) {
        const int low = getc(file);
        value = low == EOF ? EOF : value << 8 | low;
    }
    return value == EOF || value > max_value ? -1 : value;
}

static int pgm_values(FILE *file, bool binary, long max_value, plate_t *plate,
                      char error[ERROR_BYTES])
{
    const size_t points = (size_t)plate->columns * plate->rows;

    for (size_t i = 0; i < points; i++) {
        const long value = binary ? pgm_binary_value(file, max_value) : pgm_number(file, max_value);
        if (value < 0) {
            snprintf(error, ERROR_BYTES,
                     "the picture ends, or has a value above %ld, at point %zu of %zu", max_value,
                     i, points);
            return -1;
        }
        plate->temperature[i] = (float)value / (float)max_value * PLATE_HOTTEST;
        plate->fixed[i] = value == max_value;
    }
    return 0;
}

static int pgm_read(FILE *file, plate_t *plate, char error[ERROR_BYTES])
{
    const int magic = getc(file);
    const int kind = getc(file);

    if (magic != 'P' || (kind != '2' && kind != '5')) {
        snprintf(error, ERROR_BYTES, "not a PGM picture: it begins with neither P2 nor P5");
        return -1;
    }
    const long columns = pgm_number(file, PLATE_MAX_SIDE);
    const long rows = pgm_number(file, PLATE_MAX_SIDE);
    const long max_value = pgm_number(file, PGM_MAX_VALUE);
    if (columns < PLATE_MIN_SIDE || rows < PLATE_MIN_SIDE || max_value < 1) {
        snprintf(error, ERROR_BYTES,
                 "bad PGM header: width and height go from %d to %d, the brightest value from 1 "
                 "to %d",
                 PLATE_MIN_SIDE, PLATE_MAX_SIDE, PGM_MAX_VALUE);
        return -1;
    }
    if (plate_allocate((uint32_t)columns, (uint32_t)rows, plate, error) != 0)
        return -1;
    if (pgm_values(file, kind == '5', max_value, plate, error) != 0) {
        plate_destroy(plate);
        return -1;
    }
    hold_border(plate);
    return 0;
}

int plate_read(const char *path, plate_t *plate, char error[ERROR_BYTES])
{
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        snprintf(error, ERROR_BYTES, "cannot be opened: %s", strerror(errno));
        return -1;
    }
    const int result = pgm_read(file, plate, error);
    fclose(file);
    return result;
}

static void write_picture(const plate_t *plate, bool png, uint8_t *values, FILE *file)
{
    const size_t points = (size_t)plate->columns * plate->rows;

    for (size_t i = 0; i < points; i++) {
        const float value = plate->temperature[i] / PLATE_HOTTEST * 255.0f + 0.5f;
        values[i] = (uint8_t)(value < 0.0f ? 0 : value >= 255.0f ? 255 : (int)value);
    }
    if (png) {
        png_write(file, plate->columns, plate->rows, values);
        return;
    }
    fprintf(file, "P5\n%u %u\n255\n", plate->columns, plate->rows);
    fwrite(values, 1, points, file);
}

int plate_write(const plate_t *plate, const char *path, char error[ERROR_BYTES])
{
    const char *ending = strrchr(path, '.');
    uint8_t *values = malloc((size_t)plate->columns * plate->rows);

    if (values == NULL) {
        snprintf(error, ERROR_BYTES, "no memory for a picture of %u x %u points", plate->columns,
                 plate->rows);
        return -1;
    }
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        snprintf(error, ERROR_BYTES, "cannot be opened: %s", strerror(errno));
        free(values);
        return -1;
    }
    write_picture(plate, ending != NULL && strcmp(ending, ".png") == 0, values, file);
    free(values);
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        snprintf(error, ERROR_BYTES, "cannot be written: %s", strerror(errno));
        return -1;
    }
    return 0;
}

/* One sweep.  The expression is the same as in the kernel, so the bits are the same. */
static void relax(const plate_t *plate, const float *restrict now, float *restrict next)
{
    const size_t columns = plate->columns;

    for (size_t y = 1; y + 1 < plate->rows; y++) {
        const float *row = now + y * columns;
        const float *above = row - columns;
        const float *below = row + columns;
        const uint8_t *restrict fixed = plate->fixed + y * columns;
        float *restrict out = next + y * columns;
        for (size_t x = 1; x + 1 < columns; x++) {
            const float mean = 0.25f * ((above[x] + below[x]) + (row[x - 1] + row[x + 1]));
            out[x] = fixed[x] ? row[x] : mean;
        }
    }
}

int plate_solve(plate_t *plate, uint32_t iterations, char error[ERROR_BYTES])
{
    const size_t bytes = (size_t)plate->columns * plate->rows * sizeof(float);
    float *now = plate->temperature;
    float *next = malloc(bytes);

    if (next == NULL) {
        snprintf(error, ERROR_BYTES, "no memory for a second plate of %u x %u points",
                 plate->columns, plate->rows);
        return -1;
    }
    memcpy(next, now, bytes);
    for (uint32_t i = 0; i < iterations; i++) {
        relax(plate, now, next);
        float *swapped = now;
        now = next;
        next = swapped;
    }
    plate->temperature = now;
    free(next);
    return 0;
}
