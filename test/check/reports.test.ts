import { readFileSync } from 'node:fs'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { CheckResult, Problem } from '../../src/check/problem.js'
import { codeScanningReport } from '../../src/check/report/code-scanning.js'
import { jsonReport } from '../../src/check/report/json.js'
import { verdict } from '../../src/check/report/review.js'
import { textReport } from '../../src/check/report/text.js'
import { RULES } from '../../src/check/rules/index.js'
import { PLACEHOLDER_APP_ID } from '../../src/check/rules/manifest/fields.js'
import { check } from '../../src/check/run.js'
import { styles } from '../../src/terminal/style.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'

const RESULT: CheckResult = {
  schema: 1,
  path: './hello',
  kind: 'folder',
  ok: false,
  review: 'refused',
  runs: true,
  app: null,
  problems: [
    {
      rule: 'html/remote-url',
      level: 'error',
      impact: null,
      file: 'my page,1.html',
      line: 12,
      column: 6,
      pointer: null,
      message: '100 % wrong:\nreally.',
      fix: 'Mend it.',
      spec: '2.8',
    },
    {
      rule: 'bundle/too-large',
      level: 'info',
      impact: null,
      file: null,
      line: null,
      column: null,
      pointer: null,
      message: 'Large.',
      fix: 'Run `miniapp pack`.',
      spec: '8.1',
    },
  ],
  totals: { files: 1, bytes: 1, zipBytes: null },
}

const problem = (changes: Partial<Problem> = {}): Problem => ({
  rule: 'script/browser-storage',
  level: 'warning',
  impact: null,
  file: 'a.js',
  line: 1,
  column: 1,
  pointer: null,
  message: 'It does not work.',
  fix: 'Fix it.',
  spec: '2.10',
  ...changes,
})

const APP = { id: 'ma_abcdefghij', name: 'Hello', version: '1.0.0' }
const BREAKS = problem({ impact: 'breaks' })
const FLAG = problem({ level: 'flag', message: 'Uses WebRTC: it waits for an admin.' })
const ERROR = problem({ level: 'error' })

