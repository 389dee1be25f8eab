// Asks the daemon again and again, keeps what it said, and knows when it is gone.

const kPeriod = 2000;
const kLongest = 10000;  // between two tries of a daemon that is gone
const kFirstRuns = "api/v1/runs?limit=40";  // index.html loads it ahead

async function getJson(address) {
  const answer = await fetch(address, {signal: AbortSignal.timeout(10000)});
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

// The daemon's clock, carried on by ours: theirs may differ.
class Clock {
  #taken = Date.now() / 1000;
  #at = performance.now();
  set(taken) {
    this.#taken = taken;
    this.#at = performance.now();
  }
  now() {
    return this.#taken + (performance.now() - this.#at) / 1000;
  }
}

export class Daemon {
  runs = new Map();  // by id
  files = null;
  clock = new Clock();
  whole = false;  // whether the runs are all that there are
  count = 0;  // of all that there are
  lastAnswer = null;  // of ours, in milliseconds; null: none yet
  gone = false;
  #cursor = null;
  #wanted = () => ({});
  #heard;
  #timer;
  #failures = 0;

  // wanted(): {run: id} or {files: true}, asked beside the list; heard(): after every answer.
  constructor(wanted, heard) {
    this.#wanted = wanted;
    this.#heard = heard;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.ask();
    });
  }

  // The rows of the first picture, so that it does not wait for thousands of others.
  async #askFirstRuns() {
    this.#take(await getJson(kFirstRuns));
    this.lastAnswer = Date.now();
    this.#heard();
    // Let it be painted before the rest is read.
    if (!this.whole && !document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }

  async #askRuns() {
    if (this.lastAnswer === null) {
      await this.#askFirstRuns();
      if (this.whole) return;
    }
    const since = this.#cursor ? `?since=${this.#cursor}` : "";
    let answer = await getJson(`api/v1/runs${since}`);
    const known = this.runs.size + answer.runs.filter((run) => !this.runs.has(run.id)).length;
    // Somebody left: only the whole list says who.
    if (!answer.complete && known !== answer.count) answer = await getJson("api/v1/runs");
    this.#take(answer);
  }

  #take(answer) {
    if (answer.complete) {
      this.runs.clear();
      this.whole = true;
    }
    for (const run of answer.runs) this.runs.set(run.id, run);
    this.count = answer.count;
    this.#cursor = answer.cursor;
    this.clock.set(answer.taken_timestamp_seconds || Date.now() / 1000);
  }

  async #askMore() {
    const wanted = this.#wanted();
    if (wanted.files) this.files = await getJson("api/v1/files");
    if (wanted.run) this.run = await getJson(`api/v1/runs/${encodeURIComponent(wanted.run)}`);
  }

  async ask() {
    clearTimeout(this.#timer);
    try {
      await Promise.all([this.#askRuns(), this.#askMore()]);
      this.gone = false;
      this.lastAnswer = Date.now();
      this.#failures = 0;
    } catch {
      this.gone = true;
      this.#cursor = null;
      ++this.#failures;
    }
    this.#heard();
    clearTimeout(this.#timer);
    if (document.hidden) return;
    this.#timer = setTimeout(() => this.ask(), Math.min(kPeriod * 2 ** Math.max(0, this.#failures - 1), kLongest));
  }
}
