/** What the pages of mini apps add to the style sheet. */
export const MINI_APP_STYLE = `
.bar { flex-wrap: wrap; }
nav.pager { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; font-size: 15px; }
nav.pager a { padding: 4px 0; color: var(--accent); text-decoration: underline; }
.bar nav { flex: 1 1 100%; flex-wrap: wrap; gap: 2px; margin: 0 -8px; }
.bar nav a { padding: 4px 8px; }
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
`
