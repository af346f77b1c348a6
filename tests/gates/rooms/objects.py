# SPDX-License-Identifier: BSD-3-Clause
"""What the objects of a build define and refer to, by the sources that they are made of."""
import collections
import json
import re
import subprocess
from pathlib import Path

DEFINED = "TDBRCWViu"
REFERRED = "Uwv"


class Objects:
    """definers: {symbol: sources}; references: [(source, symbol)]; missing: sources without their object."""

    def __init__(self, top, sources, build):
        self.definers, self.references, self.missing = collections.defaultdict(set), [], []
        self.source_of = {}
        top = top.resolve()
        for command in json.loads((build / "compile_commands.json").read_text()):
            path = Path(command["file"])
            source = path.relative_to(top) if path.is_relative_to(top) else None
            if source in sources:
                made = Path(command["directory"]) / re.search(r" -o (\S+)", command["command"])[1]
                if made.exists():
                    self.source_of[str(made)] = source
                else:
                    self.missing.append(source)
        self.read_symbols()

    def read_symbols(self):
        if not self.source_of:
            return
        symbols = subprocess.run(["nm", "--print-file-name", *self.source_of], capture_output=True, text=True,
                                 check=True)
        for line in symbols.stdout.splitlines():
            path, _, symbol = line.rpartition(":")
            kind, name = symbol.split()[-2:]
            if kind in DEFINED:
                self.definers[name].add(self.source_of[path])
            elif kind in REFERRED:
                self.references.append((self.source_of[path], name))

    def definer(self, name):
        """The one source that defines the symbol, or None: several say nothing."""
        return next(iter(self.definers[name])) if len(self.definers[name]) == 1 else None

    def __len__(self):
        return len(set(self.source_of.values()))
