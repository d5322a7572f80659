/**
 * Design tokens and the few CSS rules of these pages, inlined. Fonts come from the web app by `/fonts.css`; without them
 * the system fonts apply.
 */
export const style = `
:root { color-scheme: dark; --bg: #0b0b0e; --field: #070709; --panel: #121216; --line: #26262d; --control: #666672;
  --ink: #f4f4f7; --ink-2: #b0b0ba; --ink-3: #888893; --purple: #b850ff; --purple-ink: #c784fe; --green: #01bd65;
  --green-ink: #0bd875; --red: #fd3f3f; --red-ink: #ff756c; --red-wash: rgba(253, 63, 63, .13); --lift: inset 0 1px 0 rgba(255, 255, 255, .035);
  --action: #f4f4f7; --on-action: #0b0b0e; --plate: #f4f4f7; --on-plate: #0b0b0e;
  --display: 'Archivo Variable', 'Arial Narrow', Arial, sans-serif;
  --text: 'Geist Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --bg: #f1f1f4; --field: #ffffff; --panel: #ffffff;
  --line: #dedee3; --control: #85858f; --ink: #111115; --ink-2: #4a4a53; --ink-3: #66666f; --purple: #a424ed;
  --purple-ink: #8600c7; --green: #029951; --green-ink: #00753d; --red: #e31d29; --red-ink: #bb151f;
  --red-wash: rgba(227, 29, 41, .08); --lift: none; --action: #111115; --on-action: #ffffff; --plate: #111115; --on-plate: #ffffff; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 400 14px/20px var(--text);
  font-variant-numeric: tabular-nums; -webkit-font-smoothing: antialiased; }
h1, h2, p { margin: 0; }
a { color: inherit; }
.mast { background: #070709; color: #f4f4f7; }
.bar { height: 56px; display: flex; align-items: center; padding: 0 32px; max-width: 1440px; margin: 0 auto; }
.brand { display: inline-flex; align-items: center; gap: 11px; text-decoration: none; text-transform: uppercase;
  font: 760 15px/18px var(--display); font-stretch: 122%; letter-spacing: .015em; }
.mark { display: inline-flex; gap: 3px; transform: skewX(-18deg); }
.mark i { width: 5px; height: 18px; background: #4a4a55; }
.mark i:nth-child(2) { background: #8b8b97; } .mark i:nth-child(3) { background: #b850ff; }
.edge { overflow: hidden; background: #070709; }
.sectors i:nth-child(odd) { box-shadow: 0 0 14px rgba(184, 80, 255, .55); }
.sectors i:nth-child(even) { box-shadow: 0 0 12px rgba(1, 189, 101, .35); }
.sectors { display: flex; gap: 5px; margin: 0 -6px; }
.sectors i { height: 4px; transform: skewX(-32deg); background: #01bd65; }
.sectors i:nth-child(odd) { background: #b850ff; }
main { max-width: 1440px; min-height: calc(100vh - 60px); margin: 0 auto; padding: 0 32px 60px; display: grid;
  align-items: center; }
.wall { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1px; background: var(--line);
  border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.wall.single { grid-template-columns: minmax(0, 1fr); max-width: 460px; width: 100%; margin: 0 auto; }
.wall > * { background: var(--panel); min-width: 0; padding: 26px 28px 28px; box-shadow: var(--lift); }
form, .note { display: flex; flex-direction: column; gap: 16px; }
h1, h2 { font: 660 20px/26px var(--display); font-stretch: 106%; letter-spacing: -.005em; }
.error { display: flex; align-items: center; gap: 10px; padding: 10px 12px; border-radius: 5px; background: var(--red-wash);
  font-size: 13.5px; box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--red) 40%, transparent); }
.error svg { flex: none; fill: none; stroke: var(--red-ink); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
label { display: block; font-size: 13px; line-height: 18px; font-weight: 540; }
label small, .hint { font-size: 12.5px; line-height: 17px; font-weight: 400; color: var(--ink-2); }
label small { font-size: inherit; color: var(--ink-3); }
.hint { display: block; margin-top: 5px; }
input { display: block; width: 100%; height: 40px; margin-top: 6px; padding: 0 12px; font: inherit; font-size: 14px;
  color: var(--ink); background: var(--field); border: 1px solid var(--control); border-radius: 5px; }
input:focus { border-color: var(--ink); outline: none; box-shadow: 0 0 0 3px color-mix(in srgb, var(--ink) 18%, transparent); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.brand:focus-visible { outline-color: #f4f4f7; }
button, .button { display: grid; place-items: center; width: 100%; height: 48px; margin-top: auto; border: 0; border-radius: 5px;
  font: 560 15px/20px var(--text); cursor: pointer; text-decoration: none; background: var(--action); color: var(--on-action); }
button.second, .button.second { background: transparent; color: var(--ink); box-shadow: inset 0 0 0 1px var(--control); }
.forgot { font-size: 13px; color: var(--ink-2); }
.wall .lap { display: flex; flex-direction: column; justify-content: center; padding: 28px; background: var(--bg); box-shadow: none; }
.lap .label { font: 620 11px/14px var(--display); letter-spacing: .07em; text-transform: uppercase; color: var(--ink-3); }
.lap .time { font: 660 clamp(52px, 6.4vw, 92px)/.96 var(--display); font-stretch: 88%; letter-spacing: -.03em;
  color: var(--purple-ink); margin: 10px 0 24px -4px; white-space: nowrap; }
.lap .thirds { display: grid; grid-template-columns: 26fr 31fr 23fr; gap: 6px; color: var(--purple-ink); }
.lap .thirds i { display: block; height: 7px; transform: skewX(-32deg); background: var(--purple); margin-bottom: 9px; }
.lap .thirds .g { color: var(--green-ink); } .lap .thirds .g i { background: var(--green); }
.lap .thirds span { color: var(--ink-3); font-size: 12.5px; margin-right: 7px; }
.lap .thirds b { font: 620 18px/22px var(--display); font-stretch: 90%; }
.lap .who { display: flex; align-items: center; gap: 14px; margin-top: 34px; }
.lap .plate { display: grid; place-items: center; min-width: 62px; height: 48px; border-radius: 3px; font: 780 31px/48px var(--display); font-stretch: 96%;
  background: var(--plate); color: var(--on-plate); }
.lap .who b { display: block; font-weight: 560; font-size: 15px; } .lap .who div span { color: var(--ink-2); font-size: 13px; }
@media (max-width: 767px) {
  .bar { height: 50px; padding: 0 16px; }
  .brand { gap: 9px; font-size: 13px; } .mark i { width: 4px; height: 15px; } .sectors i { height: 3px; }
  main { display: block; min-height: 0; padding: 0 0 24px; }
  .wall, .wall.single { display: block; max-width: none; border-width: 0 0 1px; border-radius: 0; }
  .wall > * { padding: 20px 16px 22px; }
  .wall > * + * { margin-top: 8px; border-top: 1px solid var(--line); }
  .wall { background: var(--bg); }
  .wall > *:first-child { border-bottom: 1px solid var(--line); }
  button, .button { margin-top: 4px; }
  .wall .lap { display: none; }
  input { height: 44px; font-size: 16px; }
}
`
