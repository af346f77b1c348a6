#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""recipes_test.py SOURCE VERSION

The recipes of packaging/ name this version, versions of LLVM that CMake takes, options that CMake has, and files that
are there.
"""
import ast
import re
import sys
from pathlib import Path

source, version = Path(sys.argv[1]), sys.argv[2]
spack = source / "packaging/spack/packages"
recipes = [*spack.glob("*/package.py"), *(source / "packaging/conda").iterdir(), source / "packaging/Containerfile"]
texts = {path: path.read_text(encoding="utf-8") for path in recipes}
own, conda = texts[spack / "libishmem/package.py"], texts[source / "packaging/conda/recipe.yaml"]
cmake = "\n".join(path.read_text(encoding="utf-8") for folder in ("cmake", "src")
                  for path in [*(source / folder).rglob("*.cmake"), *(source / folder).rglob("CMakeLists.txt")])
wrong = []


def expect(holds, sentence):
    if not holds:
        wrong.append(sentence)


for path in spack.glob("*/package.py"):
    tree = ast.parse(texts[path])
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    name = "".join(part.capitalize() for part in path.parent.name.split("-"))
    expect(classes == [name], f"{path}: the classes are {classes}, expected {name}")
expect(f'version("{version}", tag="v{version}")' in own, f"Spack's package has no version {version}")
expect(f'version: "{version}"' in conda, f"conda's recipe has not the version {version}")

taken = re.search(r"set\(ISHMEM_LLVM_VERSIONS ([\d ]+)\)", cmake)[1].split()
named = re.findall(r"llvm@([\d,]+)", own)[0].split(",") + re.findall(r'llvm: "(\d+)"', conda)
expect(len(named) > 2 and set(named) <= set(taken), f"the recipes name LLVM {named}, expected some of {taken}")
for needed in ("libclc", "spirv-llvm-translator"):
    majors = re.findall(r'version\("(\d+)\.', texts[spack / needed / "package.py"])
    expect(set(re.findall(r"llvm@([\d,]+)", own)[0].split(",")) == set(majors), f"Spack's {needed} is for {majors}")

for path, text in texts.items():
    for option in set(re.findall(r"\bISHMEM_[A-Z_]+\b", text)):
        expect(re.search(rf"option\({option}\b", cmake), f"{path}: CMake has no option {option}")
for path in re.findall(r"examples/\w+", texts[source / "packaging/Containerfile"] + conda):
    expect((source / path).exists(), f"there is no {path}")
expect((source / "examples/fetchcontent/neighbour.cl").exists(), "the recipes compile README's first program")
sys.exit("\n".join(wrong) or 0)
