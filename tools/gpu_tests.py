#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""gpu_tests.py BUILD: prints the tests of a build that a machine with GPUs can run, for gpu_check.sh.

A line for each conformance test, random test and example: its name, a tab, and its command for a shell, in
which $ISHMEM_ROOT is the directory of the build.  Tests are left out that replace the device by a processor,
or that another driver or launcher is needed for.
"""
import json
import os
import re
import shlex
import subprocess
import sys

WANTED = re.compile(r"(device|host|queue)_|random_calls|static_object|example\.(hello|ring|jacobi|moe)")
LEFT_OUT = re.compile(r"by_tile|driven|as_(discrete_)?gpu|sanitized|races|silence")


def environment_of(test):
    return [value for prop in test["properties"] if prop["name"] == "ENVIRONMENT" for value in prop["value"]]


def command_of(test, build, tests):
    """The command, with ishmrun for the launcher."""
    words = ["ishmrun" if os.path.basename(word).startswith("mpiexec") else word for word in test["command"]]
    text = shlex.join(["env", *environment_of(test), *words])
    text = text.replace(os.path.join(tests, "expect.sh"), '"$ISHMEM_ROOT"/expect.sh')
    return text.replace(build + "/", '"$ISHMEM_ROOT"/')


def main():
    build = os.path.realpath(sys.argv[1])
    tests = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests")
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, stdout=subprocess.PIPE, check=True)
    for test in json.loads(shown.stdout)["tests"]:
        name = test["name"]
        if WANTED.match(name) and not LEFT_OUT.search(name):
            command = command_of(test, build, tests)
            if "ishmrun" in command and tests not in command:
                print(f"{name}\t{command}")


main()
