#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bad_files_test.py ISHMEM_TRACE

What ishmem-trace says of files that are not as the library writes them: each field with values that cannot be, what
jobs leave whose PEs die, names for a terminal, and work that must not grow with the square of a file.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import trace_writer as writer
from tool_runner import Bench, decode

ROUNDS = 10
PE_0, PE_1 = "pe-0.ishmtrace", "pe-1.ishmtrace"


def fail(sentence):
    sys.exit(f"bad_files_test.py: {sentence}")


def patched(data, layout, at, index, value):
    """The file with another value of one field."""
    values = list(layout.unpack_from(data, at))
    values[index] = value
    copy = bytearray(data)
    layout.pack_into(copy, at, *values)
    return bytes(copy)


# Field, value, and what the tool has to say.
BAD_HEADERS = [
    ("magic", b"ishmtrd\0", "this is no trace of libishmem"), ("magic", b"", "this is no trace of libishmem"),
    ("version", 1, "version 1, expected 2"), ("version", 2**32 - 1, "version 4294967295, expected 2"),
    ("chunk_bytes", 0, "bytes of a chunk is 0, expected 128 to "), ("chunk_bytes", 64, "is 64, expected 128 to "),
    ("chunk_bytes", 2**32 - 1, "bytes of a chunk is 4294967295, expected 128 to "),
    ("chunk_bytes", 262145, "is 262145, expected a multiple of 64"),
    ("first_chunk", 0, "the first chunk begins is 0, expected 82112 to "),
    ("first_chunk", 2**64 - 1, "the first chunk begins is 18446744073709551615, expected 82112 to "),
    ("pe", -1, "the PE's number is -1, expected 0 to 1"), ("pe", 2, "the PE's number is 2, expected 0 to 1"),
    ("pe", 0, "the PE's number is 0, which is that of "),
    ("n_pes", 0, "the number of PEs is 0, expected 1 to "), ("n_pes", 3, "number of PEs is 3, expected 2 as in "),
    ("n_pes", -2**31, "the number of PEs is -2147483648"),
    ("is_complete", 2, "whether the file is complete is 2, expected 0 to 1"),
    ("now_ticks", 1, "the last time in ticks is 1, expected 3000000000 to "),
    ("now_ns", 1, "the last time in ns is 1, expected 1000000000 to "),
    ("now_ns", 2**64 - 1, "the last time in ns is 18446744073709551615, expected 1000000000 to "),
    ("n_names", 1024, "the number of names is 1024, expected 0 to 1023"),
    ("n_names", 2**64 - 1, "the number of names is 18446744073709551615, expected 0 to 1023"),
    ("n_names", 3, "the name of record 3 of chunk 0 is 3, expected less than 3, or 1023"),
]
BAD_CHUNKS = [(0, 2**22 + 1, "the thread of chunk 0 is 4194305, expected 0 to 4194304"),
              (1, 4096, "the number of records of chunk 0 is 4096, expected 0 to 4095"),
              (1, 2**32 - 1, "the number of records of chunk 0 is 4294967295, expected 0 to 4095")]
BAD_RECORDS = [(0, 2**64 - 1, "the beginning of record 1 of chunk 0 is 18446744073709551615 ticks"),
               (1, 2**64 - 1, "the end of record 1 of chunk 0 is 18446744073709551615 ticks"),
               (2, 2**64 - 1, "the waiting of record 1 of chunk 0 is 18446744073709551615 ticks"),
               (6, -2, "the PE of record 1 of chunk 0 is -2, expected -1 to 1"),
               (6, 2, "the PE of record 1 of chunk 0 is 2, expected -1 to 1"),
               (7, 8, "the name of record 1 of chunk 0 is 8, expected less than 8, or 1023"),
               (8, 13, "the kind of record 1 of chunk 0 is 13, expected 0 to 12"),
               (9, 5, "the path of record 1 of chunk 0 is 5, expected 0 to 4"),
               (10, 4, "the effect of record 1 of chunk 0 is 4, expected 0 to 3")]


