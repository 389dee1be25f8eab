#!/bin/bash
# The life of the Debian package on a booted Debian 12: run.sh DEB WORK
# Installs it, follows a log in a home, reloads, kills, upgrades and purges, and says what held. WORK keeps the root file
# system. 77: something is not here, and it says what.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
deb=$(realpath "$1")
work=$(mkdir -p "$2" && realpath "$2")
root=$work/root
boot=
leader=
# shellcheck source=tests/package/checks.sh
. "$here/checks.sh"

skip() {
  echo "skipped: $1"
  exit 77
}

die() {
  echo "FAILED: $1" >&2
  if [ -n "$leader" ]; then inside journalctl -u steptail -n 30 --no-pager -o cat >&2 || true; fi
  exit 1
}

ok() { echo "ok: $1"; }

# until_true WHAT COMMAND...: asks again and again, two minutes long.
until_true() {
  local what=$1 end=$((SECONDS + 120))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || die "it never came that $what"
    sleep 0.2
  done
}

inside() { nsenter -t "$leader" -a env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"; }

# guide NAME COMMAND...: the block of that name in docs/install.md, as it stands there, given to the command.
guide() {
  local document=docs/install.md name=$1
  shift
  python3 "$here/../docs/blocks.py" "$document" "$name" | "$@"
}

# has WHAT...: grep -q, but for reading to the end: who writes into a pipe that nobody reads fails.
has() {
  local text
  text=$(cat)
  grep -q "$@" <<<"$text"
}

page() { inside curl -sf --max-time 10 http://127.0.0.1:10480/metrics; }
page_has() { page | has -xF -- "$1"; }
page_matches() { page | has -- "$1"; }

make_root() {
  # What the package needs comes from the distribution beforehand: the booted system has no network but its own loopback.
  local needs
  needs=$(dpkg-deb -f "$deb" Depends | sed 's/ ([^)]*)//g; s/, */,/g; s/|[^,]*//g')
  if [ "$(cat "$work/root.needs" 2>/dev/null)" != "$needs" ]; then
    rm -f "$work/root.tar"
    mmdebstrap --quiet --variant=minbase \
      --include="systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,curl,procps,$needs" \
      bookworm "$work/root.tar" || skip "no Debian can be had for a root file system"
    echo "$needs" >"$work/root.needs"
  fi
  rm -rf "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$work/root.tar"
}

# Its first process, as this system sees it: the child of systemd-nspawn.
find_leader() {
  local nspawn
  nspawn=$(pgrep -P "$boot" -x systemd-nspawn | head -n 1) || true
  if [ -z "$nspawn" ]; then return 1; fi
  leader=$(pgrep -P "$nspawn" -x systemd | head -n 1) || true
  [ -n "$leader" ]
}

start_root() {
  script -qfc "exec systemd-nspawn -q -D '$root' --register=no --keep-unit --private-network -b systemd.log_target=journal" \
    /dev/null </dev/null >"$work/boot.log" 2>&1 &
  boot=$!
  until_true "a Debian boots (see $work/boot.log)" find_leader
  until_true "it is up" inside systemctl is-system-running --wait >/dev/null 2>&1 ||
    inside systemctl is-active --quiet multi-user.target || die "it does not come up"
}

stop_root() {
  trap - EXIT
  if [ -n "$leader" ]; then inside systemctl poweroff >/dev/null 2>&1 || true; fi
  if [ -n "$boot" ]; then
    for _ in $(seq 100); do
      kill -0 "$boot" 2>/dev/null || break
      sleep 0.1
    done
    kill "$boot" 2>/dev/null || true
    wait "$boot" 2>/dev/null || true
  fi
  rm -rf "$root"
}

main() {
  [ "$(id -u)" -eq 0 ] || skip "a root file system is made and booted by root"
  for tool in mmdebstrap systemd-nspawn nsenter script lintian; do
    command -v "$tool" >/dev/null || skip "no $tool (see tools/packages.txt: package-test)"
  done
  check_lintian
  make_root
  trap stop_root EXIT
  start_root
  check_install
  check_first_log
  check_reload
  check_kill
  check_socket
  check_user_unit
  check_upgrade
  check_purge
  check_plain_unit
  echo "package: all of it holds"
}

main
