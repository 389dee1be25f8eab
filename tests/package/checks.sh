# What must hold of the package, in the order of its life; tests/package/run.sh calls these.
# shellcheck shell=bash disable=SC2154 # deb, root, work and leader are the caller's

log=/home/alice/runs/gpt/train.log

# step FIRST LAST: these steps, ten apart, at the end of the log.
step() {
  local i
  for ((i = $1; i <= $2; i += 10)); do
    printf ' iteration %8d/ 9000 | consumed samples: %d | elapsed time per iteration (ms): 640.5 | learning rate: 1.5E-04 |' \
      "$i" $((i * 32))
    printf ' global batch size:    32 | lm loss: 7.25E+00 | loss scale: 1.0 | grad norm: 1.5 |%s\n' \
      ' number of skipped iterations: 0 | number of nan iterations: 0 |'
  done | inside tee -a "$log" >/dev/null
}

main_pid() { inside systemctl show -P MainPID steptail; }

check_lintian() {
  lintian --fail-on error --suppress-tags no-nmu-in-changelog "$deb" || die "lintian finds errors"
  ok "lintian finds no errors"
}

check_install() {
  # docs/install.md install
  cp "$deb" "$root/srv/"
  guide install inside env -C /srv sh -e >"$work/install.log" 2>&1 ||
    die "it cannot be installed: $(cat "$work/install.log")"
  inside systemctl is-enabled --quiet steptail || die "the unit is not enabled"
  until_true "the unit is active" inside systemctl is-active --quiet steptail
  until_true "it is ready" inside curl -sf -o /dev/null http://127.0.0.1:10480/-/ready
  [ "$(inside stat -c %U:%a /var/lib/steptail)" = steptail:750 ] || die "the state directory is not the user's alone"
  inside systemctl show -P User steptail | has -x steptail || die "it runs as somebody else"
  inside sh -c 'test -s /usr/share/man/man1/steptail.1.gz && test -s /usr/share/bash-completion/completions/steptail' ||
    die "manual or completion is missing"
  inside steptail check >/dev/null || die "the configuration that comes with it is wrong"
  local exposure
  exposure=$(inside systemd-analyze security --no-pager steptail | sed -n 's/^.*exposure level for .*: \([0-9.]*\) .*/\1/p')
  has "says $exposure of 10," <"$here/../../docs/install.md" || die "its exposure is $exposure, which docs/install.md does not say"
  ok "installed: enabled, started, ready, as its own user, exposed $exposure of 10"
}

check_first_log() {
  inside sh -ec '
    groupadd mllogs
    useradd -m alice
    chmod 711 /home/alice
    install -d -o alice -g mllogs -m 2755 /home/alice/runs /home/alice/runs/gpt
    install -o alice -g mllogs -m 640 /dev/null /home/alice/runs/gpt/train.log'
  # docs/install.md configure
  guide configure inside sh -e || die "a good configuration is not taken over"
  step 10 100
  until_true "an unreadable log is counted" page_matches '^steptail_files{state="unreadable",watch="homes"} [1-9]'
  inside chmod 2750 /home/alice/runs /home/alice/runs/gpt
  inside systemctl restart steptail
  until_true "an unreadable directory is counted" \
    page_matches '^steptail_read_errors_total{.*reason="directory".*} [1-9]'
  ok "a log of a group that the user is not in is refused, and counted"
  # docs/install.md groups
  guide groups inside sh -e || die "the user cannot be put into a group"
  until_true "the run is on the page" page_has 'training_iteration{run="gpt",user="alice"} 100'
  page_has 'training_samples_total{run="gpt",user="alice"} 3200' || die "samples are not what the log says"
  inside sh -c "nsenter -t $(main_pid) -m -- touch $log" 2>/dev/null && die "the daemon could write to a home"
  ok "a log in a home is followed, and cannot be written to"
}

