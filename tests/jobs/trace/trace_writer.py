# SPDX-License-Identifier: BSD-3-Clause
"""Writes traces as docs/tracing.md describes them, without a job: of two PEs that signal each other, meet in barriers
and run kernels."""
import struct

HEADER = struct.Struct("<8sIIQiiiI64sQQQQqqqqQQQ")
HEADER_FIELDS = ["magic", "version", "chunk_bytes", "first_chunk", "pe", "n_pes", "pid", "is_complete", "host",
                 "start_ticks", "start_ns", "now_ticks", "now_ns", "start_least", "start_most", "end_least", "end_most",
                 "n_chunks", "dropped", "n_names"]
CHUNK = struct.Struct("<IIQ48x")
RECORD = struct.Struct("<QQQQQQiHBBB7x")
NAMES, NAME_BYTES = 1024, 80
FIRST_CHUNK = 86016
CHUNK_BYTES = 256 << 10
MOST_RECORDS = CHUNK_BYTES // RECORD.size - 1
START_TICKS, START_NS = 3_000_000_000, 1_000_000_000
PUT, SIGNAL, WAIT, COLLECTIVE, LAUNCH, PROXY = 0, 3, 4, 6, 11, 12
NEAR, FAR, KERNEL = 1, 2, 4
NOTHING, SET, ADD, SEEN = 0, 1, 2, 3
TABLE = ["ishmem_int_put", "ishmem_int_put_signal", "ishmem_signal_wait_until", "ishmem_barrier_all", "a_kernel",
         "proxy: put", "ishmem_uint64_wait_until", "ishmem_uint64_atomic_inc"]


def record(began, took, name, kind, path=0, effect=NOTHING, waited=0, size=0, thing=0, value=0, pe=-1):
    return RECORD.pack(START_TICKS + began, START_TICKS + began + took, waited, size, thing, value, pe,
                       TABLE.index(name), kind, path, effect)


def chunk(thread, number, records):
    """A whole chunk of the file."""
    return (CHUNK.pack(thread, len(records), number) + b"".join(records)).ljust(CHUNK_BYTES, b"\0")


def header(pe, n_pes, **fields):
    """In the order of HEADER_FIELDS."""
    values = {"magic": b"ishmtrc\0", "version": 2, "chunk_bytes": CHUNK_BYTES, "first_chunk": FIRST_CHUNK, "pe": pe,
              "n_pes": n_pes, "pid": 100 + pe, "is_complete": 1, "host": b"host", "start_ticks": START_TICKS,
              "start_ns": START_NS, "now_ticks": START_TICKS + 30_000_000, "now_ns": START_NS + 10_000_000,
              "start_least": 0, "start_most": 0, "end_least": 0, "end_most": 0, "n_chunks": 0, "dropped": 0,
              "n_names": len(TABLE), **fields}
    return HEADER.pack(*(values[field] for field in HEADER_FIELDS))


def trace(pe, n_pes, chunks, **fields):
    start = header(pe, n_pes, **{"n_chunks": len(chunks), **fields})
    table = b"".join(name.encode().ljust(NAME_BYTES, b"\0") for name in TABLE)
    return (start + table).ljust(FIRST_CHUNK, b"\0") + b"".join(chunks)


def calls_of(pe, rounds):
    """The host's and the kernels' records of a PE.  Each round has 4 and 3, with two arrows to this PE's waits."""
    hosts, kernels = [], []
    for i in range(1, rounds + 1):
        at = i * 30_000
        hosts += [record(at, 900, "ishmem_int_put", PUT, NEAR, size=64, pe=1 - pe),
                  record(at + 1000, 900, "ishmem_int_put_signal", PUT, FAR, SET, size=64, thing=128, value=i,
                         pe=1 - pe),
                  record(at + 2000, 3000, "ishmem_signal_wait_until", WAIT, 0, SEEN, 2000, thing=128, value=i,
                         pe=pe),
                  record(at + 6000, 2000 + pe, "ishmem_barrier_all", COLLECTIVE, waited=100, thing=1, value=i)]
        kernels += [record(at + 9000, 9000, "a_kernel", LAUNCH, KERNEL, value=2),
                    record(at + 10000, 100, "ishmem_uint64_atomic_inc", SIGNAL, KERNEL, ADD, thing=8, value=1,
                           pe=1 - pe),
                    record(at + 10200, 900, "ishmem_uint64_wait_until", WAIT, KERNEL, SEEN, 900, thing=8, value=i,
                           pe=pe)]
    return hosts, kernels


CALLS, ARROWS = 7, 2


def job(rounds=10, n_pes=2, **fields):
    """{name of file: bytes} of a job.  The chunks: the host's, the kernels', and one that nobody has used."""
    files = {}
    for pe in range(n_pes):
        hosts, kernels = calls_of(pe, rounds)
        files[f"pe-{pe}.ishmtrace"] = trace(pe, n_pes, [chunk(500 + pe, 1, hosts), chunk(0, 2, kernels),
                                                        chunk(501, 3, [])], **fields)
    return files


STATISTICS = ('{"ishmem_stats": 1, "pes": 2, "seconds": 1.25, "routines": [{"routine": "ishmem_int_put", '
              '"path": "near", "calls": 2, "bytes": 128, "seconds": 0.1, "waiting_seconds": 0.0}], '
              '"bytes_from_to": [[0, 64], [64, 0]]}\n')
