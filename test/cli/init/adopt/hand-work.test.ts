import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../../src/check/problem.js'
import { briefly, handWork } from '../../../../src/cli/init/adopt/hand-work.js'

const problem = (message: string, column: number, changes: Partial<Problem> = {}): Problem => ({
  rule: 'script/download',
  level: 'warning',
  impact: 'degrades',
  file: 'engine.js',
  line: 1,
  column,
  pointer: null,
  message,
  fix: 'Remove it.',
  spec: '2.10',
  ...changes,
})

const workOf = (problems: readonly Problem[]) =>
  handWork({
    obstacles: [],
    notes: [],
    missing: [],
    doubts: [],
    check: { ...CHECKED, problems },
  })

const CHECKED: Parameters<typeof handWork>[0]['check'] = {
  schema: 1,
  path: 'app',
  kind: 'folder',
  app: null,
  totals: { files: 1, bytes: 1, zipBytes: null },
  review: 'automatic',
  ok: true,
  runs: true,
  problems: [],
}

const SENSORS = 'The event devicemotion does not fire in a mini app: the host denies sensors.'
const DOWNLOAD = 'This download does nothing: a mini app cannot download files.'

describe('what is left to do by hand, in brief', () => {
  it('is one item for all that does nothing in packed code', () => {
    const work = workOf([
      problem(SENSORS, 40),
      problem(DOWNLOAD, 90_000),
      problem(DOWNLOAD, 4, { file: 'own.js' }),
      problem('window.open() does not work.', 7_000, { impact: 'fails-if-used' }),
    ])
    expect(briefly(work).map(({ message, fix, place }) => [message, fix, place])).toEqual([
      ['window.open() does not work.', 'Remove it.', 'engine.js:1'],
      [
        '2 things do nothing in packed code, as of an engine.',
        'Look whether the game misses them: sensors, download. --verbose lists them.',
        'engine.js:1',
      ],
      [DOWNLOAD, 'Remove it.', 'own.js:1'],
    ])
  })

  it('says a single one itself, and all that people have written', () => {
    for (const problems of [
      [problem(DOWNLOAD, 90_000)],
      [problem(SENSORS, 40), problem(DOWNLOAD, 90, { line: 2 })],
    ]) {
      const work = workOf(problems)
      expect(briefly(work)).toEqual(work)
    }
  })
})
