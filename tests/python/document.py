# SPDX-License-Identifier: BSD-3-Clause
"""document.py PAGE: runs the page's blocks of Python, in a job of any size."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    whole, *fragments = re.findall(r"^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
exec(compile(whole, "the first block", "exec"), {})

SCALE = "__kernel void scale(__global int *data) { data[get_global_id(0)] *= 2; }"
PRELUDE = """
import numpy as np
import ishmem
job = ishmem.init()
right = (job.my_pe + 1) % job.n_pes
dest, source = ishmem.zeros(2048, np.int32), ishmem.ones(2048, np.int32)
signal = ishmem.zeros(1, np.uint64)
kernel = ishmem.Module(SCALE).kernel("scale")
"""
names = {"SCALE": SCALE}
for number, text in enumerate([PRELUDE, *fragments]):
    exec(compile(text, f"block {number + 1}", "exec"), names)
exec("assert (dest == 2).all(); ishmem.finalize()", names)
print(f"{1 + len(fragments)} blocks")
