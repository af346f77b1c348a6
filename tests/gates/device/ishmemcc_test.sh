#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# ishmemcc_test.sh ISHMEMCC INTEGERS.cl LLVM-AS [OPTION]
#
# What ishmemcc makes, and what it says when it cannot.
set -u
ishmemcc=$1
integers=$2
llvm_as=("${@:3}")
llvm=$("$ishmemcc" --help | sed -n "s/.*compiled with LLVM \([0-9]*\)\..*/\1/p")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/a place"
cd "$work/a place" || exit 1
status=0

bad() {
    echo "FAILED: $*"
    status=1
}

# refuses PATTERN ARGUMENTS...: fails with a message that matches, and writes no out.spv.
refuses() {
    local pattern=$1 message
    shift
    if message=$("$ishmemcc" "$@" -o out.spv 2>&1); then
        bad "ishmemcc $* succeeded"
    fi
    [[ $message =~ $pattern ]] || bad "ishmemcc $*: no '$pattern' in: $message"
    [ ! -e out.spv ] || bad "ishmemcc $* left an output"
}

exports() {
    spirv-dis "$1" | grep -oP 'LinkageAttributes "\K[^"]+(?=" Export)' | sort | tr '\n' ' '
}

cat > good.cl <<'END'
#include "ishmem_device.h"
#include "mine.h"
kernel void put_one(__global int *a) { ishmem_p(a, VALUE, ishmem_n_pes() - 1); }
kernel void put_all(ishmem_ctx_t ctx, __global int *a)
{
    ishmemx_put_work_group(ctx, a, a, 4, 0);
}
END
mkdir headers && echo '/* none */' > headers/mine.h
cat > bad.cl <<'END'
#include "ishmem_device.h"
kernel void k(__global int *a)
{
    a[0] = nonsense;
}
END
cat > type.cl <<'END'
#include "ishmem_device.h"
kernel void k(__global int *a, __global float *b) { ishmem_put(a, b, 1, 0); }
END

"$ishmemcc" -I headers -DVALUE=3 -MF good.d good.cl -o good.spv || bad "good.cl does not compile"
spirv-val good.spv || bad "good.spv is not valid"
[ "$(exports good.spv)" = "ishmemi_default_ctx_v10 put_all put_one " ] ||
    bad "good.spv exports $(exports good.spv)"
! spirv-dis good.spv | grep -q '"ishmem.*Import' || bad "good.spv has imports"
grep -q '^good.spv:' good.d && grep -q 'headers/mine.h' good.d && grep -q 'ishmem_device.h' good.d ||
    bad "the dependencies are $(cat good.d)"

# What optimisers make integers of odd widths of, and freeze, at every level.
for level in -O0 -O1 -O2 -O3; do
    "$ishmemcc" $level --no-link "$integers" -o integers.spv || bad "integers.cl does not compile $level"
    ! spirv-dis integers.spv | grep -P 'OpTypeInt (?!(8|16|32|64) )' ||
        bad "integers.cl has integers of odd widths $level"
    ! spirv-dis integers.spv | grep -q '"puts"' || bad "printf has become puts $level"
done
"$ishmemcc" -c "$integers" -o integers.bc && "$ishmemcc" --no-link integers.bc -o again.spv ||
    bad "integers.cl by bitcode fails"
cat > odd.ll <<'END'
target triple = "spir64-unknown-unknown"
define i17 @odd(i17 %x) {
    ret i17 %x
}
END
"${llvm_as[@]}" odd.ll -o odd.bc
refuses "'odd.bc' has integers whose size is not 8, 16, 32 or 64 bits" --no-link odd.bc

# A parameter that is not read: what the translator of LLVM 19 writes of it, that of 15 cannot read.
cat > untouched.cl <<'END'
int is_there(__global int *p, int x);
__attribute__((noinline)) int is_there(__global int *p, int x) { return p != 0 ? x : -x; }
END
"$ishmemcc" --no-link untouched.cl -o untouched.spv || bad "untouched.cl does not compile"
! spirv-dis untouched.spv | grep FuncParamAttr | grep -Pv ' (Zext|Sext|ByVal|Sret|NoAlias|NoCapture|NoWrite)$' ||
    bad "untouched.spv has attributes that older translators do not know"

"$ishmemcc" -Iheaders -D VALUE=3 --no-link good.cl -o open.spv || bad "--no-link fails"
spirv-dis open.spv | grep -q '"ishmem_int_p" Import' || bad "--no-link: ishmem_int_p is no import"
"$ishmemcc" -I headers -DVALUE=3 -c good.cl || bad "-c fails"
"$ishmemcc" good.bc -o again.spv || bad "bitcode as input fails"
cmp good.spv again.spv || bad "bitcode as input gives another module"

