// Which view is shown, when it is drawn anew, and what is said of the daemon.
import {setText} from "./dom.js";
import {filesView} from "./files_view.js";
import {Daemon} from "./poll.js";
import {runView} from "./run_view.js";
import {condition, lossIsLost, runsView} from "./runs_view.js";
import {clock, span, whole} from "./text.js";

const main = document.getElementById("main");
const pulse = document.getElementById("pulse");
const pulseText = document.getElementById("pulse-text");
const gone = document.getElementById("gone");
const news = document.getElementById("news");
const kStart = {q: "", show: "", key: "attention", down: false};

let view = null;
let shownPath = null;
let scrolled = 0;  // of the list, while a run is open

// "#/?q=x&sort=loss" -> {path: "/", state}
function address() {
  const [path, query = ""] = (location.hash.slice(1) || "/").split("?");
  const given = new URLSearchParams(query);
  return {path, state: {q: given.get("q") ?? "", show: given.get("show") ?? "", key: given.get("sort") ?? kStart.key,
    down: given.get("down") === "1"}};
}

function changeState(change) {
  const state = {...address().state, ...change};
  const query = new URLSearchParams();
  if (state.q) query.set("q", state.q);
  if (state.show) query.set("show", state.show);
  if (state.key !== kStart.key) query.set("sort", state.key);
  if (state.down) query.set("down", "1");
  const text = query.toString();
  history.replaceState(null, "", `#/${text ? `?${text}` : ""}`);
  draw();
}

function makeView({path, state}) {
  const run = /^\/run\/(.+)$/.exec(path);
  if (run) return runView(decodeURIComponent(run[1]));
  if (path === "/files") return filesView();
  return runsView(state, changeState);
}

function open() {
  const now = address();
  if (now.path === shownPath) return draw();
  const first = shownPath === null;
  const left = shownPath;
  if (left === "/") scrolled = window.scrollY;
  shownPath = now.path;
  view = makeView(now);
  for (const link of document.querySelectorAll("[data-view]")) {
    const mine = link.dataset.view === (now.path === "/files" ? "files" : "runs");
    mine ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  main.replaceChildren(view.root);
  draw();
  if (first) return;
  window.scrollTo(0, now.path === "/" ? scrolled : 0);
  const back = now.path === "/" ? main.querySelector(`a[href="#${CSS.escape(left).replaceAll("\\/", "/")}"]`) : null;
  (back ?? main).focus({preventScroll: true});
  daemon.ask();
}

function sayHowItIs() {
  const counts = {failed: 0, stalled: 0, "without a finite loss": 0};
  for (const run of daemon.whole ? daemon.runs.values() : []) {
    if (condition(run) in counts) ++counts[condition(run)];
    else if (lossIsLost(run)) ++counts["without a finite loss"];
  }
  const bad = Object.entries(counts).filter(([, count]) => count > 0)
    .map(([what, count]) => `${whole(count)} ${what}`).join(", ");
  const what = typeof view.title === "function" ? `${view.title(daemon)} · steptail` : "steptail";
  document.title = bad ? `(${bad}) ${what}` : what;
  if (daemon.whole) setText(news, bad ? `${bad}.` : "All runs are fine.");
}

function sayWhetherItAnswers() {
  const since = daemon.lastAnswer;
  pulse.classList.toggle("is-gone", daemon.gone);
  gone.hidden = !daemon.gone;
  document.body.classList.toggle("stale", daemon.gone);
  if (daemon.gone) {
    setText(gone, since === null ? "The daemon does not answer." :
      `The daemon does not answer. What is shown is from ${clock(since / 1000)}.`);
    setText(pulseText, "not connected");
  } else if (since !== null) {
    const ago = (Date.now() - since) / 1000;
    setText(pulseText, ago < 5 ? "live" : `${span(ago)} ago`);
  }
}

function draw() {
  view.update(daemon, address().state);
  sayHowItIs();
  sayWhetherItAnswers();
}

const daemon = new Daemon(() => view?.wanted ?? {}, draw);
window.addEventListener("hashchange", open);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    const search = main.querySelector("input[type=search]");
    if (search) {
      event.preventDefault();
      search.focus();
    }
  }
  if (event.key === "Escape" && !typing && /^\/run\//.test(shownPath)) location.hash = "#/";
});
open();
daemon.ask();
// Ages go on between two answers.
setInterval(() => {
  if (!document.hidden && !daemon.gone) draw();
}, 1000);
