# SPDX-License-Identifier: BSD-3-Clause
"""The blocks of a page: code between fences, and indented lines, which are commands, sessions or output."""
import collections
import re

# language: of a fence, or "commands", "session" (lines after `$ ` and what they print), "tuning"
# (lines of a table for ISHMEM_TUNING, each with a remark) or "output".
# file: the name that the paragraph before gives the code.
Block = collections.namedtuple("Block", "page line language text file")

ENDINGS = {"c": "c", "opencl": "cl", "cpp": "cpp", "cmake": "txt"}
PROGRAMS = re.compile(
    r"(\w+=\S* )*(tools/\w+\.sh|cmake|ctest|cc|g\+\+|icpx|ishmem[\w+-]*|ishmrun|mpiexec|srun|python3|pip|bin/\S+|export|"
    r"lib=\S+|sudo|sysctl|kill|gdb|perf|hosts\.sh|spack|conda|rattler-build|micromamba|podman|docker)( |$)")


def kind(lines):
    if lines[0].startswith("$ "):
        return "session"
    if PROGRAMS.match(lines[0]):
        return "commands"
    return "tuning" if re.match(r"\w+:\w+[</]", lines[0]) else "output"


def file_named(before, language):
    names = re.findall(rf"`(\w+\.{ENDINGS.get(language, '-')})`", before)
    return names[-1] if names else None


def read(page, text):
    lines = text.split("\n")
    blocks, paragraph, i = [], "", 0
    while i < len(lines):
        fence = re.match(r"( *)```(\w*)$", lines[i])
        indented = re.match(r"( {4,6})\S", lines[i]) and (i == 0 or not lines[i - 1].strip())
        if fence:
            end = next(j for j in range(i + 1, len(lines)) if lines[j].strip() == "```")
            code = "\n".join(line[len(fence[1]):] for line in lines[i + 1:end]) + "\n"
            blocks.append(Block(page, i + 1, fence[2], code, file_named(paragraph, fence[2])))
            i = end + 1
        elif indented and not is_list_item(lines, i):
            depth = len(re.match(" *", lines[i])[0])
            end = i
            while end < len(lines) and (lines[end].startswith(" " * depth) or not lines[end].strip()):
                end += 1
            text_lines = [line[depth:] for line in lines[i:end]]
            while not text_lines[-1]:
                text_lines.pop()
            # A blank line separates commands from what they print.
            for part in re.split(r"\n\n", "\n".join(text_lines)):
                blocks.append(Block(page, i + 1, kind(part.split("\n")), part, None))
            i = end
        else:
            paragraph = paragraph + " " + lines[i] if lines[i].strip() else paragraph if lines[i - 1].strip() else ""
            i += 1
    return blocks


def is_list_item(lines, i):
    """Whether the line goes on with an item of a list whose text is as deep."""
    depth = len(re.match(" *", lines[i])[0])
    for line in reversed(lines[:i]):
        if not line.strip():
            continue
        item = re.match(r"( *(?:-|\d+\.) +)", line)
        if item:
            return depth < len(item[1]) + 4
        if not line.startswith(" "):
            return False
    return False


def commands(text):
    """The commands of a block: without comments, with lines that end in a backslash joined."""
    text = re.sub(r"\\\n\s*", "", text)
    return [re.sub(r"\s+# .*$", "", line) for line in text.split("\n") if line.strip()]