def require_refusal(bench, data, sentence):
    bench.put({**writer.job(ROUNDS), PE_1: data})
    for command in bench.commands() + [bench.picture()]:
        result = bench.run(command, sentence)
        if result.status != 1 or sentence not in result.stderr or f"{bench.folder}/pe-" not in result.stderr:
            fail(f"{command[0]}: status {result.status}, {result.stderr!r}, expected the file and {sentence!r}")


def test_fields(bench):
    good = writer.job(ROUNDS)[PE_1]
    for field, value, sentence in BAD_HEADERS:
        require_refusal(bench, patched(good, writer.HEADER, 0, writer.HEADER_FIELDS.index(field), value), sentence)
    for index, value, sentence in BAD_CHUNKS:
        require_refusal(bench, patched(good, writer.CHUNK, writer.FIRST_CHUNK, index, value), sentence)
    at = writer.FIRST_CHUNK + writer.CHUNK.size + writer.RECORD.size
    for index, value, sentence in BAD_RECORDS:
        # So that a tick is worth a second, and the highest number more than a century.
        data = patched(good, writer.HEADER, 0, writer.HEADER_FIELDS.index("now_ticks"), writer.START_TICKS + 1)
        require_refusal(bench, patched(data if index < 3 else good, writer.RECORD, at, index, value), sentence)
    for size in (1, 7, 8, 199, 200, 201, 5000, 82111):
        require_refusal(bench, good[:size], f"the file has {size} bytes, expected a header and names of 82112")


def calls_and_arrows(result):
    lines = decode(result.stdout)["traceEvents"]
    return tuple(sum(line["ph"] == kind for line in lines) for kind in ("X", "s"))


def require_calls(bench, files, calls, arrows, *sentences):
    bench.put(files)
    result = bench.run(bench.commands()[0], "a file that is to be read")
    if result.status != 0 or calls_and_arrows(result) != (calls, arrows):
        fail(f"status {result.status}, {calls_and_arrows(result)} calls and arrows, expected {calls, arrows}: "
             f"{result.stderr}")
    for sentence in sentences:
        if sentence not in result.stderr:
            fail(f"{result.stderr!r}, expected {sentence!r}")
    if len(result.stderr.splitlines()) != len(sentences) + 1:
        fail(f"{result.stderr!r}, expected {sentences} and what merge says at its end")


def test_dead(bench):
    """What PEs leave that die: all that was in the file is read."""
    each, arrows = writer.CALLS * ROUNDS, writer.ARROWS * ROUNDS
    good = writer.job(ROUNDS)
    died = writer.job(ROUNDS, is_complete=0)[PE_1]
    ended = "PE 1 has not come to its end"
    require_calls(bench, good, 2 * each, 2 * arrows)
    require_calls(bench, {**good, PE_1: died}, 2 * each, 2 * arrows, ended)
    # Before there was a header, and before there was a time; then no arrow leads to PE 0's waits.
    for nothing in (b"", bytes(1000), bytes(writer.FIRST_CHUNK)):
        require_calls(bench, {**good, PE_1: nothing}, each, 0, "pe-1.ishmtrace: the file is empty",
                      "no file of PE 1; each host")
    first = writer.trace(1, 2, [], is_complete=0, now_ticks=0, now_ns=0)
    require_calls(bench, {**good, PE_1: first}, each, 0, ended)
    # A chunk was counted, and is not there or not all of it.
    for more in (0, 1, writer.CHUNK_BYTES - 1):
        data = writer.trace(1, 2, [writer.chunk(501, 1, writer.calls_of(1, ROUNDS)[0])], is_complete=0, n_chunks=3)
        require_calls(bench, {**good, PE_1: data + bytes(more)}, each + 4 * ROUNDS, arrows, ended,
                      "pe-1.ishmtrace: the file ends before 2 of 3 chunks")
    # Between a copy of a chunk and the next record, and in the middle of the copy.
    whole = writer.chunk(501, 1, writer.calls_of(1, ROUNDS)[0])
    for copy in (whole, whole[:5000].ljust(writer.CHUNK_BYTES, b"\0"), bytes(writer.CHUNK_BYTES)):
        data = writer.trace(1, 2, [whole, copy], is_complete=0)
        require_calls(bench, {**good, PE_1: data}, each + 4 * ROUNDS, arrows, ended)
    # A file that was copied in part, and one of a job of very many PEs.
    require_calls(bench, {**good, PE_1: good[PE_1][:-1]}, 2 * each, 2 * arrows, "ends before 1 of 3 chunks")
    alone = patched(good[PE_0], writer.HEADER, 0, writer.HEADER_FIELDS.index("n_pes"), 2**31 - 1)
    require_calls(bench, {PE_0: alone}, each, 0, "no file of PE 1, 2, 3, 4, 5, 6, 7, 8 and 2147483638 more; each host")


