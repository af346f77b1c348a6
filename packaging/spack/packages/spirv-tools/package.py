# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class SpirvTools(CMakePackage):
    """Assembler, disassembler, validator and optimiser of SPIR-V modules, as programs and libraries."""

    homepage = "https://github.com/KhronosGroup/SPIRV-Tools"
    url = "https://github.com/KhronosGroup/SPIRV-Tools/archive/refs/tags/v2026.1.tar.gz"

    license("Apache-2.0")

    version("2026.1", sha256="35dc16cf2dc64be5b6bbbe86d210e6f4a82b070cffd751605a3365cd8bce2d7e")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22.1:", type="build")
    depends_on("python@3.8:", type="build")
    depends_on("spirv-headers@1.4.341.0", type="build", when="@2026.1")

    def cmake_args(self):
        return [
            self.define("SPIRV-Headers_SOURCE_DIR", self.spec["spirv-headers"].prefix),
            self.define("SPIRV_TOOLS_BUILD_STATIC", False),
            self.define("SPIRV_TOOLS_LIBRARY_TYPE", "SHARED"),
            self.define("SPIRV_SKIP_TESTS", True),
            self.define("SPIRV_WERROR", False),
        ]