check_reload() {
  inside sed -i 's/^    paths/    labels: {cluster: test}\n    paths/' /etc/steptail/steptail.yaml
  inside systemctl reload steptail || die "a good configuration is not taken over"
  until_true "the new label is on the page" page_has 'training_iteration{cluster="test",run="gpt",user="alice"} 100'
  local pid
  pid=$(main_pid)
  inside sed -i 's/paths:/path:/' /etc/steptail/steptail.yaml
  if inside systemctl reload steptail 2>/dev/null; then die "a bad configuration is taken over"; fi
  inside journalctl -u steptail -o cat | has '^steptail: /etc/steptail/steptail.yaml:[0-9]*:[0-9]*: ' ||
    die "the journal does not say where the mistake is"
  [ "$(main_pid)" = "$pid" ] || die "a bad configuration ended the daemon"
  page_has 'training_iteration{cluster="test",run="gpt",user="alice"} 100' || die "a bad configuration changed the page"
  inside sed -i 's/path:/paths:/' /etc/steptail/steptail.yaml
  ok "reload: a good configuration is taken over, a bad one refused with its place"
}

check_kill() {
  local pid
  pid=$(main_pid)
  step 110 150
  inside kill -9 "$pid"
  step 160 300
  until_true "systemd starts it again" new_pid "$pid"
  until_true "the run goes on" page_has 'training_iteration{cluster="test",run="gpt",user="alice"} 300'
  # The first line of an attempt weighs 1, each other one its ten steps.
  page_has 'training_iteration_duration_seconds_count{cluster="test",run="gpt",user="alice"} 291' ||
    die "steps were lost or counted twice: $(page | grep duration_seconds_count)"
  page_has 'training_attempts_total{cluster="test",run="gpt",user="alice"} 1' || die "a kill looks like a new attempt"
  ok "kill -9: started again, nothing lost, nothing twice"
}

new_pid() { [ "$(main_pid)" != "$1" ] && [ "$(main_pid)" != 0 ]; }

check_socket() {
  if ! inside steptail serve --help | has -- --web.systemd-socket; then
    echo "skipped: this steptail takes no sockets"
    return
  fi
  inside systemctl stop steptail
  inside sed -i 's/^ARGS=.*/ARGS="--web.systemd-socket"/' /etc/default/steptail
  inside systemctl start steptail.socket
  # The first request starts the daemon.
  until_true "the socket answers" page_matches '^training_iteration{'
  until_true "the unit is active" inside systemctl is-active --quiet steptail
  inside systemctl stop steptail.socket steptail
  inside sed -i 's/^ARGS=.*/ARGS=""/' /etc/default/steptail
  inside systemctl start steptail
  until_true "it listens itself again" page_matches '^training_iteration{'
  ok "the socket holds the port and starts the daemon"
}

as_alice() { inside runuser -u alice -- env HOME=/home/alice XDG_RUNTIME_DIR=/run/user/"$(inside id -u alice)" "$@"; }

check_user_unit() {
  inside loginctl enable-linger alice
  until_true "alice has a service manager" as_alice systemctl --user is-active --quiet default.target
  # docs/install.md user
  mkdir -p "$root/srv/checkout/build/release" "$root/srv/checkout/deploy/systemd/user"
  cp "$root/usr/bin/steptail" "$root/srv/checkout/build/release/"
  cp "$here/../../deploy/systemd/user/steptail.service" "$root/srv/checkout/deploy/systemd/user/"
  guide user as_alice env -C /srv/checkout sh -e ||
    die "the unit of users does not start: $(inside journalctl _UID=1000 -n 20 -o cat)"
  until_true "the page of alice has the run" alice_sees 'training_iteration{run="gpt"} 300'
  as_alice test -x /home/alice/.local/bin/steptail || die "it is another binary that runs"
  as_alice systemctl --user reload steptail || die "the unit of users cannot be reloaded"
  as_alice systemctl --user stop steptail
  ok "the unit of users runs without root"
}