def test_size(bench):
    """Many signals of one word, and many kernels at a time: time grows with the file, not with its square."""
    count = 60_000
    kernels = [writer.record(i, 10**9, "a_kernel", writer.LAUNCH, writer.KERNEL) for i in range(count)]
    signals = [writer.record(i * 10, 5, "ishmem_int_put_signal", writer.PUT, writer.NEAR, writer.SET, thing=128,
                             value=2**64 - 1 - i, pe=0) for i in range(count)]
    waits = [writer.record(i * 10, 7, "ishmem_signal_wait_until", writer.WAIT, 0, writer.SEEN, thing=128,
                           value=2**64 - 1 - i, pe=0) for i in range(count)]
    chunks = []
    for records in (kernels, signals, waits):
        for i in range(0, count, writer.MOST_RECORDS):
            chunks.append(writer.chunk(500, len(chunks) + 1, records[i:i + writer.MOST_RECORDS]))
    require_calls(bench, {PE_0: writer.trace(0, 1, chunks)}, 3 * count, count)
    result = bench.run(bench.picture(), "a picture of many calls")
    if result.status != 1 or "the picture would have 60001 rows, expected 400 at most" not in result.stderr:
        if "apt-get install python3-matplotlib" not in result.stderr:
            fail(f"a picture of {count} rows: {result.stderr}")


def test_names(bench):
    """Text of a file that is for a terminal."""
    good = writer.job(ROUNDS)[PE_1]
    evil = b"\x1b]0;title\x07\n\r\x9b31m\xe2\x80\xae\xff"
    name = evil.ljust(writer.NAME_BYTES, b"\0")
    data = good[:writer.HEADER.size] + name + good[writer.HEADER.size + writer.NAME_BYTES:]
    bench.put({**writer.job(ROUNDS), PE_1: data})
    for command in bench.commands():
        result = bench.run(command, "a name of control characters")
        if result.status != 0 or "]0;title" not in result.stdout:
            fail(f"{command[1:]}: {result.stdout} {result.stderr}, expected the rest of the name")
    evil_file = "pe-0\x1b[31m\n.ishmtrace"
    bench.put({evil_file: good[:500]})
    result = bench.run(bench.commands()[0], "a file's name of control characters")
    if "pe-0\\x1b[31m\\n.ishmtrace: the file has 500 bytes" not in result.stderr:
        fail(f"{result.stderr!r}, expected the name of the file")


def test_kinds(bench):
    """What has the name of a trace and is no file."""
    bench.put({})
    for make in (os.mkfifo, os.mkdir):
        path = bench.folder / PE_0
        make(path)
        result = bench.run(bench.commands()[0], "what is no file")
        if "this is not a file, expected a trace of libishmem" not in result.stderr:
            fail(f"{make}: {result.stderr!r}")
        path.rmdir() if path.is_dir() else path.unlink()
    bench.put(writer.job(ROUNDS))
    result = bench.run(["merge", str(bench.folder), "-o", str(bench.folder / "no" / "file")], "no such folder")
    if "no/file: No such file or directory" not in result.stderr:
        fail(f"{result.stderr!r}, expected the file that cannot be written")


