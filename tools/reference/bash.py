# SPDX-License-Identifier: BSD-3-Clause
"""Completion for bash: complete.bash, and what it is to know of a program.  Nothing of the package
bash-completion is needed, but it loads the files."""
from pathlib import Path

ENGINE = Path(__file__).with_name("complete.bash").read_text(encoding="utf-8")


def offer(value):
    """What may stand there, as complete.bash has it."""
    parts = [f"words={' '.join(value.words)}"] if value.words else []
    for kind in value.kinds:
        patterns = "|".join(f"*.{ending}" for ending in value.endings)
        parts.append(f"files={patterns}" if kind == "files" and patterns else kind)
    return ";".join(parts)


def entries(name, pairs):
    lines = "".join(f"\n        [{key}]='{text}'" for key, text in pairs)
    return f"    local -A {name}=({lines})\n"


def places(program):
    if program.commands:
        yield "0", "words=" + " ".join(program.commands)
        for command, values in program.commands.items():
            for at, value in enumerate(values):
                yield f"{command}{at}", offer(value)
        return
    for at, value in enumerate(program.words):
        yield "more" if program.many and at == len(program.words) - 1 else at, offer(value)


def write(program):
    names = [name for names, _, _ in program.options for name in names]
    begun = [name.removesuffix("...") for name in names if name.endswith("...")]
    values = [(name, offer(value)) for names, value, _ in program.options if value and not value.optional
              for name in names]
    function = "_" + program.name.replace("-", "_").replace("+", "x")
    return (f"# Completion of {program.name} for bash, made of what {program.name} --help prints.\n\n{ENGINE}\n"
            f"{function}()\n{{\n"
            f"    local options='{' '.join(name.removesuffix('...') for name in names)}'\n"
            f"    local begun='{' '.join(begun)}'"
            f" commands={'yes' if program.commands else ''} runs={'yes' if program.runs_program() else ''}\n"
            f"{entries('values', values)}{entries('places', places(program))}"
            f"    _ishmem_complete\n}}\ncomplete -F {function} {' '.join(program.called)}\n")