describe('the verdict', () => {
  // 2.8, 3.1: what the version is flagged with, whole and in the documents' words.
  it('names every flag whole, with the files that have it', async () => {
    const files = {
      ...sampleFiles(),
      'a.js': 'new RTCPeerConnection(); new WebSocket(x)',
      'b.js': 'new EventSource(x); navigator.sendBeacon(x); new WebSocket(x)',
      'manifest.json': sampleManifest({
        capabilities: {
          'ai.image': { version: 1, purpose: 'Draws the cards of the game' },
          'ai.assistant': { version: 1, purpose: 'Answers in the game', tools: ['web_search'] },
        },
      }),
    }
    expect(verdict(await check(memoryBundle(files)))[0]).toBe(
      'This version would be accepted and wait for an admin: Uses WebRTC (a.js); Opens WebSockets (a.js, b.js); Uses EventSource (b.js); ' +
        'Uses navigator.sendBeacon (b.js); Requests ai.image (manifest.json); ' +
        'Requests ai.assistant with web_search (manifest.json).',
    )
  })

  it('names the first files of many', () => {
    const flags = Array.from({ length: 900 }, (_, index) => ({ ...FLAG, file: `${index}.js` }))
    expect(verdict({ review: 'admin', problems: flags, app: APP })[0]).toBe(
      'This version would be accepted and wait for an admin: Uses WebRTC (0.js, 1.js, 2.js, 3.js, 4.js and 895 more).',
    )
  })

  it.each([
    [
      'automatic',
      [problem({ impact: 'degrades' })],
      'This version goes live automatically one hour after upload.',
      'Nothing found that stops the app from running.',
    ],
    [
      'automatic',
      [BREAKS],
      'This version goes live automatically one hour after upload.',
      'It will not run: it does not work (a.js:1).',
    ],
    [
      'automatic',
      [problem({ impact: 'fails-if-used' }), problem({ impact: 'fails-if-used', line: 2 })],
      'This version goes live automatically one hour after upload.',
      'It runs, but 1 part fails when used: saving (a.js:1).',
    ],
    [
      'automatic',
      [
        problem({ impact: 'fails-if-used' }),
        problem({
          impact: 'fails-if-used',
          rule: 'script/denied-feature',
          message: 'navigator.share does not work in a mini app: the host denies sharing by the browser.',
        }),
      ],
      'This version goes live automatically one hour after upload.',
      'It runs, but 2 parts fail when used: saving (a.js:1), sharing by the browser (a.js:1).',
    ],
    [
      'automatic',
      [problem({ impact: 'breaks', message: 'localStorage does not work in a mini app.', line: 3 })],
      'This version goes live automatically one hour after upload.',
      'It will not run: localStorage is not available, and a.js:3 uses it while loading.',
    ],
    [
      'automatic',
      [BREAKS, problem(), BREAKS],
      'This version goes live automatically one hour after upload.',
      'It will not run: it does not work (a.js:1). 1 more problem would also stop it.',
    ],
    [
      'admin',
      [FLAG],
      'This version would be accepted and wait for an admin: Uses WebRTC (a.js).',
      'Nothing found that stops the app from running.',
    ],
    [
      'admin',
      [FLAG, BREAKS, BREAKS],
      'This version would be accepted and wait for an admin: Uses WebRTC (a.js).',
      'It will not run: it does not work (a.js:1). 1 more problem would also stop it.',
    ],
    [
      'refused',
      [ERROR],
      'The service would refuse this version: fix the error first.',
      'Nothing found that stops the app from running.',
    ],
    [
      'refused',
      [ERROR, { ...ERROR, impact: 'breaks' }, BREAKS],
      'The service would refuse this version: fix the 2 errors first.',
      'It will not run: it does not work (a.js:1). 1 more problem would also stop it.',
    ],
  ] as const)('says whether it is accepted (%s), and whether it runs', (review, problems, accepted, runs) => {
    expect(verdict({ review, problems, app: APP })).toEqual([accepted, runs])
  })

  it('does not promise that an upload with the placeholder for the App ID is accepted', () => {
    const app = { ...APP, id: PLACEHOLDER_APP_ID }
    expect(verdict({ review: 'automatic', problems: [], app })[0]).toBe(
      'With its own App ID, this version goes live automatically one hour after upload.',
    )
    expect(verdict({ review: 'admin', problems: [FLAG], app })[0]).toBe(
      'With its own App ID, this version would be accepted and wait for an admin: Uses WebRTC (a.js).',
    )
  })

  it('does not promise that it runs where nobody could look', () => {
    expect(verdict({ review: 'refused', problems: [ERROR], app: null })[1]).toBe(
      'Without its manifest, the check cannot tell whether it will run.',
    )
  })
})

