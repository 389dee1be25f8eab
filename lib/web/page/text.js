// Numbers and times as people read them. `undefined` means that the log never said it.

export const kNone = "–";

// JSON has no NaN and no infinities: they come as texts.
function special(value) {
  return typeof value === "string" ? value : null;
}

function significant(value, digits) {
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e7)) {
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  }
  return String(Number(value.toPrecision(digits)));
}

export function number(value, digits = 4) {
  if (value === undefined) return kNone;
  return special(value) ?? significant(value, digits);
}

// 12345 -> 12,345. The browser's own writer takes longer to load than a table to draw.
export function whole(value) {
  if (value === undefined) return kNone;
  return special(value) ?? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

function scaled(value, base, units) {
  let unit = 0;
  let rest = Math.abs(value);
  while (rest >= base * 0.9995 && unit + 1 < units.length) {
    rest /= base;
    ++unit;
  }
  const digits = rest >= 100 ? 0 : rest >= 10 ? 1 : 2;
  return {text: `${value < 0 ? "-" : ""}${Number(rest.toFixed(digits))}`, unit: units[unit]};
}

export function rate(value, unit) {
  if (value === undefined) return kNone;
  if (special(value)) return special(value);
  const {text, unit: prefix} = scaled(value, 1000, ["", "k", "M", "G", "T", "P"]);
  return unit ? `${text}${prefix} ${unit}` : `${text}${prefix}`;
}

export function bytes(value) {
  if (value === undefined) return kNone;
  if (special(value)) return special(value);
  const {text, unit} = scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]);
  return `${text} ${unit}`;
}

export function percent(ratio) {
  if (ratio === undefined) return kNone;
  if (special(ratio)) return special(ratio);
  const value = ratio * 100;
  return `${value >= 99.95 || value === 0 ? Math.round(value) : Number(value.toPrecision(3))} %`;
}

// A short duration as it is measured: 804 ms, 1.25 s.
export function seconds(value) {
  if (value === undefined) return kNone;
  if (special(value)) return special(value);
  if (value !== 0 && value < 1e-3) return `${significant(value * 1e6, 3)} µs`;
  if (value < 1) return `${significant(value * 1e3, 3)} ms`;
  return value < 120 ? `${significant(value, 3)} s` : span(value);
}

// A long duration: 45 s, 3 m 20 s, 2 h 5 m, 4 d 3 h.
export function span(value) {
  if (value === undefined) return kNone;
  if (special(value)) return special(value);
  const total = Math.max(0, Math.floor(value));
  if (total < 60) return `${total} s`;
  if (total < 3600) return `${Math.floor(total / 60)} m ${total % 60} s`;
  const minutes = Math.floor(total / 60);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
  const hours = Math.floor(minutes / 60);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export function clock(timestamp) {
  if (timestamp === undefined) return kNone;
  const date = new Date(timestamp * 1000);
  const two = (n) => String(n).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

// "out_of_memory" -> "out of memory"
export function words(name) {
  return name.replaceAll("_", " ");
}

// What a run is called, and the labels beside that.
export function runName(run) {
  return run.labels.run ?? run.path ?? run.id;
}
export function otherLabels(run) {
  return Object.entries(run.labels).filter(([name]) => name !== "run")
    .map(([name, value]) => `${name}=${value}`).join("  ");
}

// The rate that a run prints, of the whole job where it does; else from the size of its batches.
export function throughput(run) {
  const rates = [["samples_per_second", "samples/s"], ["tokens_per_second", "tokens/s"],
    ["device_tokens_per_second", "tokens/s a device"],
    ["device_samples_per_second", "samples/s a device"],
    ["samples_per_second_overall", "samples/s mean"]];
  for (const [name, unit] of rates) {
    if (run[name] !== undefined) return {name, unit, value: run[name], number: rate(run[name], "")};
  }
  if (run.batch_size > 0 && run.iteration_seconds > 0) {
    const value = run.batch_size / run.iteration_seconds;
    return {unit: "samples/s", value, number: rate(value, "")};
  }
  return {number: kNone};
}
