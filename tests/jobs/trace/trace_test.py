#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""trace_test.py counts|text|pictures|perfetto|die|limit|kernels MPIEXEC PES PROGRAM ISHMEM_TRACE

Runs the program traced with ISHMEM_STATS and ISHMEM_TRACE, and compares what they say with its calls.
"""
import collections
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS, PUTS, GETS, ADDS, BLOCK, THREAD_PUTS, MANY = 7, 10, 5, 3, 64, 4, 10000
CHUNKS_AT = 168  # of their number in a file's header


def fail(sentence):
    sys.exit(f"trace_test.py: {sentence}")


def require(condition, what):
    if not condition:
        fail(what)


def expected(pes):
    """{routine: (calls, bytes) of all PEs}, of the program's main part."""
    each = {"ishmem_int_put_signal": (ROUNDS, ROUNDS * BLOCK), "ishmem_signal_wait_until": (ROUNDS, 0),
            "ishmem_uint64_wait_until": (ROUNDS, 0), "ishmem_int_put": (PUTS, PUTS * BLOCK),
            "ishmem_int_get": (GETS, GETS * BLOCK // 2), "ishmem_long_atomic_add": (ADDS, ADDS * 8),
            "ishmem_putmem": (THREAD_PUTS, THREAD_PUTS * BLOCK), "ishmem_quiet": (1, 0),
            "ishmem_int_sum_reduce": (1, 4), "ishmem_barrier_all": (1, 0), "ishmem_free": (2, 0),
            "ishmem_malloc": (1, 8), "ishmem_finalize": (1, 0)}
    counts = {routine: (pes * calls, pes * size) for routine, (calls, size) in each.items()}
    for routine in ("ishmem_uint64_atomic_inc", "ishmem_uint64_atomic_add"):
        counts[routine] = (pes // 2 * ROUNDS, pes // 2 * ROUNDS * 8)
    return counts


def check_statistics(statistics, pes, path):
    require(statistics["ishmem_stats"] == 1 and statistics["pes"] == pes, f"{statistics} is of another job")
    rows = {row["routine"]: row for row in statistics["routines"]}
    require(len(rows) == len(statistics["routines"]), "a routine has two rows")
    for routine, (calls, size) in expected(pes).items():
        row = rows.get(routine) or fail(f"no row for {routine}")
        require((row["calls"], row["bytes"]) == (calls, size),
                f"{routine}: {row['calls']} calls, {row['bytes']} bytes, expected {calls} and {size}")
        require(0 <= row["waiting_seconds"] <= row["seconds"] + 1e-9, f"{row}: waited longer than it took")
        if "put" in routine or "get" in routine:
            require(row["path"] == path, f"{routine} took path {row['path']}, expected {path}")
    # Even PEs wait while odd ones think, 5 ms a round; on a busy machine they come late to the wait.
    waited = rows["ishmem_signal_wait_until"]["waiting_seconds"]
    require(waited >= 0.25 * (pes // 2) * ROUNDS * 5e-3, f"the waits waited only {waited} s")
    put = ROUNDS * BLOCK + PUTS * BLOCK + ADDS * 8 + THREAD_PUTS * BLOCK + ROUNDS * 8
    for source in range(pes):
        for target in range(pes):
            size = put + GETS * BLOCK // 2 if target == source ^ 1 else 0
            found = statistics["bytes_from_to"][source][target]
            require(found == size, f"{found} bytes from PE {source} to {target}, expected {size}")


def slices_of(lines):
    """{(PE, thread): slices by time}"""
    rows = collections.defaultdict(list)
    for line in lines:
        if line["ph"] == "X":
            rows[line["pid"], line["tid"]].append(line)
    return rows


def slice_at(rows, line):
    for call in rows[line["pid"], line["tid"]]:
        if call["ts"] - 0.002 <= line["ts"] <= call["ts"] + call["dur"] + 0.002 and "value" in call["args"]:
            return call
    return fail(f"no call at {line}")


def check_format(lines):
    """What the Trace Event Format demands of the events that we write."""
    needed = {"M": {"name", "pid", "args"}, "X": {"name", "cat", "pid", "tid", "ts", "dur", "args"},
              "s": {"name", "cat", "id", "pid", "tid", "ts"}, "f": {"name", "cat", "id", "pid", "tid", "ts", "bp"}}
    for line in lines:
        require(needed[line["ph"]] <= set(line), f"{line} lacks a field")
        for field in ("ts", "dur"):
            require(isinstance(line.get(field, 0), (int, float)) and line.get(field, 0) >= 0, f"{line}: bad {field}")
        for field in ("pid", "tid", "id"):
            require(isinstance(line.get(field, 0), int), f"{line}: bad {field}")
    for row in slices_of(lines).values():
        row.sort(key=lambda call: call["ts"])
        for call, after in zip(row, row[1:]):
            require(call["ts"] + call["dur"] <= after["ts"] + 0.002, f"{call} overlaps {after}")


def check_arrows(lines, pes):
    rows = slices_of(lines)
    starts = {line["id"]: line for line in lines if line["ph"] == "s"}
    finishes = {line["id"]: line for line in lines if line["ph"] == "f"}
    require(set(starts) == set(finishes), "an arrow has one end only")
    found = collections.Counter()
    for number, start in starts.items():
        change, wait = slice_at(rows, start), slice_at(rows, finishes[number])
        require(change["pid"] == wait["pid"] ^ 1 and change["args"]["pe"] == wait["pid"], f"{change} is not for {wait}")
        require(change["args"]["word"] == wait["args"]["word"], f"{change} is of another word than {wait}")
        if change["name"] == "ishmem_int_put_signal":
            require(change["args"]["value"] == wait["args"]["value"], f"{change} did not end {wait}")
            found[change["pid"], "signal", change["args"]["value"]] += 1
        else:
            found[change["pid"], "count", wait["args"]["value"]] += 1
    wanted = {(pe, how, i): 1 for pe in range(pes) for how in ("signal", "count") for i in range(1, ROUNDS + 1)}
    require(found == wanted, f"arrows {dict(found)}, expected {wanted}")


def run(command, **variables):
    return subprocess.run(command, env=dict(os.environ, **variables), capture_output=True, text=True, check=False)


def test_counts(mpiexec, pes, program, tool, folder):
    stats, trace = folder / "stats.json", folder / "trace"
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_STATS="json", ISHMEM_STATS_FILE=str(stats),
               ISHMEM_TRACE=str(trace))
    require(done.returncode == 0, f"status {done.returncode}\n{done.stderr}")
    path = "far" if os.environ.get("ISHMEM_PES_PER_NODE") == "1" else "near"
    check_statistics(json.loads(stats.read_text()), pes, path)
    done = run([tool, "merge", trace])
    require(done.returncode == 0, done.stderr)
    merged = json.loads((trace / "trace.json").read_text())["traceEvents"]
    calls = collections.Counter(line["name"] for line in merged if line["ph"] == "X")
    for routine, (count, _) in expected(pes).items():
        require(calls[routine] == count, f"{calls[routine]} calls of {routine} in the trace, expected {count}")
    check_format(merged)
    check_arrows(merged, pes)
    summary = json.loads(run([tool, "summary", trace, "--json"]).stdout)
    require(summary["arrows"] == 2 * pes * ROUNDS and summary["dropped"] == 0, f"{summary}")
    late = {(row["waiting_pe"], row["for_pe"]): row["collectives"] for row in summary["late"]}
    for pe in range(pes - 1):
        require(late.get((pe, pes - 1), 0) >= 0.050, f"PE {pe} waited {late.get((pe, pes - 1))} s for the last, "
                                                     f"which was 250 ms late")
    text = run([tool, "summary", trace]).stdout
    require(f"PE 0 waited " in text and f" ms for PE {pes - 1}: " in text, text)


KERNEL_ROUNDS = 5
KERNEL_ROWS = {("ishmem_int_p", "kernel"): (24, 96), ("ishmemx_int_put_work_group", "kernel"): (2, 128),
               ("ishmem_int_put_signal", "kernel"): (KERNEL_ROUNDS, KERNEL_ROUNDS * BLOCK),
               ("ishmem_signal_wait_until", "kernel"): (KERNEL_ROUNDS, 0), ("ishmem_barrier_all", "kernel"): (1, 0),
               ("ishmem_quiet", "kernel"): (1, 0), ("ishmemx_int_p_on_queue", "queue"): (3, 12),
               ("ishmemx_p_on_queue", "kernel"): (3, 12)}


def test_kernels(mpiexec, pes, program, tool, folder):
    stats, trace = folder / "stats.json", folder / "trace"
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_STATS="json", ISHMEM_STATS_FILE=str(stats),
               ISHMEM_TRACE=str(trace))
    require(done.returncode == 0, f"status {done.returncode}\n{done.stderr}")
    statistics = json.loads(stats.read_text())
    rows = {(row["routine"], row["path"]): (row["calls"], row["bytes"]) for row in statistics["routines"]}
    for row, (calls, size) in KERNEL_ROWS.items():
        require(rows.get(row) == (pes * calls, pes * size), f"{row}: {rows.get(row)}, expected {pes} times {calls, size}")
    size = 96 + 128 + KERNEL_ROUNDS * BLOCK + 12
    require(statistics["bytes_from_to"] == [[0, size], [size, 0]], f"{statistics['bytes_from_to']}, expected {size}")
    done = run([tool, "merge", trace, "-o", "-"])
    require(done.returncode == 0, done.stderr)
    lines = json.loads(done.stdout)["traceEvents"]
    check_format(lines)
    calls = collections.Counter((line["name"], line["args"].get("path", "")) for line in lines if line["ph"] == "X")
    for row, (count, _) in KERNEL_ROWS.items():
        require(calls[row] == pes * count, f"{calls[row]} of {row} in the trace, expected {pes * count}")
    launches = [line for line in lines if line["ph"] == "X" and line["cat"] == "kernel"]
    groups = {line["name"]: line["args"]["groups"] for line in launches}
    require(groups["traced_moves"] == 2 and groups["traced_signals"] == 1, f"{groups}")
    rows = slices_of(lines)
    starts = {line["id"]: line for line in lines if line["ph"] == "s"}
    arrows = collections.Counter()
    for finish in (line for line in lines if line["ph"] == "f"):
        change, wait = slice_at(rows, starts[finish["id"]]), slice_at(rows, finish)
        require(change["pid"] == wait["pid"] ^ 1 and change["args"]["value"] == wait["args"]["value"],
                f"{change} did not end {wait}")
        arrows[change["name"], wait["name"]] += 1
    require(arrows == {("ishmem_int_put_signal", "ishmem_signal_wait_until"): pes * KERNEL_ROUNDS}, f"{arrows}")
    operations = collections.Counter(line["name"] for line in lines if line["ph"] == "X" and line["cat"] == "proxy")
    if os.environ.get("ISHMEM_PES_PER_NODE") == "1":
        require(operations["proxy: put"] >= pes * (24 + 2 + KERNEL_ROUNDS + 3), f"{operations}")
    else:
        require(not operations, f"{operations}")
    for call in (line for line in lines if line["ph"] == "X" and line["name"] == "ishmem_int_p"):
        require(any(launch["pid"] == call["pid"] and launch["ts"] - 1 <= call["ts"] and
                    call["ts"] + call["dur"] <= launch["ts"] + launch["dur"] + 1 for launch in launches),
                f"{call} is outside of all kernels")


def require_picture(picture, command):
    """Drawn, or refused for want of matplotlib."""
    done = run([*command, picture])
    drawn = done.returncode == 0 and "</svg>" in picture.read_text()
    require(drawn or "apt-get install python3-matplotlib" in done.stderr, f"{command}: {done.stderr}")


def test_pictures(mpiexec, pes, program, tool, folder):
    stats, trace = folder / "stats.json", folder / "trace"
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_STATS="json", ISHMEM_STATS_FILE=str(stats),
               ISHMEM_TRACE=str(trace))
    require(done.returncode == 0, done.stderr)
    require_picture(folder / "matrix.svg", [tool, "matrix", stats])
    require_picture(folder / "trace.svg", [tool, "draw", trace])
    refused = run([tool, "matrix", trace / "pe-0.ishmtrace", folder / "matrix.svg"])
    require(refused.returncode == 1, "a trace was taken for statistics")


def test_perfetto(mpiexec, pes, program, tool, folder):
    """Perfetto's own reader finds every call and every arrow, and has nothing to say against the file."""
    trace = folder / "trace"
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_TRACE=str(trace))
    require(done.returncode == 0, done.stderr)
    require(run([tool, "merge", trace]).returncode == 0, "the traces are not merged")
    wanted = {f"select count(*) from slice where name = '{routine}'": count
              for routine, (count, _) in expected(pes).items()}
    wanted["select count(*) from flow"] = 2 * pes * ROUNDS
    wanted["select count(*) from process where name like 'PE %'"] = pes
    wanted["select count(*) from stats where severity != 'info' and value > 0"] = 0
    reader = Path(__file__).with_name("perfetto.js")
    done = run([os.environ["NODE"], reader, os.environ["PERFETTO_ENGINE"], trace / "trace.json", *wanted])
    require(done.returncode == 0, done.stderr[-2000:])
    found = dict(zip(wanted, map(int, done.stdout.split())))
    require(found == wanted, "\n".join(f"{query}: {found.get(query)}, expected {count}"
                                       for query, count in wanted.items() if found.get(query) != count))


