/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that need their host while they run. */
#include "ishmem_device.h"

/* Goes on until another PE has stored, and knows nothing of aborts. */
kernel void spin(global ulong *word)
{
    while (ishmem_ulong_g((ulong *)word, ishmem_my_pe()) == 0) {
    }
}

kernel void bad_pe(global int *object, int pe)
{
    ishmem_int_p((int *)object, 1, pe);
}

kernel void bad_object(global int *object)
{
    ishmem_int_put((int *)object, (int *)object, 2, 0);
}

/* Three numbers, and as many letters after them as the item's number says. */
static uint write_number(char *line, uint at, uint number)
{
    for (uint i = 5; i-- > 0;) {
        line[at + i] = (char)('0' + number % 10);
        number /= 10;
    }
    line[at + 5] = ' ';
    return at + 6;
}

static void write_line(char *line, uint pe, uint item, uint number)
{
    uint at = write_number(line, 0, pe);
    at = write_number(line, at, item);
    at = write_number(line, at, number);
    for (uint i = 0; i < item % 200; i++) {
        line[at++] = 'x';
    }
    line[at++] = '.';
    line[at++] = '\n';
    line[at] = 0;
}

kernel void print_lines(uint count)
{
    char line[256];
    for (uint number = 0; number < count; number++) {
        write_line(line, (uint)ishmem_my_pe(), (uint)get_global_id(0), number);
        ishmemx_print(line, ISHMEMX_MSG_STDOUT);
    }
}

/* More than there are slots for mail. */
kernel void ask(uint count)
{
    for (uint i = 0; i < count; i++) {
        ishmemx_nop_no_r();
        ishmemx_nop();
    }
    if (get_global_id(0) == 0) {
        ishmemx_debug_test();
    }
}

kernel void print_kinds(void)
{
    ishmemx_print("file.cl", 7, "print_kinds", "a warning", ISHMEMX_MSG_WARNING);
    ishmemx_print("an error\n", ISHMEMX_MSG_ERROR);
    ishmemx_print("for those who debug");
    ishmemx_print("as it is\n", ISHMEMX_MSG_STDERR);
}

kernel void stamp(ulong cells, uint count)
{
    for (uint i = 0; i < count; i++) {
        ishmemx_timestamp(cells + i * sizeof(ulong));
    }
}

kernel void stamp_soon(ulong cells, uint count)
{
    for (uint i = 0; i < count; i++) {
        ishmemx_timestamp_nbi(cells + i * sizeof(ulong));
    }
}
