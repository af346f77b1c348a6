#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Packs what a machine with NVIDIA GPUs needs of a build into one relocatable archive: the library, its
# drivers and their compiler, the tools, the examples, and the libraries that all of these load.  With --tests
# it also has the conformance programs of kernels, of the host and of queues, and check.sh, which runs them
# (gpu_check.sh).  The machine needs Linux on x86-64 with glibc 2.36 or newer and NVIDIA's driver, and nothing
# else.
#
#     tools/gpu_bundle.sh [--tests] ARCHIVE.tar.xz [BUILD_DIRECTORY]
#     tar xf ARCHIVE.tar.xz && . libishmem/env.sh && ishmrun -n 2 ishmem-info
#     libishmem/check.sh '2pe$'
set -eu

tests=
if [ "${1:-}" = --tests ]; then
    tests=yes
    shift
fi
root=$(cd "$(dirname "$0")/.." && pwd)
archive=${1:?usage: tools/gpu_bundle.sh [--tests] ARCHIVE.tar.xz [BUILD_DIRECTORY]}
case $archive in
/*) ;;
*) archive=$PWD/$archive ;;
esac
build=$(cd "${2:-$root/build/release}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bundle=$work/libishmem

# The files as they lie in the build, so that what one finds beside another is found here as well.
cd "$build"
{
    find -L bin -maxdepth 1 \( -name 'ishm*' -o -name ze_compile \) ! -name 'ishmem-osh*'
    find bin/perf lib/ishmem lib/libishmem* lib/libze_c* -type f ! -name '*.d' ! -name '*.a' \
        ! -name libishmem_mpi_openmpi.so ! -name libishmem_pmix.so ! -name libishmem_ucx.so
    for example in hello ring jacobi moe; do
        echo "bin/$example"
        echo "bin/$example.spv"
    done
    if [ -n "$tests" ]; then
        find bin -maxdepth 1 -type f \( -name 'device_*' -o -name 'host_*' -o -name 'queue_*' \
            -o -name random_calls -o -name 'static_object*' -o -name call_all \)
        find tests/conformance -name '*.spv'
        echo lib/libas_gpu.so
    fi
} | while read -r file; do
    mkdir -p "$bundle/$(dirname "$file")"
    cp -L "$file" "$bundle/$file"
done
find lib/libishmem* lib/libze_c* -type l | while read -r link; do
    cp -P "$link" "$bundle/$link"
done
find "$bundle" -type f ! -name '*.spv' -exec strip --strip-unneeded {} + 2>/dev/null || true

# What they load, but for the C library.
mkdir -p "$bundle/lib/system"
find "$bundle/bin" "$bundle/lib" -type f -perm -u+x -o -name '*.so*' | while read -r file; do
    LD_LIBRARY_PATH=$build/lib ldd "$file" 2>/dev/null || true
done | awk '$3 ~ "^/" { print $3 }' | sort -u |
    grep -v -e "^$build/" -e '/\(libc\|libm\|libdl\|librt\|libpthread\)\.so' -e '/lib.san\.so' |
    while read -r file; do
        cp -L "$file" "$bundle/lib/system/"
    done
strip --strip-unneeded "$bundle"/lib/system/* 2>/dev/null || true

if [ -n "$tests" ]; then
    cp "$root/tools/gpu_check.sh" "$bundle/check.sh"
    cp "$root/tests/expect.sh" "$bundle/"
    python3 "$root/tools/gpu_tests.py" "$build" > "$bundle/tests.txt"
fi

cat > "$bundle/env.sh" <<'END'
# To be read by a shell (". libishmem/env.sh") in the directory that holds libishmem, or with
# ISHMEM_ROOT set to the path of libishmem.
ISHMEM_ROOT=${ISHMEM_ROOT:-$PWD/libishmem}
export ISHMEM_ROOT
export PATH="$ISHMEM_ROOT/bin:$PATH"
export LD_LIBRARY_PATH="$ISHMEM_ROOT/lib:$ISHMEM_ROOT/lib/system${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
END
cp "$root/LICENSE" "$bundle/"
tar -C "$work" --use-compress-program='xz -T0 --x86 --lzma2=preset=6' -cf "$archive" libishmem
echo "$archive: $(du -h "$archive" | cut -f1)"
