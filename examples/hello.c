/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hello: each PE names its tile.
 *
 *     mpiexec -n 4 hello
 *
 * Every PE writes its line into its own symmetric heap, its tile puts the line into the heap of
 * PE 0 from inside a kernel, and PE 0 prints all lines in the order of the PEs.
 */
#define _POSIX_C_SOURCE 200809L
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 512, GROUP_ITEMS = 32 };

static const char *device_kind(ze_device_type_t type)
{
    return type == ZE_DEVICE_TYPE_GPU ? "GPU" : type == ZE_DEVICE_TYPE_CPU ? "CPU" : "device";
}

static void describe_tile(char line[LINE_BYTES])
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    char host[128] = "";
    char tile[64] = "the whole";

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    gethostname(host, sizeof(host) - 1);
    if (properties.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE)
        snprintf(tile, sizeof(tile), "tile %u of", properties.subdeviceId);
    snprintf(line, LINE_BYTES, "PE %d of %d: %s %s \"%s\" on host %s", ishmem_my_pe(),
             ishmem_n_pes(), tile, device_kind(properties.type), properties.name, host);
}

int main(void)
{
    ishmem_init();
    const int me = ishmem_my_pe();
    const int n_pes = ishmem_n_pes();
    char text[LINE_BYTES] = "";
    const uint64_t bytes = LINE_BYTES;
    char *line = ishmem_calloc(1, LINE_BYTES);
    char *lines = ishmem_calloc((size_t)n_pes, LINE_BYTES);
    if (line == NULL || lines == NULL)
        launch_fail("no room in the symmetric heap for %d lines", n_pes);

    describe_tile(text);
    ishmem_putmem(line, text, LINE_BYTES, me);
    ishmem_quiet();

    launch_program_t program;
    ze_kernel_handle_t kernel;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(lines), LAUNCH_ARGUMENT(line),
                                           LAUNCH_ARGUMENT(bytes)};
    launch_open("hello.spv", &program);
    launch_kernel_create(&program, "hello", GROUP_ITEMS, 3, arguments, &kernel);
    launch_start(&program, kernel, 1, false);
    launch_wait(&program);
    ishmem_barrier_all();

    if (me == 0) {
        for (int pe = 0; pe < n_pes; pe++) {
            ishmem_getmem(text, lines + (size_t)pe * LINE_BYTES, LINE_BYTES, 0);
            printf("%.*s\n", LINE_BYTES, text);
        }
    }

    launch_kernel_destroy(kernel);
    launch_close(&program);
    ishmem_free(lines);
    ishmem_free(line);
    ishmem_finalize();
    return EXIT_SUCCESS;
}