alice_sees() { inside curl -sf http://127.0.0.1:10481/metrics | has -xF "$1"; }

# A package of a later version whose configuration differs from this one's.
later_package() {
  local tree=$work/later
  rm -rf "$tree"
  dpkg-deb -R "$deb" "$tree"
  sed -i 's/^Version: .*/Version: 9.9.9-1/' "$tree/DEBIAN/control"
  echo "# a line of the later version" >>"$tree/etc/steptail/steptail.yaml"
  dpkg-deb --root-owner-group -b "$tree" "$root/srv/later.deb" >/dev/null
  rm -rf "$tree"
}

check_upgrade() {
  local pid
  later_package
  pid=$(main_pid)
  inside apt-get -qq -y -o Dpkg::Options::=--force-confdef install /srv/later.deb >"$work/upgrade.log" 2>&1 </dev/null ||
    die "it cannot be upgraded: $(cat "$work/upgrade.log")"
  inside grep -q 'cluster: test' /etc/steptail/steptail.yaml || die "the upgrade took the changed configuration away"
  until_true "the new version was started" new_pid "$pid"
  step 310 320
  until_true "the run goes on" page_has 'training_iteration_duration_seconds_count{cluster="test",run="gpt",user="alice"} 311'
  inside id -nG steptail | has -w mllogs || die "the upgrade took the user out of its group"
  ok "upgrade: changed configuration, groups and counters are kept"
}

check_purge() {
  inside apt-get -qq -y remove steptail >/dev/null 2>&1 || die "it cannot be removed"
  if inside systemctl is-active --quiet steptail; then die "it runs on without its package"; fi
  inside test -e /etc/steptail/steptail.yaml -a -d /var/lib/steptail || die "removing took configuration or state away"
  inside apt-get -qq -y purge steptail >/dev/null 2>&1 || die "it cannot be purged"
  local left
  left=$(inside find / -xdev \( -path /proc -o -path /sys -o -path /srv -o -path /home \) -prune -o -name '*steptail*' -print)
  [ -z "$left" ] || die "a purge leaves: $left"
  if inside getent passwd steptail >/dev/null; then die "a purge leaves the user"; fi
  ok "purge: nothing is left"
}

# Where there is no package, from what the checkout of the user's unit has: a user that comes and goes, put into a group by a drop-in.
check_plain_unit() {
  local checkout=$root/srv/checkout
  mkdir -p "$checkout/config" "$root/etc/systemd/system/steptail.service.d"
  cp "$here/../../config/steptail.yaml" "$checkout/config/"
  cp "$here/../../deploy/systemd/steptail.service" "$checkout/deploy/systemd/"
  printf '[Service]\nSupplementaryGroups=mllogs\n' >"$root/etc/systemd/system/steptail.service.d/site.conf"
  # docs/install.md plain
  guide plain inside env -C /srv/checkout sh -e 2>/dev/null || die "the unit alone does not start"
  until_true "the unit alone is ready" inside curl -sf -o /dev/null http://127.0.0.1:10480/-/ready
  guide configure inside sh -e || die "the unit alone does not take a good configuration over"
  until_true "the unit alone follows a log" page_has 'training_iteration{run="gpt",user="alice"} 320'
  local pid
  pid=$(main_pid)
  # systemd.exec(5): 61184 to 65519 are dynamic users.
  [ "$(inside stat -c %u "/proc/$pid")" -ge 61184 ] || die "it runs as a user that stays"
  [ "$(inside stat -c %a /var/lib/private/steptail)" = 750 ] || die "the state directory is not the user's alone"
  inside kill -9 "$pid"
  step 330 340
  until_true "systemd starts the unit alone again" new_pid "$pid"
  until_true "the run goes on" page_has 'training_iteration{run="gpt",user="alice"} 340'
  inside systemctl disable --quiet --now steptail
  ok "the unit alone: its user comes and goes, its group reads, a kill -9 is survived"
}