def test_text(mpiexec, pes, program, tool, folder):
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_STATS="1")
    require(done.returncode == 0, done.stderr)
    require(f"ISHMEM_STATS: calls of {pes} PEs in " in done.stdout, done.stdout)
    rows = [line.split() for line in done.stdout.splitlines()]
    calls, size = expected(pes)["ishmem_int_put"]
    require(any(row[:4] == ["ishmem_int_put", "near", str(calls), str(size)] for row in rows), done.stdout)
    refused = run([tool, "merge", folder])
    require(refused.returncode == 1 and "has no files pe-*.ishmtrace" in refused.stderr, refused.stderr)
    (folder / "pe-0.ishmtrace").write_bytes(b"x" * 5000)
    refused = run([tool, "summary", folder])
    require(refused.returncode == 1 and "is no trace of libishmem" in refused.stderr, refused.stderr)
    refused = run([tool, "sumary", folder])
    require(refused.returncode == 2 and "unknown command" in refused.stderr, refused.stderr)


def calls_of(tool, trace):
    done = run([tool, "merge", trace, "-o", "-"])
    require("PE 1 has not come to its end" in done.stderr, done.stderr)
    merged = json.loads(done.stdout)["traceEvents"]
    return collections.Counter((line["pid"], line["name"]) for line in merged if line["ph"] == "X")


