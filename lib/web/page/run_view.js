// One run: its numbers, curves, phases, attempts, checkpoints and failures.
import {bigCurve} from "./chart.js";
import {h, setText} from "./dom.js";
import {age, badge, conditionText, ended} from "./runs_view.js";
import {bytes, clock, kNone, number, otherLabels, percent, rate, runName, seconds, span, throughput, whole,
  words} from "./text.js";

function tile(title, text, note) {
  return h("div", {class: "tile card"}, h("dt", {}, title), h("dd", {}, text, note ? h("small", {}, note) : null));
}

function tiles(run, now) {
  const {seconds: ago, timeout} = age(run, now);
  const of = run.iterations_planned === undefined ? "" : `of ${whole(run.iterations_planned)}`;
  const speed = throughput(run);
  const all = [
    ["Iteration", run.iteration, whole(run.iteration),
      [of, run.progress_ratio === undefined ? "" : percent(run.progress_ratio)].filter(Boolean).join(", ")],
    ["Loss", run.loss, number(run.loss, 6)],
    ["Validation loss", run.validation_loss, number(run.validation_loss, 6),
      run.validation_iteration === undefined ? "" : `at ${whole(run.validation_iteration)}`],
    ["Throughput", speed.value, speed.number, speed.unit],
    ["Iteration time", run.iteration_seconds, seconds(run.iteration_seconds)],
    ["Last progress", ago, ago === undefined ? kNone : `${span(ago)} ago`, timeout ? `stalls at ${span(timeout)}` : ""],
    ["Remaining", ended(run) ? undefined : run.remaining_seconds, span(run.remaining_seconds)],
    ["Epoch", run.epoch, number(run.epoch)],
    ["Learning rate", run.learning_rate, number(run.learning_rate)],
    ["Gradient norm", run.gradient_norm, number(run.gradient_norm)],
    ["Loss scale", run.loss_scale, number(run.loss_scale, 7)],
    ["Batch size", run.batch_size, whole(run.batch_size)],
    ["Model FLOP utilisation", run.mfu_ratio, percent(run.mfu_ratio)],
    ["FLOP/s a device", run.device_flops_per_second, rate(run.device_flops_per_second, "FLOP/s")],
    ["Samples", run.samples, whole(run.samples)],
    ["Tokens", run.tokens, rate(run.tokens, "")],
    ["Skipped iterations", run.skipped_iterations || undefined, whole(run.skipped_iterations)],
    ["Done again after restarts", run.replayed_iterations || undefined, whole(run.replayed_iterations)],
  ];
  return all.filter(([, value]) => value !== undefined).map(([title, , text, note]) => tile(title, text, note));
}

function table(title, columns, rows, none) {
  return h("section", {class: "card list"}, h("h2", {}, title), rows.length === 0 ? h("p", {class: "muted"}, none) :
    h("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": title},
      h("table", {}, h("thead", {}, h("tr", {}, columns.map((column) => h("th", {scope: "col"}, column)))),
        h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))))))));
}

function phaseList(run) {
  const phases = Object.entries(run.phases ?? {});
  const sum = phases.reduce((all, [, value]) => all + (typeof value === "number" ? value : 0), 0);
  return h("section", {class: "card list"}, h("h2", {}, "Phases of an iteration"),
    h("ul", {class: "phase-list"}, phases.map(([name, value], index) => {
      const fill = h("span", {class: `fill p${index % 8}`});
      fill.style.width = `${sum > 0 && value > 0 ? (value / sum) * 100 : 0}%`;
      return h("li", {}, h("span", {class: "phase-name"}, words(name)), h("span", {class: "track", "aria-hidden": "true"}, fill),
        h("span", {class: "phase-time"}, seconds(value)));
    })));
}

function numbers(run) {
  const label = (entry) => [words(entry.label), entry.rank ? `rank ${entry.rank}` : "", entry.stat ?? ""].filter(Boolean).join(", ");
  const rows = [
    ...(run.loss_components ?? []).map((entry) => [`loss: ${label(entry)}`, number(entry.value, 6)]),
    ...(run.accuracy_ratios ?? []).map((entry) => [`accuracy: ${label(entry)}`, percent(entry.value)]),
    ...(run.memory_bytes ?? []).map((entry) => [`memory: ${label(entry)}`, bytes(entry.value)]),
    ...(run.values ?? []).map((entry) => [label(entry), number(entry.value, 6)]),
    ...(run.counted ?? []).map((entry) => [`${label(entry)} (sum)`, number(entry.value, 6)]),
  ];
  return rows.length > 0 ? table("More numbers", ["Name", "Value"], rows, "") : null;
}

