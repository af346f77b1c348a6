/* SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"

#include "launch.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_ALIGNMENT = 16 }; /* floats: a cache line */

uint32_t layout_rows_of(const layout_t *layout, int pe)
{
    const uint32_t inner = layout->rows - 2;
    const uint32_t n_pes = (uint32_t)layout->n_pes;

    return inner / n_pes + ((uint32_t)pe < inner % n_pes ? 1 : 0);
}

uint32_t layout_first_row_of(const layout_t *layout, int pe)
{
    uint32_t first = 1;

    for (int before = 0; before < pe; before++)
        first += layout_rows_of(layout, before);
    return first;
}

void layout_create(uint32_t columns, uint32_t rows, layout_t *layout)
{
    layout->columns = columns;
    layout->rows = rows;
    layout->n_pes = ishmem_n_pes();
    layout->pitch = ((size_t)columns + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    layout->buffer_floats = (layout_rows_of(layout, 0) + 2) * layout->pitch;
    layout->field = ishmem_calloc(2 * layout->buffer_floats, sizeof(float));
    layout->fixed = ishmem_calloc(layout->buffer_floats, 1);
    layout->signals = ishmem_calloc(2, sizeof(uint64_t));
    layout->partials = ishmem_calloc(2 * (size_t)layout->n_pes, sizeof(uint64_t));
    layout->groups = ishmem_calloc(1, sizeof(jacobi_groups_t));
    if (layout->field == NULL || layout->fixed == NULL || layout->signals == NULL ||
        layout->partials == NULL || layout->groups == NULL)
        launch_fail("a plate of %u x %u points needs %zu MiB in the symmetric heap of each of %d "
                    "PEs: set ISHMEM_SYMMETRIC_SIZE, or use more PEs",
                    columns, rows, (9 * layout->buffer_floats >> 20) + 1, layout->n_pes);
}

void layout_destroy(layout_t *layout)
{
    ishmem_free(layout->groups);
    ishmem_free(layout->partials);
    ishmem_free(layout->signals);
    ishmem_free(layout->fixed);
    ishmem_free(layout->field);
}

void layout_scatter(const plate_t *plate, const layout_t *layout)
{
    float *temperature = calloc(layout->buffer_floats, sizeof(float));
    uint8_t *fixed = calloc(layout->buffer_floats, 1);

    if (temperature == NULL || fixed == NULL)
        launch_fail("no memory for the rows of one PE");
    for (int pe = 0; pe < layout->n_pes; pe++) {
        const size_t above = layout_first_row_of(layout, pe) - 1;
        const size_t rows = layout_rows_of(layout, pe) + 2;
        for (size_t y = 0; y < rows; y++) {
            const size_t from = (above + y) * plate->columns;
            memcpy(temperature + y * layout->pitch, plate->temperature + from,
                   plate->columns * sizeof(float));
            memcpy(fixed + y * layout->pitch, plate->fixed + from, plate->columns);
        }
        const size_t floats = rows * layout->pitch;
        ishmem_float_put(layout->field, temperature, floats, pe);
        ishmem_float_put(layout->field + layout->buffer_floats, temperature, floats, pe);
        ishmem_putmem(layout->fixed, fixed, floats, pe);
    }
    ishmem_quiet();
    free(fixed);
    free(temperature);
}

void layout_gather(const layout_t *layout, uint32_t iterations, plate_t *plate)
{
    const float *buffer = layout->field + (iterations % 2 ? layout->buffer_floats : 0);
    float *part = malloc(layout->buffer_floats * sizeof(float));

    if (part == NULL)
        launch_fail("no memory for the rows of one PE");
    for (int pe = 0; pe < layout->n_pes; pe++) {
        const size_t first = layout_first_row_of(layout, pe);
        const size_t rows = layout_rows_of(layout, pe);
        ishmem_float_get(part, buffer + layout->pitch, rows * layout->pitch, pe);
        for (size_t y = 0; y < rows; y++)
            memcpy(plate->temperature + (first + y) * plate->columns, part + y * layout->pitch,
                   plate->columns * sizeof(float));
    }
    free(part);
}
