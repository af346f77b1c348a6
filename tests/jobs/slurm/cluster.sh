#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cluster.sh COMMAND...: runs the command where Slurm serves two hosts, a and b, of 4 processors each,
# which are made for it on this machine: network namespaces with host names and shared memory of their own.
# The command is on a third one, c, where Slurm's controller runs.  All of it, and what the jobs have
# left, ends with the command.  Needs root.
set -eu
if [ "${CLUSTER_INSIDE:-}" = "" ]; then
    CLUSTER_INSIDE=$(mktemp -d)
    export CLUSTER_INSIDE
    trap 'rm -rf "$CLUSTER_INSIDE"' EXIT
    trap 'exit 1' HUP INT TERM
    unshare --mount --propagation private --net --uts --pid --fork --kill-child --mount-proc sh "$0" "$@"
    exit
fi
work=$CLUSTER_INSIDE
network=10.203.78
export SLURM_CONF="$work/slurm.conf"
# Where each host has files of its own.
export SLURM_PMIX_TMPDIR=/dev/shm

# ---- The controller ------------------------------------------------------------------------------
hostname c
ip link set lo up
ip address add "$network.254/32" dev lo
echo 1 >/proc/sys/net/ipv4/ip_forward
printf '%s\n' "127.0.0.1 localhost" "$network.254 c" "$network.1 a" "$network.9 b" >"$work/hosts"
mount --bind "$work/hosts" /etc/hosts
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=c($network.254)
SlurmUser=root
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
KillWait=5
NodeName=a NodeAddr=$network.1 CPUs=4
NodeName=b NodeAddr=$network.9 CPUs=4
PartitionName=all Nodes=ALL Default=YES State=UP
END
mkdir "$work/state"
chmod 755 "$work"
head -c 128 /dev/urandom >"$work/munge.key"
chmod 400 "$work/munge.key"
munged --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munge.pid" \
    --log-file="$work/munge.log" --seed-file="$work/munge.seed" 2>/dev/null

# ---- The hosts -----------------------------------------------------------------------------------
# start_host NAME ADDRESS GATEWAY: its link is a network of its own, which the controller's host passes on.
start_host()
{
    mkdir "$work/spool.$1"
    unshare --net --uts --mount sh -c '
        hostname "$1"
        mount -t tmpfs -o mode=1777 tmpfs /dev/shm
        echo $$ >"$2/started"
        while [ -e "$2/started" ]; do sleep 0.1; done
        exec slurmd -D -N "$1" >"$2/slurmd.$1" 2>&1' sh "$1" "$work" &
    while [ ! -s "$work/started" ]; do sleep 0.1; done
    pid=$(cat "$work/started")
    ip link add "to-$1" type veth peer name wire netns "$pid"
    ip address add "$3/29" dev "to-$1"
    ip link set "to-$1" up
    nsenter --target "$pid" --net sh -e -c 'ip link set lo up; ip address add "$1/29" dev wire
        ip link set wire up; ip route add default via "$2"' sh "$2" "$3"
    rm "$work/started"
}
start_host a "$network.1" "$network.6"
start_host b "$network.9" "$network.14"
slurmctld -D >"$work/slurmctld" 2>&1 &
for _ in $(seq 300); do
    [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -lt 2 ] || ready=yes
    [ "${ready:-}" = "" ] || break
    sleep 0.1
done
if [ "${ready:-}" = "" ]; then
    echo "cluster.sh: Slurm has not started:"
    tail -n 5 "$work/slurmctld" "$work"/slurmd.*
    exit 1
fi
exec "$@"
