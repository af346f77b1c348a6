# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class SpirvHeaders(CMakePackage):
    """Headers and grammar files of SPIR-V."""

    homepage = "https://github.com/KhronosGroup/SPIRV-Headers"
    url = "https://github.com/KhronosGroup/SPIRV-Headers/archive/refs/tags/vulkan-sdk-1.4.341.0.tar.gz"

    license("MIT")

    version("1.4.341.0", sha256="cab0a654c4917e16367483296b44cdb1d614e3120c721beafcd37e3a8580486c")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.14:", type="build")
