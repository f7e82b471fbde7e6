import { allowNotes } from '../../check/allow.js'
import { PROBLEM_LEVELS, type Problem } from '../../check/problem.js'
import { fileAndLine } from '../../check/report/shown-place.js'
import type { Failure } from '../../failure.js'
import { loadSharp } from '../../load-sharp.js'
import { Html, html } from '../../local-server/html.js'
import { MB, SECOND_MS } from '../../platform/units.js'
import { counted } from '../../terminal/units.js'
import type { PlaytestResult } from '../playtest.js'
import type { FoundPlace, PlaytestProblem } from '../problems.js'
import type { Evidence, Moment, Picture } from './evidence.js'
import { besideSentence } from './text.js'
import { entryRow, shown, timelines } from './timeline.js'

/** An app of a run, as the HTML report shows it. */
export interface ReportedApp {
  /** As the person named it. */
  readonly path: string
  /** What was found, or why the app could not be played. */
  readonly outcome: PlaytestResult | Failure
  readonly evidence: readonly Evidence[]
  /** The command that plays one of its scenarios again. */
  readonly command: (scenario: string, engine: PlaytestResult['scenarios'][number]['browser']) => string
}

/** The section of an app, and what the top of the page says of it. */
export interface AppSection {
  readonly ok: boolean
  readonly name: string
  /** `2 errors, 1 warning`. */
  readonly verdict: string
  readonly html: Html
}

/**
 * @param number distinguishes the apps of a page, from 1
 * @param isOnly whether the page has no other: its name is the page's title then
 */
