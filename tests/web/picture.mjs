// Takes OUT, the page while the jobs of `steptail demo` run.
import {spawn} from "node:child_process";
import {test} from "node:test";
import {Daemon, launch, namesOf, open, until} from "./harness.mjs";

const kStory = Number(process.env.STORY_SECONDS ?? 60) * 1000;  // until the picture is taken

test("the page shows the demo", async () => {
  const daemon = new Daemon();
  const demo = spawn(daemon.steptail, ["demo", "--directory", daemon.logs, "--speed", "12"], {stdio: "ignore"});
  const browser = await launch();
  try {
    daemon.configure("{minimum: 8s, maximum: 8s}");
    await daemon.start();
    const page = await open(browser, `${daemon.url}/`, {viewport: {width: 1280, height: 760}, deviceScaleFactor: 1.5});
    await until("the jobs are there", async () => (await namesOf(page)).length > 5, 60000);
    await new Promise((resolve) => setTimeout(resolve, kStory));
    await page.screenshot({path: process.env.OUT});
  } finally {
    await browser.close();
    demo.kill();
    await daemon.remove();
  }
});
