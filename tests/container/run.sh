#!/bin/bash
# Builds the Dockerfile and runs what comes out, without a daemon and without a registry: run.sh WORK
# The base is a Debian made on the spot, or BASE=IMAGE where one can be pulled. 77: something is not here, and it says what.
set -euo pipefail
work=$(mkdir -p "$1" && realpath "$1")
here=$(cd "$(dirname "$0")/../.." && pwd)
name=steptail-test-$$
most_megabytes=60
storage=(--root "$work/storage" --runroot "$work/run" --storage-driver vfs)

skip() {
  echo "skipped: $1"
  exit 77
}

die() {
  echo "FAILED: $1" >&2
  podman_ logs "$name" >&2 2>/dev/null || true
  exit 1
}

ok() { echo "ok: $1"; }

podman_() { podman "${storage[@]}" --cgroup-manager=cgroupfs --events-backend=file --runtime runc "$@"; }

finish() {
  trap - EXIT
  podman_ rm -f "$name" >/dev/null 2>&1 || true
  podman_ system prune --all --force --volumes >/dev/null 2>&1 || true
  rm -rf "$work/storage" "$work/run" "$work/logs"
}

make_base() {
  if [ -n "${BASE:-}" ]; then return; fi
  BASE=localhost/steptail-base:bookworm
  # ccache is no part of the image that is judged: only what comes over the base is.
  [ -s "$work/base.tar" ] || mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io --include=ccache bookworm "$work/base.tar" ||
    skip "no Debian can be had for a base image"
  podman_ import "$work/base.tar" "$BASE" >/dev/null 2>&1
}

# guide NAME: the block of that name in docs/install.md, with `docker` made of what is here and its places below WORK.
guide() {
  (
    cd "$here"
    eval "$(python3 tests/docs/blocks.py docs/install.md "$1" | sed "s#-v /\(scratch\|etc/steptail\):#-v $work/logs/\1:#g")"
  )
}

docker() {
  case $1 in
    build)
      buildah "${storage[@]}" bud --isolation chroot --network host --format docker --pull-never "${cache[@]}" \
        --build-arg BASE="$BASE" --build-arg VERSION=test "${@:2}"
      ;;
    run) podman_ run --network=host --ulimit=nofile=1024:1024 --ulimit=nproc=1024:1024 "${@:2}" ;;
  esac
}

build_image() {
  cache=()
  if command -v ccache >/dev/null; then
    cache=(--volume "$(ccache --get-config cache_dir):/ccache" --env CCACHE_DIR=/ccache --env CCACHE_BASEDIR=/src)
    mkdir -p "$(ccache --get-config cache_dir)"
  fi
  # docs/install.md build
  guide build >"$work/build.log" 2>&1 || die "the image cannot be built: $(tail -n 20 "$work/build.log")"
  ok "the Dockerfile builds"
}

inspect() { podman_ image inspect "$1" | jq -r ".[0]$2"; }

check_image() {
  local over=$((($(inspect localhost/steptail:latest .Size) - $(inspect "$BASE" .Size)) / 1000000))
  [ "$over" -lt "$most_megabytes" ] || die "it takes $over MB over its base; at most $most_megabytes"
  [ "$(inspect localhost/steptail:latest .Config.User)" = 65532:65532 ] || die "it does not run as its own user"
  for label in title description source documentation licenses version revision created; do
    [ -n "$(inspect localhost/steptail:latest ".Config.Labels[\"org.opencontainers.image.$label\"] // empty")" ] ||
      die "it has no label $label"
  done
  ok "$over MB over its base, not root, labelled"
}

# A free port: the container shares the network of this system, where there is no other.
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# has WHAT...: grep -q, but for reading to the end: who writes into a pipe that nobody reads fails.
has() {
  local text
  text=$(cat)
  grep -q "$@" <<<"$text"
}

page_has() { curl -sf "http://127.0.0.1:$port/metrics" | has -xF "$1"; }

check_run() {
  port=$(free_port)
  mkdir -p "$work/logs/ada/gpt"
  printf ' iteration %8d/ 400 | elapsed time per iteration (ms): 640.5 | lm loss: 7.25E+00 |\n' 10 20 30 >"$work/logs/ada/gpt/train.log"
  podman_ run -d --name "$name" --network=host --ulimit=nofile=1024:1024 --ulimit=nproc=1024:1024 --no-healthcheck \
    --read-only --cap-drop=all --security-opt=no-new-privileges -v "$work/logs:/logs:ro" localhost/steptail:latest \
    serve --web.listen-address="127.0.0.1:$port" --storage.path=/var/lib/steptail '/logs/{user}/{run}/*.log' \
    >/dev/null 2>"$work/start.log" || die "it does not start: $(cat "$work/start.log")"
  for _ in $(seq 150); do
    if page_has 'training_iteration{run="gpt",user="ada"} 30'; then break; fi
    sleep 0.2
  done
  page_has 'training_iteration{run="gpt",user="ada"} 30' || die "the run never came onto the page"
  podman_ exec "$name" steptail healthcheck "http://127.0.0.1:$port" || die "it is not healthy"
  if podman_ logs "$name" 2>&1 | has storage_unusable; then die "it cannot save its state"; fi
  if podman_ exec "$name" sh -c 'echo >/etc/steptail/x' 2>/dev/null; then die "its root file system can be written to"; fi
  podman_ stop -t 10 "$name" >/dev/null 2>&1 || true
  [ "$(podman_ inspect "$name" | jq '.[0].State.ExitCode')" = 0 ] || die "it did not end by itself when it was told to"
  podman_ rm -f "$name" >/dev/null 2>&1 || true
  ok "it runs read-only without capabilities, follows a log, is healthy, saves, and ends when told"
}

# As the documents say it, with nothing said behind the image; on the port that the image exposes.
check_documented() {
  if (exec 3<>/dev/tcp/127.0.0.1/10480) 2>/dev/null; then
    echo "skipped: the health check of the image: somebody listens on port 10480 here"
    return
  fi
  mkdir -p "$work/logs/etc/steptail" "$work/logs/scratch"
  printf 'watch: []\n' >"$work/logs/etc/steptail/steptail.yaml"
  name=steptail
  # docs/install.md run
  guide run >"$work/start.log" 2>&1 || true
  for _ in $(seq 150); do
    if podman_ healthcheck run "$name" >/dev/null 2>&1; then break; fi
    sleep 0.2
  done
  [ "$(podman_ inspect "$name" | jq -r '.[0].State.Health.Status // .[0].State.Healthcheck.Status')" = healthy ] ||
    die "its health check does not pass"
  ok "as the documents say it: its health check passes"
}

main() {
  [ "$(id -u)" -eq 0 ] || skip "the image is built by root"
  for tool in buildah podman runc jq mmdebstrap curl; do
    command -v "$tool" >/dev/null || skip "no $tool (see tools/packages.txt: container)"
  done
  trap finish EXIT
  make_base
  build_image
  check_image
  check_run
  check_documented
  echo "container: all of it holds"
}

main
