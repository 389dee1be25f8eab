// A real daemon, logs that a test writes, and a page of the distribution's Chromium.
import {spawn} from "node:child_process";
import {once} from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {chromium} from "playwright-core";

const kDeadline = 20000;

export async function until(what, holds, deadline = kDeadline) {
  const end = Date.now() + deadline;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`it never came that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// A training log as Megatron-LM writes it.
export class Job {
  constructor(directory, user, run, {planned = 1000, milliseconds = 900} = {}) {
    this.file = path.join(directory, user, run, "train.log");
    this.planned = planned;
    this.milliseconds = milliseconds;
    this.iteration = 0;
    fs.mkdirSync(path.dirname(this.file), {recursive: true});
    fs.appendFileSync(this.file, "");
  }
  say(...lines) {
    fs.appendFileSync(this.file, lines.map((line) => `${line}\n`).join(""));
    return this;
  }
  begin() {
    return this.say("using world size: 8, data-parallel size: 8, tensor-model-parallel size: 1",
      "training ...", "[before the start of training step] datetime: 2031-03-04 05:06:07 ");
  }
  step(count = 1) {
    for (let i = 0; i < count; ++i) {
      this.iteration += 10;
      const loss = 2.2 + 8 * Math.exp(-this.iteration / 120) + 0.04 * Math.sin(this.iteration);
      const took = this.milliseconds * (1 + 0.02 * Math.sin(this.iteration / 7));
      this.say(` iteration ${String(this.iteration).padStart(8)}/${String(this.planned).padStart(8)} | ` +
        `consumed samples: ${String(this.iteration * 64).padStart(12)} | elapsed time per iteration (ms): ${took.toFixed(1)} | ` +
        `learning rate: 1.500E-04 | global batch size:    64 | lm loss: ${loss.toExponential(6).toUpperCase()} | ` +
        "loss scale: 1.0 | grad norm: 0.912 | number of skipped iterations:   0 | number of nan iterations:   0 |",
      `time (ms) | forward-compute: ${(took * 0.31).toFixed(2)} | backward-compute: ${(took * 0.52).toFixed(2)} | ` +
        `optimizer: ${(took * 0.11).toFixed(2)} | batch-generator: ${(took * 0.02).toFixed(2)}`);
    }
    return this;
  }
  diverge() {
    this.iteration += 10;
    return this.say(` iteration ${String(this.iteration).padStart(8)}/${String(this.planned).padStart(8)} | ` +
      `elapsed time per iteration (ms): ${this.milliseconds.toFixed(1)} | learning rate: 1.500E-04 | ` +
      "global batch size:    64 | lm loss: NAN | loss scale: 1.0 | grad norm: nan |");
  }
  validate(loss) {
    return this.say(` validation loss at iteration ${this.iteration} | lm loss value: ${loss.toExponential(6).toUpperCase()} | ` +
      `lm loss PPL: ${Math.exp(loss).toExponential(6).toUpperCase()} | `);
  }
  save() {
    return this.say(`saving checkpoint at iteration ${String(this.iteration).padStart(7)} to ckpts`,
      `  successfully saved checkpoint at iteration ${String(this.iteration).padStart(7)} to ckpts`);
  }
  runOutOfMemory() {
    return this.say("Traceback (most recent call last):", '  File "/opt/train/loop.py", line 88, in step',
      "    loss.backward()",
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.50 GiB. GPU 3 has a total capacity of 39.39 GiB of which 512.00 MiB is free.");
  }
}

export class Daemon {
  constructor(steptail = process.env.STEPTAIL) {
    this.steptail = steptail;
    this.directory = fs.mkdtempSync(path.join(os.tmpdir(), "steptail-page-"));
    this.logs = path.join(this.directory, "logs");
    fs.mkdirSync(this.logs);
    this.address = "127.0.0.1:0";
  }
  job(user, run, options) {
    return new Job(this.logs, user, run, options);
  }
  configure(stall) {
    fs.writeFileSync(path.join(this.directory, "config.yaml"), `watch:
  - name: scratch
    paths: ["${this.logs}/{user}/{run}/*.log"]
    labels: {cluster: "north"}
    scan_interval: 1s
    stall: ${stall}
`);
  }
  // Again on the address of the first time, so that a page finds it.
  async start() {
    if (!fs.existsSync(path.join(this.directory, "config.yaml"))) this.configure("{}");
    const port = path.join(this.directory, "port");
    fs.rmSync(port, {force: true});
    this.process = spawn(this.steptail, ["serve", "--config.file", path.join(this.directory, "config.yaml"),
      "--web.listen-address", this.address, "--web.port-file", port, "--log.level", "error",
      "--storage.path", path.join(this.directory, "state")], {stdio: ["ignore", "inherit", "inherit"]});
    await until("the daemon listens", () => fs.existsSync(port));
    this.address = fs.readFileSync(port, "utf8").trim();
    this.url = `http://${this.address}`;
    await until("the first scan is read", async () => (await fetch(`${this.url}/-/ready`)).ok);
    return this;
  }
  async stop() {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await ended;
  }
  async remove() {
    await this.stop();
    fs.rmSync(this.directory, {recursive: true, force: true});
  }
  async get(address) {
    return (await fetch(`${this.url}${address}`)).json();
  }
}

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
}

// A page that remembers what it asked for and what it complained of.
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}, ...options});
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on("request", (request) => page.requests.push(request.url()));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(url);
  return page;
}

// The rows as they stand on the page, from top to bottom.
export function rowsOf(page) {
  return page.locator(".table .body .row").evaluateAll((rows) => rows.map((row) => ({
    name: row.querySelector(".c-name a")?.textContent,
    state: row.querySelector(".badge")?.textContent,
    step: row.querySelector(".c-progress .strong")?.textContent,
    loss: row.querySelector(".c-loss .strong")?.textContent,
  })));
}
// The cells of rows that stand above or below their row, or are cut off within.
export function outOfRow(page) {
  return page.locator(".table .body .row").evaluateAll((rows) => rows.flatMap((row) => {
    const {top, bottom} = row.getBoundingClientRect();
    return [...row.querySelectorAll(".cell")].filter((cell) => {
      const box = cell.getBoundingClientRect();
      const cut = [...cell.querySelectorAll(":scope.c-age .line1, :scope.c-age small")].some((part) => part.scrollWidth > part.clientWidth);
      return box.height > 0 && (box.top < top || box.bottom > bottom || cut);
    }).map((cell) => `${row.querySelector("a")?.textContent}: ${cell.className}`);
  }));
}
export async function namesOf(page) {
  return (await rowsOf(page)).map((row) => row.name);
}