# Options as other compilers take them; several files; text; the standard input.
"$ishmemcc" -Iheaders -DVALUE=3 -MFglued.d good.cl -oglued.spv && cmp good.spv glued.spv || bad "-oFILE fails"
grep -q '^glued.spv:' glued.d || bad "-MFFILE: the dependencies are $(cat glued.d)"
"$ishmemcc" -Iheaders -DVALUE=3 - -o stdin.spv < good.cl && cmp good.spv stdin.spv || bad "- fails"
"$ishmemcc" -Iheaders -DVALUE=3 good.cl -o - > stdout.spv && cmp good.spv stdout.spv || bad "-o - fails"
message=$("$ishmemcc" - -o out.spv 2>&1 < bad.cl) && bad "a bad standard input succeeded"
[[ $message =~ ^'<stdin>':4:12:' error: ' ]] || bad "a bad standard input: $message"
message=$("$ishmemcc" - 2>&1 < good.cl) && bad "no output is named for the standard input, and it succeeded"
[[ $message =~ '-o is missing' ]] || bad "no output is named for the standard input: $message"
refuses 'the standard input is named twice' - -
"$ishmemcc" -Iheaders -DVALUE=3 -S good.cl || bad "-S fails"
spirv-as --target-env spv1.2 good.spvasm -o assembled.spv && spirv-val assembled.spv &&
    [ "$(exports assembled.spv)" = "$(exports good.spv)" ] || bad "-S writes no assembly of good.spv"
"$ishmemcc" -Iheaders -DVALUE=3 -S -c good.cl && grep -q '^define .*spir_kernel.*put_one' good.ll ||
    bad "-S -c writes no LLVM assembly"
mkdir several
cat > several/first.cl <<'END'
#include "mine.h"
int first(int x);
int first(int x) { return x + VALUE; }
END
cat > several/second.cl <<'END'
#include "ishmem_device.h"
int first(int);
kernel void second(__global int *a) { ishmem_p(a, first(a[0]), 0); }
END
(
    cd several || exit 1
    "$ishmemcc" -I../headers -DVALUE=3 -c -MF several.d first.cl second.cl || exit 1
    grep -q '^first.bc:.* first.cl' several.d && grep -q '^second.bc:.* second.cl' several.d || exit 1
    "$ishmemcc" first.bc second.bc -o from_bc.spv || exit 1
    "$ishmemcc" -I../headers -DVALUE=3 -MF both.d first.cl second.cl -o from_cl.spv || exit 1
    [ "$(grep -c '^from_cl.spv:' both.d)" -eq 2 ] || exit 1
    cmp from_bc.spv from_cl.spv
) || bad "several files fail"
cp good.bc own.bc
message=$("$ishmemcc" -c own.bc 2>&1) && bad "-c own.bc succeeded"
[[ $message =~ "'own.bc' would be its own output" ]] && cmp good.bc own.bc || bad "-c own.bc: $message"

# What nobody defines.
cat > lacks.cl <<'END'
#include "ishmem_device.h"
int nowhere(int);
int other_nowhere(int);
int there(int);
int not_called(int);
kernel void calls(__global int *a) { ishmem_p(a, nowhere(a[0]) + there(a[1]), 0); }
END
cat > lacks_too.cl <<'END'
int nowhere(int);
int there(int x);
int there(int x) { return x + 1; }
kernel void calls_too(__global int *a) { a[0] = nowhere(1) + (int)get_global_id(0) + abs(a[2]); }
END
if message=$("$ishmemcc" lacks.cl lacks_too.cl -o out.spv 2>&1); then
    bad "lacks.cl succeeded"
fi
[ "$message" = "ishmemcc: lacks.cl: 'calls' uses 'nowhere', which no input defines
ishmemcc: lacks_too.cl: 'calls_too' uses 'nowhere', which no input defines
ishmemcc: undefined functions; --allow-undefined leaves them to zeModuleDynamicLink" ] ||
    bad "lacks.cl and lacks_too.cl: $message"
"$ishmemcc" -c lacks.cl || bad "-c refuses undefined functions"
refuses "lacks.bc: 'calls' uses 'there', which no input defines" -O0 lacks.bc
"$ishmemcc" --allow-undefined lacks.cl -o open.spv || bad "--allow-undefined fails"
spirv-dis open.spv | grep -q '"nowhere" Import' || bad "--allow-undefined: nowhere is no import"
"$ishmemcc" --no-link lacks.cl -o open.spv || bad "--no-link refuses undefined functions"

"$ishmemcc" --help | grep -q Usage || bad "--help"
"$ishmemcc" --version | grep -qE '^ishmemcc .*[0-9]+\.[0-9]+' || bad "--version"

refuses '^bad.cl:4:12: error: .*nonsense' bad.cl
refuses '^type.cl:2:.*error:' type.cl
refuses "cannot read 'absent.cl'" absent.cl
refuses 'no input file'
refuses "unknown option '--fast'" --fast good.cl
refuses "expected OpenCL C" headers/mine.h
ISHMEMCC_CLANG=no-such-clang refuses "ISHMEMCC_CLANG is 'no-such-clang'" good.cl

# A machine with nothing but a shell.
mkdir bin
for tool in bash readlink dirname basename mktemp rm cp; do
    ln -s "$(command -v $tool)" bin/
done
PATH=$PWD/bin refuses "clang is not installed; on Debian: apt-get install clang-$llvm" good.cl

exit $status
