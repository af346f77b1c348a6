# SPDX-License-Identifier: BSD-3-Clause
# For scripts that look for what a job leaves in /dev/shm: `. own_shm.sh` starts the script again with
# a /dev/shm of its own, where the system allows one, so that jobs beside it change nothing there.
# OWN_SHM says whether it has one.
if [ -z "${OWN_SHM:-}" ]; then
    export OWN_SHM=no
    apart="--mount"
    [ "$(id -u)" -eq 0 ] || apart="--mount --map-root-user"
    # shellcheck disable=SC2086 # options
    if unshare $apart mount -t tmpfs tmpfs /dev/shm 2>/dev/null; then
        OWN_SHM=yes exec unshare $apart \
            sh -c 'mount -t tmpfs tmpfs /dev/shm && exec "$0" "$@"' "$0" "$@"
    fi
fi
