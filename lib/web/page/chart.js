// Drawings: the small curve of a row, the big one of a run, the bar of phases.
import {h, setAttribute, svg} from "./dom.js";
import {number, seconds, words} from "./text.js";

function pathOf(points, x, y) {
  return points.map((point, index) =>
    `${index === 0 ? "M" : "L"}${x(point[0]).toFixed(1)} ${y(point[1]).toFixed(1)}`).join("");
}

// Points as [x, y]; where x falls back, an attempt began anew. What it did again takes the place of
// what was: {now, before}, the second as the pieces that were replaced.
export function latest(points) {
  let now = [];
  const before = [];
  for (const point of points) {
    let kept = now.length;
    while (kept > 0 && now[kept - 1][0] >= point[0]) --kept;
    if (kept < now.length) {
      before.push(now.slice(Math.max(0, kept - 1)));
      now = now.slice(0, kept);
    }
    now.push(point);
  }
  return {now, before};
}

function range(points, index) {
  let low = Infinity;
  let high = -Infinity;
  for (const point of points) {
    low = Math.min(low, point[index]);
    high = Math.max(high, point[index]);
  }
  return [low, high];
}

function scale([low, high], from, to) {
  const width = high - low;
  return (value) => (width > 0 ? from + ((value - low) / width) * (to - from) : (from + to) / 2);
}

// A curve as small as a word: an element with update(points).
export function smallCurve(width = 88, height = 26) {
  const line = svg("path", {class: "spark-line"});
  const end = svg("circle", {class: "spark-end", r: 2});
  const root = svg("svg", {class: "spark is-empty", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
    line, end);
  let drawn = "";
  function update(points) {
    const key = points && points.length > 0 ? `${points.length} ${points[0]} ${points.at(-1)}` : "";
    if (key === drawn) return;
    drawn = key;
    root.classList.toggle("is-empty", key === "");
    if (key === "") return;
    const x = scale(range(points, 0), 2, width - 4);
    const y = scale(range(points, 1), height - 4, 4);
    setAttribute(line, "d", pathOf(points, x, y));
    setAttribute(end, "cx", x(points.at(-1)[0]).toFixed(1));
    setAttribute(end, "cy", y(points.at(-1)[1]).toFixed(1));
  }
  return {root, update};
}

// Phases of an iteration beside each other: an element with update(phases, total).
export function phaseBar() {
  const root = h("div", {class: "phases", "aria-hidden": "true"});
  function update(phases, total) {
    const entries = Object.entries(phases ?? {}).filter(([, value]) => value > 0);
    const sum = entries.reduce((all, [, value]) => all + value, 0);
    const whole = Math.max(sum, typeof total === "number" ? total : 0);
    while (root.children.length > entries.length) root.lastElementChild.remove();
    entries.forEach(([name, value], index) => {
      const part = root.children[index] ?? root.appendChild(h("span", {}));
      setAttribute(part, "class", `phase p${index % 8}`);
      setAttribute(part, "title", `${words(name)} ${seconds(value)}`);
      const share = `${((value / whole) * 100).toFixed(2)}%`;
      if (part.style.width !== share) part.style.width = share;
    });
  }
  return {root, update};
}

function niceStep(width, count) {
  const rough = width / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough);
}

function ticks([low, high], count) {
  if (!(high > low)) return [low];
  const step = niceStep(high - low, count);
  const all = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-6; tick += step) {
    all.push(Math.abs(tick) < step * 1e-6 ? 0 : tick);
  }
  return all;
}

const kFrame = {left: 58, right: 28, top: 10, bottom: 24};

function axes(xs, ys, x, y, size, format) {
  const parts = ticks(ys, 6).map((tick) => svg("g", {},
    svg("line", {class: "grid", x1: kFrame.left, x2: size.width - kFrame.right, y1: y(tick), y2: y(tick)}),
    svg("text", {class: "tick", x: kFrame.left - 8, y: y(tick) + 4, "text-anchor": "end"}, format(tick))));
  for (const tick of ticks(xs, Math.max(2, Math.floor(size.width / 120)))) {
    parts.push(svg("text", {class: "tick", x: x(tick), y: size.height - 6, "text-anchor": "middle"},
      number(tick, 6)));
  }
  return parts;
}