describe('what a problem does to the app', () => {
  const result: CheckResult = {
    ...RESULT,
    ok: true,
    review: 'automatic',
    runs: false,
    app: APP,
    problems: [BREAKS, problem({ line: 2, impact: 'degrades' })],
  }

  it('fails with --strict, and says so', async () => {
    const options = { columns: 80, wraps: false, sourceLine: async () => null, styles: styles(false) }
    const lines = async (ok: boolean, review: CheckResult['review']): Promise<readonly string[]> =>
      (await textReport({ ...result, ok, review }, options)).split('\n')
    const strict = '✗ With --strict, flags and warnings count as errors.'
    expect(await lines(false, 'automatic')).toContain(strict)
    expect(await lines(true, 'automatic')).not.toContain(strict)
    expect(await lines(false, 'refused')).not.toContain(strict)
  })

  it('is told apart by people', async () => {
    const options = { columns: 80, wraps: false, sourceLine: async () => null }
    const plain = await textReport(result, { ...options, styles: styles(false) })
    expect(plain.split('\n')).toEqual([
      'a.js',
      '  1:1 warning [breaks] It does not work. script/browser-storage (2.10)',
      '    → Fix it.',
      '  2:1 warning [degrades] It does not work. script/browser-storage (2.10)',
      '    → Fix it.',
      '',
      'Hello 1.0.0: 2 warnings (1 file, 1 byte)',
      '✗ This version goes live automatically one hour after upload. It will not run: it does not work (a.js:1).',
      '',
    ])
    const coloured = await textReport(result, { ...options, styles: styles(true) })
    expect(coloured).toContain('\u001b[1m\u001b[31m[breaks]')
  })

  it('is told apart by programs', () => {
    const json = JSON.parse(jsonReport([result]))
    expect(json.runs).toBe(false)
    expect(json.problems.map(({ impact }: Problem) => impact)).toEqual(['breaks', 'degrades'])
    const [run] = JSON.parse(codeScanningReport('sarif', [result])).runs
    expect(run.results.map(({ properties }: { properties: unknown }) => properties)).toEqual([
      { impact: 'breaks' },
      { impact: 'degrades' },
    ])
    expect(run.tool.driver.rules.find(({ id }: { id: string }) => id === 'script/dialog').properties).toEqual(
      {
        impact: 'degrades',
      },
    )
    expect(codeScanningReport('github', [result]).match(/title=[^:]*/g)).toEqual([
      'title=script/browser-storage (breaks)',
      'title=script/browser-storage (degrades)',
    ])
  })
})

const ZIPPED: CheckResult = { ...RESULT, path: 'out/app.zip', kind: 'zip' }

describe('the report that people read', () => {
  const report = (wraps: boolean) =>
    textReport(RESULT, { styles: styles(false), columns: 24, wraps, sourceLine: async () => null })

  it('breaks messages between words on a terminal, and indents what follows', async () => {
    expect(await report(true)).toBe(
      [
        'my page,1.html',
        '  12:6 error 100 %',
        '    wrong:␊really.',
        '    html/remote-url',
        '    (2.8)',
        '    → Mend it.',
        '',
        'The bundle',
        '  info Large.',
        '    bundle/too-large',
        '    (8.1)',
        '    → Run `miniapp',
        '      pack`.',
        '',
        './hello: 1 error, 1 info (1 file, 1 byte)',
        '✗ The service would',
        '  refuse this version:',
        '  fix the error first.',
        '  Without its manifest,',
        '  the check cannot tell',
        '  whether it will run.',
        'To read more: miniapp',
        'docs html/remote-url,',
        'miniapp docs 2.8',
        '',
      ].join('\n'),
    )
  })

  it('leaves each on its line elsewhere, where other programs look for it', async () => {
    const lines = (await report(false)).split('\n')
    expect(lines).toContain('  info Large. bundle/too-large (8.1)')
    expect(lines).toContain('    → Run `miniapp pack`.')
  })
})

