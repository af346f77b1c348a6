#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The check of the rooms finds what it must, and the compiler refuses a wrong include.

usage: test_check_rooms.py BUILD COMPILER
"""
import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).with_name("check_rooms.py")
ARCHITECTURE = Path(__file__).with_name("architecture.py")
BUILD, COMPILER = Path(sys.argv[1]), sys.argv[2]

LOW = '#include "low.h"\nint low(void)\n{\n    return 1;\n}\n'
HIGH = '#include "high.h"\n#include "low.h"\nint high(void)\n{\n    return low();\n}\n'
GOOD = {
    "src/host/rooms.txt": "base:\napi: base\n",
    "driver/api/rooms.txt": "objects:\n",
    "tools/tool.c": "int main(void)\n{\n    return 0;\n}\n",
    "src/host/base/low.h": "int low(void);\n",
    "src/host/base/low.c": LOW,
    "src/host/api/high.h": "int high(void);\n",
    "src/host/api/high.c": HIGH,
}


class Tree(unittest.TestCase):
    def check(self, changes):
        """The check's status and words for the good tree with these changes."""
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            for name, text in {**GOOD, **changes}.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_text(text)
            for source in top.rglob("*.c"):
                name = source.relative_to(top)
                target = top / "build" / name.parent / "CMakeFiles/x.dir" / (name.name + ".o")
                target.parent.mkdir(parents=True, exist_ok=True)
                includes = [f"-I{top}/src/host/{room}" for room in ("base", "api")]
                subprocess.run([COMPILER, "-c", *includes, source, "-o", target], check=True)
            run = subprocess.run([sys.executable, CHECK, top, "--build", top / "build"],
                                 capture_output=True, text=True, check=False)
            self.assertEqual(run.stderr, "")
            return run.returncode, run.stdout

    def refuses(self, changes, sentence):
        status, words = self.check(changes)
        self.assertEqual(status, 1, words)
        self.assertIn(sentence, words)

    def test_good(self):
        status, words = self.check({})
        self.assertEqual(status, 0, words)

    def test_include(self):
        self.refuses({"src/host/base/low.c": '#include "high.h"\n' + LOW},
                     "base must not know api: low.c -> high.h (is included)")

    def test_call(self):
        self.refuses({"src/host/base/low.c": "int high(void);\nint low(void)\n{\n    return high();\n}\n"},
                     "base must not know api: low.c -> high.c (high)")

    def test_variable(self):
        self.refuses({"src/host/api/high.c": HIGH + "int word = 1;\n",
                      "src/host/base/low.c": "extern int word;\nint low(void)\n{\n    return word;\n}\n"},
                     "base must not know api: low.c -> high.c (word)")

    def test_circle_of_calls(self):
        self.refuses({"src/host/base/one.c": "int two(void);\nint one(void)\n{\n    return two();\n}\n",
                      "src/host/base/two.c": "int one(void);\nint two(void)\n{\n    return one();\n}\n"},
                     "a circle of calls in src/host/base: one.c -> two.c (two); two.c -> one.c (one)")

    def test_circle_of_includes(self):
        self.refuses({"src/host/base/a.h": '#ifndef A\n#define A\n#include "b.h"\n#endif\n',
                      "src/host/base/b.h": '#ifndef B\n#define B\n#include "a.h"\n#endif\n'},
                     "a circle of includes in src/host/base")

    def test_strangers(self):
        self.refuses({"src/proxy/far.c": '#include "low.h"\n'}, "src/proxy must not know src/host")

    def test_long_file(self):
        self.refuses({"src/host/base/long.h": "\n" * 601}, "long.h has 601 lines, at most 600")

    def test_full_folder(self):
        self.refuses({f"src/host/base/h{i}.h": "" for i in range(29)},
                     "src/host/base has 31 files, at most 30")

    def test_no_room(self):
        self.refuses({"src/host/attic/thing.c": "int thing;\n"},
                     "src/host/attic/thing.c is in no room of src/host/rooms.txt")

    def test_same_name(self):
        self.refuses({"src/host/api/low.h": "int low(void);\n"}, "low.h is the name of several files")


