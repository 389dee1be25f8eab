// What is watched, how far it is read, and how the daemon itself is doing.
import {h, setAttribute, setText} from "./dom.js";
import {rowTable} from "./rows.js";
import {bytes, kNone, percent, seconds, span, whole, words} from "./text.js";

function sum(counts) {
  return Object.values(counts ?? {}).reduce((all, count) => all + count, 0);
}
function listed(counts) {
  return Object.entries(counts ?? {}).filter(([, count]) => count > 0)
    .map(([name, count]) => `${words(name)} ${whole(count)}`).join(", ");
}

function tile(title, text, note, bad) {
  return h("div", {class: `tile card ${bad ? "is-bad" : ""}`}, h("dt", {}, title),
    h("dd", {}, text, note ? h("small", {}, note) : null));
}

function health(answer, now) {
  const {daemon, watches} = answer;
  const lag = watches.reduce((all, watch) => all + watch.lag_bytes, 0);
  const lost = watches.reduce((all, watch) => all + sum(watch.lost_bytes), 0);
  const hung = watches.filter((watch) => watch.mount_hung).map((watch) => watch.watch);
  const errors = watches.reduce((all, watch) => all + sum(watch.read_errors), 0);
  const stale = now - daemon.snapshot_timestamp_seconds;
  const saved = daemon.checkpoint_save_timestamp_seconds;
  return [
    tile("Version", daemon.version, daemon.revision.slice(0, 12)),
    tile("Up for", span(now - daemon.process_start_time_seconds)),
    tile("Memory", bytes(daemon.process_resident_memory_bytes)),
    tile("Processor time", seconds(daemon.process_cpu_seconds)),
    tile("Open files", whole(daemon.process_open_fds), `of ${whole(daemon.process_max_fds)}`,
      daemon.process_open_fds > daemon.process_max_fds * 0.9),
    tile("Not yet read", bytes(lag), "", lag > 100e6),
    tile("Snapshot", `${span(stale)} ago`, "", stale > 30),
    tile("State saved", saved === undefined ? "not kept" : `${span(now - saved)} ago`,
      daemon.checkpoint_errors ? `${whole(daemon.checkpoint_errors)} errors` : "", daemon.checkpoint_errors > 0),
    tile("Configuration", daemon.config_last_reload_successful ? "loaded" : "last reload failed", "",
      !daemon.config_last_reload_successful),
    tile("Read errors", whole(errors), "", errors > 0),
    tile("Bytes lost", bytes(lost), "", lost > 0),
    tile("Kept out by limits", whole(sum(daemon.refused)), listed(daemon.refused), sum(daemon.refused) > 0),
    ...(hung.length > 0 ? [tile("Mounts that hang", whole(hung.length), hung.join(", "), true)] : []),
  ];
}

function watchTable(watches) {
  const columns = ["Entry", "Files", "Read", "Lines", "No rule matched", "Not yet read", "Rotated", "Errors"];
  return h("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Watch entries"}, h("table", {},
    h("thead", {}, h("tr", {}, columns.map((column) => h("th", {scope: "col"}, column)))),
    h("tbody", {}, watches.map((watch) => h("tr", {},
      h("th", {scope: "row"}, watch.watch), h("td", {}, listed(watch.files) || kNone),
      h("td", {}, bytes(watch.read_bytes)), h("td", {}, whole(watch.lines)),
      h("td", {}, watch.lines > 0 ? percent(watch.unmatched_lines / watch.lines) : kNone),
      h("td", {}, bytes(watch.lag_bytes)), h("td", {}, whole(watch.rotations)),
      h("td", {}, [listed(watch.read_errors), watch.mount_hung ? "mount hangs" : ""].filter(Boolean).join(", ") || kNone))))));
}

const kColumns = [
  {key: "state", title: "State", class: "c-state"},
  {key: "path", title: "File", class: "c-path"},
  {key: "format", title: "Format", class: "c-format"},
  {key: "run", title: "Run", class: "c-run"},
  {key: "size", title: "Size", class: "c-size"},
  {key: "lag", title: "Not yet read", class: "c-lag"},
];
const kRank = {unreadable: 0, unrecognised: 1};

function makeRow() {
  const state = h("span", {class: "badge"});
  const path = h("bdi", {});
  const error = h("small", {class: "bad-text"});
  const [format, run, size, lag] = [0, 1, 2, 3].map(() => h("span", {}));
  const cell = (look, title, ...children) => h("div", {class: `cell ${look}`, role: "cell"},
    h("span", {class: "cell-title", "aria-hidden": "true"}, title), ...children);
  const root = h("div", {class: "row", role: "row"}, cell("c-state", "", state),
    cell("c-path", "", h("span", {class: "path"}, path), error), cell("c-format", "format", format),
    cell("c-run", "run", run), cell("c-size", "size", size), cell("c-lag", "not yet read", lag));
  function update(file) {
    setAttribute(state, "class", `badge is-${file.state}`);
    setText(state, file.state);
    setText(path, file.path);
    setAttribute(path, "title", file.path);
    setText(error, file.error ?? "");
    setText(format, file.format || kNone);
    setText(run, file.run || kNone);
    setText(size, bytes(file.size_bytes));
    setText(lag, bytes(Math.max(0, file.size_bytes - file.offset_bytes)));
  }
  return {root, update};
}

export function filesView() {
  const tilesRoot = h("dl", {class: "tiles"});
  const entries = h("div", {});
  const search = h("input", {type: "search", placeholder: "Filter by path, run, format, state", "aria-label": "Filter files",
    autocomplete: "off", spellcheck: "false", on: {input: () => last && update(last)}});
  const count = h("p", {class: "muted"});
  const files = rowTable({label: "Files", columns: kColumns, makeRow, idOf: (file) => `${file.watch}\n${file.path}`});
  files.root.classList.add("files");
  const waiting = h("p", {class: "empty card"}, "Asking the daemon.");
  const rest = h("div", {hidden: true},
    h("h1", {}, "Health"), tilesRoot,
    h("section", {class: "card list"}, h("h2", {}, "Watch entries"), entries),
    h("div", {class: "tools"}, h("h2", {id: "files-title"}, "Files"), search, count), files.root);
  const root = h("section", {class: "view", "aria-label": "Files and health"}, waiting, rest);
  let last = null;

  function update(daemon) {
    last = daemon;
    const answer = daemon.files;
    waiting.hidden = Boolean(answer);
    rest.hidden = !answer;
    if (!answer) return;
    tilesRoot.replaceChildren(...health(answer, daemon.clock.now()));
    if (!entries.contains(document.activeElement)) entries.replaceChildren(watchTable(answer.watches));
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = answer.files.filter((file) => {
      const text = `${file.path}\n${file.run}\n${file.format}\n${file.state}\n${file.watch}\n${file.error ?? ""}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    }).sort((a, b) => (kRank[a.state] ?? 2) - (kRank[b.state] ?? 2) || (a.path < b.path ? -1 : 1));
    setText(count, `${whole(shown.length)} of ${whole(answer.files.length)}`);
    files.root.hidden = shown.length === 0;
    files.update(shown);
  }
  return {root, update, wanted: {files: true}, title: () => "Files and health", focus: () => search.focus()};
}