describe('what is to be said of a file again and again', () => {
  const [problem] = RESULT.problems
  const at = (line: number, changes: Partial<CheckResult['problems'][number]> = {}) => ({
    rule: 'script/browser-storage',
    level: 'warning' as const,
    impact: null,
    file: 'lib.js',
    line,
    column: 5,
    pointer: null,
    message: 'It does not work.',
    fix: 'Mend it.',
    spec: '2.10',
    ...changes,
  })
  const told = async (problems: CheckResult['problems'], verbose = false) =>
    (
      await textReport(
        { ...RESULT, ok: true, review: 'automatic', problems },
        {
          styles: styles(false),
          columns: 80,
          wraps: false,
          verbose,
          sourceLine: async (_, line) => `code(${line})`,
        },
      )
    ).split('\n')

  it('is said once for people, with its places', async () => {
    const same = [1, 2, 3, 4, 5].map((line) => at(line))
    expect(await told([...same.slice(0, 2), at(2, { message: 'Another.' }), ...same.slice(2)])).toEqual([
      'lib.js',
      '  1:5 warning It does not work. script/browser-storage (2.10)',
      '    1 │ code(1)',
      '      │     ^',
      '    also at 2:5, 3:5, 4:5 and 5:5',
      '    → Mend it.',
      '  2:5 warning Another. script/browser-storage (2.10)',
      '    2 │ code(2)',
      '      │     ^',
      '    → Mend it.',
      '',
      './hello: 6 warnings (1 file, 1 byte)',
      '✓ This version goes live automatically one hour after upload. Nothing found that stops the app from running.',
      '',
    ])
  })

  it('has its first places named and the others counted', async () => {
    const many = Array.from({ length: 12 }, (_, index) => at(index + 1))
    expect(await told(many)).toContain('    also at 2:5, 3:5, 4:5, 5:5, 6:5, 7:5, 8:5, 9:5 and 3 more places')
  })

  it('is counted behind what it is like', async () => {
    const more = at(1, { line: null, column: null, message: '7 more problems like these were found.' })
    const lines = await told([more, at(1), at(2, { rule: 'script/dialog', message: 'Another.' })])
    expect(lines.filter((line) => /^ {2}\S/.test(line))).toEqual([
      '  1:5 warning It does not work. script/browser-storage (2.10)',
      '  warning 7 more problems like these were found. script/browser-storage (2.10)',
      '  2:5 warning Another. script/dialog (2.10)',
    ])
  })

  it('is said once for the same in other files, with a place in each, and all with --verbose', async () => {
    const copies = Array.from({ length: 12 }, (_, n) => [
      at(1, { file: `${n}/lib.js` }),
      at(2, { file: `${n}/lib.js` }),
    ]).flat()
    const lines = await told(copies)
    expect(lines.filter((line) => line.includes('It does not work.'))).toHaveLength(1)
    expect(lines).toContain(
      '    also at 2:5, and in 1/lib.js:1:5, 2/lib.js:1:5, 3/lib.js:1:5, 4/lib.js:1:5, 5/lib.js:1:5, 6/lib.js:1:5, 7/lib.js:1:5, 8/lib.js:1:5 and 3 more files',
    )
    expect(lines).toContain('./hello: 24 warnings (1 file, 1 byte)')
    const verbose = (await told(copies, true)).find((line) => line.startsWith('    also')) ?? ''
    expect(verbose.match(/\d:5/g)).toHaveLength(23)
  })

  it('is said apart where it does something else to the app', async () => {
    const copies = [1, 2, 3, 4, 5].map((n) =>
      at(1, { file: `${n}.js`, impact: n === 3 ? 'breaks' : 'degrades' }),
    )
    expect((await told(copies)).filter((line) => line.includes('It does not work.'))).toEqual([
      '  1:5 warning [degrades] It does not work. script/browser-storage (2.10)',
      '  1:5 warning [breaks] It does not work. script/browser-storage (2.10)',
    ])
  })

  it('is said each time where it is but a few times, and in the reports for programs', async () => {
    const few = [at(1), at(2), at(1, { file: 'other.js' })]
    expect((await told(few)).filter((line) => line.includes('It does not work.'))).toHaveLength(3)
    const same = [1, 2, 3, 4, 5].map((line) => at(line))
    const result = { ...RESULT, problems: problem === undefined ? same : [problem, ...same] }
    expect(codeScanningReport('github', [result]).split('\n')).toHaveLength(7)
    expect(JSON.parse(codeScanningReport('sarif', [result])).runs[0].results).toHaveLength(6)
    expect(JSON.parse(jsonReport([result])).problems).toHaveLength(6)
  })
})

