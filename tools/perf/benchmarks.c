/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of benchmarks.
 */
#include "benchmarks.h"

#include "device.h"
#include "host.h"
#include "with_mpi.h"




const perf_benchmark_t perf_benchmarks[] = {
    {.name = "put_bw", .meaning = "put_nbi, many under way", .limit = PERF_LIMIT_COPY,
     .sized = true, .counts_bytes = true, .batch = 64, .host = perf_host_put,
     .device = perf_device_put, .mpi = perf_mpi_put},
    {.name = "get_bw", .meaning = "get_nbi, many under way", .limit = PERF_LIMIT_COPY,
     .sized = true, .counts_bytes = true, .batch = 64, .host = perf_host_get,
     .device = perf_device_get, .mpi = perf_mpi_get},
    {.name = "p_bw", .meaning = "p of 8 bytes, many under way", .limit = PERF_LIMIT_COPY,
     .counts_bytes = true, .batch = 64, .host = perf_host_p, .device = perf_device_p,
     .mpi = perf_mpi_put},
    {.name = "g_bw", .meaning = "g of 8 bytes", .limit = PERF_LIMIT_COPY, .counts_bytes = true,
     .batch = 64, .host = perf_host_g, .device = perf_device_g, .mpi = perf_mpi_get},
    {.name = "put_latency", .meaning = "put and quiet", .limit = PERF_LIMIT_COPY, .sized = true,
     .counts_bytes = true, .batch = 1, .host = perf_host_put_quiet,
     .device = perf_device_put_quiet, .mpi = perf_mpi_put_flush},
    {.name = "get_latency", .meaning = "get", .limit = PERF_LIMIT_COPY, .sized = true,
     .counts_bytes = true, .batch = 1, .host = perf_host_get_each, .device = perf_device_get,
     .mpi = perf_mpi_get_flush},
    {.name = "p_latency", .meaning = "p of 8 bytes and quiet", .batch = 1,
     .host = perf_host_p_quiet, .device = perf_device_p_quiet, .mpi = perf_mpi_put_flush},
    {.name = "g_latency", .meaning = "g of 8 bytes", .batch = 1, .host = perf_host_g,
     .device = perf_device_g, .mpi = perf_mpi_get_flush},
    {.name = "put_ping_pong", .meaning = "put, fence, p of the last 8 bytes; one way",
     .pattern = PERF_PING_PONG, .limit = PERF_LIMIT_LINE, .sized = true, .counts_bytes = true,
     .batch = 1, .host = perf_host_put_ping_pong, .device = perf_device_put_ping_pong,
     .mpi = perf_mpi_ping_pong},
    {.name = "put_signal_ping_pong", .meaning = "put_signal, signal_wait_until; one way",
     .pattern = PERF_PING_PONG, .limit = PERF_LIMIT_LINE, .sized = true, .counts_bytes = true,
     .batch = 1, .host = perf_host_put_signal_ping_pong,
     .device = perf_device_put_signal_ping_pong, .mpi = perf_mpi_ping_pong},
    {.name = "signal_ping_pong", .meaning = "signal_set, signal_wait_until; one way",
     .pattern = PERF_PING_PONG, .limit = PERF_LIMIT_LINE, .batch = 1,
     .host = perf_host_signal_ping_pong, .device = perf_device_signal_ping_pong,
     .mpi = perf_mpi_ping_pong},
    {.name = "atomic_bw", .meaning = "an atomic, many under way (-o)",
     .limit = PERF_LIMIT_ATOMIC, .batch = 64, .operations = perf_atomic_operations,
     .host = perf_host_atomic, .device = perf_device_atomic, .mpi = perf_mpi_fetch_add},
    {.name = "atomic_latency", .meaning = "an atomic and quiet (-o)", .limit = PERF_LIMIT_ATOMIC,
     .batch = 1, .operations = perf_atomic_operations, .host = perf_host_atomic_quiet,
     .mpi = perf_mpi_fetch_add_flush},
    {.name = "atomic_ping_pong", .meaning = "an atomic, wait_until (-o); one way",
     .pattern = PERF_PING_PONG, .limit = PERF_LIMIT_LINE, .batch = 1,
     .operations = perf_atomic_operations,
     .host = perf_host_atomic_ping_pong, .mpi = perf_mpi_ping_pong},
    {.name = "barrier", .meaning = "barrier_all", .pattern = PERF_ALL, .limit = PERF_LIMIT_LINE,
     .batch = 1, .host = perf_host_barrier, .device = perf_device_barrier,
     .mpi = perf_mpi_barrier},
    {.name = "sync", .meaning = "sync_all", .pattern = PERF_ALL, .limit = PERF_LIMIT_LINE,
     .batch = 1, .host = perf_host_sync, .device = perf_device_sync, .mpi = perf_mpi_barrier},
    {.name = NULL}};
