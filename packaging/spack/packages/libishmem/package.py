# SPDX-License-Identifier: BSD-3-Clause
from pathlib import Path

from spack.package import *


class Libishmem(CMakePackage):
    """OpenSHMEM for GPUs, in C, over Level Zero, with Intel SHMEM's API. Each process owns a GPU tile and a symmetric
    heap on it, and puts to, gets from, updates and waits on the heap of any process, on the host and in kernels."""

    # The checkout that this repository lies in.
    git = Path(__file__).resolve().parents[4].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant(
        "mpi",
        default="mpich",
        values=("none", "mpich", "openmpi"),
        multi=False,
        description="MPI whose launcher starts jobs; ishmem-perf and ishmem-tune need one",
    )
    variant("pmix", default=False, description="Start-up by launchers that provide PMIx")
    variant("ucx", default=False, description="The transport to other hosts by UCX")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    # It writes the reference, and runs ishmem-trace.
    depends_on("python@3.8:", type=("build", "run"))

    depends_on("hwloc@2:")
    depends_on("libsodium")
    depends_on("oneapi-level-zero")
    depends_on("mpich", when="mpi=mpich")
    depends_on("openmpi", when="mpi=openmpi")
    depends_on("pmix", when="+pmix")
    depends_on("ucx@1.13:", when="+ucx")

    # ishmemcc runs the tools.
    with default_args(type=("build", "link", "run")):
        depends_on("llvm@19,21 +clang +llvm_dylib +link_llvm_dylib targets=nvptx")
        depends_on("spirv-llvm-translator")
        depends_on("spirv-tools")
    for version_of_llvm in ("19", "21"):
        depends_on(f"spirv-llvm-translator@{version_of_llvm}", when=f"^llvm@{version_of_llvm}")
        depends_on(f"libclc@{version_of_llvm}", when=f"^llvm@{version_of_llvm}", type="build")

    requires("platform=linux", msg="libishmem is for Linux")
    requires("target=x86_64:", msg="libishmem is for x86-64")

    def cmake_args(self):
        spec = self.spec
        args = [
            self.define("BUILD_TESTING", False),
            self.define("ISHMEM_FEW_PIECES", True),
            self.define("CMAKE_INSTALL_LIBDIR", "lib"),
            self.define("LLVM_ROOT", spec["llvm"].prefix),
            self.define("LIBCLC_ROOT", spec["libclc"].prefix),
            self.define("ISHMEM_WITH_MPI", not spec.satisfies("mpi=none")),
            self.define_from_variant("ISHMEM_WITH_PMIX", "pmix"),
            self.define_from_variant("ISHMEM_WITH_UCX", "ucx"),
        ]
        if not spec.satisfies("mpi=none"):
            mpi = spec[spec.variants["mpi"].value]
            args.append(self.define("MPI_HOME", mpi.prefix))
            args.append(self.define("MPI_C_COMPILER", mpi.prefix.bin.mpicc))
        return args

    @run_after("install")
    def keep_first_program(self):
        cache_extra_test_sources(self, join_path("examples", "fetchcontent"))

    def test_first_program(self):
        """README's first program, on four PEs"""
        sources = join_path(self.test_suite.current_test_cache_dir, "examples", "fetchcontent")
        libraries = self.spec["oneapi-level-zero"].libs.search_flags
        headers = self.spec["oneapi-level-zero"].prefix.include
        with working_dir(sources):
            which(self.prefix.bin.ishmemcc, required=True)("neighbour.cl", "-o", "neighbour.spv")
            which("cc", required=True)(
                "neighbour.c",
                "-o",
                "neighbour",
                f"-I{self.prefix.include}",
                f"-I{headers}",
                f"-L{self.prefix.lib}",
                f"-Wl,-rpath,{self.prefix.lib}",
                *libraries.split(),
                "-lishmem",
                "-lze_loader",
            )
            ishmrun = which(self.prefix.bin.ishmrun, required=True)
            said = ishmrun("-n", "4", "./neighbour", output=str.split, error=str.split)
            for pe in range(4):
                assert f"PE {pe} heard from PE {(pe + 3) % 4}" in said, said
