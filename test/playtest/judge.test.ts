import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../src/host/log/call-log.js'
import { judge, type Measures } from '../../src/playtest/judge.js'
import { problemsOf } from '../../src/playtest/problems.js'
import { PLAYTEST_RULES } from '../../src/playtest/rules.js'

const FINE: Measures = {
  readyMs: 120,
  blank: false,
  content: { width: 320, widest: '<main>' },
  heap: [10_000_000, 9_000_000, 12_000_000, 11_000_000],
  longFrames: [],
  crashed: false,
  views: { first: null, played: null, reacted: true, playedMs: 0 },
}

const common = { seq: 1, at: '2026-01-01T00:00:00.000Z', seat: 1 }
const call = (error?: { code: 'INVALID' | 'BUSY' | 'NEEDS_TAP'; message: string }): LogEntry => ({
  ...common,
  kind: 'call',
  id: '1',
  method: 'pay',
  wire: 'pay',
  params: {},
  ms: 1,
  bytes: 10,
  gesture: false,
  ...(error === undefined ? { result: {} } : { error, why: 'Call it from a tap.' }),
})

const rulesOf = (log: readonly LogEntry[], measures: Partial<Measures> = {}) =>
  judge('index.html', log, { ...FINE, ...measures }).map(({ rule }) => rule)

