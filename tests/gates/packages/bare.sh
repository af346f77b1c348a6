#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# bare.sh SOURCE BUILD CPACK
#
# The packages on a bare system of this machine's release of Debian, made by debootstrap: a user compiles and
# runs README's first program there, without a source tree.
set -u
source=$1
build=$2
cpack=$3

cannot()
{
    echo "bare.sh: not run: $*"
    exit 77
}
[ "$(id -u)" -eq 0 ] || cannot "needs root"
command -v debootstrap > /dev/null || cannot "there is no debootstrap"
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
[ -n "$release" ] || cannot "this is no release of Debian"
work=$(mktemp -d) || exit 1
root=$work/root
leave()
{
    umount "$root/sys" "$root/proc" "$root/dev/shm" 2> /dev/null
    rm -rf --one-file-system "$work"
}
trap leave EXIT
if [ -n "${ISHMEM_BARE_ROOT:-}" ]; then
    cp -a "$ISHMEM_BARE_ROOT" "$root" || exit 1
else
    debootstrap --variant=minbase "$release" "$root" > "$work/log" 2>&1 ||
        { tail -3 "$work/log"; cannot "debootstrap fails"; }
fi
(cd "$work" && "$cpack" -G DEB -B "$work/packages" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip \
    --config "$build/CPackConfig.cmake" > "$work/log" 2>&1) || { cat "$work/log"; exit 1; }
mkdir -p "$root/packages" "$root/home/user"
cp "$work"/packages/*.deb "$root/packages/"

# README's programs and commands.
python3 - "$source/README.md" "$root/home/user" << 'END' || exit 1
import pathlib, re, sys
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
part = text[text.index("## A first program"):]
kernel, host = (re.search(rf"^```{language}\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)[1]
                for language in ("opencl", "c"))
folder = pathlib.Path(sys.argv[2])
(folder / "neighbour.c").write_text(host, encoding="utf-8")
(folder / "neighbour.cl").write_text(kernel, encoding="utf-8")
commands = re.findall(r"^    \$ (.*)$", part, re.MULTILINE)
assert len(commands) == 3, commands
(folder / "commands").write_text("\n".join(commands) + "\n", encoding="utf-8")
# The same programs by the CMake project of docs/installing.md.
text = pathlib.Path(sys.argv[1]).parent.joinpath("docs/installing.md").read_text(encoding="utf-8")
project = re.search(r"^```cmake\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1]
(folder / "project").mkdir()
(folder / "project/CMakeLists.txt").write_text(
    f"cmake_minimum_required(VERSION 3.16)\nproject(program C)\n{project}", encoding="utf-8")
(folder / "project/program.c").write_text(host.replace("neighbour.spv", "kernel.spv"), encoding="utf-8")
(folder / "project/kernel.cl").write_text(kernel, encoding="utf-8")
END
mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/dev/shm" || cannot "cannot mount in the root"
mount -t sysfs -o ro sysfs "$root/sys" || true
# How this machine reaches the mirror.
cp /etc/resolv.conf "$root/etc/resolv.conf"
apt-config dump Acquire > "$root/etc/apt/apt.conf.d/90this-machine"
cat > "$root/home/user/run" << 'END'
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# As README says it.  A compiler and pkg-config come with what the packages recommend.
apt-get install -y -q /packages/*.deb
cd /home/user
set -x
. ./commands
# By itself, for Debian 13 has such folders in the loader's file.
folder=$(pkg-config --variable=pcfiledir ishmem)
sed "/^Requires:/d" "$folder/ishmem.pc" > "$folder/alone.pc"
[ "$(pkg-config --cflags --libs alone | tr -d " ")" = -lishmem ] ||
    { echo "bare.sh: pkg-config names folders of the system, or a run path"; exit 1; }
# What an MPI and CMake add.
apt-get install -y -q --no-install-recommends mpich cmake make
mpiexec -n 4 ./neighbour
cmake -S project -B built
cmake --build built
(cd built && ishmrun -n 4 ./program)
ishmem-info --version
ishmem-perf --version
END
# Nothing of this machine's environment, such as compilers that CMake reads from it.
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/user chroot "$root" sh /home/user/run > "$work/log" 2>&1 || { tail -40 "$work/log"; echo "bare.sh: fails"; exit 1; }
for pe in 0 1 2 3; do
    [ "$(grep -c "^PE $pe heard from PE $(((pe + 3) % 4))\$" "$work/log")" -eq 3 ] ||
        { tail -40 "$work/log"; echo "bare.sh: PE $pe was not heard three times"; exit 1; }
done
tail -20 "$work/log"
