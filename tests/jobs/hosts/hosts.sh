#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hosts.sh HOSTS PES_PER_HOST COMMAND...: runs the command under mpiexec on several hosts that are
# made for it on this machine: network namespaces, each with a host name of its own, joined by veth
# pairs and a bridge in one namespace more.  Only addresses within these namespaces are used, and bytes
# cross the links: MPI gets TCP and nothing else.  With CUT_AFTER=seconds the last host's link is taken
# down so long after the start; MPIEXEC_OPTIONS go to mpiexec.  With NETWORK=options the program that
# NETWORK_PROGRAM names joins the links instead of the bridge, with these options (network.c).  With LAUNCHER=none there is no mpiexec:
# each process gets three arguments more, a file that all can see, its rank and the number of all.  With
# LAUNCHER=mpich or openmpi the program that ISHMRUN names is given the hosts, and finds that launcher.
#
# Exit status: the command's; 77 where the machine does not allow namespaces, having said so.
hosts=$1
pes_per_host=$2
shift 2
mpiexec=${MPIEXEC:-mpiexec}
name=ishm$$
network=10.203.77
work=$(mktemp -d) || exit 1

clean_up()
{
    # The network ends with its input, and says what became of its frames.
    [ -z "${joiner:-}" ] || { exec 3>&-; wait "$joiner" || network_failed=1; }
    [ -z "${cutter:-}" ] || kill "$cutter" 2>/dev/null
    for i in switch $(seq "$hosts"); do
        ip netns pids "$name-$i" 2>/dev/null | xargs -r kill -9 2>/dev/null
        ip netns delete "$name-$i" 2>/dev/null
    done
    rm -rf "$work"
    [ -z "${network_failed:-}" ] || exit 1
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

not_run()
{
    echo "hosts.sh: not run: $*"
    exit 77
}

# ---- The hosts and their links -------------------------------------------------------------------
ip netns add "$name-switch" 2>"$work/why" ||
    not_run "no network namespaces here: $(cat "$work/why")"
unshare --uts true 2>"$work/why" || not_run "no host names of their own: $(cat "$work/why")"
if [ -z "${NETWORK:-}" ]; then
    ip -n "$name-switch" link add bridge type bridge 2>"$work/why" ||
        not_run "no bridge: $(cat "$work/why")"
    ip -n "$name-switch" link set bridge up
fi
list=
for i in $(seq "$hosts"); do
    ip netns add "$name-$i" &&
        ip -n "$name-switch" link add "port$i" type veth peer name wire netns "$name-$i" \
            2>"$work/why" || not_run "no veth pairs: $(cat "$work/why")"
    [ "${NETWORK:-}" ] || ip -n "$name-switch" link set "port$i" master bridge
    ip -n "$name-switch" link set "port$i" up
    ip -n "$name-$i" link set lo up
    # Linux's own choice.  BBR would delay small messages by timers.
    ip netns exec "$name-$i" sysctl -q -w net.ipv4.tcp_congestion_control=cubic 2>/dev/null || true
    ip -n "$name-$i" address add "$network.$i/24" dev wire
    ip -n "$name-$i" link set wire up
    list=$list${list:+,}$network.$i
done

# A link needs a moment until both its ends know that it is up.
for i in $(seq "$hosts"); do
    until ip -n "$name-$i" link show wire | grep -q 'state UP'; do
        sleep 0.02
    done
done

if [ "${NETWORK:-}" ]; then
    [ -x "$NETWORK_PROGRAM" ] || { echo "hosts.sh: no program $NETWORK_PROGRAM"; exit 1; }
    mkfifo "$work/alive"
    exec 3<>"$work/alive"
    # shellcheck disable=SC2086 # options
    ip netns exec "$name-switch" "$NETWORK_PROGRAM" "$hosts" $NETWORK <"$work/alive" 3>&- &
    joiner=$!
fi

# ---- What mpiexec calls in place of ssh: [OPTIONS] ADDRESS COMMAND... -----------------------------
cat >"$work/launch" <<LAUNCH
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do
    shift
done
host=\${1##*.}
shift
exec ip netns exec "$name-\$host" unshare --uts sh -c 'hostname "host\$0"; exec sh -c "\$*"' \\
    "\$host" "\$@"
LAUNCH
chmod +x "$work/launch"

if [ "${CUT_AFTER:-}" ]; then
    (sleep "$CUT_AFTER" && ip -n "$name-switch" link set "port$hosts" down) &
    cutter=$!
fi

if [ "${LAUNCHER:-}" = none ]; then
    npes=$((hosts * pes_per_host))
    processes=
    for rank in $(seq 0 $((npes - 1))); do
        UCX_TLS=tcp,self UCX_NET_DEVICES=wire "$work/launch" \
            "$network.$((rank / pes_per_host + 1))" "$@" "$work/id" "$rank" "$npes" &
        processes="$processes $!"
    done
    worst=0
    for process in $processes; do
        wait "$process"
        status=$?
        [ "$status" -le "$worst" ] || worst=$status
    done
    exit "$worst"
fi

case "${LAUNCHER:-}" in
mpich | openmpi)
    export HYDRA_LAUNCHER=ssh HYDRA_LAUNCHER_EXEC="$work/launch" HYDRA_IFACE=wire
    # Open MPI from 5 on starts by PRRTE, which has names of its own.
    export OMPI_MCA_plm_rsh_agent="$work/launch" OMPI_MCA_oob_tcp_if_include=wire \
        PRTE_MCA_plm_ssh_agent="$work/launch" PRTE_MCA_oob_tcp_if_include=wire \
        OMPI_MCA_btl_tcp_if_include=wire OMPI_MCA_pml=ob1 OMPI_MCA_btl=tcp,self
    export UCX_TLS=tcp,self UCX_NET_DEVICES=wire
    ip netns exec "$name-1" unshare --uts sh -c 'hostname host1; exec "$@"' sh "$ISHMRUN" \
        -L "$LAUNCHER" -H "$list" -n $((hosts * pes_per_host)) "$@"
    exit
    ;;
esac

# From a host of its own, for mpiexec must be reached by the hosts, too.
UCX_TLS=tcp,self UCX_NET_DEVICES=wire ip netns exec "$name-1" unshare --uts \
    sh -c 'hostname host1; exec "$@"' sh "$mpiexec" \
    ${MPIEXEC_OPTIONS:-} -launcher ssh -launcher-exec "$work/launch" -iface wire -hosts "$list" -ppn "$pes_per_host" \
    -n $((hosts * pes_per_host)) "$@"