describe('the report for GitHub', () => {
  it('shows control characters instead of sending them to the terminal that shows the log', () => {
    const hostile = '\u001b[2J\u0007\r::error::x\u202e\u0085'
    const [problem] = RESULT.problems
    const problems =
      problem === undefined ? [] : [{ ...problem, file: `a${hostile}.js`, message: hostile, fix: hostile }]
    const report = codeScanningReport('github', [{ ...RESULT, problems }])
    expect(report).toBe(
      '::error file=hello/a␛[2J␇␍%3A%3Aerror%3A%3Ax<U+202E><U+0085>.js,line=12,col=6,title=html/remote-url::' +
        '␛[2J␇␍::error::x<U+202E><U+0085> ␛[2J␇␍::error::x<U+202E><U+0085>\n',
    )
  })

  it('is one command a problem, and no text can start another', () => {
    expect(codeScanningReport('github', [RESULT])).toBe(
      '::error file=hello/my page%2C1.html,line=12,col=6,title=html/remote-url::100 %25 wrong:%0Areally. Mend it.\n' +
        '::notice file=hello,title=bundle/too-large::Large. Run `miniapp pack`.\n',
    )
  })
})

describe('the reports of a zip', () => {
  it('blame the zip, which has no lines, and say in the text where in it the problem is', () => {
    expect(codeScanningReport('github', [ZIPPED])).toBe(
      '::error file=out/app.zip,title=html/remote-url::my page,1.html:12:6: 100 %25 wrong:%0Areally. Mend it.\n' +
        '::notice file=out/app.zip,title=bundle/too-large::Large. Run `miniapp pack`.\n',
    )
    expect(JSON.parse(codeScanningReport('sarif', [ZIPPED])).runs[0].results[0]).toMatchObject({
      message: { text: 'my page,1.html:12:6: 100 % wrong:\nreally. Mend it.' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'out/app.zip' } } }],
    })
  })
})

/** The schema of SARIF 2.1.0 as its editors publish it, which code scanning holds logs against. */
const sarifSchema = JSON.parse(
  readFileSync(new URL('../../fixtures/sarif/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8'),
)

// One of the schema's patterns is none with the `u` flag.
const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false })
addFormats.default(ajv)
const validate = ajv.compile(sarifSchema)

describe('the SARIF report', () => {
  it.each([
    ['a folder', [RESULT]],
    ['a zip', [ZIPPED]],
    ['several paths', [RESULT, ZIPPED, { ...RESULT, problems: [] }]],
    ['no paths', []],
    ['the folder that one is in', [{ ...RESULT, path: '.' }]],
    ['an absolute path', [{ ...RESULT, path: '/srv/Käse & Spiele' }]],
    ['a path on Windows', [{ ...RESULT, path: 'C:\\Games\\my app' }]],
  ])('keeps to the schema of SARIF 2.1.0: %s', (_, results) => {
    validate(JSON.parse(codeScanningReport('sarif', results)))
    expect(validate.errors).toBeNull()
  })

  it.each([
    ['./hello/', 'hello/my%20page%2C1.html'],
    ['.', 'my%20page%2C1.html'],
    ['../hello', '../hello/my%20page%2C1.html'],
    ['/srv/hello', 'file:///srv/hello/my%20page%2C1.html'],
    ['/', 'file:///my%20page%2C1.html'],
    ['C:\\hello', 'file:///C:/hello/my%20page%2C1.html'],
    ['\\\\server\\games\\hello', 'file://server/games/hello/my%20page%2C1.html'],
    ['//srv/hello', 'file:////srv/hello/my%20page%2C1.html'],
  ])('names a file in %s as a URI', (path, uri) => {
    const [run] = JSON.parse(codeScanningReport('sarif', [{ ...RESULT, path }])).runs
    expect(run.results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri })
  })

  it('has one run a path, with the rules and where each problem is', () => {
    const log = JSON.parse(codeScanningReport('sarif', [RESULT]))
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'miniapp' } } }] })
    expect(log.runs[0].tool.driver.rules).toHaveLength(RULES.length)
    expect(log.runs[0].results).toEqual([
      {
        ruleId: 'html/remote-url',
        level: 'error',
        message: { text: '100 % wrong:\nreally. Mend it.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'hello/my%20page%2C1.html' },
              region: { startLine: 12, startColumn: 6 },
            },
          },
        ],
      },
      {
        ruleId: 'bundle/too-large',
        level: 'note',
        message: { text: 'Large. Run `miniapp pack`.' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'hello' } } }],
      },
    ])
  })
})