DOCUMENT = """# Parts
<!-- rooms of src/host -->
<!-- end of rooms -->
| `src/host/base` |
| `src/host/api` |
<!-- rooms of driver/api -->
<!-- end of rooms -->
| `driver/api/objects` |

`src/host/base/low.c: low()` and `src/host/base/low.h: low`.

## Threads
`src/host/api/watch.c: watch()`

## Locks
`src/host/api/watch.c: mutex`
"""
PAGES = {
    "docs/architecture.md": DOCUMENT,
    "docs/glossary.md": "| **word** | A meaning. | `src/host/api/watch.c` |\n",
    "CONTRIBUTING.md": "Change `src/host/base/low.c: low()`.\n",
    "src/host/api/watch.c": "/* Words. */\nstatic pthread_mutex_t mutex;\nvoid watch(void)\n{\n"
                            "    pthread_create(0, 0, 0, 0);\n}\n",
}


class Document(unittest.TestCase):
    def run_on(self, changes):
        """The status and words about the good pages with these changes, once pictures are drawn."""
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            tree = {**GOOD, **PAGES}
            for name, text in tree.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_text(text)
            for arguments, written in ((["--write"], changes), ([], {})):
                run = subprocess.run([sys.executable, ARCHITECTURE, top, *arguments],
                                     capture_output=True, text=True, check=False)
                self.assertEqual(run.stderr, "")
                if arguments:
                    self.assertEqual(run.returncode, 0, run.stdout)
                for name, change in written.items():
                    (top / name).parent.mkdir(parents=True, exist_ok=True)
                    old = (top / name).read_text() if (top / name).exists() else ""
                    (top / name).write_text(change(old) if callable(change) else change)
            return run.returncode, run.stdout

    def refuses(self, changes, sentence):
        status, words = self.run_on(changes)
        self.assertEqual(status, 1, words)
        self.assertIn(sentence, words)

    def test_good(self):
        status, words = self.run_on({})
        self.assertEqual(status, 0, words)

    def test_picture(self):
        words = subprocess.run([sys.executable, "-Bc",
                                "import check_rooms as c; print(c.picture({'a': set(), 'b': {'a'}, "
                                "'c': {'a', 'b'}, 'd': set()}))"], cwd=CHECK.parent,
                               capture_output=True, text=True, check=True).stdout
        self.assertEqual(words, "graph TD\n    c --> b\n    b --> a\n    d\n")

    def test_other_rooms(self):
        self.refuses({"src/host/rooms.txt": "base:\napi:\n"},
                     "the picture of src/host is not that of src/host/rooms.txt; run python3")

    def test_room_without_row(self):
        self.refuses({"docs/architecture.md": lambda text: text.replace("| `src/host/api` |", "")},
                     "no table has a row for `src/host/api`")

    def test_no_file(self):
        self.refuses({"CONTRIBUTING.md": "`src/host/base/gone.c: low()`"},
                     "CONTRIBUTING.md: src/host/base/gone.c does not exist")

    def test_no_function(self):
        self.refuses({"src/host/base/low.c": "int other(void)\n{\n    return low();\n}\n"},
                     "src/host/base/low.c defines no function low()")

    def test_no_word(self):
        self.refuses({"src/host/base/low.h": "\n"}, "src/host/base/low.h has no low")

    def test_thread(self):
        self.refuses({"src/proxy/more.c": "void f(void)\n{\n    ishmemi_thread_create(0);\n}\n"},
                     'src/proxy/more.c starts a thread that does not stand under "Threads"')

    def test_lock(self):
        self.refuses({"src/proxy/more.c": "/* pthread_create( */\nstatic pthread_rwlock_t lock;\n"},
                     'src/proxy/more.c has a lock that does not stand under "Locks"')

    def test_no_term(self):
        self.refuses({"docs/glossary.md": "| **word** | A meaning. | `src/host/api/gone.c` |\n"},
                     "docs/glossary.md: src/host/api/gone.c does not exist")

    def test_term(self):
        self.refuses({"docs/glossary.md": "| **other** | A meaning. | `src/host/api/watch.c` |\n"},
                     'docs/glossary.md: src/host/api/watch.c says nothing of "other"')


class Compiler(unittest.TestCase):
    def test_wrong_include(self):
        """A file of the lowest room that includes a higher one's header, compiled as env.c is."""
        commands = json.loads((BUILD / "compile_commands.json").read_text())
        command = next(c for c in commands if c["file"].endswith("src/host/base/env.c"))
        words = shlex.split(command["command"])
        words = words[:words.index("-o")] + ["-fsyntax-only", "-xc", "-c", "-"]
        for header, compiles in (("log.h", True), ("queue.h", False), ("check.h", False)):
            run = subprocess.run(words, cwd=command["directory"], input=f'#include "{header}"\n',
                                 capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode == 0, compiles, run.stderr)
            if not compiles:
                self.assertIn(f"{header}: No such file", run.stderr + "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