function howEnded(attempt, run, last) {
  if (last) return conditionText(run);
  const as = attempt.ended_as;
  return as === "failed" || as === "finished" ? words(as) : "cut off";
}

function lists(run) {
  const kept = (all, list) => (all > list.length ? `, the last ${list.length} of ${whole(all)}` : "");
  const attempts = [...run.attempt_list].reverse();
  return [
    phaseBlock(run), numbers(run),
    table(`Attempts${kept(run.attempts, run.attempt_list)}`, ["Attempt", "Began", "Iterations", "Ended"],
      attempts.map((attempt, index) => [whole(attempt.attempt), clock(attempt.began_timestamp_seconds),
        attempt.first_iteration === undefined ? kNone :
          `${whole(attempt.first_iteration)} to ${whole(index === 0 ? run.iteration : attempt.last_iteration)}`,
        howEnded(attempt, run, index === 0)]), ""),
    table(`Checkpoints${kept(run.checkpoints, run.checkpoint_list)}`, ["Saved", "Iteration", "Took"],
      [...run.checkpoint_list].reverse().map((save) => [clock(save.timestamp_seconds), whole(save.iteration),
        seconds(save.duration_seconds)]), "None seen."),
    table(`Failures${kept(run.incidents, run.failure_list)}`, ["When", "Class", "Iteration"],
      [...run.failure_list].reverse().map((failure) => [clock(failure.timestamp_seconds), words(failure.class),
        whole(failure.iteration)]), "None seen."),
  ].filter(Boolean);
}

function phaseBlock(run) {
  return Object.keys(run.phases ?? {}).length > 0 ? phaseList(run) : null;
}

const kRates = {samples_per_second: "samples/s", tokens_per_second: "tokens/s",
  device_tokens_per_second: "tokens/s a device", device_samples_per_second: "samples/s a device",
  samples_per_second_overall: "samples/s mean"};

export function runView(id) {
  const heading = h("h1", {id: "run-title"}, "Run");
  const state = h("span", {class: "badge"});
  const about = h("p", {class: "muted about"});
  const numbersRoot = h("dl", {class: "tiles"});
  const missing = h("p", {class: "empty card", hidden: true}, "There is no such run, or no more: its retention has ended.");
  const loss = bigCurve("Loss", (value) => number(value, 4));
  const time = bigCurve("Iteration time", seconds);
  let unit = "";
  const speed = bigCurve("Throughput", (value) => rate(value, unit), (value) => rate(value, ""));
  const more = h("div", {class: "lists"});
  const charts = h("div", {class: "charts"}, loss.root, time.root, speed.root);
  const root = h("section", {class: "view", "aria-labelledby": "run-title"},
    h("p", {class: "back"}, h("a", {href: "#/"}, "← All runs")),
    h("div", {class: "tools run-head"}, heading, state), about, missing, numbersRoot, charts, more);
  let listed = "";

  function update(daemon) {
    const run = daemon.run?.id === id ? daemon.run : daemon.runs.get(id);
    missing.hidden = Boolean(run) || !daemon.whole;
    for (const part of [state, about, numbersRoot, charts, more]) part.hidden = !run;
    if (!run) return;
    setText(heading, runName(run));
    badge(run, state);
    setText(about, [otherLabels(run), run.formats.join(", "), run.path].filter(Boolean).join("  ·  "));
    numbersRoot.replaceChildren(...tiles(run, daemon.clock.now()));
    if (!run.curves) return;  // of the list: the rest is on its way
    const {loss: train = [], validation_loss: validation = [], iteration_seconds: iteration = [], ...rates} = run.curves;
    loss.update([{name: "training", points: train}, {name: "validation", points: validation}]);
    time.update([{name: "last", points: iteration}]);
    const [name, points] = Object.entries(rates)[0] ?? ["", []];
    unit = kRates[name] ?? "";
    speed.update([{name: "last", points}]);
    const key = JSON.stringify([run.phases, run.attempt_list, run.checkpoint_list, run.failure_list, run.iteration,
      run.state, run.memory_bytes, run.values]);
    if (key !== listed && !more.contains(document.activeElement)) {
      listed = key;
      more.replaceChildren(...lists(run));
    }
  }
  return {root, update, wanted: {run: id}, title: (daemon) => {
    const run = daemon.runs.get(id);
    return run ? runName(run) : "Run";
  }, focus: () => heading};
}
