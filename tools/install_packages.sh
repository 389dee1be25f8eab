#!/bin/bash
# Installs the Debian packages of the given kinds that are missing: install_packages.sh build test
# The list is packages.txt beside this file. Does nothing, quickly, where nothing is missing.
set -euo pipefail
cd "$(dirname "$0")"

policy=/usr/sbin/policy-rc.d

listed() {
  for kind in "$@"; do awk -v kind="$kind" '$1 == kind {print $2}' packages.txt; done | sort -u
}

# With what stands in for others: Node.js from elsewhere brings npm, and refuses Debian's.
installed() {
  dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' | sed 's/([^)]*)//g; s/,/ /g' |
    awk '$1 == "installed" {for (i = 2; i <= NF; ++i) print $i}' | sort -u
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Some packages start a service when they are installed; nobody asked for that here.
forbid_services() {
  if [ -e "$policy" ]; then return; fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod 755 "$policy"
  trap 'as_root rm -f "$policy"' EXIT
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@"
}

if ! command -v dpkg-query >/dev/null; then
  echo "install_packages: no Debian system; install what tools/packages.txt lists by hand" >&2
  exit 0
fi
mapfile -t wanted <<<"$(listed "$@")"
missing=$(printf '%s\n' "${wanted[@]}" | grep -vxF "$(installed)" || true)
if [ -z "$missing" ]; then exit 0; fi
mapfile -t missing <<<"$missing"

echo "install_packages: installing ${missing[*]}"
forbid_services
apt update
apt -y --no-install-recommends install "${missing[@]}"
