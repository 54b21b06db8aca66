// The look of all apps: the client's own colors and fonts where it gives them.

export const style = `
:root {
  color-scheme: light dark;
  --ground: var(--color-background-primary, light-dark(#fff, #1c1c1e));
  --raised: var(--color-background-secondary, light-dark(#f5f5f4, #2a2a2c));
  --ink: var(--color-text-primary, light-dark(#1c1c1e, #f2f2f2));
  --quiet: var(--color-text-secondary, light-dark(#5f5f63, #a9a9ae));
  --line: var(--color-border-primary, light-dark(#dcdcda, #3d3d40));
  --accent: var(--color-ring-primary, light-dark(#1f5eff, #86a8ff));
  --good: var(--color-text-success, light-dark(#0d6b3c, #6fd6a0));
  --bad: var(--color-text-danger, light-dark(#b3261e, #ff9a92));
  --round: var(--border-radius-md, 8px);
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 12px; background: var(--ground); color: var(--ink);
  font: 14px/1.45 var(--font-sans, system-ui, sans-serif);
}
h2 { margin: 0; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0; }
.quiet { color: var(--quiet); font-size: 12px; overflow-wrap: anywhere; }
.bad { color: var(--bad); }
.good { color: var(--good); }
.stack { display: grid; gap: 10px; }
.card { display: grid; gap: 8px; align-content: start; padding: 12px; border: 1px solid var(--line); border-radius: var(--round); }
.row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
.top { display: flex; gap: 12px; align-items: start; }
.top > div { flex: 1; min-width: 0; }
.grid { display: grid; gap: 10px; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); }
.picture[hidden] { display: none; }
.picture { width: 72px; height: 72px; flex: none; object-fit: contain; background: var(--raised); border-radius: 6px; }
button {
  font: inherit; padding: 5px 12px; border: 1px solid var(--line); border-radius: var(--round);
  background: var(--raised); color: var(--ink); cursor: pointer; min-height: 32px;
}
button.first { background: var(--ink); color: var(--ground); border-color: var(--ink); }
button:disabled { opacity: .55; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
textarea, input[type=text] {
  width: 100%; font: inherit; padding: 6px 8px; border: 1px solid var(--line); border-radius: var(--round);
  background: var(--ground); color: var(--ink);
}
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; overflow-wrap: anywhere; font-size: 13px; }
th { color: var(--quiet); font-weight: 400; }
th:first-child { width: 26%; }
del { color: var(--bad); }
ins { color: var(--good); text-decoration: none; }
.tile { display: grid; gap: 6px; padding: 8px; text-align: left; align-content: start; }
.tile[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.tile img, .tile .none { width: 100%; aspect-ratio: 4 / 3; object-fit: contain; background: var(--ground); border-radius: 6px; }
.swatch { height: 64px; border-radius: 6px; border: 1px solid var(--line); }
.sticky { position: sticky; bottom: 0; padding: 8px 0; background: var(--ground); }
`;
