/* SPDX-License-Identifier: BSD-3-Clause */
/* Labels the output of PEs. */
#include "ishmrun.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READ_BYTES 65536

static void write_all(int to, const char *text, size_t bytes)
{
    while (bytes > 0) {
        const ssize_t wrote = write(to, text, bytes);
        if (wrote < 0 && errno != EINTR) {
            return; /* nobody reads it any more */
        }
        if (wrote > 0) {
            text += wrote;
            bytes -= (size_t)wrote;
        }
    }
}

static void write_line(const output_t *output, int pe, const char *line, size_t bytes)
{
    char label[16];
    const int length = snprintf(label, sizeof label, "[%d] ", pe);
    write_all(output->to, label, (size_t)length);
    write_all(output->to, line, bytes);
}

static bool make_room(output_t *output)
{
    const size_t wanted = output->bytes + READ_BYTES;
    if (wanted <= output->capacity) {
        return true;
    }
    char *const larger = realloc(output->line, 2 * wanted);
    if (larger) {
        output->line = larger;
        output->capacity = 2 * wanted;
    }
    return larger;
}

void output_pass(output_t *output, int pe)
{
    if (!make_room(output)) {
        output_finish(output, pe);
        return;
    }
    const ssize_t got = read(output->from, output->line + output->bytes, READ_BYTES);
    if (got <= 0) {
        if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            output_finish(output, pe);
        }
        return;
    }
    output->bytes += (size_t)got;
    char *begin = output->line;
    char *const end = output->line + output->bytes;
    for (char *stop; (stop = memchr(begin, '\n', (size_t)(end - begin))); begin = stop + 1) {
        write_line(output, pe, begin, (size_t)(stop + 1 - begin));
    }
    output->bytes = (size_t)(end - begin);
    memmove(output->line, begin, output->bytes);
}

void output_finish(output_t *output, int pe)
{
    if (output->bytes > 0) {
        write_line(output, pe, output->line, output->bytes);
        write_all(output->to, "\n", 1);
    }
    free(output->line);
    output->line = NULL;
    output->bytes = 0;
    output->capacity = 0;
    if (output->from >= 0) {
        close(output->from);
        output->from = -1;
    }
}
