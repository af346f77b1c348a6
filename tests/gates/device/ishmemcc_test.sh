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
[ "$(exports good.spv)" = "ishmemi_default_ctx_v13 put_all put_one " ] ||
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
refuses "'odd.bc' has integers or vectors of a size that SPIR-V lacks" --no-link odd.bc

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

# What optimisers make of plain C and SPIR-V has no word for: each of these was refused once.
cat > idioms.cl <<'END'
static global int flag;
kernel void choose_vector(global float4 *r, global float4 *a, int n)
{
    r[0] = n > 3 ? (float4)(0) : a[0];
}
kernel void labels(global int *r, global int *a)
{
    switch (a[0]) {
    case ' ':
    case '\t':
        r[0] = 1;
        break;
    case 6:
        r[0] = 2;
        break;
    default:
        r[0] = 3;
    }
}
kernel void copied(global float *r, global float *a, int n)
{
    float p[6];
    for (int i = 0; i < 6; i++)
        p[i] = a[i];
    r[0] = p[n];
}
kernel void limits(global uint *r, global uint *a, global int4 *v)
{
    uint sum = a[0] + a[1];
    r[0] = sum < a[0] ? 0xffffffffu : sum;
    v[0] = v[1] > v[2] ? v[1] - v[2] : (int4)(0);
}
kernel void bits(global uint *r, global uint *a)
{
    uint x = a[0];
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    r[0] = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
    r[1] = x << (a[1] & 31) | x >> (-a[1] & 31);
}
kernel void parts(global uchar16 *r)
{
    r[0] = as_uchar2((ushort)5).s1010110000011110;
}
kernel void remembers(global int *r)
{
    if (r[0])
        flag = 5;
    r[1] = flag;
}
END
for level in -O0 -O1 -O2 -O3; do
    for lines in -g0 -g; do
        message=$("$ishmemcc" $level $lines --no-link idioms.cl -o idioms.spv 2>&1) && [ -z "$message" ] ||
            bad "idioms.cl $level $lines: $message"
    done
    # The lines that it was compiled from, whatever became of the variables.
    for line in 4 19 26 31 40 50; do
        spirv-dis idioms.spv | grep -qE "OpLine %[0-9]+ $line " || bad "idioms.cl $level -g has no line $line"
    done
done
spirv-dis idioms.spv | grep -q 'OpCapability Shader' && bad "idioms.cl has become a shader"

# A translator that refuses what has been optimised, and one that refuses all.
cat > refusing <<'END'
#!/bin/bash
if [ ! -e refused ] || [ -e refuses_all ]; then
    touch refused
    echo "InvalidModule: no such thing [Src: writer.cpp:12 ]" >&2
    echo "Stack dump:" >&2
    exit 1
fi
exec "llvm-spirv-$LLVM" "$@"
END
chmod +x refusing
export LLVM=$llvm
message=$(ISHMEMCC_LLVM_SPIRV=./refusing "$ishmemcc" --no-link idioms.cl -o second.spv 2>&1) &&
    spirv-val second.spv || bad "the second try fails: $message"
[ "$message" = "ishmemcc: idioms.cl: the module would not be valid SPIR-V (InvalidModule: no such thing); it is compiled without optimisation" ] ||
    bad "the second try says: $message"
rm refused
message=$(ISHMEMCC_LLVM_SPIRV=./refusing "$ishmemcc" -g --no-link idioms.cl -o second.spv 2>&1) &&
    spirv-dis second.spv | grep -qE 'OpLine %[0-9]+ 26 ' || bad "the second try with -g fails: $message"
[[ $message =~ 'it is compiled with lines, but without variables'$ ]] || bad "the second try with -g says: $message"
touch refuses_all
ISHMEMCC_LLVM_SPIRV=./refusing refuses '^ishmemcc: the module from idioms.cl is not valid SPIR-V: InvalidModule: no such thing$' \
    --no-link idioms.cl

