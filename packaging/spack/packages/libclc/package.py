# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class Libclc(CMakePackage):
    """The functions of OpenCL C as bitcode, from LLVM's sources, for NVIDIA's GPUs."""

    homepage = "https://libclc.llvm.org"
    url = "https://github.com/llvm/llvm-project/archive/llvmorg-21.1.8.tar.gz"

    license("Apache-2.0 WITH LLVM-exception OR MIT OR NCSA")

    version("21.1.8", sha256="7ba3f2a8d8fda88be18a31d011e8195d3b7f87f9fa92b20c94cba2d7f65b0e3f")
    version("19.1.7", sha256="59abea1c22e64933fad4de1671a61cdb934098793c7a31b333ff58dc41bff36c")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("python@3.8:", type="build")
    for release in ("19", "21"):
        depends_on(f"llvm@{release} +clang targets=nvptx", when=f"@{release}", type="build")

    root_cmakelists_dir = "libclc"

    def cmake_args(self):
        return [
            self.define("LIBCLC_TARGETS_TO_BUILD", "nvptx64--"),
            self.define("LLVM_DIR", self.spec["llvm"].prefix.lib.cmake.llvm),
        ]
