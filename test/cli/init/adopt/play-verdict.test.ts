import { describe, expect, it } from 'vitest'
import { playVerdict } from '../../../../src/cli/init/adopt/play-verdict.js'
import type { PlaytestResult } from '../../../../src/playtest/playtest.js'

type Differences = NonNullable<PlaytestResult['original']>['differences']

const difference = (kind: Differences[number]['kind'], message: string): Differences[number] => ({
  kind,
  message,
  moment: 'first',
  pictures: null,
})

const problem = (
  rule: string,
  level: 'error' | 'warning',
  impact: 'breaks' | null,
  message: string,
): PlaytestResult['problems'][number] => ({
  rule,
  level,
  impact,
  file: null,
  line: null,
  column: null,
  pointer: null,
  message,
  fix: 'Fix it.',
  spec: '',
})

const ACCEPTED = { review: 'automatic', problems: [] } as const

const verdict = (
  differences: Differences,
  plays = true,
  rules: readonly string[] = [],
  check: Parameters<typeof playVerdict>[1] = ACCEPTED,
  obstacle: string | null = null,
) =>
  playVerdict(
    {
      original: { isOwn: false, name: 'game', plays, isTooSlow: false, withoutInternet: false, differences },
      problems: rules.map((rule) => problem(rule, 'error', null, `It breaks ${rule}.`)),
    },
    check,
    obstacle,
  )

/** An original that plays, as far as it does without the internet. */
const OFFLINE = {
  isOwn: false,
  name: 'game',
  plays: true,
  isTooSlow: false,
  withoutInternet: true,
  differences: [],
} as const

describe('how an app plays beside its original', () => {
  it('is as the original where nothing differs, even if both fail somewhere', () => {
    expect(verdict([], true, ['run/uncaught-error'])).toEqual({
      plays: 'as-original',
      sentence: 'It behaves like the original, which has the same error.',
    })
    expect(verdict([]).sentence).toBe('It behaves like the original.')
    expect(playVerdict({ original: OFFLINE, problems: [] }, ACCEPTED, null).sentence).toBe(
      'It behaves like the original, as far as the original works without the internet.',
    )
  })

  it('is not known where the sandbox blocks what the original would load from the internet', () => {
    const blocked = problem(
      'run/policy-violation',
      'error',
      null,
      'The sandbox blocked https://a.example/b.js.',
    )
    expect(playVerdict({ original: OFFLINE, problems: [blocked] }, ACCEPTED, null)).toEqual({
      plays: 'unknown',
      sentence:
        'It behaves like the original without the internet. With it, the original may do more: The sandbox blocked https://a.example/b.js.',
    })
  })

  it('is as the original where both lead to a page that is not there, or load for ever', () => {
    expect(verdict([], true, ['run/not-found']).plays).toBe('as-original')
    expect(verdict([], true, ['run/loads-forever', 'run/blank']).plays).toBe('as-original')
  })

  it('names every difference', () => {
    expect(verdict([difference('text', 'One.'), difference('not-kept', 'Two.')])).toEqual({
      plays: 'with-differences',
      sentence: 'It differs from the original: One. Two.',
    })
  })

  it('says why it does not play', () => {
    expect(verdict([difference('blocked', 'One.'), difference('empty', 'It is empty.')])).toEqual({
      plays: 'no',
      sentence: 'It does not work: It is empty.',
    })
    expect(verdict([], true, ['run/page-hangs'])).toEqual({
      plays: 'no',
      sentence: 'It does not work: It breaks run/page-hangs.',
    })
  })

  it('says that nothing was compared', () => {
    expect(verdict([], false, ['run/blank'])).toEqual({
      plays: 'unknown',
      sentence: 'The original shows nothing, so there was nothing to compare.',
    })
    const offline = { ...OFFLINE, plays: false }
    expect(playVerdict({ original: offline, problems: [] }, ACCEPTED, null).sentence).toBe(
      'The original shows nothing without the internet, so there was nothing to compare.',
    )
    expect(playVerdict({ original: { ...offline, isTooSlow: true }, problems: [] }, ACCEPTED, null)).toEqual({
      plays: 'unknown',
      sentence: 'The original took too long to load or to answer here, so there was nothing to compare.',
    })
    expect(playVerdict({ original: null, problems: [] }, ACCEPTED, null)).toEqual({
      plays: 'unknown',
      sentence: 'It was played, but the original could not be played for comparison.',
    })
  })
})

describe('an app that the check finds broken', () => {
  const broken = { review: 'automatic', problems: [problem('a/b', 'error', 'breaks', 'No script.')] } as const

  it('does not run where the original has the same errors', () => {
    expect(verdict([], true, ['run/uncaught-error'], broken)).toEqual({
      plays: 'no',
      sentence: 'It does not run, and neither does the original: No script.',
    })
    expect(verdict([], true, ['run/uncaught-error'], ACCEPTED, 'It needs a server.').sentence).toBe(
      'It does not run, and neither does the original: It needs a server.',
    )
  })

  it('may still run where no error is seen', () => {
    expect(verdict([], true, [], broken)).toEqual({
      plays: 'unknown',
      sentence: 'It behaved like the original here, but this would stop it: No script.',
    })
  })
})

describe('an app that the service refuses', () => {
  it('does not work yet, for what would also break it', () => {
    const problems = [
      problem('a/b', 'warning', 'breaks', 'A warning.'),
      problem('a/b', 'error', null, 'A sound.'),
      problem('a/b', 'error', 'breaks', 'A script.'),
    ]
    expect(verdict([], true, [], { review: 'refused', problems })).toEqual({
      plays: 'no',
      sentence: 'It does not work yet, since the service would refuse it: A script.',
    })
  })
})
