// look_test.mjs pictures PAGE FOLDER [renew]: holds the first screen of a page, light, at 390 and 1280 pixels, against the
//   pictures of the folder: at most one pixel in a hundred may differ. `renew` makes the pictures.
// look_test.mjs print PAGE: the page on paper has every number, and nothing to press.
// look_test.mjs large PAGE: a page of 500 numbers opens, scrolls and shows a number without a pause that a reader notices.
// look_test.mjs barriers PAGE: axe finds nothing on it, light and dark, at 390 and 1280 pixels, and nothing is wider than
//   the window.
// Ends with 1 where a promise is broken.
import fs from "node:fs";
import path from "node:path";
import puppeteer from "puppeteer-core";

const [, , what, page_file, folder, renew] = process.argv;
const differs = 40;        // steps of 255 in one of the colours of a pixel
const may_differ = 0.01;   // of the pixels
const longest_pause = 1500; // milliseconds, on a machine that others use as well
let failed = 0;

function check(promise, holds, found) {
  if (holds) return;
  failed += 1;
  console.log(`FAILED: ${promise}: ${JSON.stringify(found)}`);
}

async function opened(browser, width, height, scheme = "light") {
  const page = await browser.newPage();
  await page.setBypassCSP(true); // of the font below
  await page.setViewport({width, height});
  await page.emulateMediaFeatures([{name: "prefers-color-scheme", value: scheme}, {name: "prefers-reduced-motion", value: "reduce"}]);
  await page.goto("file://" + path.resolve(page_file), {waitUntil: "load"});
  return page;
}

/// The share of pixels that differ; 1 where the sizes do. The browser reads the pictures.
function share(page, one, other) {
  return page.evaluate(async (first, second, step) => {
    const pixels = async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const a = await pixels(first), b = await pixels(second);
    if (a.width !== b.width || a.height !== b.height) return 1;
    let count = 0;
    for (let i = 0; i < a.data.length; i += 4)
      count += [0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > step);
    return count / (a.width * a.height);
  }, one, other, differs);
}

async function pictures(browser) {
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    const page = await opened(browser, width, height);
    await page.addStyleTag({content: 'body, button, input { font-family: "DejaVu Sans" !important; }'});
    const now = await page.screenshot({encoding: "base64"});
    const file = path.join(folder, `report-${width}-light.png`);
    if (renew) {
      fs.mkdirSync(folder, {recursive: true});
      fs.writeFileSync(file, Buffer.from(now, "base64"));
    } else {
      const part = await share(page, now, fs.readFileSync(file).toString("base64"));
      if (part > may_differ) fs.writeFileSync(`differs-${width}.png`, Buffer.from(now, "base64"));
      check(`the first screen at ${width} pixels looks as ${path.basename(file)} does`, part <= may_differ, part);
    }
    await page.close();
  }
}

async function print(browser) {
  const page = await opened(browser, 780, 1100); // about a sheet
  await page.emulateMediaType("print");
  const found = await page.evaluate(() => ({
    shown: ["#controls", "#theme", ".sort", ".skip"].filter((one) => {
      const element = document.querySelector(one);
      return element && getComputedStyle(element).display !== "none";
    }),
    cut: [...document.querySelectorAll(".wrap")].filter((box) => box.scrollHeight > box.clientHeight + 1).length,
    stuck: [...document.querySelectorAll("#numbers th")].filter((head) => getComputedStyle(head).position === "sticky").length,
    ground: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
  }));
  check("nothing to press is printed", found.shown.length === 0, found.shown);
  check("the table is printed to its end", found.cut === 0, found.cut);
  check("no head of the table stays behind on paper", found.stuck === 0, found.stuck);
  check("black on white", found.ground === "rgb(255, 255, 255)" && found.ink === "rgb(0, 0, 0)", found);
  const sheet = await page.pdf({format: "A4"});
  check("the page makes a document of several sheets", sheet.length > 20000, sheet.length);
  await page.close();
}

/// The longest time that the page answers nothing, in milliseconds, while `act` goes on in it.
async function longest_silence(page, act) {
  await page.evaluate(() => {
    window.longest = 0;
    let before = performance.now();
    const tick = () => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - before);
      before = now;
      window.ticking = setTimeout(tick, 0);
    };
    tick();
  });
  await act();
  return page.evaluate(() => { clearTimeout(window.ticking); return window.longest; });
}

async function large(browser) {
  check("500 numbers take less than 3 MB", fs.statSync(page_file).size < 3e6, fs.statSync(page_file).size);
  const page = await browser.newPage();
  await page.setViewport({width: 1280, height: 900});
  const begun = Date.now();
  await page.goto("file://" + path.resolve(page_file), {waitUntil: "load"});
  const open = Date.now() - begun;
  check("it opens without a pause", open < 2 * longest_pause, open);
  const rows = await page.evaluate(() => [document.querySelectorAll("a.row").length, document.querySelectorAll("#numbers tbody tr").length]);
  check("all 500 numbers are drawn and in the table", rows[0] === 500 && rows[1] === 500, rows);
  const scrolled = await longest_silence(page, () => page.evaluate(async () => {
    const step = document.documentElement.scrollHeight / 40;
    for (let i = 1; i <= 40; ++i) {
      scrollTo(0, i * step);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    }
  }));
  check("it scrolls without a pause", scrolled < longest_pause, scrolled);
  const shown = await longest_silence(page, async () => {
    await page.evaluate(() => document.querySelectorAll("a.row")[200].click());
    await page.waitForSelector("#cell[open]", {timeout: 10000});
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
  });
  check("a number is shown without a pause", shown < longest_pause, shown);
  const sorted = await longest_silence(page, async () => {
    await page.evaluate(() => document.querySelectorAll("#numbers .sort")[4].click());
    await page.type("#controls input", "method_1250");
  });
  check("the table is sorted and filtered without a pause", sorted < longest_pause, sorted);
  const left = await page.evaluate(() => [...document.querySelectorAll("#numbers tbody tr")].filter((row) => !row.hidden).length);
  check("the filter keeps one of the 500", left === 1, left);
  console.log(`open ${open} ms; longest pause: scroll ${Math.round(scrolled)}, show ${Math.round(shown)}, sort and filter ${Math.round(sorted)} ms`);
  await page.close();
}

async function barriers(browser) {
  const axe = fs.readFileSync("node_modules/axe-core/axe.min.js", "utf8");
  for (const scheme of ["light", "dark"])
    for (const width of [390, 1280]) {
      const page = await opened(browser, width, 844, scheme);
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const report = await window.axe.run("html", {runOnly: ["wcag2a", "wcag2aa", "best-practice"]});
        return report.violations.map((one) => `${one.id}: ${one.nodes[0].target}`);
      });
      check(`axe finds nothing in ${path.basename(page_file)}, ${scheme}, at ${width} pixels`, found.length === 0, found);
      const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      check("nothing is wider than the window", sizes[0] <= sizes[1], sizes);
      await page.close();
    }
}

const browser = await puppeteer.launch({executablePath: "/usr/bin/chromium", headless: true, protocolTimeout: 180000,
                                        args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none"]});
try {
  await {pictures, print, large, barriers}[what](browser);
} catch (error) {
  check("the page can be used to the end", false, error.message);
} finally {
  await browser.close();
}
process.exitCode = failed === 0 ? 0 : 1;
