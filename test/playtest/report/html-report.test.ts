import { createHash } from 'node:crypto'
import { parse } from 'parse5'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../src/failure.js'
import type { LogEntry } from '../../../src/host/log/call-log.js'
import type { PlaytestResult } from '../../../src/playtest/playtest.js'
import type { ReportedApp } from '../../../src/playtest/report/app-section.js'
import type { Evidence } from '../../../src/playtest/report/evidence.js'
import { htmlReport } from '../../../src/playtest/report/html-report.js'

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e\0&`
const OPTIONS = { at: new Date('2026-01-02T03:04:05Z'), shard: null, style: 'body > main{}' }
const BROWSER = 'Chromium 150'

const common = { at: '2026-01-01T00:00:01.500Z', seat: 1 }
const note: LogEntry = { ...common, at: '2026-01-01T00:00:00.000Z', seq: 1, kind: 'note', message: HOSTILE }
const refused: LogEntry = {
  ...common,
  seq: 2,
  kind: 'call',
  id: '1',
  method: 'storage.set',
  wire: 'storage.set',
  params: { key: HOSTILE },
  error: { code: 'INVALID_KEY', message: HOSTILE },
  why: HOSTILE,
  ms: 3,
  bytes: 10,
  gesture: false,
}
const thrown: LogEntry = {
  ...common,
  seq: 3,
  seat: 2,
  kind: 'error',
  message: HOSTILE,
  file: HOSTILE,
  line: 3,
  column: 4,
  stack: HOSTILE,
}
const LOG = [note, refused, thrown]

const picture = (colour: string): Promise<Uint8Array> =>
  sharp({ create: { width: 40, height: 80, channels: 3, background: colour } })
    .png()
    .toBuffer()

const RESULT: PlaytestResult = {
  schema: 1,
  path: 'app',
  kind: 'folder',
  ok: false,
  runs: false,
  app: { id: 'ma_aaaaaaaaaa', name: HOSTILE, version: '1.2.3' },
  totals: { files: 1, bytes: 1, zipBytes: null },
  seed: 7,
  torture: null,
  original: {
    name: HOSTILE,
    isOwn: false,
    plays: true,
    isTooSlow: false,
    withoutInternet: false,
    differences: [],
  },
  browsers: [{ engine: 'chromium', name: BROWSER, limits: ['It measures less.'] }],
  scenarios: [
    {
      name: 'phone',
      browser: 'chromium',
      frame: 'phone',
      theme: 'light',
      locale: 'en',
      platform: 'ios',
      owner: false,
      opened: true,
      readyMs: 12,
      calls: 1,
      seats: 1,
      durationMs: 4_200,
    },
  ],
  problems: [
    {
      rule: 'run/call-refused',
      level: 'error',
      impact: 'breaks',
      file: HOSTILE,
      line: 3,
      column: 4,
      pointer: null,
      message: HOSTILE,
      fix: HOSTILE,
      spec: '7',
      where: [{ browser: BROWSER, scenario: 'phone', entries: [2] }],
    },
  ],
}

const played = async (): Promise<Evidence> => ({
  browser: BROWSER,
  scenario: { name: 'phone', frame: 'phone', theme: 'light', locale: 'en', platform: 'ios', owner: false },
  log: LOG,
  pictures: [
    { moment: 'first', png: await picture('red') },
    { moment: 'played', png: await picture('blue') },
  ],
  originalPictures: [{ moment: 'first', png: await picture('green') }],
})

const hostileApp = async (): Promise<ReportedApp> => ({
  path: HOSTILE,
  outcome: RESULT,
  evidence: [await played()],
  command: (scenario) => `miniapp test ${HOSTILE} --scenario ${scenario}`,
})

interface Node {
  readonly nodeName: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Node[]
  readonly value?: string
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.childNodes ?? []).flatMap(nodesOf)]
const textOf = (node: Node): string =>
  nodesOf(node)
    .map(({ value = '' }) => value)
    .join('')
const attribute = (node: Node, name: string): string =>
  node.attrs?.find((one) => one.name === name)?.value ?? ''
const elements = (html: string, name: string): readonly Node[] =>
  nodesOf(parse(html) as unknown as Node).filter(({ nodeName }) => nodeName === name)

describe('the HTML report', () => {
  it('shows texts of an app as texts, and loads nothing: only its own script and styles may run', async () => {
    const html = await htmlReport([await hostileApp()], OPTIONS)
    const [script, ...others] = elements(html, 'script')
    const [style] = elements(html, 'style')
    expect(others).toEqual([])
    expect(elements(html, 'img').map((one) => attribute(one, 'onerror'))).toEqual(['', '', ''])
    for (const one of elements(html, 'img'))
      expect(attribute(one, 'src')).toMatch(/^data:image\/webp;base64,/)
    const hash = (node: Node | undefined): string =>
      createHash('sha256')
        .update(node === undefined ? '' : textOf(node))
        .digest('base64')
    const policy = elements(html, 'meta').find((one) => attribute(one, 'http-equiv') !== '')
    expect(policy === undefined ? '' : attribute(policy, 'content')).toBe(
      `default-src 'none'; img-src data:; script-src 'sha256-${hash(script)}'; style-src 'sha256-${hash(style)}'; base-uri 'none'; form-action 'none'`,
    )
    expect(elements(html, 'link').map((one) => attribute(one, 'href'))).toEqual(['data:,'])
    // What turns text around is shown as what it is.
    expect(html).not.toContain('\u202e')
    expect(html).toContain('&lt;U+202E&gt;')
  })

  it('says the verdict first, then findings with their log entries, and scenarios with pictures', async () => {
    const html = await htmlReport([await hostileApp()], OPTIONS)
    const [heading] = elements(html, 'h1')
    expect(heading === undefined ? '' : textOf(heading)).toMatch(/1\.2\.3: 1 error$/)
    expect(elements(html, 'h2').map(textOf)).toEqual(['Findings', 'Scenarios'])
    const [finding, scenario] = elements(html, 'article')
    const [findingText, scenarioText] = [finding, scenario].map((one) =>
      one === undefined ? '' : textOf(one).replace(/\s+/g, ' '),
    )
    expect(findingText).toContain('errorbreaksrun/call-refusedsection 7')
    expect(findingText).toContain('Seen in phone.')
    expect(findingText).toContain('1 log entry of phone 1.50 s storage.set')
    expect(scenarioText).toContain('✗ phone failed, 1 finding')
    expect(scenarioText).toContain('Chromium 150 phone light en ios 4.2 s')
    expect(scenarioText).toContain('ready after 12 ms, 1 call')
    expect(scenarioText).toContain('Timeline of seat 1 2 entries, 1 failed')
    expect(scenarioText).toContain('Timeline of seat 2 1 entry, 1 failed')
    expect(elements(html, 'figcaption').map(textOf)).toEqual([
      'The app when it has started',
      'The original when it has started',
      'The app after taps and keys',
    ])
  })

  it('has the log of each scenario to download, as miniapp replay reads it', async () => {
    const html = await htmlReport([await hostileApp()], OPTIONS)
    const link = elements(html, 'a').find((one) => attribute(one, 'download') === 'phone.ndjson')
    const [, data = ''] = (link === undefined ? '' : attribute(link, 'href')).split('base64,')
    const lines = Buffer.from(data, 'base64').toString('utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(LOG)
  })

  it('shows the ends of a long log and what failed in between', async () => {
    const long = Array.from({ length: 1_000 }, (_, index): LogEntry => {
      const one = { ...common, seq: index + 1 }
      return index === 500
        ? { ...refused, ...one }
        : { ...one, kind: 'event', event: 'match', data: { index } }
    })
    const html = await htmlReport(
      [{ ...(await hostileApp()), evidence: [{ ...(await played()), log: long }] }],
      OPTIONS,
    )
    const gaps = elements(html, 'li').filter((one) => attribute(one, 'class') === 'gap muted')
    expect(gaps.map((one) => textOf(one).trim())).toEqual([
      '400 more entries in the log',
      '399 more entries in the log',
    ])
  })

  it('has all apps of a run, those that could not be played too, and says which shard it is', async () => {
    const failure = new Failure('usage', 'There is no manifest.json.', 'Run miniapp init.')
    const app = await hostileApp()
    const other: ReportedApp = { ...app, path: 'other', outcome: failure, evidence: [] }
    const html = await htmlReport([app, other], { ...OPTIONS, shard: '2/3' })
    expect(elements(html, 'h1').map(textOf)).toEqual(['✗ 2 of 2 apps fail'])
    expect(elements(html, 'h2').map(textOf)).toEqual([expect.stringContaining('1.2.3'), '✗ other'])
    expect(html).toContain('miniapp test · shard 2/3')
    expect(html).toContain('There is no manifest.json.')
    const ids = elements(html, 'section').map((one) => attribute(one, 'id'))
    expect(ids).toEqual(['app-1', 'app-2'])
    const empty = await htmlReport([], { ...OPTIONS, shard: '3/3' })
    expect(elements(empty, 'h1').map(textOf)).toEqual(['✓ Nothing to play in this shard'])
  })
})