function nearest(points, x) {
  let best = points[0];
  for (const point of points) {
    if (Math.abs(point[0] - x) < Math.abs(best[0] - x)) best = point;
  }
  return best;
}

function describe(title, lines, format) {
  return `${title}: ` + lines.filter((line) => line.points.length > 0).map((line) => {
    const [low, high] = range(line.points, 1);
    const [first, last] = [line.points[0], line.points.at(-1)];
    return `${line.name} from ${format(first[1])} at iteration ${number(first[0], 9)} to ` +
      `${format(last[1])} at ${number(last[0], 9)}, lowest ${format(low)}, highest ${format(high)}`;
  }).join("; ");
}

// A curve over iterations with axes and a reading under the pointer.
// lines: [{name, points}]; the first has the main colour.
export function bigCurve(title, format, formatTick = format) {
  const reading = h("p", {class: "reading", "aria-hidden": "true"});
  const picture = svg("svg", {class: "curve", role: "img"});
  const root = h("figure", {class: "card chart"}, h("figcaption", {}, h("h2", {}, title), reading), picture);
  let lines = [];
  let place = null;  // how points lie on the picture

  function show(at) {
    for (const old of picture.querySelectorAll(".cursor")) old.remove();
    const shown = lines.filter((line) => line.points.length > 0)
      .map((line) => ({line, point: at === null ? line.points.at(-1) : nearest(line.points, at)}));
    reading.replaceChildren(...shown.map(({line, point}, index) => h("span", {class: `key line${index}`},
      `${line.name} ${format(point[1])}`, h("small", {}, ` at ${number(point[0], 9)}`))));
    if (at === null || !place) return;
    shown.forEach(({point}, index) => picture.append(svg("circle",
      {class: `cursor line${index}`, cx: place.x(point[0]), cy: place.y(point[1]), r: 4})));
  }
  picture.addEventListener("pointermove", (event) => {
    if (place) show(place.at(event.clientX - picture.getBoundingClientRect().left));
  });
  picture.addEventListener("pointerleave", () => show(null));

  function draw() {
    const all = lines.flatMap((line) => [...line.points, ...line.before.flat()]);
    if (all.length === 0) return;
    const size = {width: Math.max(240, picture.clientWidth || 600), height: picture.clientHeight || 220};
    const xs = range(all, 0);
    let ys = range(all, 1);
    const margin = (ys[1] - ys[0]) * 0.06 || Math.abs(ys[0]) * 0.05 || 1;
    ys = [ys[0] - margin, ys[1] + margin];
    const x = scale(xs, kFrame.left, size.width - kFrame.right);
    const y = scale(ys, size.height - kFrame.bottom, kFrame.top);
    const back = scale([kFrame.left, size.width - kFrame.right], xs[0], xs[1]);
    place = {x, y, at: back};
    setAttribute(picture, "viewBox", `0 0 ${size.width} ${size.height}`);
    setAttribute(picture, "aria-label", describe(title, lines, format));
    picture.replaceChildren(...axes(xs, ys, x, y, size, formatTick),
      ...lines.flatMap((line, index) => [
        ...line.before.map((piece) => svg("path", {class: `line line${index} before`, d: pathOf(piece, x, y)})),
        svg("path", {class: `line line${index}`, d: pathOf(line.points, x, y)}),
        line.points.length === 1 ? svg("circle", {class: `lone line${index}`, cx: x(line.points[0][0]),
          cy: y(line.points[0][1]), r: 4}) : null,
      ].filter(Boolean)));
    show(null);
  }
  new ResizeObserver(draw).observe(picture);

  function update(next) {
    lines = next.map(({name, points}) => {
      const {now, before} = latest(points);
      return {name, points: now, before};
    });
    root.hidden = lines.every((line) => line.points.length === 0);
    draw();
  }
  return {root, update};
}
