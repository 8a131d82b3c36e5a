#include "results/format/html.hpp"

namespace results {

// Colours come in pairs, light and dark; text on every ground has a contrast of at least 4.5.
const char* const html_style = R"(:root {
  color-scheme: light dark;
  --ink: #1b1f24; --faint: #57606a; --ground: #ffffff; --rule: #1b1f24; --hair: #d8dee4; --hover: #f3f5f8;
  --match: #0f5323; --match-ground: #d9f2df; --off: #8a1020; --off-ground: #ffdfe1;
  --cannot-tell: #5c4500; --cannot-tell-ground: #fbeec2; --not-published: #57606a; --not-published-ground: #eceff2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --faint: #9aa4ae; --ground: #0f1419; --rule: #c9d1d9; --hair: #2d343c; --hover: #182028;
    --match: #8be0a0; --match-ground: #12361d; --off: #ffb3b8; --off-ground: #541119;
    --cannot-tell: #f0d583; --cannot-tell-ground: #423306; --not-published: #a4aeb8; --not-published-ground: #262d35;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 84rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header p { max-width: 65ch; margin: 0 0 0.75rem; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 0.25rem; }
ul { margin: 0; padding-left: 1.2rem; max-width: 85ch; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 2rem 0 0; font-variant-numeric: tabular-nums; font-size: 0.88rem; }
table { border-top: 2px solid var(--rule); border-bottom: 2px solid var(--rule); }
caption, figcaption { text-align: left; font-weight: 600; padding: 0 0 0.5rem; }
th, td { padding: 0.22rem 0.5rem; text-align: right; white-space: nowrap; vertical-align: top; }
th { font-weight: 500; }
thead th { font-weight: 600; vertical-align: bottom; }
thead tr:last-child th, thead th[rowspan] { border-bottom: 1px solid var(--rule); }
th[scope=colgroup] { text-align: center; border-bottom: 1px solid var(--hair); }
.label, .word, .comparison thead th:last-child { text-align: left; }
.group > * { border-top: 1px solid var(--hair); }
tbody tr:hover td { background: var(--hover); }
.spread, .mark { color: var(--faint); }
.chips { margin: 0; }
.chip { display: inline-block; padding: 0 0.55em; border-radius: 0.7em; font-size: 0.85em; font-weight: 600; }
.match { color: var(--match); background: var(--match-ground); }
.off { color: var(--off); background: var(--off-ground); }
.cannot-tell { color: var(--cannot-tell); background: var(--cannot-tell-ground); }
.not-published { color: var(--not-published); background: var(--not-published-ground); }
figure { margin: 2rem 0 0; }
svg { max-width: none; }
details { margin-top: 2rem; }
summary { cursor: pointer; font-weight: 600; }
dt { color: var(--faint); margin-top: 0.5rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; overflow-x: auto; font-size: 0.85rem; }
@media print {
  :root { --ink: #000000; --faint: #444444; --ground: #ffffff; --rule: #000000; --hair: #999999; }
  main { max-width: none; padding: 0; }
  table, figure { break-inside: avoid; font-size: 9pt; }
  .comparison { break-inside: auto; }
  .chip { border: 1px solid currentColor; }
  .scroll { overflow: visible; }
}
)";

} // namespace results
