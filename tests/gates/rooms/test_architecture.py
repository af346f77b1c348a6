#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The comparison of the pages with the tree refuses each kind of difference."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ARCHITECTURE = Path(__file__).with_name("architecture.py")

MAP = """# The map
<!-- the parts -->
<!-- end -->
| `src/host/base` |
| `src/host/api` |

`src/host/base/low.c: low()` and `src/host/base/low.h: low`.

<!-- each calls the next -->

1. `src/host/api/high.c: high()` is the first, and names `src/host/base/low.h: low`, too.
2. `src/host/base/low.c: low()` comes by way of another function and a table.
3. `src/host/base/low.c: last()`

<!-- called by `src/host/api/high.c: all()` -->

1. `src/host/base/low.c: low()` is first,
   on two lines.
2. `src/host/base/low.c: last()`

## Locks
`src/host/api/watch.c: mutex`
"""
PAGES = {
    "src/rooms.txt": "host/base:\nhost/api: base\n",
    "driver/rooms.txt": "run:\n",
    "docs/architecture.md": MAP,
    "docs/mechanisms.md": "<!-- the rooms of src/host -->\n<!-- end -->\n## Threads\n`src/host/api/watch.c: watch()`\n",
    "driver/docs/architecture.md": "<!-- the rooms of driver -->\n<!-- end -->\n| `driver/run` |\n",
    "docs/glossary.md": "| **word** | A meaning. | `src/host/api/watch.c` |\n",
    "CONTRIBUTING.md": "Change `src/host/base/low.c: low()`.\n",
    "src/host/base/low.h": "int low(void);\n",
    "src/host/base/low.c": "int last(void)\n{\n    return 1;\n}\n\nint low(void)\n{\n    return last();\n}\n\n"
                           "const table_t table = {.lowest = low};\n",
    "src/host/api/high.c": "static int way(void)\n{\n    return table->lowest();\n}\n\nint high(void)\n{\n"
                           "    return way();\n}\n\nint all(void)\n{\n    return low() + last();\n}\n",
    "src/host/api/watch.c": "/* Words. */\nstatic pthread_mutex_t mutex;\nvoid watch(void)\n{\n"
                            "    pthread_create(0, 0, 0, 0);\n}\n",
}


class Pages(unittest.TestCase):
    def run_on(self, changes):
        """The status and words about the good pages with these changes, once pictures are drawn."""
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            for name, text in PAGES.items():
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
                    new = change(old) if callable(change) else change
                    self.assertNotEqual(old, new)
                    (top / name).write_text(new)
            return run.returncode, run.stdout

    def refuses(self, changes, sentence):
        status, words = self.run_on(changes)
        self.assertEqual(status, 1, words)
        self.assertIn(sentence, words)

    def test_good(self):
        status, words = self.run_on({})
        self.assertEqual(status, 0, words)

    # ---- Pictures ------------------------------------------------------------------------------

    def draw(self, words):
        return subprocess.run([sys.executable, "-Bc", f"import picture; print({words})"], cwd=ARCHITECTURE.parent,
                              capture_output=True, text=True, check=True).stdout

    def test_picture(self):
        self.assertEqual(self.draw("picture.draw({'a': [], 'b': ['a'], 'c': ['a', 'b'], 'd': []})"),
                         "graph TD\n    c --> b\n    b --> a\n    d\n")

    def test_parts(self):
        rooms = {"src/util": [], "src/host/base": ["src/util"], "src/races/order": ["src/host/base"],
                 "src/host/api": ["src/races/order"], "driver/include": [],
                 "driver/run": ["src/util", "driver/include"], "tools/perf": ["src/host/api"]}
        self.assertEqual(self.draw(f"picture.top({rooms})"),
                         "{'src/util': [], 'src/host and src/races': ['src/util'], 'driver/include': [], "
                         "'driver': ['driver/include', 'src/util'], 'tools': ['src/host and src/races']}\n")

    def test_other_rooms(self):
        self.refuses({"src/rooms.txt": "host/base:\nhost/api:\n"},
                     "docs/mechanisms.md: the picture of the rooms of src/host is not that of rooms.txt; run python3")

    def test_no_place(self):
        self.refuses({"docs/architecture.md": lambda text: text.replace("<!-- the parts -->", "")},
                     "docs/architecture.md: there is no place for a picture, between <!-- the parts -->")

    def test_room_without_row(self):
        self.refuses({"docs/architecture.md": lambda text: text.replace("| `src/host/api` |", "")},
                     "no table has a row for `src/host/api`")

    def test_row_without_room(self):
        self.refuses({"docs/architecture.md": lambda text: text + "| `src/host/attic` |\n"},
                     "there is no room src/host/attic")

    def test_long_page(self):
        self.refuses({"docs/architecture.md": lambda text: text + "\n" * 250}, "docs/architecture.md has 2")

    # ---- Walks ---------------------------------------------------------------------------------

    def test_step_that_is_not_called(self):
        self.refuses({"src/host/api/high.c": lambda text: text.replace("table->lowest()", "table->other()")},
                     "src/host/api/high.c: high() does not call low(), which is said to be its next step")

    def test_step_in_a_comment(self):
        self.refuses({"src/host/base/low.c": lambda text: text.replace("return last();", "return 2; /* last() */")},
                     "src/host/base/low.c: low() does not call last()")

    def test_other_order(self):
        self.refuses({"src/host/api/high.c": lambda text: text.replace("low() + last()", "last() + low()")},
                     "src/host/api/high.c: all() calls last() before the step above it")

    def test_missing_step(self):
        self.refuses({"src/host/api/high.c": lambda text: text.replace("low() + last()", "low()")},
                     "src/host/api/high.c: all() does not call last()")

    def test_step_without_function(self):
        self.refuses({"docs/architecture.md": lambda text: text.replace("3. `src/host/base/low.c: last()`", "3. end")},
                     "docs/architecture.md: step 3 of a walk names no function")

    # ---- Places --------------------------------------------------------------------------------

    def test_no_file(self):
        self.refuses({"CONTRIBUTING.md": "`src/host/base/gone.c: low()`"},
                     "CONTRIBUTING.md: src/host/base/gone.c does not exist")

    def test_no_function(self):
        self.refuses({"CONTRIBUTING.md": "`src/host/base/low.c: lost()`"},
                     "CONTRIBUTING.md: src/host/base/low.c defines no function lost()")

    def test_no_word(self):
        self.refuses({"src/host/base/low.h": "\n"}, "src/host/base/low.h has no low")

    def test_thread(self):
        self.refuses({"src/proxy/more.c": "void f(void)\n{\n    ishmemi_thread_create(0);\n}\n"},
                     'src/proxy/more.c starts a thread that stands under "Threads" on no page')

    def test_lock(self):
        self.refuses({"driver/run/more.c": "/* pthread_create( */\nstatic pthread_rwlock_t lock;\n"},
                     'driver/run/more.c has a lock that stands under "Locks" on no page')

    def test_no_term(self):
        self.refuses({"docs/glossary.md": "| **word** | A meaning. | `src/host/api/gone.c` |\n"},
                     "docs/glossary.md: src/host/api/gone.c does not exist")

    def test_term(self):
        self.refuses({"docs/glossary.md": "| **other** | A meaning. | `src/host/api/watch.c` |\n"},
                     'docs/glossary.md: src/host/api/watch.c says nothing of "other"')


if __name__ == "__main__":
    unittest.main()
