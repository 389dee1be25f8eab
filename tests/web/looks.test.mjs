// Can everybody read it: axe, light, dark, and as small as a phone. Pictures go to PICTURES.
import assert from "node:assert/strict";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {after, before, test} from "node:test";
import {Daemon, launch, namesOf, open, until} from "./harness.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kLooks = {
  light: {colorScheme: "light"},
  dark: {colorScheme: "dark"},
  phone: {colorScheme: "light", viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true},
};

let browser, daemon;
before(async () => {
  browser = await launch();
  daemon = new Daemon();
  daemon.configure("{factor: 2, minimum: 6s, maximum: 6s, states: {starting: 6s}}");
  daemon.job("ada", "gpt-7b", {planned: 800}).begin().step(60).validate(3.4).save().step(4);
  daemon.job("grace", "a-very-long-name-of-a-run-that-continues-the-pretraining-with-longer-sequences").begin().step(20);
  daemon.job("alan", "gpt-2").begin().step(30).runOutOfMemory();
  daemon.job("barbara", "prepares").begin();
  await daemon.start();
});
after(async () => {
  await browser.close();
  await daemon.remove();
});

async function check(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ["violations"]}));
  const told = found.violations.map((violation) =>
    `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  assert.deepEqual(told, [], name);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wider <= 0, `${name} is ${wider} pixels wider than its window`);
  await page.screenshot({path: path.join(process.env.PICTURES ?? ".", `${name}.png`)});
}

for (const [look, options] of Object.entries(kLooks)) {
  test(`every view is accessible and fits: ${look}`, async () => {
    // axe is put in by evaluate(), which the policy of the page rightly refuses to inline scripts.
    const page = await open(browser, `${daemon.url}/`, {...options, reducedMotion: "reduce"});
    await until("the rows are there", async () => (await namesOf(page)).length === 4);
    await until("one has stalled", () => page.locator(".is-stalled-row").count());
    await check(page, `runs-${look}`);
    await page.getByRole("link", {name: "gpt-7b"}).click();
    await page.getByRole("img", {name: /^Loss/}).waitFor();
    await until("the tables are there", () => page.locator(".list").count());
    await check(page, `run-${look}`);
    await page.getByRole("link", {name: "Files and health"}).click();
    await until("the files are there", () => page.locator(".files .body .row").count());
    await check(page, `files-${look}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
