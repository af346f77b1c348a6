# SPDX-License-Identifier: BSD-3-Clause
"""What the pages leave out: the programs that their commands take, what surrounds a few lines of code, which commands
this test cannot run, and how it shortens long ones."""

# Files of every page's folder that no block of the page provides; each from this folder's programs/ or the tree.
FILES = {"program.c": "programs/program.c", "program.cpp": "programs/program.c", "kernel.cl": "programs/kernel.cl",
         "scale.cl": "programs/scale.cl", "routing.txt": "programs/routing.txt"}
# By page, where programs are of another kind.
OTHERS = {"docs/openshmem.md": {"program.c": "programs/openshmem.c", "program.cpp": "programs/openshmem.c"},
          "docs/tracing.md": {"program.c": "programs/program.c"}}

# Lines of code that are no whole program: by page, for each in turn, (headers, parameters or declarations).
FRAGMENTS = {
    "docs/kernels.md": [("", ""), ("", "ze_kernel_handle_t kernel = NULL;")],
    "docs/queues.md": [("", """float *dest = NULL, *source = NULL; size_t n = 0; uint64_t *signal = NULL; int pe = 0;
        ze_command_list_handle_t list = NULL; ze_event_handle_t computed = NULL, halo = NULL, done = NULL;
        ze_kernel_handle_t next_kernel = NULL; ze_group_count_t groups = {1, 1, 1};""")],
    "docs/starting.md": [("", "int rank = 0, nranks = 1; ishmemx_uniqueid_t id = {0};")],
    "docs/how-it-works.md": [("", "ze_event_handle_t done = NULL;")],
    "docs/sycl.md": [
        ("", "std::size_t n = 0; float *border = nullptr; int neighbour = 0;"),
        ("", "sycl::queue queue;"),
        ("", ""),
        ("", """sycl::queue queue; float *halo = nullptr, *border = nullptr; std::size_t n = 0; int neighbour = 0;
        std::uint64_t *arrived = nullptr, round = 0; long *rounds = nullptr;"""),
        ("", "sycl::queue queue; std::string text, folder;")],
}

# Regular expression of a command: who runs it instead, or why nobody does.
NOT_RUN = {
    r"tools/(demo|test|setup|build)\.sh": "tools/other_release.sh runs it on a bare system",
    r"ctest |cmake --(preset|build)|cmake -B build/release|TEST_DIVISOR": "it builds or tests this tree",
    r"cmake --install build/release --prefix (/usr/local|/opt)": "packages.components installs",
    r"sudo |sysctl ": "it changes the machine",
    r"srun ": "the test slurm starts jobs so",
    r".*--hosts a,b": "the tests ishmrun-hosts* start jobs so",
    r"hosts\.sh ": "it needs network namespaces; the tests hosts_* have them",
    r"gdb |perf |.* perf record": "the tests of debuggers start them",
    r"CMAKE_PREFIX_PATH=\S+ pip ": "the test python.package does so",
    r"pip |icpx |OSHCC=\S+ .*pip |.*python program\.py": "it needs more than the set-up installs",
    r"g\+\+ .*SYCL|export ZE_ENABLE_ALT_DRIVERS=|.*ring\.py": "the tests sycl_* do so",
    r"kill ": "PID is no process; the tests stall-* do so",
    r".*nccl_alltoall|.*NVSHMEM_HOME|.*NCCL_HOME|.*ishmem-perf-(nvshmem|nccl)": "it needs an NVIDIA GPU",
    r"ishmem[_-]info --job": "it needs a job, which the test info-jobs has",
    r'cmake --install build/release --prefix "\$HOME/ishmem"': "this test has begun with it",
    r"spack |conda |rattler-build |micromamba |podman |docker ": "it needs another system's packages",
    r"cmake .*build/fetchcontent": "the test packages.fetchcontent builds the project",
}

# Regular expression of a command: arguments that make it short.  The last of an option counts.
SHORTER = {
    r".*ishmem-perf .*(init|finalize)": " -n 2",
    r".*ishmem-perf ": " -n 2 -w 1 -b 64 -e 64",
    r".*jacobi [12]": " --iterations 20",
    r".*moe --tokens 4096": " --tokens 16 --hidden 64",
    r".*ishmem-tune": " -n 1 -w 0 -r 1 -b 64 -e 64",
}
