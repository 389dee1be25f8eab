// The table of runs: what needs attention first, then what goes on.
import {phaseBar, smallCurve} from "./chart.js";
import {h, setAttribute, setText} from "./dom.js";
import {rowTable} from "./rows.js";
import {kNone, number, otherLabels, percent, runName, seconds, span, throughput, whole, words} from "./text.js";

// What a run is in one word; a stall outranks its state.
export function condition(run) {
  return run.stalled ? "stalled" : run.state;
}
export function conditionText(run) {
  const word = condition(run);
  return word === "failed" && run.last_failure ? `failed: ${words(run.last_failure)}` : words(word);
}

export function ended(run) {
  return run.state === "finished" || run.state === "failed";
}
// It goes on and burns time. JSON has no NaN and no infinities: they come as texts.
export function lossIsLost(run) {
  return !ended(run) && typeof run.loss === "string";
}

const kRank = {failed: 0, stalled: 1, finished: 4};
function rank(run) {
  return kRank[condition(run)] ?? (lossIsLost(run) ? 2 : 3);
}
function why(run) {
  if (run.state === "failed" && run.last_failure) return words(run.last_failure);
  return [run.stalled && run.state !== "training" ? words(run.state) : "",
    lossIsLost(run) ? `loss ${run.loss}` : ""].filter(Boolean).join(", ");
}

const kColumns = [
  {key: "attention", title: "State", class: "c-state", down: false},
  {key: "name", title: "Run", class: "c-name", down: false},
  {key: "progress", title: "Progress", class: "c-progress", down: true},
  {key: "loss", title: "Loss", class: "c-loss", down: false},
  {key: "throughput", title: "Throughput", class: "c-rate", down: true},
  {key: "iteration", title: "Iteration time", class: "c-iteration", down: true},
  {key: "age", title: "Last progress", class: "c-age", down: true},
  {key: "remaining", title: "Remaining", class: "c-remaining", down: false},
];

function value(run, key) {
  switch (key) {
    case "progress": return run.progress_ratio;
    case "loss": return run.loss;
    case "throughput": return throughput(run).value;
    case "iteration": return run.iteration_seconds;
    case "age": return run.last_progress_timestamp_seconds && -run.last_progress_timestamp_seconds;
    case "remaining": return ended(run) ? undefined : run.remaining_seconds;
    default: return undefined;
  }
}

let names = null;  // made when first needed: it takes longer than the first picture may
function byName(a, b) {
  names ??= new Intl.Collator("en", {numeric: true});
  return names.compare(runName(a), runName(b)) || (a.id < b.id ? -1 : 1);
}

// What the log never said goes last, whichever way the rest is sorted.
export function sorted(runs, {key, down}) {
  const sign = down ? -1 : 1;
  if (key === "attention") return runs.sort((a, b) => sign * (rank(a) - rank(b)) || byName(a, b));
  if (key === "name") return runs.sort((a, b) => sign * byName(a, b));
  const of = (run) => (typeof value(run, key) === "number" ? value(run, key) : undefined);
  return runs.sort((a, b) => {
    const [x, y] = [of(a), of(b)];
    if (x === undefined || y === undefined) return (x === undefined) - (y === undefined) || byName(a, b);
    return sign * (x - y) || byName(a, b);
  });
}

