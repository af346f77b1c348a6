#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""info_json.py PES COMMAND...: what ishmem-info --json tells of a job with ISHMEM_COLLECTIVES set."""
import json
import re
import subprocess
import sys


def require(condition, sentence):
    if not condition:
        sys.exit(f"info_json.py: {sentence}")


def main():
    pes = int(sys.argv[1])
    run = subprocess.run(sys.argv[2:], capture_output=True, text=True, check=False)
    require(run.returncode == 0, f"status {run.returncode}: {run.stderr}")
    info = json.loads(run.stdout)
    require(list(info) == ["versions", "job", "pes", "environment", "tuning"], f"parts {list(info)}")
    for name in ("libishmem", "Level Zero loader", "Level Zero driver", "MPI", "hwloc", "C library",
                 "kernel", "LLVM, of the build", "SPIRV-Tools, of the build", "libsodium, of the build",
                 "compiler, of the build"):
        version = info["versions"].get(name, "")
        require(re.search(r"\d", version), f"{name} has the version '{version}'")
    require(info["job"]["pes"] == pes == len(info["pes"]), f"not {pes} PEs: {info['job']}")
    for i, pe in enumerate(info["pes"]):
        require(pe["pe"] == i and len(pe["reach"]) == pes and pe["reach"][i] == "=", f"PE {i}: {pe}")
        require(pe["heap_bytes"] == 512 << 20 and pe["threads"] > 0, f"PE {i}: {pe}")
        require(len({p["uuid"] + str(p["sub_device"]) for p in info["pes"]}) == pes, "tiles are shared")
    variable = info["environment"]["ISHMEM_COLLECTIVES"]
    require(variable == {"value": "reduce:doubling<64", "default": ""}, f"ISHMEM_COLLECTIVES: {variable}")
    require({"row": "reduce:doubling<64/near", "source": "environment"} in info["tuning"],
            f"no row of the environment: {info['tuning']}")


main()
