import { expect, it } from 'vitest'
import { runTimeProblems } from '../../../../../src/simulator/shell/panels/app/run-time-problems.js'
import { createLogStore } from '../../../../../src/simulator/shell/stores/log-store.js'
import { callEntry, reportEntry } from '../../../../support/cases/log-entries.js'

it('lists each problem of the app once, and none from before', () => {
  const log = createLogStore((run) => run())
  log.add([
    reportEntry(1, { message: 'from before' }),
    callEntry(2),
    reportEntry(3, { why: 'Mend it.' }),
    reportEntry(4, { kind: 'violation', message: 'Blocked.', file: null, line: null, column: null }),
    reportEntry(5, { kind: 'console', message: 'a word' }),
    reportEntry(6, { why: 'Mend it.' }),
  ])
  expect(runTimeProblems(log.reports(2))).toEqual([
    {
      kind: 'error',
      message: 'Phaser is not defined',
      file: 'game.js',
      line: 3,
      column: 7,
      why: 'Mend it.',
      count: 2,
    },
    { kind: 'violation', message: 'Blocked.', file: null, line: null, column: null, why: null, count: 1 },
  ])
  log.replace([])
  expect(log.reports(0)).toEqual([])
})

it('keeps the latest thousand', () => {
  const log = createLogStore((run) => run())
  log.add(Array.from({ length: 5_000 }, (_, i) => reportEntry(i + 1)))
  expect(log.reports(0).map(({ seq }) => seq)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 4_001))
})
