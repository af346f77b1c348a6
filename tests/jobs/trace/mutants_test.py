#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""mutants_test.py ISHMEM_TRACE

ishmem-trace on some hundred random changes of good files: it reads them, or refuses them with one sentence.  TEST_SEED
in the environment draws those of that seed, and TEST_DIVISOR makes fewer.
"""
import os
import random
import struct
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import trace_writer as writer
from tool_runner import Bench, decode

MUTANTS = 300
ROUNDS = 10
PE_0, PE_1 = "pe-0.ishmtrace", "pe-1.ishmtrace"
EDGES = [0, 1, 2, 63, 64, 127, 128, 255, 256, 1023, 1024, 4095, 4096, 65535, 2**22, 2**31 - 1, 2**31, 2**32 - 1,
         2**53, 2**62, 2**63 - 1, 2**63, 2**64 - 1]


def any_place(chance, data):
    """Mostly where something is written."""
    used = [(0, writer.HEADER.size), (writer.HEADER.size, writer.HEADER.size + 10 * writer.NAME_BYTES)]
    for i in range(3):
        at = writer.FIRST_CHUNK + i * writer.CHUNK_BYTES
        used += [(at, at + writer.CHUNK.size), (at, at + 80 * writer.RECORD.size)]
    first, last = chance.choice(used + [(0, len(data))])
    return chance.randrange(first, max(first + 1, min(last, len(data))))


def change_bytes(chance, data):
    for _ in range(chance.choice([1, 1, 2, 8, 64])):
        at = any_place(chance, data)
        count = chance.choice([1, 1, 4, 8, 200])
        part = chance.randbytes(count) if chance.random() < 0.7 else chance.choice([b"\0", b"\xff"]) * count
        data[at:at + count] = part[:len(data[at:at + count])]


def change_bits(chance, data):
    for _ in range(chance.choice([1, 1, 3, 20])):
        at = any_place(chance, data)
        if at < len(data):
            data[at] ^= 1 << chance.randrange(8)


def change_field(chance, data):
    """A number of the header, of a chunk or of a record."""
    layout, at = chance.choice([(writer.HEADER, 0), (writer.CHUNK, writer.FIRST_CHUNK),
                                (writer.CHUNK, writer.FIRST_CHUNK + writer.CHUNK_BYTES),
                                (writer.RECORD, writer.FIRST_CHUNK + writer.CHUNK.size * chance.randrange(1, 41))])
    if at + layout.size > len(data):
        return
    values = list(layout.unpack_from(data, at))
    places = [i for i, value in enumerate(values) if isinstance(value, int)]
    place = chance.choice(places)
    value = chance.choice(EDGES + [-1, -2**31, -2**63, len(data), values[place] + 1, values[place] - 1,
                                   chance.getrandbits(64)])
    for shift in (64, 32, 31, 16, 15, 8, 7):  # as many bits as it takes
        values[place] = value if shift == 64 else value % 2**shift
        try:
            layout.pack_into(data, at, *values)
            return
        except struct.error:
            continue


def change_length(chance, data):
    kind = chance.randrange(4)
    at = any_place(chance, data)
    if kind == 0:
        del data[at:]
    elif kind == 1:
        del data[at:at + chance.choice([1, 7, 64, 4096])]
    elif kind == 2:
        data[at:at] = chance.randbytes(chance.choice([1, 7, 64, 4096]))
    else:
        data.extend(chance.randbytes(chance.choice([1, 64, 300_000])))


def change_name(chance, data):
    at = writer.HEADER.size + chance.randrange(8) * writer.NAME_BYTES
    if at + writer.NAME_BYTES <= len(data):
        letters = "".join(chr(chance.choice([chance.randrange(32), 127, 155, 8238, chance.randrange(0xd800)]))
                          for _ in range(80))
        data[at:at + writer.NAME_BYTES] = letters.encode()[:writer.NAME_BYTES].ljust(writer.NAME_BYTES, b"\0")


def change_files(chance, files):
    kind = chance.randrange(4)
    one, other = chance.choice(sorted(files)), chance.choice(sorted(files))
    if kind == 0:
        files[one] = files[other]
    elif kind == 1:
        del files[one]
    elif kind == 2:
        files["pe-77.ishmtrace"] = bytearray(chance.randbytes(chance.choice([0, 10, 1000])))
    else:
        files[one], files[other] = files[other], files[one]


def mutant(chance):
    files = {name: bytearray(data) for name, data in writer.job(ROUNDS).items()}
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        change = chance.choice([change_bytes, change_bits, change_field, change_field, change_field, change_length,
                                change_name, change_files])
        if not files:
            break
        if change is change_files:
            change(chance, files)
        else:
            change(chance, files[chance.choice(sorted(files))])
    return files


def mutant_of_text(chance):
    data = bytearray(writer.STATISTICS.encode())
    for _ in range(chance.choice([1, 1, 2, 5])):
        at = chance.randrange(len(data))
        kind = chance.randrange(4)
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            del data[at:at + chance.choice([1, 2, 10, 100])]
        elif kind == 2:
            data[at:at] = chance.choice([b"[", b"]", b"{", b"}", b'"', b",", b"-", b"null", b"1e999", b"9" * 30,
                                         b"\x1b"])
        else:
            first = chance.randrange(len(data))
            data[at:at] = data[first:first + chance.randrange(50)]
    return bytes(data)


def mutants(bench):
    seed = int(os.environ.get("TEST_SEED") or 1)
    count = MUTANTS // int(os.environ.get("TEST_DIVISOR") or 1)
    print(f"TEST_SEED={seed} makes the same mutants", flush=True)
    for i in range(count):
        chance = random.Random(f"{seed} {i}")
        bench.put(mutant(chance))
        for command in bench.commands() + [bench.picture()] * (i % 20 == 0):
            result = bench.run(command, f"TEST_SEED={seed}, mutant {i}")
            if result.status == 0 and (command[0] == "merge" or command[-1] == "--json"):
                decode(result.stdout)
        bench.put({"stats.json": mutant_of_text(chance)})
        bench.run(["matrix", str(bench.folder / "stats.json"), str(bench.folder / "matrix.png")],
                  f"TEST_SEED={seed}, mutant {i}")
    if not 0 < bench.refusals < bench.runs:
        sys.exit(f"of {bench.runs} commands {bench.refusals} were refused, expected some and not all")


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], Path(folder))
        mutants(bench)
    print(f"{bench.runs} commands, {bench.refusals} of them refused")


if __name__ == "__main__":
    main()
