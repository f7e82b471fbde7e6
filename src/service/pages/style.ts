/** The style sheet of the service's pages: light and dark, from 320 pixels wide. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f4f1, #141517);
  --card: light-dark(#ffffff, #1e2023);
  --ink: light-dark(#1b1c1e, #ececea);
  --soft: light-dark(#5c6066, #a3a8ae);
  --line: light-dark(#deded9, #34373b);
  --accent: light-dark(#2853c9, #8fb0ff);
  --on-accent: light-dark(#ffffff, #10131a);
  --bad: light-dark(#b3261e, #ff9a90);
  --good: light-dark(#1c7a4a, #6fd3a0);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
  padding: 12px max(16px, calc((100% - 640px) / 2 + 16px));
  border-bottom: 1px solid var(--line);
  background: var(--card);
}
.brand { display: flex; align-items: center; gap: 10px; font-weight: 650; color: inherit; text-decoration: none; }
.mark { width: 18px; height: 18px; border-radius: 6px; background: var(--accent); }
.bar nav { display: flex; flex: 1 1 100%; flex-wrap: wrap; gap: 2px; margin: 0 -8px; font-size: 15px; }
.bar nav a { padding: 4px 8px; border-radius: 8px; color: var(--soft); text-decoration: none; }
.bar nav a:hover { color: var(--ink); }
.bar nav a[aria-current] { background: var(--ground); color: var(--ink); font-weight: 600; }
main { max-width: 640px; margin: 0 auto; padding: 20px 16px 64px; }
main.narrow { max-width: 472px; padding-top: clamp(20px, 8vh, 80px); }
.card {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 14px;
  padding: 20px;
  margin: 0 0 14px;
}
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.center { text-align: center; }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 8px; text-wrap: pretty; }
p { margin: 0 0 14px; }
a { color: var(--accent); }
code { font: 0.875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.hint, .meta time, .facts { color: var(--soft); font-size: 14px; }
.problem { color: var(--bad); font-size: 15px; }
h2 { font-size: 18px; line-height: 1.3; margin: 0 0 8px; }
.card > form + form { margin-top: 14px; }
label { font-weight: 600; }
input:not([type="checkbox"], [type="hidden"], .code), textarea, select {
  display: block;
  width: 100%;
  margin: 4px 0 14px;
  padding: 10px 12px;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--ground);
  color: inherit;
  font: inherit;
}
textarea { resize: vertical; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 10px; }
.row p { margin: 0; }
.row h1 { margin: 0; }
.message { padding: 8px 0; border-top: 1px solid var(--line); margin: 0; }
.message > span[dir] { white-space: pre-wrap; }
.choice + .actions { margin-top: 10px; }
.actions.tight button { flex: 0 1 auto; }
button.danger { color: var(--bad); }
input.code, p.code {
  display: block;
  width: 100%;
  margin: 6px 0 14px;
  padding: 12px;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--ground);
  color: inherit;
  font: 600 22px/1.2 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  letter-spacing: 0.12em;
  text-align: center;
}
input.code { text-transform: uppercase; }
input.code::placeholder { color: var(--soft); opacity: 0.5; }
fieldset { margin: 0 0 14px; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 4px; font-weight: 600; }
.choice {
  display: flex;
  gap: 12px;
  padding: 10px 0;
  border-top: 1px solid var(--line);
  font-weight: 400;
  cursor: pointer;
}
.choice input { flex: none; width: 18px; height: 18px; margin: 3px 0 0; accent-color: var(--accent); }
.choice code { display: block; color: var(--soft); }
.actions { display: flex; flex-wrap: wrap; gap: 10px; }
.actions button { flex: 1 1 120px; }
button {
  min-height: 44px;
  padding: 8px 18px;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { border-color: var(--soft); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); }
button.primary:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 55%, transparent); outline-offset: 2px; }
.sign { display: inline-grid; place-items: center; width: 56px; height: 56px; margin: 4px 0 12px; border-radius: 50%; font-size: 26px; }
.sign.yes { color: var(--good); background: color-mix(in srgb, var(--good) 16%, transparent); }
.sign.no { color: var(--bad); background: color-mix(in srgb, var(--bad) 14%, transparent); }
.meta { display: flex; align-items: center; gap: 12px; line-height: 1.35; font-size: 14px; color: var(--soft); }
.meta > span:not(.avatar, .rating) { flex: 1 1 10rem; min-width: 0; }
.meta b { color: var(--ink); font-size: 16px; }
.avatar { display: grid; place-items: center; flex: none; width: 40px; height: 40px; border-radius: 50%; background: var(--accent); color: var(--on-accent); font-weight: 650; }
.rating { flex: none; margin-left: auto; padding: 2px 10px; border: 1px solid var(--bad); border-radius: 99px; color: var(--bad); font-size: 13px; }
.text { white-space: pre-wrap; font-size: 17px; unicode-bidi: plaintext; }
summary { cursor: pointer; padding: 4px 0; }
.post > details:not(.facts) > summary { margin-bottom: 8px; font-weight: 600; }
.facts dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px; margin: 8px 0 0; }
.facts dd { margin: 0; color: var(--ink); white-space: pre-wrap; }
.preview, .player {
  display: block;
  margin: 0 0 10px;
  padding: 12px 14px;
  border: 1px solid var(--line);
  border-radius: 10px;
  color: inherit;
  text-decoration: none;
}
.preview:hover, .player:hover { border-color: var(--accent); }
.preview b, .preview span { display: block; }
.preview span { color: var(--soft); font-size: 14px; }
.player { display: grid; place-content: center; justify-items: center; gap: 10px; aspect-ratio: 16 / 9; background: #17181a; color: #f2f2f0; }
.play { display: grid; place-items: center; width: 56px; height: 56px; padding-left: 4px; border-radius: 50%; background: rgb(255 255 255 / 16%); font-size: 22px; }
.link { margin-bottom: 8px; }
.media img, .media video { display: block; max-width: 100%; max-height: 70vh; margin: 0 0 10px; border-radius: 10px; background: var(--ground); }
.stories { display: flex; gap: 10px; overflow-x: auto; margin: 0 0 14px; padding-bottom: 4px; }
.stories figure { flex: none; margin: 0; max-width: 112px; }
.stories figcaption { font-size: 14px; color: var(--soft); overflow-wrap: anywhere; }
.message img { max-width: 160px; border-radius: 10px; margin-top: 6px; }
.stories img, .stories video { display: block; width: 108px; height: 192px; object-fit: cover; border-radius: 12px; border: 2px solid var(--accent); background: #000; }
pre { margin: 0 0 14px; padding: 12px; border-radius: 10px; background: var(--ground); text-align: left; white-space: pre-wrap; font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pager { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 15px; }
.pager a { padding: 4px 0; }
.badge { display: inline-block; padding: 1px 10px; border: 1px solid currentColor; border-radius: 99px; font-size: 13px; font-weight: 600; color: var(--soft); }
.badge.good { color: var(--good); }
.badge.bad { color: var(--bad); }
.listed { display: flex; gap: 14px; padding: 12px 0; border-top: 1px solid var(--line); }
.listed > div { min-width: 0; flex: 1; }
.listed h3 { margin: 0; font-size: 16px; }
.listed p { margin: 0; }
.icon { flex: none; width: 56px; height: 56px; border-radius: 14px; background: var(--ground); }
.screens { display: flex; gap: 10px; overflow-x: auto; margin: 0 0 14px; padding: 0; list-style: none; }
.screens img { display: block; height: 220px; max-width: 240px; border-radius: 10px; }
.figures { display: flex; flex-wrap: wrap; gap: 10px; margin: 0 0 14px; }
.figures > div { flex: 1 1 120px; padding: 10px 14px; border-radius: 10px; background: var(--ground); }
.figures dt { color: var(--soft); font-size: 14px; }
.figures dd { margin: 0; font-size: 20px; font-weight: 650; }
.plain { margin: 0 0 14px; padding: 0; list-style: none; }
.plain > li { padding: 10px 0; border-top: 1px solid var(--line); }
.plain p { margin: 4px 0 0; }
.plain form { margin-top: 8px; }
.listed.head { padding-top: 0; border-top: 0; }
.inline + p, .inline + .plain { margin-top: 14px; }
progress { display: block; width: 100%; height: 10px; margin: 0 0 8px; accent-color: var(--accent); }
progress[hidden], [role="status"]:empty { display: none; }
.inline { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; }
.inline > div { flex: 1 1 160px; }
.inline input:not([type="checkbox"]), .inline select { margin-bottom: 0 !important; }
h3 { font-size: 16px; margin: 14px 0 6px; }
@media (max-width: 400px) {
  .card { padding: 16px; border-radius: 12px; }
  main { padding: 12px 10px 48px; }
  .facts dl { grid-template-columns: 1fr; }
  .facts dd { margin-bottom: 6px; }
  .bar { gap: 4px 12px; padding: 10px; }
  .meta { flex-wrap: wrap; }
  .rating { margin-left: 52px; }
}
`