def add_copy(path):
    """As a PE leaves it that dies after it has copied its chunk."""
    data = bytearray(path.read_bytes())
    size, first = struct.unpack_from("<IQ", data, 12)
    chunks, = struct.unpack_from("<Q", data, CHUNKS_AT)
    end = first + chunks * size
    data[end:end + size] = data[first:first + size]
    struct.pack_into("<Q", data, CHUNKS_AT, chunks + 1)
    path.write_bytes(data)


def test_die(mpiexec, pes, program, tool, folder):
    trace = folder / "trace"
    # Of its status nothing is expected: MPICH 4.2's launcher loses it now and then.
    run([mpiexec, "-n", str(pes), program, "die"], ISHMEM_TRACE=str(trace))
    calls = calls_of(tool, trace)
    require(calls[1, "ishmem_int_put"] == PUTS and calls[1, "ishmem_barrier_all"] == 1 and
            calls[1, "ishmem_long_p"] == MANY, f"{calls}")
    add_copy(trace / "pe-1.ishmtrace")
    require(calls_of(tool, trace) == calls, "a copy counts")


def test_limit(mpiexec, pes, program, tool, folder):
    trace = folder / "trace"
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_TRACE=str(trace), ISHMEM_TRACE_LIMIT="64K")
    require(done.returncode == 0 and "calls are not in the trace" in done.stderr, done.stderr)
    done = run([tool, "summary", trace, "--json"])
    require(json.loads(done.stdout)["dropped"] >= pes * PUTS, done.stdout)
    (folder / "file").write_text("")
    done = run([mpiexec, "-n", str(pes), program], ISHMEM_TRACE=str(folder / "file"))
    require(done.returncode != 0 and "ISHMEM_TRACE:" in done.stderr, done.stderr)


def main():
    case, mpiexec, pes, program, tool = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        test = {"counts": test_counts, "text": test_text, "die": test_die, "limit": test_limit,
                "kernels": test_kernels, "pictures": test_pictures, "perfetto": test_perfetto}[case]
        test(mpiexec, int(pes), program, tool, Path(folder))


if __name__ == "__main__":
    main()