def nested(depth):
    return '{"ishmem_stats": 1, "pes": ' + "[" * depth + "]" * depth + "}"


BAD_STATISTICS = [
    ("", "has no statistics"), ("[]", "has no statistics"), ('{"ishmem_stats": 1,', "Expecting"),
    ('{"ishmem_stats": 1, "pes": 2}', "bytes_from_to is None, expected a list for each of 2 PEs"),
    ('{"ishmem_stats": 1, "bytes_from_to": []}', "pes is None, expected a number of PEs"),
    ('{"ishmem_stats": 1, "pes": 0, "bytes_from_to": []}', "pes is 0, expected a number of PEs"),
    ('{"ishmem_stats": 1, "pes": true, "bytes_from_to": [[1]]}', "pes is True, expected"),
    ('{"ishmem_stats": 1, "pes": NaN, "bytes_from_to": [[1]]}', "pes is nan, expected"),
    ('{"ishmem_stats": 1, "pes": "\\u001b[31m", "bytes_from_to": [[1]]}', "pes is '\\x1b[31m', expected"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": {"0": [1]}}', "bytes_from_to is {'0': [1]}, expected"),
    ('{"ishmem_stats": 1, "pes": 3, "bytes_from_to": [[1]]}', "bytes_from_to is [[1]], expected a list for each of 3"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [1]}', "bytes_from_to[0] is 1, expected a number of bytes"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [[1, 2]]}', "bytes_from_to[0] is [1, 2], expected"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [[-1]]}', "bytes_from_to[0] is [-1], expected"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [["1"]]}', "bytes_from_to[0] is ['1'], expected"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [[1e400]]}', "bytes_from_to[0] is [inf], expected"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [[%d]]}' % 2**64, "bytes_from_to[0] is [18446744073709551616]"),
    ('{"ishmem_stats": 1, "pes": 1, "bytes_from_to": [[%s]]}' % ("9" * 5000), "stats.json: "),
    (nested(300), "pes is [[[[[["), (nested(100_000), "too many brackets"),
    ('{"ishmem_stats": 1, "pes": 1} {"more": 2}', "Extra data"), (b'{"ishmem_stats": 1, "\xff": 0}', "can't decode"),
]


def test_statistics(bench):
    for text, sentence in BAD_STATISTICS:
        bench.put({"stats.json": text if isinstance(text, bytes) else text.encode()})
        result = bench.run(["matrix", str(bench.folder / "stats.json"), str(bench.folder / "matrix.svg")], text[:100])
        if result.status != 1 or sentence not in result.stderr or "stats.json" not in result.stderr:
            fail(f"matrix of {text[:100]}: {result.stderr!r}, expected the file and {sentence!r}")


def test_program(bench, path):
    """Two files that were found once, by the program itself: one took for ever, one ended in a traceback."""
    good = writer.job(ROUNDS)[PE_1]
    cut = patched(good, writer.HEADER, 0, writer.HEADER_FIELDS.index("n_names"), 18158513711506340497)[:379]
    at = writer.FIRST_CHUNK + writer.CHUNK.size
    kind = patched(good, writer.RECORD, at, 8, 169)
    for data, sentence in ((cut, "the file has 379 bytes"), (kind, "the kind of record 0 of chunk 0 is 169")):
        bench.put({**writer.job(ROUNDS), PE_1: data})
        done = subprocess.run([path, *bench.commands()[0]], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 1 or done.stdout or len(done.stderr.splitlines()) != 1 or sentence not in done.stderr:
            fail(f"status {done.returncode}, {done.stderr!r}, expected {sentence!r}")


def main():
    path = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(path, Path(folder))
        test_fields(bench)
        test_dead(bench)
        test_size(bench)
        test_names(bench)
        test_kinds(bench)
        test_statistics(bench)
        test_program(bench, path)
    print(f"{bench.runs} commands, {bench.refusals} of them refused")


if __name__ == "__main__":
    main()
