import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/check/problem.js'
import { githubReport } from '../../src/check/report/github.js'
import { sarifReport } from '../../src/check/report/sarif.js'
import { suggestion } from '../../src/check/rule-suggestion.js'
import { RULES } from '../../src/check/rules/index.js'

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
      fix: '',
      spec: '8.1',
    },
  ],
  totals: { files: 1, bytes: 1, zipBytes: null },
}

describe('the report for GitHub', () => {
  it('is one command a problem, and no text can start another', () => {
    expect(githubReport([RESULT])).toBe(
      '::error file=hello/my page%2C1.html,line=12,col=6,title=html/remote-url::100 %25 wrong:%0Areally. Mend it.\n' +
        '::notice file=hello,title=bundle/too-large::Large.\n',
    )
  })
})

describe('the SARIF report', () => {
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
        message: { text: 'Large.' },
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
