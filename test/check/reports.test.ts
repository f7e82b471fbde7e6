import { readFileSync } from 'node:fs'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/check/problem.js'
import { githubReport } from '../../src/check/report/github.js'
import { sarifReport } from '../../src/check/report/sarif.js'
import { textReport } from '../../src/check/report/text.js'
import { suggestion } from '../../src/check/rule-suggestion.js'
import { RULES } from '../../src/check/rules/index.js'
import { styles } from '../../src/terminal/style.js'

const RESULT: CheckResult = {
  schema: 1,
  path: './hello',
  kind: 'folder',
  ok: false,
  review: 'refused',
  app: null,
  problems: [
    {
      rule: 'html/remote-url',
      level: 'error',
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
        '  mend the error first.',
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

describe('the report for GitHub', () => {
  it('is one command a problem, and no text can start another', () => {
    expect(githubReport([RESULT])).toBe(
      '::error file=hello/my page%2C1.html,line=12,col=6,title=html/remote-url::100 %25 wrong:%0Areally. Mend it.\n' +
        '::notice file=hello,title=bundle/too-large::Large. Run `miniapp pack`.\n',
    )
  })
})

describe('the reports of a zip', () => {
  it('blame the zip, which has no lines, and say in the text where in it the problem is', () => {
    expect(githubReport([ZIPPED])).toBe(
      '::error file=out/app.zip,title=html/remote-url::my page,1.html:12:6: 100 %25 wrong:%0Areally. Mend it.\n' +
        '::notice file=out/app.zip,title=bundle/too-large::Large. Run `miniapp pack`.\n',
    )
    expect(JSON.parse(sarifReport([ZIPPED])).runs[0].results[0]).toMatchObject({
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
    validate(JSON.parse(sarifReport(results)))
    expect(validate.errors).toBeNull()
  })

  it.each([
    ['./hello/', 'hello/my%20page%2C1.html'],
    ['.', 'my%20page%2C1.html'],
    ['../hello', '../hello/my%20page%2C1.html'],
    ['/srv/hello', 'file:///srv/hello/my%20page%2C1.html'],
    ['/', 'file:///my%20page%2C1.html'],
    ['C:\\hello', 'file:///C:/hello/my%20page%2C1.html'],
  ])('names a file in %s as a URI', (path, uri) => {
    const [run] = JSON.parse(sarifReport([{ ...RESULT, path }])).runs
    expect(run.results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri })
  })

  it('has one run a path, with the rules and where each problem is', () => {
    const log = JSON.parse(sarifReport([RESULT]))
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

describe('a mistyped rule', () => {
  it.each([
    ['html/remote-urls', 'html/remote-url'],
    ['remote-elsewhere', 'html/remote-elsewhere'],
    ['nothing/like/it', null],
  ])('%s', (typed, meant) => {
    expect(
      suggestion(
        typed,
        RULES.map(({ id }) => id),
      ),
    ).toBe(meant)
  })
})
