#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# attack.sh HOSTS PES_PER_HOST ATTACK LATE_GREETING PROGRAM: a job of the program over hosts (hosts.sh), by a unique
# id, while strangers on the first and the last of them call whatever it listens on (attack.c), 20,000 times and more:
# first the server of the id, as long as the last PE has not come, then the PEs of the first host, while those of others
# hold back their greetings (late_greeting.c).  The job must start and its result be right; the strangers are never let
# in; and the descriptors and memory of the process that made the id stay within bounds.
#
# For itself, as a process of the job: attack.sh - ID RANK SIZE.
set -u
server_calls=10000
lines_calls=2000
most_descriptors=160 # 128 strangers, and its own
most_growth=16384    # KiB

host_of()
{
    echo $(($1 / ATTACK_PES_PER_HOST + 1))
}

tell_server()
{
    echo "10.203.77.1 $(od -An -tu2 --endian=big -j12 -N2 "$1" | tr -d ' ')" >"$ATTACK_DIR/server.new"
    mv "$ATTACK_DIR/server.new" "$ATTACK_DIR/server"
}

# Where the PEs of this host wait for those of others: what has the backlog of lines.c.
tell_lines()
{
    while kill -0 "$1" 2>/dev/null; do
        ss -H -ltn | awk '$3 == 1024 { sub(/.*:/, "", $4); print "10.203.77.1", $4 }' \
            >"$ATTACK_DIR/lines.new"
        mv "$ATTACK_DIR/lines.new" "$ATTACK_DIR/lines"
        sleep 0.02
    done
}

# The most descriptors of a process, and its memory, as long as it runs: peaks-RANK has a line for each look.
watch_process()
{
    while memory=$(awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null) && [ "$memory" ]; do
        echo "$(find "/proc/$1/fd" -mindepth 1 2>/dev/null | wc -l) $memory"
        sleep 0.05
    done >"$ATTACK_DIR/peaks-$2"
}

count_done()
{
    cat "$ATTACK_DIR"/*.log 2>/dev/null | grep -c "^$1 done"
}

# await_done WHAT PROCESS: until both strangers have made their calls, or the process has ended.
await_done()
{
    until [ "$(count_done "$1")" -eq 2 ] || ! kill -0 "$2" 2>/dev/null; do
        sleep 0.02
    done
}

run_pe()
{
    id=$1
    rank=$2
    size=$3
    host=$(host_of "$rank")
    stranger=
    if [ "$rank" -eq 0 ] || [ "$rank" -eq $((size - ATTACK_PES_PER_HOST)) ]; then
        "$ATTACK" "$ATTACK_DIR" "host$host" "$server_calls" "$lines_calls" &
        stranger=$!
    fi
    [ "$rank" -lt $((size - 1)) ] || await_done server $$
    LD_PRELOAD=$ATTACK_LATE "$ATTACK_PROGRAM" job "$id" "$rank" "$size" &
    program=$!
    watch_process "$program" "$rank" &
    if [ "$rank" -eq 0 ]; then
        until [ -e "$id" ] || ! kill -0 "$program" 2>/dev/null; do
            sleep 0.01
        done
        tell_server "$id"
        tell_lines "$program" &
        await_done server "$program"
        wc -l <"$ATTACK_DIR/peaks-0" >"$ATTACK_DIR/looks"
        await_done lines "$program"
        touch "$ATTACK_DIR/go"
    fi
    wait "$program"
    status=$?
    touch "$ATTACK_DIR/stop"
    if [ "$stranger" ]; then
        wait "$stranger" || status=90
    fi
    exit "$status"
}

if [ "$1" = - ]; then
    shift
    run_pe "$@"
fi

hosts=$1
ATTACK_DIR=$(mktemp -d) || exit 1
trap 'rm -rf "$ATTACK_DIR"' EXIT
chmod 755 "$ATTACK_DIR"
export ATTACK_DIR ATTACK_PES_PER_HOST="$2" ATTACK="$3" ATTACK_LATE="$4" ATTACK_PROGRAM="$5"
LAUNCHER=none "$(dirname "$0")/hosts.sh" "$hosts" "$2" "$0" -
status=$?
[ "$status" -ne 77 ] || exit 77
failed=0
bad()
{
    echo "attack.sh: $*"
    failed=1
}
[ "$status" -eq 0 ] || bad "the job ends with $status"

for log in "$ATTACK_DIR"/*.log; do
    sed "s/^/attack.sh: $(basename "$log" .log): /" "$log"
    grep -q ', never let in$' "$log" || bad "$log: a stranger was let in, or has ended"
done
# challenges_of WHAT: as in "WHAT done: 10 calls, 4 challenges".
challenges_of()
{
    cat "$ATTACK_DIR"/*.log | awk -v what="$1" '
        $1 == what { for (i = 2; i < NF; i++) if ($(i + 1) ~ /^challenges/) n += $i }
        END { print n + 0 }'
}
calls=$(cat "$ATTACK_DIR"/*.log | awk '/^ended/ { n += $2 } END { print n + 0 }')
[ "$calls" -ge 20000 ] || bad "only $calls calls were made"
for what in server lines; do
    [ "$(challenges_of "$what")" -gt 0 ] || bad "the strangers have had no challenge: $what"
done
[ -s "$ATTACK_DIR/recorded" ] || bad "no handshake was recorded"

for peaks in "$ATTACK_DIR"/peaks-*; do
    awk -v rank="${peaks##*-}" '{ if ($1 > d) d = $1; if ($2 > m) m = $2 } END {
        print "attack.sh: PE " rank ": at most " d " descriptors and " m " KiB" }' "$peaks"
done
# While the strangers called the server, which does nothing else.
head -n "$(cat "$ATTACK_DIR/looks")" "$ATTACK_DIR/peaks-0" | awk -v d="$most_descriptors" -v m="$most_growth" '
    NR == 1 { first = $2 }
    { if ($1 > most) most = $1; if ($2 - first > growth) growth = $2 - first }
    END { print "attack.sh: the server: at most " most " descriptors, " growth " KiB more than at first"
          exit most > d || growth > m || NR < 2 }' || bad "the server has taken more than it may"
exit "$failed"
