// shoot.mjs DASHBOARDS DATA OUT: pictures of panels, from what tools/dashboards.py --data kept.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import {chromium} from "playwright-core";

const [dashboards, data, out] = process.argv.slice(2);
const kSize = {width: 780, height: 300};
// [uid, panel, picture, the runs in it where not all]
const kPictures = [
  ["steptail-run", "Loss", "grafana-loss", ["gpt-2-small", "gpt-7b", "gpt-20b-out-of-memory"]],
  ["steptail-run", "Phases of an iteration: $run", "grafana-phases"],
  ["steptail-fleet", "Time since progress, of the timeout", "grafana-time-since-progress"],
  ["steptail-daemon", "Lines that a rule matched", "grafana-lines"],
];
const kTypes = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"};

const answers = JSON.parse(fs.readFileSync(data));
const server = http.createServer((request, answer) => {
  const file = path.join("dist", request.url === "/" ? "index.html" : path.normalize(request.url));
  if (!fs.existsSync(file)) return answer.writeHead(404).end();
  answer.writeHead(200, {"Content-Type": kTypes[path.extname(file)] ?? "application/octet-stream"});
  answer.end(fs.readFileSync(file));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"]});
const page = await browser.newPage({viewport: kSize, deviceScaleFactor: 2});
page.on("pageerror", (error) => console.error(String(error)));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => globalThis.ready, undefined, {timeout: 120000});
for (const [uid, title, picture, runs] of kPictures) {
  const dashboard = JSON.parse(fs.readFileSync(path.join(dashboards, `${uid}.json`)));
  const panel = dashboard.panels.find((entry) => entry.title === title);
  const series = answers.filter((entry) => entry.dashboard === dashboard.title && entry.panel === title)
    .map((entry) => ({...entry, series: entry.series.filter(({metric}) => !runs || runs.includes(metric.run))}));
  await page.evaluate(([of, given, size]) => globalThis.show(of, given, size), [panel, series, kSize]);
  await page.waitForFunction(() => document.querySelector("canvas"), undefined, {timeout: 60000});
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await page.screenshot({path: path.join(out, `${picture}.png`)});
  console.log(`${picture}.png: ${series.reduce((all, entry) => all + entry.series.length, 0)} series`);
}
await browser.close();
server.close();
