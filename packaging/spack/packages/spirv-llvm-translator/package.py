# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class SpirvLlvmTranslator(CMakePackage):
    """Translates between LLVM's bitcode and SPIR-V: the program llvm-spirv and the library LLVMSPIRVLib."""

    homepage = "https://github.com/KhronosGroup/SPIRV-LLVM-Translator"
    url = "https://github.com/KhronosGroup/SPIRV-LLVM-Translator/archive/refs/tags/v21.1.4.tar.gz"

    license("NCSA")

    version("21.1.4", sha256="e900c907b62f82cf541a611b33d6685f375fe3bda6f041087fcdba350ffb437d")
    version("19.1.13", sha256="4c5616670101a22b30c5d62b172032a6d9de95383a717d182f56440111e4608d")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.13.4:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("spirv-headers", type="build")
    depends_on("spirv-tools")
    # A program that links libLLVM and this library has one LLVM in it only if the library links libLLVM, too.
    for release in ("19", "21"):
        depends_on(f"llvm@{release} +llvm_dylib +link_llvm_dylib", when=f"@{release}")

    def cmake_args(self):
        return [
            self.define("BUILD_SHARED_LIBS", True),
            self.define("LLVM_DIR", self.spec["llvm"].prefix.lib.cmake.llvm),
            self.define("LLVM_EXTERNAL_SPIRV_HEADERS_SOURCE_DIR", self.spec["spirv-headers"].prefix),
            self.define("LLVM_SPIRV_INCLUDE_TESTS", False),
        ]
