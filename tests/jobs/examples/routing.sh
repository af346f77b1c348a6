#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# moe's routing from files, good and bad; its JSON; and what it says to bad arguments.
#
#     routing.sh MOE LAUNCHER-WITH-3-PES...
set -eu

moe=$1
shift
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ishmem-routing.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# refused TEXT COMMAND...: the command fails and its output has TEXT.
refused()
{
    text=$1
    shift
    if timeout 60 "$@" >log 2>&1; then
        echo "FAIL: accepted: $*" >&2
        exit 1
    fi
    if ! grep -qF -- "$text" log; then
        cat log >&2
        echo "FAIL: '$text' is not in the above: $*" >&2
        exit 1
    fi
}

# The file is bad: TEXT, for two tokens of one PE with 2 of 5 experts.
bad_file()
{
    refused "routing: $1" "$moe" --tokens 2 --hidden 16 --experts 5 --top-k 2 --routing routing
}

refused '--tokens 0: expected a number from 1 to' "$moe" --tokens 0
refused '--tokens 4x: expected a number' "$moe" --tokens 4x
refused '--seed without a value: expected a number' "$moe" --seed
refused '--hidden 40: expected a multiple of 16' "$moe" --hidden 40
refused '--top-k 5: expected at most the number of experts, 4' "$moe" --top-k 5 --experts 4
refused '--warp: there is no such option' "$moe" --warp 9
refused '--routing: expected a file' "$moe" --routing
refused 'need 33 MiB' env ISHMEM_SYMMETRIC_SIZE=1M "$@" "$moe" --tokens 4096
grep -q 'set ISHMEM_SYMMETRIC_SIZE' log

bad_file 'cannot be opened'
printf '0 1\n' >routing
bad_file 'has 1 tokens; expected 2, 2 for each of 1 PEs'
printf '0 1\n2 3\n0 1\n' >routing
bad_file 'line 3: there are more than the 2 tokens of 1 PEs'
printf '# tokens\n0 1\n2 5\n' >routing
bad_file "line 3: expected an expert from 0 to 4, found '5'"
printf '0 1\n2 -1\n' >routing
bad_file "line 2: expected an expert from 0 to 4, found '-1'"
printf '0 1\n2 3x 4\n' >routing
bad_file "line 2: expected an expert from 0 to 4, found '3x'"
printf '0 1\n2 3 4\n' >routing
bad_file 'line 2: expected 2 experts, found 3'
printf '0 1\n\n' >routing
bad_file 'line 2: expected 2 experts, found 0'
printf '0 1\n2 2\n' >routing
bad_file 'line 2: expert 2 is listed twice'

# Three PEs with two tokens each: PE 1's experts 1 and 2 get nothing, PE 2 sends only to itself.
printf '# PE 0\n0 3\n3 4\n# PE 1\n0 4\n4 0\n# PE 2\n3 4\n4 3\n' >routing
timeout 60 "$@" "$moe" --tokens 2 --hidden 16 --experts 5 --top-k 2 --routing routing \
    --repetitions 2 >log
grep -q '^moe: PASS: bitwise identical' log || { cat log >&2; exit 1; }
grep -q 'each token to 1.50 PEs' log || { cat log >&2; exit 1; }
refused 'line 3: expected an expert from 0 to 3' \
    "$@" "$moe" --tokens 2 --hidden 16 --experts 4 --top-k 2 --routing routing

timeout 60 "$@" "$moe" --tokens 3 --hidden 32 --repetitions 2 --json >log
python3 - <<'END'
import json
result = json.load(open("log"))
assert result["checked"] and result["differences"] == 0, result
assert result["dispatch"]["bytes"] == result["plain_put"]["bytes"] > 0, result
assert result["dispatch"]["seconds"] > 0 and result["combine"]["bytes"] > 0, result
END
timeout 60 "$moe" --help >log
grep -q '^usage: moe' log
echo "routing: PASS"