export const appSection = async (app: ReportedApp, number: number, isOnly: boolean): Promise<AppSection> => {
  const { path, outcome, evidence } = app
  const heading = (text: string): Html => (isOnly ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`)
  const open = (name: string, ok: boolean): Html =>
    isOnly
      ? html`<section class="app">`
      : html`<section class="app" id="${`app-${number}`}"><h2>${mark(ok)} ${shown(name)}</h2>`
  if (outcome instanceof Error)
    return {
      ok: false,
      name: path,
      verdict: 'could not be played',
      html: html`${open(path, false)}
<div class="card finding error"><p>${shown(outcome.message)}</p>${outcome.remedy === undefined ? null : html`<p class="fix">${shown(outcome.remedy)}</p>`}</div>
</section>`,
    }
  const idOf = ({ browser, scenario }: Pick<FoundPlace, 'browser' | 'scenario'>): string => {
    const at = evidence.findIndex((one) => one.browser === browser && one.scenario.name === scenario)
    return `app-${number}-scenario-${at + 1}`
  }
  const { problems, original } = outcome
  const name = outcome.app === null ? path : `${outcome.app.name} ${outcome.app.version}`
  const cards: Html[] = []
  for (const one of evidence) cards.push(await scenarioCard(one, app, outcome, isOnly, idOf))
  return {
    ok: outcome.ok,
    name,
    verdict: countsOf(problems),
    html: html`${open(name, outcome.ok)}
${
  problems.length === 0
    ? null
    : html`${heading('Findings')}
${problems.map((problem) => finding(problem, evidence, idOf))}`
}
${heading('Scenarios')}
${original === null ? null : html`<p class="muted">${shown(besideSentence(original))}</p>`}
${cards}
<div class="notes muted">
<p>${path === name ? '' : `${shown(path)}: `}seed ${outcome.seed}${outcome.torture === null ? '' : `, torture ${outcome.torture}`}, ${outcome.browsers.map((browser) => browser.name).join(', ')}.</p>
${outcome.browsers.flatMap(({ limits }) => limits.map((limit) => html`<p>${limit}</p>`))}
${allowNotes(outcome.allow).map(({ text }) => html`<p>${shown(text)}</p>`)}
</div>
</section>`,
  }
}

/** A sign for the eye; the words beside it say the same. */
export const mark = (ok: boolean): Html =>
  html`<span class="${`mark ${ok ? 'good' : 'bad'}`}" aria-hidden="true">${ok ? '✓' : '✗'}</span>`

const countsOf = (problems: readonly Problem[]): string => {
  const counts = PROBLEM_LEVELS.flatMap((level) => {
    const ofLevel = problems.filter((problem) => problem.level === level)
    if (ofLevel.length === 0) return []
    const allowed = ofLevel.filter((problem) => problem.allowed === true).length
    return [counted(ofLevel.length, level) + (allowed === 0 ? '' : ` (${allowed} allowed)`)]
  })
  return counts.length === 0 ? 'no problems found' : counts.join(', ')
}

const finding = (
  problem: PlaytestProblem,
  evidence: readonly Evidence[],
  idOf: (place: FoundPlace) => string,
): Html => {
  const { level, allowed, impact, rule, spec, message, fix, where = [] } = problem
  const place = problem.file === null ? '' : fileAndLine(problem)
  return html`<article class="${`card finding ${allowed === true ? 'allowed' : level}`}">
<p class="tags"><span class="${`tag ${level}`}">${level}</span>${allowed === true ? html`<span class="tag">allowed</span>` : null}${impact === null ? null : html`<span class="tag">${impact.replaceAll('-', ' ')}</span>`}<code>${rule}</code>${spec === '' ? null : html`<span class="muted">section ${spec}</span>`}</p>
<p class="message">${shown(message)}</p>
${place === '' ? null : html`<p><code>${shown(place)}</code></p>`}
<p class="fix">${shown(fix)}</p>
${where.length === 0 ? null : html`<p class="muted">Seen in ${where.map((one, index) => html`${index === 0 ? '' : ', '}<a href="${`#${idOf(one)}`}">${one.scenario}</a>${manyBrowsers(where) ? ` (${one.browser})` : ''}`)}.</p>`}
${entriesOf(where, evidence)}
</article>
`
}

const manyBrowsers = (where: readonly FoundPlace[]): boolean =>
  new Set(where.map(({ browser }) => browser)).size > 1

/** The entries of the log that show a finding, from the first scenario that has some. */
const entriesOf = (where: readonly FoundPlace[], evidence: readonly Evidence[]): Html | null => {
  const place = where.find(({ entries }) => entries.length > 0)
  const log = evidence.find(
    ({ browser, scenario }) => browser === place?.browser && scenario.name === place.scenario,
  )?.log
  const entries = log?.filter(({ seq }) => place?.entries.includes(seq)) ?? []
  if (place === undefined || log === undefined || entries.length === 0) return null
  const stack = entries
    .map((entry) => ('stack' in entry ? (entry.stack ?? '') : ''))
    .find((text) => text !== '')
  return html`<details>
<summary>${counted(entries.length, 'log entry', 'log entries')} <span class="muted">of ${place.scenario}</span></summary>
<ol class="timeline">${entries.map((entry) => entryRow(entry, log))}</ol>${
    stack === undefined
      ? null
      : html`
<pre>${shown(stack)}</pre>`
  }
</details>`
}

const scenarioCard = async (
  one: Evidence,
  { path, command }: ReportedApp,
  result: PlaytestResult,
  isOnly: boolean,
  idOf: (place: Pick<FoundPlace, 'browser' | 'scenario'>) => string,
): Promise<Html> => {
  const { browser, scenario, log } = one
  const engine = result.browsers.find(({ name }) => name === browser)?.engine
  const played = result.scenarios.find((row) => row.name === scenario.name && row.browser === engine)
  if (played === undefined || engine === undefined) return new Html('')
  const id = idOf({ browser, scenario: scenario.name })
  const found = result.problems.filter(({ where = [] }) =>
    where.some((place) => place.browser === browser && place.scenario === scenario.name),
  )
  const failed = found.some(({ level }) => level === 'error')
  const ready =
    played.readyMs === null
      ? 'never ready'
      : played.readyMs === 0
        ? 'ready immediately'
        : `ready after ${played.readyMs} ms`
  const facts = [
    browser,
    scenario.frame,
    scenario.theme,
    scenario.locale,
    scenario.platform,
    ...(played.owner ? ['everything bought'] : []),
    `${(played.durationMs / SECOND_MS).toFixed(1)} s`,
  ]
  const titleId = `${id}-name`
  const title = html`${mark(!failed)} ${scenario.name} <span class="muted">${failed ? 'failed' : 'passed'}${found.length === 0 ? '' : `, ${counted(found.length, 'finding')}`}</span>`
  return html`<article class="${`card scenario ${failed ? 'failed' : 'passed'}`}" id="${id}" aria-labelledby="${titleId}">
${isOnly ? html`<h3 class="title" id="${titleId}">${title}</h3>` : html`<h4 class="title" id="${titleId}">${title}</h4>`}
<p class="facts">${facts.map((fact) => html`<span>${fact}</span> `)}</p>
<p>${played.opened ? `${ready}, ${counted(played.calls, 'call')}` : 'does not open on this platform'}</p>
${await pictureRow(one)}
${timelines(log, scenario.name)}
<div class="replay">
<p>Run it again:</p>
<div class="command"><code id="${`${id}-command`}">${shown(command(scenario.name, engine))}</code><button type="button" class="button" data-copies="${`${id}-command`}" aria-label="${`Copy the command for ${scenario.name}`}" hidden>Copy</button><span class="status muted" role="status"></span></div>
${logLink(log, `${scenario.name}.ndjson`, path)}
</div>
</article>
`
}

/** The log as a file to download, for `miniapp replay`. */
const logLink = (log: readonly Evidence['log'][number][], name: string, path: string): Html | null => {
  if (log.length === 0) return null
  const text = log.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  if (text.length > LARGEST_LOG_BYTES)
    return html`<p class="muted">The log is too large for this page. Save it with <code>--trace</code>.</p>`
  const url = `data:application/x-ndjson;base64,${Buffer.from(text).toString('base64')}`
  return html`<p><a download="${name}" href="${url}">Download the log</a> <span class="muted">and run <code>miniapp replay ${name}</code> to replay it, or <code>miniapp dev</code> in ${shown(path)} to play yourself.</span></p>`
}

const LARGEST_LOG_BYTES = 4 * MB

const MOMENTS = {
  first: 'when it has started',
  played: 'after taps and keys',
  reloaded: 'opened again',
  end: 'at the end',
} as const satisfies Record<Moment, string>

/** The pictures of a scenario, each beside the original's where there is one. */
const pictureRow = async ({ pictures, originalPictures, scenario }: Evidence): Promise<Html | null> => {
  if (pictures.length === 0) return null
  const figure = async ({ moment, png }: Picture, of: string): Promise<Html> =>
    html`<figure><img src="${await pictureUrl(png)}" alt="${`${of} ${MOMENTS[moment]}, ${scenario.name}`}" loading="lazy"><figcaption>${of} ${MOMENTS[moment]}</figcaption></figure>
`
  const figures: Html[] = []
  for (const picture of pictures) {
    const other = originalPictures.find(({ moment }) => moment === picture.moment)
    const here = await figure(picture, 'The app')
    figures.push(
      other === undefined
        ? here
        : html`<div class="pair">${here}${await figure(other, 'The original')}</div>`,
    )
  }
  return html`<div class="${`pictures ${scenario.frame === 'landscape' || scenario.frame === 'desktop' ? 'wide' : 'tall'}`}">${figures}</div>`
}

/** A picture as a URL that holds it: WebP, which takes a tenth of the room of the PNG. */
const pictureUrl = async (png: Uint8Array): Promise<string> => {
  const sharp = await loadSharp()
  const webp = await sharp(png)
    .resize({ width: WIDEST_PIXELS, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
  return `data:image/webp;base64,${webp.toString('base64')}`
}

const WIDEST_PIXELS = 800
const QUALITY = 82
