# SPDX-License-Identifier: BSD-3-Clause
"""Where links of the documents lead in the manual."""
import re
from pathlib import Path

# Documents that are pages of section 7, under this name.
DOCUMENTS = {"environment": "ishmem_environment", "kernels": "ishmem_kernels", "openshmem": "ishmem_openshmem",
             "nvshmem": "ishmem_nvshmem"}


def in_manual(target):
    """The name and the section of the page that is made of a file; None if there is none."""
    path = Path(target.partition("#")[0])
    if path.suffix != ".md":
        return None
    if path.stem in DOCUMENTS:
        return DOCUMENTS[path.stem], 7
    if path.stem == "ishmem":
        return path.stem, 7
    if re.match(r"ishmemx?_", path.stem):
        return path.stem, 3
    return (path.stem, 1) if re.match(r"ishm(em|run)", path.stem) else None
