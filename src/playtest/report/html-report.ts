import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inDist } from '../../in-dist.js'
import { Html, html } from '../../local-server/html.js'
import { counted } from '../../terminal/units.js'
import { VERSION } from '../../version.js'
import { wireButtons } from '../page/report-script.js'
import { type AppSection, appSection, mark, type ReportedApp } from './app-section.js'
import { shown } from './timeline.js'

export interface ReportOptions {
  /** When the run ended. */
  readonly at: Date
  /** Which part of a larger run it is, such as `1/4`; null for a whole one. */
  readonly shard: string | null
  /** Its style sheet: `reportStyle()`. */
  readonly style: string
}

/** The built style sheet of the page. */
export const reportStyle = (): Promise<string> => readFile(join(inDist('shell'), 'report-page.css'), 'utf8')

/**
 * The report of a run as one HTML page that needs nothing else: pictures and logs are in it, and its policy lets only its own
 * script and styles run. All text of an app is escaped.
 */
export const htmlReport = async (apps: readonly ReportedApp[], options: ReportOptions): Promise<string> => {
  const sections: AppSection[] = []
  for (const [index, app] of apps.entries())
    sections.push(await appSection(app, index + 1, apps.length === 1))
  return pageOf(sections, options)
}

const pageOf = (sections: readonly AppSection[], { at, shard, style }: ReportOptions): string => {
  const script = `(${String(wireButtons)})()`
  const ok = sections.every((section) => section.ok)
  const title = titleOf(sections)
  const policy = `default-src 'none'; img-src data:; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${ok ? '✓' : '✗'} ${title} · miniapp test</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<header class="bar"><span>miniapp test${shard === null ? '' : ` · shard ${shard}`}</span><span class="muted">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC · miniapp ${VERSION}</span></header>
<main>
<h1 class="${`verdict ${ok ? 'good' : 'bad'}`}">${mark(ok)} <span>${title}</span></h1>
${
  sections.length < 2
    ? null
    : html`<nav aria-label="Apps"><ul class="apps">${sections.map(
        (
          section,
          index,
        ) => html`<li><a href="${`#app-${index + 1}`}">${mark(section.ok)} ${shown(section.name)}</a> <span class="muted">${section.verdict}</span></li>
`,
      )}</ul></nav>`
}
${sections.map((section) => section.html)}
</main>
<script type="module">${new Html(script)}</script>
</body>
</html>
`.text
}

/** The verdict in a line. */
const titleOf = (sections: readonly AppSection[]): string => {
  const [only] = sections
  if (only === undefined) return 'Nothing to play in this shard'
  if (sections.length === 1) return `${shown(only.name)}: ${only.verdict}`
  const failed = sections.filter(({ ok }) => !ok).length
  return failed === 0
    ? `${counted(sections.length, 'app')} played, all pass`
    : `${failed} of ${counted(sections.length, 'app')} ${failed === 1 ? 'fails' : 'fail'}`
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
