// page_test.mjs PAGE [once]: opens a report page from its file, light and dark, at 390 and 1280 pixels, uses all of it, and ends
// with 1 if it breaks one of its promises. `once` looks at it light and wide alone.
import fs from "node:fs";
import path from "node:path";
import puppeteer from "puppeteer-core";

const file = "file://" + path.resolve(process.argv[2]);
const axe = fs.readFileSync("node_modules/axe-core/axe.min.js", "utf8");
let failed = 0;

function check(promise, holds, found) {
  if (holds) return;
  failed += 1;
  console.log(`FAILED: ${promise}: ${JSON.stringify(found)}`);
}

async function opened(browser, {width, scheme, hash = "", script = true}) {
  const page = await browser.newPage();
  const said = [], asked = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("request", (request) => asked.push(request.url()));
  await page.setJavaScriptEnabled(script);
  await page.setViewport({width, height: 844});
  await page.emulateMediaFeatures([{name: "prefers-color-scheme", value: scheme}]);
  await page.goto(file + hash, {waitUntil: "load"});
  check("no message on the console", said.length === 0, said);
  check("no request but for the file", asked.length === 1, asked);
  return page;
}

async function check_axe(page, part) {
  await page.evaluate(axe);
  const found = await page.evaluate(async (within) => {
    const report = await window.axe.run(within, {runOnly: ["wcag2a", "wcag2aa", "best-practice"]});
    return report.violations.map((one) => `${one.id}: ${one.nodes[0].target}`);
  }, part);
  check(`axe finds nothing in ${part}`, found.length === 0, found);
}

const state = (page) => page.evaluate(() => ({
  open: document.querySelector("#cell").open,
  title: document.querySelector("#c-title").textContent,
  hash: location.hash,
  marks: document.querySelectorAll("#c-figures circle").length,
  command: document.querySelector("#c-command").textContent,
}));

async function use_the_dialog(page) {
  await page.evaluate(() => document.querySelectorAll("a.row")[1].scrollIntoView({block: "center"}));
  await (await page.$$("a.row"))[1].click();
  const first = await state(page);
  check("a click on a row opens its number", first.open && first.hash.length > 1, first);
  check("the dialog has a mark for each replicate", first.marks === 6, first.marks);
  check("the dialog has the command of one replicate", /^marginlab replay run [0-9a-f]{12}\/\d$/.test(first.command), first);
  await check_axe(page, "#cell");
  await page.keyboard.press("ArrowRight");
  const next = await state(page);
  check("the right arrow leads to another number", next.open && next.title !== first.title, next);
  await page.keyboard.press("ArrowLeft");
  check("the left arrow leads back", (await state(page)).title === first.title, first.title);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => location.hash === "", {timeout: 5000});
  check("escape closes the dialog", !(await state(page)).open, await state(page));
  return first.hash;
}

async function use_the_table(page) {
  const z = () => page.evaluate(() => [...document.querySelectorAll("#numbers tbody tr")]
    .map((row) => row.children[4].dataset.s).filter((text) => text !== "").map(Number));
  for (const sign of [1, -1]) {
    await page.evaluate(() => document.querySelectorAll("#numbers .sort")[4].click());
    const order = await z();
    check("the table is sorted by z", order.length > 1 && order.every((v, i) => i === 0 || sign * (v - order[i - 1]) >= 0), order);
  }
  const visible = () => page.evaluate(() => [...document.querySelectorAll("#numbers tbody tr")].filter((row) => !row.hidden).map((row) => row.textContent));
  const before = await visible();
  await page.type("#controls input", "gkl PLATT");
  const after = await visible();
  check("the filter keeps the rows with all words", after.length > 0 && after.length < before.length &&
        after.every((text) => /gkl/i.test(text) && /platt/i.test(text)), after);
  await page.evaluate(() => { document.querySelector("#controls input").value = ""; document.querySelector("#controls input").dispatchEvent(new Event("input")); });
  await page.evaluate(() => document.querySelector(".tog").click());
  const kind = await page.evaluate(() => document.querySelector(".tog").dataset.v);
  check("a button hides the rows of its verdict", await page.evaluate((name) =>
    [...document.querySelectorAll("#numbers tbody tr")].every((row) => row.hidden === (row.dataset.v === name)), kind), kind);
}

async function look(browser, width, scheme) {
  const page = await opened(browser, {width, scheme});
  const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  check("nothing is wider than the window", sizes[0] <= sizes[1], sizes);
  await check_axe(page, "html");
  const hash = await use_the_dialog(page);
  await use_the_table(page);
  await page.close();
  const linked = await opened(browser, {width, scheme, hash});
  const found = await state(linked);
  check("a link to a number opens it", found.open && found.hash === hash, found);
  await linked.close();
}

async function look_without_script(browser) {
  const page = await opened(browser, {width: 1280, scheme: "light", script: false});
  const [seen, numbers] = await page.evaluate(() => [document.body.innerText,
    [...document.querySelectorAll("#numbers tbody td")].map((cell) => cell.innerText)]);
  check("without JavaScript every number is in the text", numbers.length > 6 && numbers.every((text) => text !== "" && seen.includes(text)), numbers.length);
  await page.close();
}

const browser = await puppeteer.launch({executablePath: "/usr/bin/chromium", headless: true, protocolTimeout: 180000,
                                        args: ["--no-sandbox", "--disable-gpu"]});
try {
  const once = process.argv[3] === "once";
  for (const scheme of once ? ["light"] : ["light", "dark"])
    for (const width of once ? [1280] : [390, 1280]) await look(browser, width, scheme);
  await look_without_script(browser);
} catch (error) {
  check("the page can be used to the end", false, error.message);
} finally {
  await browser.close();
}
console.log(failed === 0 ? "The page keeps its promises." : `${failed} promises of the page are broken.`);
process.exitCode = failed === 0 ? 0 : 1;