describe('the problems of a run', () => {
  it('are none if all went well, and if the host refused for reasons expected in a game', () => {
    expect(rulesOf([call(), call({ code: 'BUSY', message: 'A sheet is open.' })])).toEqual([])
  })

  it.each([
    [
      "NotAllowedError: play() failed because the user didn't interact with the document first. https://goo.gl/xX8pDD",
      'NotAllowedError: play() failed\n    at begin (game.js:2:63)',
    ],
    [
      'NotAllowedError: The play method is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.',
      '',
    ],
    [
      'NotAllowedError: The request is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.',
      'play@[native code]\nbegin@game.js:2:63',
    ],
    [
      'AbortError: The play() request was interrupted by a call to pause(). https://goo.gl/LdLk22',
      'AbortError: The play() request was interrupted',
    ],
  ])('do not call it broken that a sound did not begin: %s', (message, stack) => {
    const entry: LogEntry = {
      ...common,
      kind: 'rejection',
      message,
      stack,
      file: null,
      line: null,
      column: null,
    }
    expect(judge('index.html', [entry], FINE)).toEqual([
      {
        rule: 'run/sound-refused',
        file: null,
        line: null,
        column: null,
        message,
        fix: 'Play sounds from the first tap on, and catch the promise of play().',
        entries: [1],
      },
    ])
  })

  it.each(['error', 'rejection', 'violation', 'failed-file'] as const)(
    'include each report of %s with its location',
    (kind) => {
      const entry: LogEntry = {
        ...common,
        kind,
        message: 'It broke.',
        file: 'game.js',
        line: 3,
        column: 7,
        why: 'Do this.',
      }
      const [breach, ...others] = judge('index.html', [entry], FINE)
      expect(others).toEqual([])
      expect(breach).toMatchObject({
        file: 'game.js',
        line: 3,
        column: 7,
        message: 'It broke.',
        fix: 'Do this.',
      })
    },
  )

  it.each([
    ['lang/ar.json', 'ar-EG', []],
    ['i18n/messages.de-DE.properties', 'de-DE', []],
    ['lang/ar.json', 'en', ['run/failed-file']],
    ['lang/en.json', 'en', ['run/failed-file']],
    ['levels/archer.json', 'ar-EG', ['run/failed-file']],
    ['art/ar/hero.png', 'ar-EG', ['run/failed-file']],
  ])('leave out texts that an app may not have in a language: %s in %s', (path, locale, rules) => {
    const message = `The app requested ${path}, which does not exist.`
    const entry: LogEntry = {
      ...common,
      kind: 'failed-file',
      message,
      file: path,
      line: null,
      column: null,
      why: '',
    }
    expect(judge('index.html', [entry], FINE, false, locale).map(({ rule }) => rule)).toEqual(rules)
  })

  it.each([
    ['https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js', 'run/tracker-blocked'],
    ['https://cdn.example/plugin.js', 'run/policy-violation'],
  ])('tell blocked ads and counters from what an app needs: %s', (url, rule) => {
    const entry: LogEntry = {
      ...common,
      kind: 'violation',
      message: `The sandbox blocked ${url} (script-src-elem).`,
      file: null,
      line: null,
      column: null,
    }
    expect(judge('index.html', [entry], FINE).map((one) => one.rule)).toEqual([rule])
  })

  it('are one for all that the sandbox blocks of one host', () => {
    const blocked = (url: string, seq: number): LogEntry => ({
      ...common,
      seq,
      kind: 'violation',
      message: `The sandbox blocked ${url} (img-src).`,
      file: null,
      line: null,
      column: null,
    })
    const log = [
      blocked('https://a.example/liam.svg?x=1', 1),
      blocked('https://a.example/leo.svg', 2),
      blocked('https://b.example/1.png', 3),
      blocked('https://b.example/2.png', 4),
    ]
    const breaches = judge('index.html', log, FINE)
    expect(
      problemsOf([{ browser: 'Chromium 1', scenario: 'phone', breaches }]).map((one) => one.message),
    ).toEqual([
      'The sandbox blocked https://a.example/liam.svg?x=1 (img-src), and 1 more of this host.',
      'The sandbox blocked https://b.example/1.png (img-src).',
    ])
  })

  it.each(['Uncaught unwind', 'Uncaught SimulateInfiniteLoop', 'uncaught exception: unwind'])(
    'do not include what a compiled program throws to go on: %s',
    (message) => {
      const entry: LogEntry = {
        ...common,
        kind: 'error',
        message,
        file: 'game.js',
        line: 1,
        column: 1,
        why: '',
      }
      expect(judge('index.html', [entry], FINE)).toEqual([])
    },
  )

  it('7: include a call refused because of the app, and a dropped message', () => {
    const names = { method: 'share', wire: 'share' } as const
    const dropped: LogEntry = { ...common, seq: 2, kind: 'dropped', ...names, bytes: 99, why: 'Too large.' }
    expect(judge('index.html', [call({ code: 'NEEDS_TAP', message: 'No tap.' }), dropped], FINE)).toEqual([
      {
        rule: 'run/call-refused',
        file: null,
        line: null,
        column: null,
        message: 'pay was refused with NEEDS_TAP: No tap.',
        fix: 'Call it from a tap.',
        entries: [1],
      },
      {
        rule: 'run/call-dropped',
        file: null,
        line: null,
        column: null,
        message: 'A message of the app (share) was dropped: Too large.',
        fix: 'Send less at a time, through the SDK.',
        entries: [2],
      },
    ])
  })

  it('4.2: include a missing ready, and one after the cover disappeared at 3 s', () => {
    expect(rulesOf([], { readyMs: null })).toEqual(['run/ready-missing'])
    expect(rulesOf([], { readyMs: 3_000 })).toEqual([])
    expect(rulesOf([], { readyMs: 3_001 })).toEqual(['run/ready-late'])
  })

  it('2.10: include a page wider than 320 pixels, if measured', () => {
    expect(rulesOf([], { content: { width: 321, widest: '<a>' } })).toEqual([])
    expect(rulesOf([], { content: { width: 322, widest: '<a>' } })).toEqual(['run/too-wide'])
    expect(rulesOf([], { content: null })).toEqual([])
  })

  it('include a blank first frame, and a crash', () => {
    expect(rulesOf([], { blank: true, crashed: true })).toEqual(['run/blank', 'run/page-crashed'])
  })

  it('include memory that only grows, by much', () => {
    const MB = 1_048_576
    expect(rulesOf([], { heap: [10 * MB, 12 * MB, 14 * MB, 15 * MB] })).toEqual(['run/memory-grows'])
    expect(rulesOf([], { heap: [10 * MB, 12 * MB, 11 * MB, 15 * MB] })).toEqual([])
    expect(rulesOf([], { heap: [10 * MB, 11 * MB, 12 * MB, 13 * MB] })).toEqual([])
    expect(rulesOf([], { heap: [10 * MB, 20 * MB] })).toEqual([])
  })

  it('include rendering blocked for 250 ms or more, three times', () => {
    const frame = (milliseconds: number) => ({ milliseconds, file: 'a.js' })
    expect(rulesOf([], { longFrames: [frame(250), frame(400), frame(249)] })).toEqual([])
    const [breach] = judge('index.html', [], { ...FINE, longFrames: [frame(250), frame(400), frame(300)] })
    expect(breach).toMatchObject({ rule: 'run/long-frames', file: 'a.js' })
  })

  it("are listed once for all scenarios, with the scenarios' names and log entries, sorted as in check", () => {
    const breach = (rule: 'run/blank' | 'run/too-wide', message: string, entries?: readonly number[]) => ({
      rule,
      file: 'index.html',
      line: null,
      column: null,
      message,
      fix: 'Mend it.',
      ...(entries === undefined ? {} : { entries }),
    })
    const again = Array.from({ length: 30 }, (_, index) => breach('run/too-wide', `${index} wide.`, [index]))
    const problems = problemsOf([
      {
        browser: 'Firefox 140',
        scenario: 'phone',
        breaches: [breach('run/too-wide', '400 wide.'), breach('run/blank', 'Blank.')],
      },
      { browser: 'Firefox 140', scenario: 'narrow', breaches: again },
    ])
    expect(problems).toEqual([
      {
        rule: 'run/blank',
        level: 'error',
        impact: 'degrades',
        file: 'index.html',
        line: null,
        column: null,
        pointer: null,
        message: 'Blank. (In phone.)',
        fix: 'Mend it.',
        spec: '4.2',
        where: [{ browser: 'Firefox 140', scenario: 'phone', entries: [] }],
      },
      {
        rule: 'run/too-wide',
        level: 'warning',
        impact: 'degrades',
        file: 'index.html',
        line: null,
        column: null,
        pointer: null,
        message: '400 wide.',
        fix: 'Mend it.',
        spec: '2.10',
        where: [
          { browser: 'Firefox 140', scenario: 'phone', entries: [] },
          // The first of many are enough.
          { browser: 'Firefox 140', scenario: 'narrow', entries: [...Array(20).keys()] },
        ],
      },
    ])
  })

  it('name the first scenario only of what may be in sight for a moment', () => {
    const broken = [
      { rule: 'run/broken-value', file: null, line: null, column: null, message: 'NaN.', fix: 'Fix it.' },
    ] as const
    const run = (scenario: string, isBroken: boolean) => ({
      browser: 'Chromium 150',
      scenario,
      breaches: isBroken ? [...broken, ...broken] : [],
    })
    const [first, ...others] = problemsOf([run('phone', false), run('rounds', true), run('reopened', true)])
    expect(others).toEqual([])
    expect(first).toMatchObject({
      message: 'NaN. (In rounds.)',
      where: [{ browser: 'Chromium 150', scenario: 'rounds', entries: [] }],
    })
  })

  it('name the browsers where there are several, and their scenarios where it is not all of them', () => {
    const blank = [
      { rule: 'run/blank', file: 'index.html', line: null, column: null, message: 'Blank.', fix: 'Fix it.' },
    ] as const
    const run = (browser: string, scenario: string, isBlank: boolean) => ({
      browser,
      scenario,
      breaches: isBlank ? blank : [],
    })
    const messages = (...blankIn: readonly string[]): readonly string[] =>
      problemsOf(
        ['Chromium 150', 'Firefox 140'].flatMap((browser) =>
          ['phone', 'narrow'].map((scenario) =>
            run(browser, scenario, blankIn.includes(`${browser} ${scenario}`)),
          ),
        ),
      ).map(({ message }) => message)
    expect(messages('Firefox 140 phone', 'Firefox 140 narrow')).toEqual(['Blank. (In Firefox 140.)'])
    expect(messages('Chromium 150 narrow', 'Firefox 140 phone', 'Firefox 140 narrow')).toEqual([
      'Blank. (In Chromium 150: narrow. In Firefox 140.)',
    ])
    expect(
      messages('Chromium 150 phone', 'Chromium 150 narrow', 'Firefox 140 phone', 'Firefox 140 narrow'),
    ).toEqual(['Blank.'])
  })

  it('have a text for every rule, with a unique ID', () => {
    const ids = PLAYTEST_RULES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, breach, why, remedy } of PLAYTEST_RULES) {
      expect(id).toMatch(/^run\/[a-z-]+$/)
      for (const text of [breach, why, remedy]) expect(text).toMatch(/\.$/)
    }
  })
})
