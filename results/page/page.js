// Sorts and filters the table, and opens one number in a dialog, drawn from the numbers of the element "data".
(() => {
"use strict";
const $ = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const data = JSON.parse($("data").textContent), root = document.documentElement;
const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const space = document.querySelector("svg").namespaceURI;
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(space, tag), attributes, children);
function fill(element, attributes, children) {
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
}
const minus = (text) => text.replace(/(^|e)-/g, "$1\u2212");
const digits = (value, count) => minus(value.toFixed(count));

// Light or dark, as the machine has it until the reader chooses.
const theme = $("theme");
const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
try { if (localStorage.marginlabTheme) root.dataset.theme = localStorage.marginlabTheme; } catch { /* none for files */ }
theme.hidden = false;
theme.onclick = () => {
  root.dataset.theme = dark() ? "light" : "dark";
  try { localStorage.marginlabTheme = root.dataset.theme; } catch { /* none for files */ }
};

// The table.
const rows = all("#numbers tbody tr"), body = document.querySelector("#numbers tbody");
const place = new Map(rows.map((row, i) => [row.id, i]));
const shown = [...rows], left_out = new Set();
const filter = html("input", {type: "search", placeholder: "filter: linear platt", "aria-label": "show only rows with these words"});
const status = html("span", {role: "status", class: "soft"});
function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = left_out.has(row.dataset.v) || !words.every((word) => text.includes(word));
    count += !row.hidden;
  }
  for (const row of all(".row")) row.hidden = left_out.has(row.dataset.v);
  status.textContent = count + " of " + rows.length + " numbers";
}
function mark(name) {
  return svg("svg", {class: "mk", viewBox: "-6 -6 12 12", "aria-hidden": "true"},
             svg("path", {class: "m m-" + name, d: "M0 0" + data.marks[name]}));
}
function toggle(name) {
  const button = html("button", {type: "button", class: "tog", "data-v": name, "aria-pressed": "true"},
                      mark(name), name === "own" ? "not judged" : name.replace("-", " "));
  button.onclick = () => {
    const on = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", !on);
    if (on) left_out.add(name); else left_out.delete(name);
    show();
  };
  return button;
}
const kinds = new Set(rows.map((row) => row.dataset.v));
$("controls").append(filter, ...(kinds.size > 1 ? Object.keys(data.marks).filter((name) => kinds.has(name)).map(toggle) : []), status);
$("controls").hidden = false;
filter.oninput = show;
const value_in = (row, k) => k === 0 || k === 6 ? row.children[k].textContent : row.children[k].dataset.s;
function compare(a, b, up) {
  if (a === "" || b === "") return (a === "") - (b === "");
  const x = Number(a), y = Number(b);
  const order = isNaN(x) || isNaN(y) ? a.localeCompare(b, "en", {numeric: true}) : x === y ? 0 : x > y ? 1 : -1;
  return up ? order : -order;
}
all("#numbers thead th").forEach((head, k) => {
  const button = html("button", {type: "button", class: "sort", "aria-label": "sort by " + head.textContent}, "\u2195");
  head.append(button);
  button.onclick = () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    all("#numbers thead th").forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    shown.sort((a, b) => compare(value_in(a, k), value_in(b, k), up));
    body.append(...shown);
  };
});

