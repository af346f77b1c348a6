#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Packs what a machine with NVIDIA GPUs needs of a build into one relocatable archive: the library, its
# drivers and their compiler, the tools, the tests, and the libraries that all of these load.  The
# machine needs Linux on x86-64 with glibc 2.36 or newer and NVIDIA's driver, and nothing else.
#
#     tools/gpu_bundle.sh ARCHIVE.tar.xz [BUILD_DIRECTORY]
#     tar xf ARCHIVE.tar.xz && . libishmem/env.sh && ishmrun -n 2 ishmem-info
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
archive=${1:?usage: tools/gpu_bundle.sh ARCHIVE.tar.xz [BUILD_DIRECTORY]}
build=$(cd "${2:-$root/build/release}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bundle=$work/libishmem

# The files as they lie in the build, so that what one finds beside another is found here as well.
mkdir -p "$bundle/lib/system"
cd "$build"
find bin lib tests -type f \( -perm -u+x -o -name '*.so*' -o -name '*.spv' -o -name '*.tuning' \) \
    ! -path '*/CMakeFiles/*' ! -name '*.py' ! -name '*.sh' ! -name 'libishmem_mpi_openmpi.so' \
    ! -name 'libishmem_pmix.so' |
    while read -r file; do
        mkdir -p "$bundle/$(dirname "$file")"
        cp "$file" "$bundle/$file"
    done
find lib -type l | while read -r link; do
    cp -P "$link" "$bundle/$link"
done
find "$bundle" -type f ! -name '*.spv' -exec strip --strip-unneeded {} + 2>/dev/null || true

# What they load, but for the C library.
find "$bundle/bin" "$bundle/lib" -type f -perm -u+x -o -name '*.so*' | while read -r file; do
    LD_LIBRARY_PATH=$build/lib ldd "$file" 2>/dev/null || true
done | awk '$3 ~ "^/" { print $3 }' | sort -u |
    grep -v -e "^$build/" -e '/\(libc\|libm\|libdl\|librt\|libpthread\)\.so' -e '/lib.san\.so' |
    while read -r file; do
        cp -L "$file" "$bundle/lib/system/"
    done
strip --strip-unneeded "$bundle"/lib/system/* 2>/dev/null || true

cat > "$bundle/env.sh" <<'END'
# To be read by a shell (". libishmem/env.sh") in the directory that holds libishmem, or with
# ISHMEM_ROOT set to the path of libishmem.
ISHMEM_ROOT=${ISHMEM_ROOT:-$PWD/libishmem}
export ISHMEM_ROOT
export PATH="$ISHMEM_ROOT/bin:$PATH"
export LD_LIBRARY_PATH="$ISHMEM_ROOT/lib:$ISHMEM_ROOT/lib/system${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
END
cp "$root/LICENSE" "$bundle/"
echo "$build" > "$bundle/tests/built_in"
tar -C "$work" --use-compress-program='xz -T0 -6' -cf "$archive" libishmem
echo "$archive: $(du -h "$archive" | cut -f1)"