# The version of SPIR-V is the oldest that has what the kernels use.
cat > lanes.cl <<'END'
kernel void lanes(global uint *a)
{
    uint i = get_global_id(0);
    a[i] = sub_group_shuffle(a[i], 2u) + sub_group_ballot(a[i] & 1).x + sub_group_elect();
    a[i] += sub_group_clustered_reduce_add(a[i], 4u) + sub_group_shuffle_up(a[i], 1u) + sub_group_rotate(a[i], 3);
}
END
cat > intel.cl <<'END'
kernel void intel(global uint *a) { a[get_global_id(0)] = intel_sub_group_shuffle_xor(a[get_global_id(0)], 1u); }
END
version_of() {
    spirv-dis "$1" | sed -n 's/^; Version: //p'
}
"$ishmemcc" -g lanes.cl -o lanes.spv && [ "$(version_of lanes.spv)" = 1.3 ] || bad "lanes.spv: $(version_of lanes.spv)"
"$ishmemcc" intel.cl -o intel.spv && spirv-dis intel.spv | grep -q SPV_INTEL_subgroups || bad "intel.cl does not compile"
[[ $(version_of good.spv) < 1.3 ]] || bad "good.spv: $(version_of good.spv)"
[[ $(version_of intel.spv) < 1.3 ]] || bad "intel.spv: $(version_of intel.spv)"
refuses '^ishmemcc: the module from lanes.cl is not valid SPIR-V: [^'$'\n'']*$' --spirv-version 1.2 lanes.cl
refuses "--spirv-version is '2.0'; expected 1.0 to 1.6" --spirv-version 2.0 lanes.cl

# What OpenCL C does not have.
cat > recursion.cl <<'END'
int odd(int n, global int *a);
int even(int n, global int *a) { return n == 0 ? a[0] : odd(n - 1, a) * a[n]; }
int odd(int n, global int *a) { return n == 0 ? a[1] : even(n - 1, a) + a[n]; }
kernel void k(global int *a) { a[0] = even(a[1], a); }
END
recursive="function 'even' calls itself through 'odd', and kernels do not support recursion; use a loop, or for the CPU driver"
recursive="$recursive --allow-recursion"
"$ishmemcc" --allow-recursion recursion.cl -o recursion.spv || bad "--allow-recursion fails"
"$ishmemcc" --allow-recursion -O0 -c recursion.cl || bad "--allow-recursion -c fails"
refuses "^ishmemcc: recursion.bc: $recursive$" recursion.bc
refuses "^ishmemcc: recursion.cl:3: $recursive$" -c recursion.cl
refuses "^ishmemcc: $PWD/recursion.cl:3: $recursive$" -g "$PWD/recursion.cl"
message=$("$ishmemcc" - -o out.spv 2>&1 < recursion.cl) && bad "recursion from the standard input succeeded"
[ "$message" = "ishmemcc: <stdin>:3: $recursive" ] || bad "recursion from the standard input: $message"
echo '#include "recursion.cl"' > including.cl
refuses "^ishmemcc: \./recursion.cl:3: $recursive$" including.cl

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

refuses '^bad.cl:4:12: error: .*nonsense' bad.cl
refuses '^type.cl:2:.*error:' type.cl
refuses "cannot read 'absent.cl'" absent.cl
refuses 'no file is named'
refuses "unknown option '--fast'" --fast good.cl
refuses "expected OpenCL C" headers/mine.h
ISHMEMCC_CLANG=no-such-clang refuses "ISHMEMCC_CLANG is 'no-such-clang'" good.cl

# A machine with nothing but a shell.
mkdir bin
for tool in bash readlink dirname basename mktemp rm cp; do
    ln -s "$(command -v $tool)" bin/
done
PATH=$PWD/bin refuses "clang is not installed; on Debian: apt-get install clang-$llvm" good.cl

# Names without versions: a tool of another version is passed over, and the build's folders come last.
mkdir elsewhere
for tool in clang llvm-link llvm-spirv; do
    ln -s "$(command -v $tool-"$llvm")" elsewhere/$tool
done
ln -s "$(command -v spirv-val)" elsewhere/
for tool in cat grep head paste mv touch; do
    ln -s "$(command -v $tool)" bin/
done
printf '#!/bin/bash\necho clang version 1.0.0\n' > bin/clang
chmod +x bin/clang
PATH=$PWD/bin refuses "$PWD/bin/clang is not clang of LLVM $llvm; on Debian: apt-get install clang-$llvm" good.cl
sed "s|^tool_folders=.*|tool_folders=\"$PWD/elsewhere\"|" "$ishmemcc" > moved
chmod +x moved
PATH=$PWD/bin ./moved -I headers -D VALUE=7 good.cl -o moved.spv || bad "the build's folders are not searched"

exit $status
