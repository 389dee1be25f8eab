// What people see and do, on a real daemon that follows logs which the test writes.
import assert from "node:assert/strict";
import path from "node:path";
import {after, before, test} from "node:test";
import {Daemon, launch, namesOf, open, outOfRow, rowsOf, until} from "./harness.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

// Calls use(page, daemon) and then asks what holds of every page: quiet, and never off this host.
async function withPage(prepare, use, options) {
  const daemon = new Daemon();
  try {
    await prepare(daemon);
    await daemon.start();
    const page = await open(browser, `${daemon.url}/`, options);
    await use(page, daemon);
    assert.deepEqual(page.complaints.filter((text) => !page.mayComplain?.test(text)), []);
    for (const url of page.requests) assert.ok(url.startsWith(`${daemon.url}/`), `asked for ${url}`);
    await page.context().close();
  } finally {
    await daemon.remove();
  }
}

const rowOf = async (page, name) => (await rowsOf(page)).find((row) => row.name === name);

test("rows appear and go on by themselves", () => withPage(async (daemon) => {
  daemon.job("ada", "first").begin().step(3);
}, async (page, daemon) => {
  await until("the row is there", async () => (await rowOf(page, "first"))?.step === "30");
  assert.equal((await rowOf(page, "first")).state, "training");
  const second = daemon.job("ada", "second").begin().step(2);
  await until("another appears", async () => (await rowOf(page, "second"))?.step === "20");
  second.step(5);
  await until("it goes on", async () => (await rowOf(page, "second"))?.step === "70");
  assert.match(await page.locator(".row .c-loss .strong").first().textContent(), /^\d/);
  assert.equal(await page.locator(".body .row").first().locator(".phase").count(), 4);
}));

test("a stall turns red at its timeout, and a crash comes first", () => withPage(async (daemon) => {
  daemon.configure("{factor: 2, minimum: 3s, maximum: 3s, states: {starting: 3s}}");
  for (const name of ["a-goes-on", "b-stalls", "c-crashes"]) daemon.job("ada", name).begin().step(2);
}, async (page, daemon) => {
  await until("all are there", async () => (await namesOf(page)).length === 3);
  const goesOn = daemon.job("ada", "a-goes-on");
  goesOn.iteration = 20;
  await until("one stalls", async () => {
    goesOn.step();
    return (await rowOf(page, "b-stalls"))?.state === "stalled" &&
      (await rowOf(page, "a-goes-on"))?.state === "training";
  });
  const stalled = page.locator(".row.is-stalled-row", {hasText: "b-stalls"});
  const colour = await stalled.locator(".badge").evaluate((badge) => getComputedStyle(badge).color);
  assert.equal(colour, "rgb(192, 31, 46)");
  daemon.job("ada", "c-crashes").runOutOfMemory();
  await until("the crash is first, then the stall", async () => {
    goesOn.step();
    return (await namesOf(page)).join() === "c-crashes,b-stalls,a-goes-on";
  });
  assert.equal((await rowOf(page, "c-crashes")).state, "failed");
  assert.match(await page.title(), /failed/);
}));

test("a run whose loss is no number comes before those that go on, and its row stands straight", () => withPage(async (daemon) => {
  daemon.job("ada", "a-goes-on").begin().step(9);
  daemon.job("ada", "b-diverges").begin().diverge();
  daemon.job("ada", "c-crashes").begin().step(5).runOutOfMemory();
}, async (page) => {
  await until("all are there", async () => (await namesOf(page)).length === 3);
  assert.deepEqual(await namesOf(page), ["c-crashes", "b-diverges", "a-goes-on"]);
  assert.deepEqual(await rowOf(page, "b-diverges"), {name: "b-diverges", state: "training", step: "10", loss: "NaN"});
  const row = page.locator(".row.is-lost-row", {hasText: "b-diverges"});
  assert.match(await row.locator(".c-state").textContent(), /loss NaN/);
  assert.equal(await row.locator(".badge").evaluate((badge) => getComputedStyle(badge).color), "rgb(192, 31, 46)");
  assert.match(await page.title(), /^\(1 failed, 1 without a finite loss\)/);
  for (const width of [1280, 1600]) {
    await page.setViewportSize({width, height: 800});
    await page.locator(".c-age .strong").evaluateAll((all) => all.forEach((age) => { age.textContent = "12 m 45 s ago"; }));
    assert.deepEqual(await outOfRow(page), [], `at ${width}`);
  }
  await page.screenshot({path: path.join(process.env.PICTURES ?? ".", "runs-diverged.png")});
}));

test("a run that is over has no time remaining", () => withPage(async (daemon) => {
  daemon.job("ada", "crashes").begin().step(5).runOutOfMemory();
}, async (page) => {
  await until("it failed", async () => (await rowOf(page, "crashes"))?.state === "failed");
  assert.match(await page.locator(".body .c-remaining").textContent(), /–/);
  await page.getByRole("link", {name: "crashes"}).click();
  await page.locator(".tiles").getByText("Iteration time").waitFor();
  assert.doesNotMatch(await page.locator(".tiles").textContent(), /Remaining/);
}));

