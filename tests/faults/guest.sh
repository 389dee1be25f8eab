#!/bin/sh
# The first process of a guest kernel whose root is the host's: an NFS server, and two mounts of what it
# exports, as of two hosts (/mnt/a, /mnt/b). Runs $GUEST_DRIVER there, and ends.
export FAULTS_PATIENCE=4
export PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
for place in /run /mnt /tmp /var/lib/nfs; do mount -t tmpfs tmpfs "$place"; done
ip link set lo up

# The modules are where modprobe looks once their folder has the kernel's name.
modules=$(dirname "$(dpkg -L user-mode-linux | grep 'modules.dep$')")
mkdir -p /run/kernel/lib/modules
ln -s "$modules" "/run/kernel/lib/modules/$(uname -r)"
for module in sunrpc nfsd nfs nfsv3 nfsv4; do modprobe -d /run/kernel "$module"; done

mkdir -p /var/lib/nfs/sm /var/lib/nfs/v4recovery /var/lib/nfs/rpc_pipefs /mnt/exp /mnt/a /mnt/b
touch /var/lib/nfs/etab /var/lib/nfs/rmtab
mount -t rpc_pipefs rpc_pipefs /var/lib/nfs/rpc_pipefs
mount -t nfsd nfsd /proc/fs/nfsd
mount -t tmpfs tmpfs /mnt/exp
for time in lease grace; do echo 10 > "/proc/fs/nfsd/nfsv4${time}time"; done
rpcbind
rpc.mountd
exportfs -o rw,no_root_squash,insecure,fsid=0 '*:/mnt/exp'
rpc.nfsd 2
for host in a b; do
  if [ "$NFS_VERSION" = 3 ]; then
    mount -t nfs -o vers=3,nolock,actimeo=3,nosharecache 127.0.0.1:/mnt/exp "/mnt/$host"
  else
    mount -t nfs -o "vers=$NFS_VERSION,actimeo=3,nosharecache" 127.0.0.1:/ "/mnt/$host"
  fi
done

"$GUEST_DRIVER"
sync
python3 -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)'
