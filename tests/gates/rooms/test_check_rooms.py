#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The check of the rooms refuses each kind of fault, and the compiler a wrong include.

usage: test_check_rooms.py BUILD COMPILER
"""
import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
CHECK = Path(__file__).with_name("check_rooms.py")
BUILD, COMPILER = Path(sys.argv[1]), sys.argv[2]

LOW = '#include "low.h"\nint low(void)\n{\n    return 1;\n}\n'
HIGH = '#include "high.h"\n#include "low.h"\n#include "ze_cpu_ext.h"\nint high(void)\n{\n    return low();\n}\n'
GOOD = {
    "src/rooms.txt": "/include:\nutil:\nshared: util\nproxy: shared\nhost/base: util # words\n"
                     "host/api: base /driver/include\n",
    "driver/rooms.txt": "include:\nmachine:\nrun: machine include\n",
    "tools/rooms.txt": "info: /include\n",
    "include/ishmem.h": "int ishmem_low(void);\n",
    "driver/include/ze_cpu_ext.h": "",
    "driver/machine/clock.h": "int clock_of(void);\n",
    "driver/run/run.c": '#include "machine/clock.h"\n#include "ze_cpu_ext.h"\nint run(void)\n{\n    return 0;\n}\n',
    "driver/tests/x.c": "int left(void);\n",
    "tools/info/tool.c": "#include <ishmem.h>\nint main(void)\n{\n    return ishmem_low();\n}\n",
    "src/util/align.h": "",
    "src/host/base/low.h": '#include "util/align.h"\nint low(void);\n',
    "src/host/base/low.c": LOW,
    "src/host/base/lower.c": '#include "low.h"\nint more(void);\nint more(void)\n{\n    return low();\n}\n',
    "src/host/api/high.h": "int high(void);\n",
    "src/host/api/high.c": HIGH + "int ishmem_low(void);\nint ishmem_low(void)\n{\n    return low();\n}\n",
    "src/shared/body.h": '#include "util/align.h"\n',
    "src/proxy/ring.c": '#include "shared/body.h"\nint ring(void);\nint ring(void)\n{\n    return 0;\n}\n',
}


class Tree(unittest.TestCase):
    def check(self, changes, *, builds=True):
        """The check's status and words for the good tree with these changes."""
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder).resolve()
            for name, text in {**GOOD, **changes}.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_text(text)
            if builds:
                self.build(top)
            build = ["--build", top / "build"] if builds else []
            run = subprocess.run([sys.executable, CHECK, top, *build], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout + run.stderr

    @staticmethod
    def build(top):
        """Compiles all but unmade.c, as CMake does."""
        commands = []
        includes = [f"-I{top / path}" for path in ("src/host/base", "src/host/api", "src", "driver", "include",
                                                   "driver/include")]
        for source in top.rglob("*.c"):
            made = top / "build" / f"{len(commands)}.o"
            command = [COMPILER, "-c", *map(str, includes), "-o", str(made), str(source)]
            made.parent.mkdir(exist_ok=True)
            if source.name != "unmade.c":
                subprocess.run(command, check=True)
            commands.append({"directory": str(top), "file": str(source), "command": shlex.join(command)})
        (top / "build/compile_commands.json").write_text(json.dumps(commands))

    def refuses(self, changes, *sentences, builds=True):
        status, words = self.check(changes, builds=builds)
        self.assertEqual(status, 1, words)
        for sentence in sentences:
            self.assertIn(sentence, words)

    def test_good(self):
        status, words = self.check({})
        self.assertEqual(status, 0, words)
        self.assertIn("0 violations", words)

    # ---- Arrows between rooms ------------------------------------------------------------------

    def test_include(self):
        self.refuses({"src/host/base/low.c": '#include "high.h"\n' + LOW},
                     "src/host/base must not use src/host/api: low.c -> high.h (is included)")

    def test_call(self):
        self.refuses({"src/host/base/low.c": "int high(void);\nint low(void)\n{\n    return high();\n}\n"},
                     "src/host/base must not use src/host/api: low.c -> high.c (high")

    def test_variable(self):
        self.refuses({"src/host/api/high.c": HIGH + "int word = 1;\n",
                      "src/host/base/low.c": "extern int word;\nint low(void)\n{\n    return word;\n}\n"},
                     "src/host/base must not use src/host/api: low.c -> high.c (word")

    def test_declared_by_hand(self):
        """Without a build, too."""
        self.refuses({"src/proxy/ring.c": "extern void low(const char *format, ...);\nvoid ring(void)\n{\n}\n"},
                     "src/proxy must not use src/host/base: ring.c -> low.c (low, declared by hand)", builds=False)

    def test_variable_declared_by_hand(self):
        self.refuses({"src/host/base/word.c": "int the_word = 1;\n",
                      "src/proxy/ring.c": "extern int the_word;\n"},
                     "src/proxy must not use src/host/base: ring.c -> word.c (the_word, declared by hand)",
                     builds=False)

    def test_shared_to_device(self):
        self.refuses({"src/rooms.txt": GOOD["src/rooms.txt"] + "device: shared\n", "src/device/ring.h": "",
                      "src/shared/body.h": '#include "device/ring.h"\n'},
                     "src/shared must not use src/device: body.h -> ring.h (is included)")

    def test_other_house(self):
        self.refuses({"src/proxy/ring.c": '#include "machine/clock.h"\n'}, "src/proxy must not use driver/machine")
        self.refuses({"driver/run/run.c": '#include "host/base/low.h"\n'}, "driver/run must not use src/host/base")

    def test_within_the_driver(self):
        self.refuses({"driver/machine/clock.h": '#include "ze_cpu_ext.h"\n'},
                     "driver/machine must not use driver/include: clock.h -> ze_cpu_ext.h (is included)")

    def test_tools(self):
        self.refuses({"tools/info/other.c": '#include "host/base/low.h"\nint other(void)\n{\n    return 0;\n}\n'},
                     "tools/info must not use src/host/base: other.c -> low.h (is included)")

    def test_kernels(self):
        self.refuses({"src/shared/kernel.cl": '#include "host/base/low.h"\n'},
                     "src/shared must not use src/host/base: kernel.cl -> low.h")
        self.refuses({"src/shared/kernel.cu": '#include "host/base/low.h"\n'},
                     "src/shared must not use src/host/base: kernel.cu -> low.h")

    def test_public_header(self):
        self.refuses({"include/ishmem.h": '#include "shared/body.h"\nint ishmem_low(void);\n'},
                     "include must not use src/shared: ishmem.h -> body.h (is included)")

    # ---- Ways around an arrow ------------------------------------------------------------------

    def test_angle_brackets(self):
        self.refuses({"src/shared/body.h": "#include <host/base/low.h>\n"}, "src/shared must not use src/host/base")
        self.refuses({"src/proxy/ring.c": "#include <ze_cpu_ext.h>\n"}, "src/proxy must not use driver/include")

    def test_path_through_a_root(self):
        self.refuses({"src/host/base/low.c": '#include "host/../host/api/high.h"\n' + LOW},
                     "src/host/base must not use src/host/api")
        self.refuses({"src/host/base/low.c": '#include "../driver/machine/clock.h"\n' + LOW},
                     "src/host/base must not use driver/machine")

    def test_include_of_a_macro(self):
        self.refuses({"src/shared/body.h": '#define BODY \\\n    "host/base/low.h"\n#include BODY\n'},
                     "src/shared must not use src/host/base: body.h -> low.h")

    def test_include_from_outside(self):
        self.refuses({"tests/help.h": "", "src/shared/body.h": '#include "../../tests/help.h"\n'},
                     "src/shared/body.h includes tests/help.h, which is in no room")

    def test_weak_call(self):
        self.refuses({"src/host/base/low.c": LOW.replace("return 1", "extern int high(void) __attribute__((weak));\n"
                                                         "    return high ? high() : 1")},
                     "src/host/base must not use src/host/api: low.c -> high.c (high")

    def test_weak_definition(self):
        self.refuses({"src/host/api/high.c": HIGH.replace("int high", "__attribute__((weak)) int high"),
                      "src/host/base/low.c": "int high(void);\nint low(void)\n{\n    return high();\n}\n"},
                     "src/host/base must not use src/host/api: low.c -> high.c (high")

    def test_macro_in_a_lower_header(self):
        """Whoever uses it: here the higher room itself."""
        self.refuses({"src/host/base/low.h": "#define HIGH() high()\nint low(void);\n"},
                     "src/host/base must not use src/host/api: low.h -> high.c (high, which it names)")

    def test_public_name(self):
        """The programs may call the API, and rooms below it may not."""
        self.refuses({"src/proxy/ring.c": "int ishmem_low(void);\nint ring(void)\n{\n    return ishmem_low();\n}\n"},
                     "src/proxy must not use src/host/api: ring.c -> high.c (ishmem_low")

    def test_declared_in_a_body(self):
        self.refuses({"src/proxy/ring.c": "int ring(void)\n{\n    extern int low(void);\n    return 0;\n}\n"},
                     "src/proxy must not use src/host/base: ring.c -> low.c (low, declared by hand)", builds=False)

    def test_unmade_object(self):
        self.refuses({"src/proxy/unmade.c": "int unmade;\n"}, "the build has not made the object of src/proxy/unmade.c")

    def test_other_build(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "compile_commands.json").write_text("[]")
            run = subprocess.run([sys.executable, CHECK, CHECK.parents[3], "--build", folder], capture_output=True,
                                 text=True, check=False)
            self.assertEqual(run.returncode, 1)
            self.assertIn("the build has no object of these sources", run.stdout)

    # ---- Cycles --------------------------------------------------------------------------------

    def test_cycle_of_calls(self):
        self.refuses({"src/host/base/one.c": "int two(void);\nint one(void)\n{\n    return two();\n}\n",
                      "src/host/base/two.c": "int one(void);\nint two(void)\n{\n    return one();\n}\n"},
                     "a cycle of 2 modules: one.c -> two.c (two", "two.c -> one.c (one")

    def test_cycle_of_includes(self):
        self.refuses({"src/host/base/a.h": '#ifndef A\n#define A\n#include "b.h"\n#endif\n',
                      "src/host/base/b.h": '#ifndef B\n#define B\n#include "a.h"\n#endif\n'},
                     "a cycle of 2 modules: a.h -> b.h (is included); b.h -> a.h (is included)")

    def test_cycle_of_modules(self):
        """a.c uses b.h, and b.c a.h: neither includes nor calls alone are a cycle."""
        self.refuses({"src/host/base/a.h": "int a(void);\n",
                      "src/host/base/b.h": "static inline int b(void) { return 1; }\n",
                      "src/host/base/a.c": '#include "a.h"\n#include "b.h"\nint a(void)\n{\n    return b();\n}\n',
                      "src/host/base/b.c": '#include "a.h"\n#include "b.h"\nint c(void)\n{\n    return a();\n}\n'},
                     "a cycle of 2 modules: a.c -> b.h (is included); b.c -> a.c (a)")

    def test_include_and_call(self):
        """One way by an include, the other by a call of what a third file declares."""
        self.refuses({"src/proxy/both.h": "int left(void);\nint right(void);\n",
                      "src/proxy/left.h": "int left(void);\n", "src/proxy/right.h": "int right(void);\n",
                      "src/proxy/left.c": '#include "left.h"\n#include "right.h"\n'
                                              "int left(void)\n{\n    return 1;\n}\n",
                      "src/proxy/right.c": '#include "both.h"\n#include "right.h"\n'
                                               "int right(void)\n{\n    return left();\n}\n"},
                     "left.c -> right.h (is included); ", "right.c -> left.c (left)")

    def test_module_of_several_files(self):
        """more.c defines what low.h declares: it is of that module, and its use of low.c no cycle."""
        status, words = self.check({"src/host/base/low.h": GOOD["src/host/base/low.h"] + "int more(void);\n",
                                    "src/host/base/low.c": LOW.replace("return 1", "return more()"),
                                    "src/host/base/lower.c": '#include "low.h"\nint more(void)\n{\n    return 1;\n}\n'})
        self.assertEqual(status, 0, words)

    def test_cycle_of_rooms(self):
        self.refuses({"driver/rooms.txt": "include: /src/util\nmachine:\nrun: machine include\n",
                      "src/rooms.txt": GOOD["src/rooms.txt"].replace("util:", "util: /driver/include")},
                     "a cycle of rooms: driver/include, src/util")

    # ---- rooms.txt -----------------------------------------------------------------------------

    def test_room_above(self):
        self.refuses({"driver/rooms.txt": "include:\nmachine: run\nrun: include\n"},
                     "driver/rooms.txt: driver/machine may use run, whose line must come first")

    def test_unknown_room(self):
        self.refuses({"tools/rooms.txt": "info: /src/nothing\n"}, "may use /src/nothing, which is no room")

    def test_all_rooms(self):
        self.refuses({"tools/rooms.txt": "info: *\n"}, "tools/rooms.txt: 'info: *' is not `room: rooms`")

    def test_no_room(self):
        self.refuses({"src/host/attic/thing.c": "int thing;\n"},
                     "src/host/attic/thing.c is in no room: src/rooms.txt has no line for its folder")

    def test_unused_permission(self):
        self.refuses({"src/rooms.txt": GOOD["src/rooms.txt"].replace("proxy: shared", "proxy: shared /driver/include")},
                     "src/proxy may use driver/include, but does not")
        # body.h of shared includes a header of util.
        more = GOOD["src/rooms.txt"].replace("proxy: shared", "proxy: shared util")
        status, words = self.check({"src/rooms.txt": more})
        self.assertEqual(status, 0, words)

    def test_no_folder(self):
        self.refuses({"src/rooms.txt": GOOD["src/rooms.txt"] + "attic:\n"}, "src/attic is a room, but no folder")

    def test_two_lines(self):
        self.refuses({"driver/rooms.txt": "include:\nmachine:\nmachine:\nrun: machine include\n"},
                     "driver/rooms.txt: driver/machine has two lines")
        self.refuses({"driver/rooms.txt": "include:\nmachine:\nrun: machine machine include\n"},
                     "driver/rooms.txt: driver/run may use machine, which is there already or is itself")

    def test_folder_of_a_divided_room(self):
        self.refuses({"driver/rooms.txt": GOOD["driver/rooms.txt"] + "run/deep: machine\n",
                      "driver/run/deep/x.c": '#include "machine/clock.h"\n', "driver/run/attic/y.c": "int y;\n"},
                     "driver/run/attic/y.c is in no room")

    def test_other_suffix(self):
        self.refuses({"src/proxy/ring.inc": ""}, "src/proxy/ring.inc is neither a source nor of a kind")

    # ---- Sizes and names -----------------------------------------------------------------------

    def test_long_file(self):
        self.refuses({"src/host/base/long.h": "\n" * 601}, "long.h has 601 lines, at most 600")

    def test_full_folder(self):
        self.refuses({f"src/host/base/h{i}.h": "" for i in range(28)},
                     "src/host/base has 31 files, at most 30")

    def test_same_name(self):
        self.refuses({"src/host/api/low.h": "int low(void);\n"}, "low.h is the name of several files")

    def test_unclear_include(self):
        self.refuses({"src/shared/a/name.h": "", "src/shared/b/name.h": "", "src/shared/use.h": '#include "name.h"\n'},
                     'src/shared/use.h includes "name.h", which may be any of src/shared/a/name.h, src/shared/b/name.h')


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
                self.assertIn(f"{header}: No such file", run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