// One number.
const dialog = $("cell");
let at = -1;
const scale = (lo, hi, a, b) => (v) => a + (v - lo) / (hi - lo || 1) * (b - a);
function ticks(lo, hi, most) {
  const power = 10 ** Math.floor(Math.log10((hi - lo) / most));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s * most >= hi - lo), out = [];
  for (let t = Math.ceil(lo / step) * step; step * 1e-9 + hi > t; t += step) out.push(Number(t.toPrecision(12)));
  return out;
}
const width = () => Math.min(760, innerWidth - 40);
const picture = (w, h, label) => svg("svg", {class: "plot", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label});
const text = (x, y, anchor, words) => svg("text", {x, y, "text-anchor": anchor}, words);
function mean_line(g, X, y, mean, error, name, word) {
  const reach = 2 * (error || 0), own = name !== "published";
  g.append(svg("line", {class: own ? "b b-" + name : "b-published", x1: X(mean - reach), x2: X(mean + reach), y1: y, y2: y}),
           svg("path", {class: own ? "m m-" + name : "m-published", d: `M${X(mean)} ${y}` + data.marks[name]}));
  const right = X(mean + reach) + 8, over = right + 70 > width();
  g.append(text(over ? X(mean - reach) - 8 : right, y + 4, over ? "end" : "start", word));
}
function distribution(cell) {
  const values = cell.r.filter((v) => v !== null), w = width();
  if (!values.length) return null;
  const has = cell.p !== undefined, reach = has ? 2 * (cell.pe || 0) : 0;
  const ends = [...values, ...(has ? [cell.p - reach, cell.p + reach] : [])];
  const least = Math.min(...ends), most = Math.max(...ends), pad = (most - least) * .04 || .01;
  const X = scale(least - pad, most + pad, 10, w - 10), r = Math.max(2.2, Math.min(5, w / 150)), step = 2 * r + .6;
  const stacks = new Map(), dots = cell.r.map((v, i) => {
    if (v === null) return null;
    const column = Math.round(X(v) / step), level = stacks.get(column) || 0;
    stacks.set(column, level + 1);
    return [column * step, level, v, i];
  }).filter(Boolean);
  const base = 62 + Math.max(...stacks.values()) * step;
  const g = picture(w, base + 24, `${values.length} replicates from ${digits(Math.min(...values), cell.d)} to ${digits(Math.max(...values), cell.d)}`);
  for (const t of ticks(least - pad, most + pad, w > 500 ? 7 : 4))
    g.append(svg("line", {class: "gl", x1: X(t), x2: X(t), y1: 6, y2: base}), text(X(t), base + 17, "middle", minus(String(t))));
  if (has) mean_line(g, X, 16, cell.p, cell.pe, "published", "published");
  if (cell.m !== undefined) mean_line(g, X, 38, cell.m, cell.e, cell.v, "marginlab");
  if (cell.m === undefined && cell.inf) g.append(text(w - 12, 42, "end", "marginlab: infinite \u25b8"));
  for (const [x, level, v, i] of dots) {
    const draw = cell.thinned ? "" : `replication ${cell.draws ? cell.draws[i] : i}: `;
    g.append(svg("circle", {class: "m m-" + cell.v, cx: x, cy: base - r - level * step, r}, svg("title", {}, draw + digits(v, cell.d + 2))));
  }
  return g;
}
function curve(cell) {
  const k = data.curves[cell.k];
  if (!k) return null;
  const w = width(), h = 230, x = k.x.map(Math.log10), finite = k.x.map((_, i) => i).filter((i) => k.mean[i] !== null);
  const X = scale(x[0], x[x.length - 1], 52, w - 12);
  const lo = Math.min(...finite.map((i) => k.lo[i])), hi = Math.max(...finite.map((i) => k.hi[i])), Y = scale(lo, hi, h - 74, 10);
  const g = picture(w, h, "the criterion over lambda, its mean and the middle 80 % of the replicates; below, how often each lambda was chosen");
  for (const t of ticks(lo, hi, 4))
    g.append(svg("line", {class: "gl", x1: 52, x2: w - 12, y1: Y(t), y2: Y(t)}), text(46, Y(t) + 4, "end", minus(String(t))));
  for (const t of ticks(x[0], x[x.length - 1], w > 500 ? 8 : 4))
    if (Number.isInteger(t)) g.append(text(X(t), h - 6, "middle", Math.abs(t) > 3 ? minus("1e" + t) : String(10 ** t)));
  const path = (list, order) => order.map((i) => X(x[i]).toFixed(1) + " " + Y(list[i]).toFixed(1)).join("L");
  g.append(svg("path", {class: "m m-" + cell.v + " band", d: "M" + path(k.hi, finite) + "L" + path(k.lo, [...finite].reverse()) + "Z"}),
           svg("path", {class: "b b-" + cell.v, fill: "none", d: "M" + path(k.mean, finite)}));
  const top = Math.max(...k.n, 1);
  k.n.forEach((n, i) => n && g.append(svg("rect", {class: "m m-" + cell.v + " chosen", x: X(x[i]) - 2, width: 4, y: h - 24 - n / top * 40, height: n / top * 40},
                                          svg("title", {}, `lambda ${k.x[i]}: chosen ${n} times`))));
  return g;
}
const figure = (title, note, drawing) => drawing && html("figure", {}, html("figcaption", {}, html("b", {}, title + " "), note), drawing);
function facts(cell, row) {
  const [, published, own, difference, z, n] = [...row.children].map((c) => c.textContent);
  const out = [["published", published], ["marginlab", own], ["difference", difference], ["z", z], ["replicates", n]];
  if (cell.sd) out.push(["standard deviation", cell.sd]);
  if (cell.inf) out.push(["infinite replicates", String(cell.inf)]);
  if (cell.q) out.push(["worst relative gap", minus(cell.q[0].toExponential(1))], ["certified fits", cell.q[1].toLocaleString("en")]);
  if (cell.best) out.push(["minus " + cell.best[0] + ", the best beside it", `${cell.best[1]} \u00b1 ${cell.best[2]}` + (cell.best[4] ? " (level)" : "")]);
  return out.map(([name, words]) => html("div", {}, html("dt", {}, name), html("dd", {}, words)));
}
function fill_dialog(cell, row) {
  $("c-title").textContent = row.children[0].textContent;
  $("c-chip").replaceChildren(row.children[6].firstElementChild.cloneNode(true));
  $("c-facts").replaceChildren(...facts(cell, row));
  $("c-why").textContent = cell.why || "";
  $("c-why").hidden = !cell.why;
  const note = cell.thinned ? `${cell.thinned} replicates as 200 quantiles and the farthest ten` : "one mark each; the bars above are two standard errors to both sides";
  $("c-figures").replaceChildren(...[figure("Replicates", note, distribution(cell)),
    figure("How lambda was chosen", "the criterion over lambda, mean and middle 80 % of the replicates; bars: how often chosen", curve(cell))].filter(Boolean));
  $("c-again").hidden = !cell.key || cell.far === undefined;
  $("c-far").textContent = `Replication ${cell.far} is the farthest from the mean${cell.fv === undefined ? "" : ": " + digits(cell.fv, cell.d + 2)}.`;
  $("c-command").textContent = `marginlab replay ${data.directory} ${cell.key}/${cell.far}`;
}
function open(i) {
  at = i;
  fill_dialog(data.cells[i], rows[i]);
  all(".row").forEach((row) => row.toggleAttribute("aria-current", row.hash === "#" + rows[i].id));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  $("c-title").focus();
  history.replaceState(null, "", "#" + rows[i].id);
}
function step(by) {
  const order = shown.filter((row) => !row.hidden), k = order.indexOf(rows[at]);
  if (order.length) open(place.get(order[(k + by + order.length) % order.length].id));
}
const named = () => place.get(decodeURIComponent(location.hash.slice(1)));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.row, #numbers tbody a"), i = link ? place.get(link.hash.slice(1)) : undefined;
  if (i === undefined) return;
  event.preventDefault();
  open(i);
});
dialog.addEventListener("close", () => history.replaceState(null, "", location.pathname + location.search));
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
});
$("c-close").onclick = () => dialog.close();
$("c-prev").onclick = () => step(-1);
$("c-next").onclick = () => step(1);
$("c-copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText($("c-command").textContent);
    $("c-copy").textContent = "copied";
  } catch { getSelection().selectAllChildren($("c-command")); }
};
let resized;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => { if (dialog.open) fill_dialog(data.cells[at], rows[at]); }, 150);
});
const go = () => { if (named() !== undefined) open(named()); };
addEventListener("hashchange", go);
show();
go();
root.dataset.ready = "1";
})();