function matches(run, words) {
  const text = [runName(run), otherLabels(run), run.path, run.watch, run.formats.join(" "),
    conditionText(run), why(run)].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function meter(label) {
  const fill = h("span", {class: "fill"});
  const root = h("div", {class: "meter", "aria-hidden": "true"}, fill);
  function update(ratio, look) {
    root.hidden = ratio === undefined;
    const width = `${Math.min(1, Math.max(0, ratio ?? 0)) * 100}%`;
    if (fill.style.width !== width) fill.style.width = width;
    setAttribute(root, "class", `meter ${look ?? ""}`);
  }
  return {root, update, label};
}

export function badge(run, root = h("span", {class: "badge"})) {
  setAttribute(root, "class", `badge is-${condition(run)}${lossIsLost(run) ? " is-lost" : ""}`);
  setText(root, words(condition(run)));
  return root;
}

// How long ago the run made progress, and how near that is to its timeout.
export function age(run, now) {
  const since = run.last_progress_timestamp_seconds;
  const over = ended(run);
  const seconds = since === undefined ? undefined : Math.max(0, now - since);
  const timeout = run.stall_timeout_seconds;
  const ratio = seconds === undefined || over || !timeout ? undefined : seconds / timeout;
  return {seconds, timeout: over ? undefined : timeout, ratio,
    look: run.stalled ? "bad" : ratio > 0.6 ? "near" : ""};
}

function makeRow(run) {
  const state = badge(run);
  const reason = h("small", {});
  const link = h("a", {href: `#/run/${encodeURIComponent(run.id)}`});
  const labels = h("small", {});
  const step = h("span", {class: "strong"});
  const of = h("small", {});
  const progress = meter();
  const loss = h("span", {class: "strong"});
  const curve = smallCurve();
  const rate = h("span", {class: "strong"});
  const unit = h("small", {});
  const iteration = h("span", {class: "strong"});
  const phases = phaseBar();
  const since = h("span", {class: "strong"});
  const timeout = h("small", {});
  const stall = meter();
  const remaining = h("span", {class: "strong"});
  const cell = (look, title, ...children) => h("div", {class: `cell ${look}`, role: "cell"},
    h("span", {class: "cell-title", "aria-hidden": "true"}, title), ...children);
  const root = h("div", {class: "row", role: "row"},
    cell("c-state", "", state, reason), cell("c-name", "", link, labels),
    cell("c-progress", "", h("div", {class: "line1"}, step, of), progress.root),
    cell("c-loss", "loss", loss, curve.root), cell("c-rate", "rate", rate, unit),
    cell("c-iteration", "iteration", iteration, phases.root),
    cell("c-age", "last progress", h("div", {class: "line1"}, since, timeout), stall.root),
    cell("c-remaining", "remaining", remaining));

  function update(now, clock) {
    run = now;
    badge(run, state);
    setText(reason, why(run));
    setText(link, runName(run));
    setAttribute(link, "title", run.path);
    setText(labels, otherLabels(run) || run.formats.join(", "));
    setText(step, whole(run.iteration));
    setText(of, run.iterations_planned !== undefined ? `of ${whole(run.iterations_planned)}` :
      run.progress_ratio !== undefined ? percent(run.progress_ratio) : "");
    progress.update(typeof run.progress_ratio === "number" ? run.progress_ratio : undefined, "steps");
    setText(loss, number(run.loss));
    setAttribute(loss, "class", typeof run.loss === "string" ? "strong bad-text" : "strong");
    curve.update(run.loss_curve);
    const {number: speed = kNone, unit: speedUnit = ""} = throughput(run);
    setText(rate, speed);
    setText(unit, speedUnit);
    setText(iteration, seconds(run.iteration_seconds));
    phases.update(run.phases, run.iteration_seconds);
    tick(clock);
  }
  function tick(clock) {
    const {seconds: ago, timeout: limit, ratio, look} = age(run, clock);
    setText(since, ago === undefined ? kNone : `${span(ago)} ago`);
    setText(timeout, limit ? `of ${span(limit)}` : "");
    stall.update(ratio, look);
    setText(remaining, ended(run) ? kNone : span(run.remaining_seconds));
    setAttribute(root, "class", `row is-${condition(run)}-row${lossIsLost(run) ? " is-lost-row" : ""}`);
  }
  return {root, update};
}

const kChips = ["failed", "stalled", "training", "evaluating", "checkpointing", "loading", "compiling",
  "queued", "starting", "finished"];

// state: {q, show, key, down} lives in the address, so that going back keeps it.
export function runsView(state, changed) {
  const search = h("input", {type: "search", id: "filter", placeholder: "Filter by name, label, path, state",
    "aria-label": "Filter runs", autocomplete: "off", spellcheck: "false",
    on: {input: () => changed({q: search.value})}});
  const chips = h("div", {class: "chips", role: "group", "aria-label": "Show only"});
  const empty = h("p", {class: "empty card"});
  const table = rowTable({label: "Runs", columns: kColumns, makeRow, idOf: (run) => run.id,
    onSort: (key) => {
      const column = kColumns.find((entry) => entry.key === key);
      changed(state.key === key ? {down: !state.down} : {key, down: column.down});
    }});
  const root = h("section", {class: "view", "aria-labelledby": "runs-title"},
    h("div", {class: "tools"}, h("h1", {id: "runs-title"}, "Runs"), search, chips), empty, table.root);

  function showChips(counts, total) {
    const wanted = [["", total], ...kChips.filter((name) => counts[name]).map((name) => [name, counts[name]])];
    if (state.show && !counts[state.show]) wanted.push([state.show, 0]);
    const key = wanted.flat().join(" ");
    if (chips.dataset.key !== key) {
      chips.dataset.key = key;
      const focus = document.activeElement?.dataset?.show;
      chips.replaceChildren(...wanted.map(([name, count]) => h("button",
        {type: "button", class: `chip is-${name || "all"}`, "data-show": name,
          on: {click: () => changed({show: state.show === name ? "" : name})}},
        h("span", {class: "dot", "aria-hidden": "true"}), `${name ? words(name) : "all"} `, h("b", {}, whole(count)))));
      if (focus !== undefined) chips.querySelector(`[data-show="${CSS.escape(focus)}"]`)?.focus();
    }
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.show === state.show));
  }

  function update(daemon, next) {
    state = next;
    if (document.activeElement !== search && search.value !== state.q) search.value = state.q;
    const all = [...daemon.runs.values()];
    const counts = {};
    for (const run of all) counts[condition(run)] = (counts[condition(run)] ?? 0) + 1;
    if (daemon.whole) showChips(counts, all.length);
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = all.filter((run) =>
      (!state.show || condition(run) === state.show) && (words.length === 0 || matches(run, words)));
    // The first ones come in this order.
    const firstOnly = !daemon.whole && wanted.length === all.length && state.key === "attention" && !state.down;
    const runs = firstOnly ? wanted : sorted(wanted, state);
    empty.hidden = runs.length > 0;
    table.root.hidden = runs.length === 0;
    if (daemon.whole && all.length === 0) {
      if (!empty.querySelector("a")) {
        empty.replaceChildren("No runs yet. ", h("a", {href: "#/files"}, "Files and health"), " says what is watched.");
      }
    } else {
      setText(empty, daemon.whole ? "No run is like that." : "Asking the daemon.");
    }
    table.showSort(state.key, !state.down);
    table.update(runs, daemon.clock.now(), firstOnly ? daemon.count : runs.length);
  }
  return {root, update, title: "", focus: () => search.focus()};
}
