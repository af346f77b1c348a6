#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs PROGRAM with one PE on Intel's Level Zero driver in its capture mode: two PVC devices of two
# tiles each, where the driver compiles kernels and takes every call and executes nothing. The
# driver writes its captures to the working directory, so that runs in a new, empty one.
#
#     capture.sh PROGRAM
set -eu

program=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ishmem-capture.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

status=0
# Newer drivers write captures with a library of their own, list tiles as devices, and are started by UCX
# as well, unless they are told not to.
if ocloc ids bmg >/dev/null 2>&1; then
    export UseAubStream=0 ZE_FLAT_DEVICE_HIERARCHY=COMPOSITE UCX_MODULES=^ze
fi
env NEOReadDebugKeys=1 SetCommandStreamReceiver=1 ProductFamilyOverride=pvc \
    HardwareInfoOverride=8x8x8 CreateMultipleRootDevices=2 CreateMultipleSubDevices=2 \
    ZE_ENABLE_ALT_DRIVERS=libze_intel_gpu.so.1 ZE_ENABLE_TRACING_LAYER=1 \
    ISHMEM_SYMMETRIC_SIZE=16M "$program" >out 2>err || status=$?
cat out
cat err >&2

[ "$status" -eq 0 ] || { echo "FAIL: exit status $status" >&2; exit 1; }
if grep -iE 'error|warning|fail|abort' err >&2; then
    echo "FAIL: the lines above" >&2
    exit 1
fi
grep -q '^capture: PASS$' out