test("filter, chips and sort choose and order the rows", () => withPage(async (daemon) => {
  daemon.job("ada", "alpha").begin().step(9);
  daemon.job("grace", "beta").begin().step(2);
  daemon.job("grace", "gamma").begin().step(5).runOutOfMemory();
}, async (page) => {
  await until("all are there", async () => (await namesOf(page)).length === 3);
  assert.deepEqual(await namesOf(page), ["gamma", "alpha", "beta"]);
  await page.keyboard.press("/");
  await page.keyboard.type("user=grace");
  await until("only hers are left", async () => (await namesOf(page)).join() === "gamma,beta");
  assert.match(page.url(), /q=user/);
  await page.getByLabel("Filter runs").fill("nobody");
  await page.getByText("No run is like that.").waitFor();
  await page.getByLabel("Filter runs").fill("");
  await page.getByRole("button", {name: /^failed/}).click();
  await until("only the failed one is left", async () => (await namesOf(page)).join() === "gamma");
  await page.getByRole("button", {name: /^all/}).click();
  await page.getByRole("button", {name: "Progress", exact: true}).click();
  await until("the farthest is first", async () => (await namesOf(page)).join() === "alpha,gamma,beta");
  const sorted = page.getByRole("columnheader", {name: /^Progress/});
  assert.equal(await sorted.getAttribute("aria-sort"), "descending");
  await page.getByRole("button", {name: /^Progress/}).click();
  await until("the other way round", async () => (await namesOf(page)).join() === "beta,gamma,alpha");
}));

test("a run opens by keyboard and pointer, and back leads to where one was", () => withPage(async (daemon) => {
  daemon.job("ada", "alpha").begin().step(30).validate(3.5).save().step(4);
  daemon.job("ada", "beta").begin().step(30).runOutOfMemory();
  daemon.job("ada", "beta").begin().step(12);
}, async (page) => {
  await until("both are there", async () => (await namesOf(page)).length === 2);
  await page.getByRole("link", {name: "alpha"}).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "beta");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", {name: "alpha"}).waitFor();
  await page.getByRole("img", {name: /^Loss: training from .* validation/}).waitFor();
  await page.getByRole("img", {name: /^Iteration time/}).waitFor();
  const saves = page.locator(".list", {hasText: "Checkpoints"});
  assert.equal(await saves.locator("tbody tr").count(), 1);
  assert.match(await saves.textContent(), /300/);
  await page.goBack();
  await until("the list is back", async () => (await namesOf(page)).length === 2);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "alpha");
  await page.locator(".row", {hasText: "beta"}).click({position: {x: 400, y: 20}});
  await page.getByRole("heading", {name: "beta"}).waitFor();
  const attempts = page.locator(".list", {hasText: "Attempts"});
  await until("both attempts are told", async () => (await attempts.locator("tbody tr").count()) === 2);
  assert.match(await page.locator(".list", {hasText: "Failures"}).textContent(), /cuda oom/);
  await page.getByRole("link", {name: "All runs"}).click();
  await until("the list is back", async () => (await namesOf(page)).length === 2);
}));

test("the page says that the daemon is gone, and goes on when it is back", () => withPage(async (daemon) => {
  daemon.job("ada", "alpha").begin().step(3);
}, async (page, daemon) => {
  page.mayComplain = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;
  await until("the row is there", async () => (await rowOf(page, "alpha"))?.step === "30");
  await daemon.stop();
  await page.getByRole("alert").filter({hasText: "does not answer"}).waitFor();
  assert.equal((await rowOf(page, "alpha")).step, "30");
  const job = daemon.job("ada", "alpha");
  job.iteration = 30;
  job.step(4);
  await daemon.start();
  await until("it goes on", async () => (await rowOf(page, "alpha"))?.step === "70");
  await page.getByRole("alert").waitFor({state: "hidden"});
}));

test("names that look like markup are text", () => withPage(async (daemon) => {
  daemon.job("ada", "<img src=x onerror=alert(1)>").begin().step(2);
  daemon.job("<script>alert(2)<", "\"><svg onload=alert(3)>'&amp;").begin().step(3);
  daemon.job("ada", "line\nbreak\u202e\u0007").begin().step(1);
  daemon.job("ada", "javascript:alert(4)").begin().step(1);
}, async (page) => {
  await until("all are there", async () => (await namesOf(page)).length === 4);
  const names = await namesOf(page);
  assert.ok(names.includes("<img src=x onerror=alert(1)>"), names.join());
  assert.ok(names.includes("\"><svg onload=alert(3)>'&amp;"), names.join());
  assert.equal(await page.locator("main img, main script").count(), 0);
  for (const name of ["<img src=x onerror=alert(1)>", "javascript:alert(4)"]) {
    await page.getByRole("link", {name, exact: true}).click();
    await page.getByRole("heading", {name, exact: true}).waitFor();
    await page.goBack();
    await until("the list is back", async () => (await namesOf(page)).length === 4);
  }
  await page.getByRole("link", {name: "Files and health"}).click();
  await until("the files are there", () => page.locator(".files .body .row").count());
  assert.equal(await page.locator("main img, main script").count(), 0);
}));

test("files and health tell what is watched and what is wrong with it", () => withPage(async (daemon) => {
  daemon.job("ada", "alpha").begin().step(3);
  daemon.job("ada", "notes").say("nothing that a framework prints", "and more of it");
}, async (page) => {
  await page.getByRole("link", {name: "Files and health"}).click();
  await until("both files are there", async () => (await page.locator(".files .body .row").count()) === 2);
  const first = page.locator(".files .body .row").first();
  assert.equal(await page.locator(".files .cell-title:visible").count(), 0);
  assert.match(await first.textContent(), /unrecognised.*notes\/train\.log/);
  assert.match(await page.locator(".files .body .row").nth(1).textContent(), /active.*alpha.*megatron-lm/);
  await page.getByLabel("Filter files").fill("alpha");
  await until("one file is left", async () => (await page.locator(".files .body .row").count()) === 1);
  assert.match(await page.locator(".tiles").textContent(), /Version.*Memory.*Configurationloaded/s);
  assert.match(await page.getByRole("group", {name: "Watch entries"}).textContent(), /scratch/);
}));
