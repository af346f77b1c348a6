/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds out whether heaps are host memory without a load that could end the process: the kernel
 * reads a byte for a pipe and reports a bad address as an error.
 */
#include "host_access.h"

#include "agree.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "tile.h"
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

static bool can_load(int pipe_in, int pipe_out, const char *address)
{
    char byte;
    return write(pipe_in, address, 1) == 1 && read(pipe_out, &byte, 1) == 1;
}

static bool can_load_all(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    bool all = true;
    for (int pe = 0; pe < ishmemi_job.n_pes && all; pe++) {
        if (ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE) {
            const char *const heap = ishmemi_peer_address(ishmemi_job.heap, pe);
            all = can_load(ends[1], ends[0], heap) &&
                  can_load(ends[1], ends[0], heap + ishmemi_job.heap_bytes - 1);
        }
    }
    close(ends[0]);
    close(ends[1]);
    return all;
}

int ishmemi_host_access_find(void)
{
    const int wanted = ishmemi_env.host_access;
    bool mapped = false;
    if (wanted == ISHMEMI_HOST_ACCESS_YES ||
        (wanted == ISHMEMI_HOST_ACCESS_AUTO && ishmemi_tile_is_integrated())) {
        mapped = can_load_all();
    }
    const bool all_mapped = ishmemi_agree(mapped) < 0;
    if (wanted == ISHMEMI_HOST_ACCESS_YES && !all_mapped) {
        ishmemi_error("ISHMEM_HOST_ACCESS=1, but %s",
                      mapped ? "another PE cannot load from the heaps"
                             : "the host cannot load from the heaps of this tile");
        return -1;
    }
    ishmemi_job.heap_host_mapped = all_mapped;
    ishmemi_debug("the host reaches heaps %s", all_mapped ? "directly" : "through the tile");
    return 0;
}
