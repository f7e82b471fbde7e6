import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../src/host/log/call-log.js'
import { diagnose } from '../../../../src/simulator/shell/seat/diagnosis.js'
import type { OpenPage } from '../../../../src/simulator/shell/seat/seat-page.js'
import { callEntry, reportEntry } from '../../../support/cases/log-entries.js'

const BLANK: OpenPage = {
  kind: 'open',
  frame: 1,
  element: 1,
  url: 'http://localhost/',
  loaded: true,
  ready: false,
  covered: false,
  squeezed: false,
  overdue: false,
  openedAfter: 10,
}
const newestFirst = (...entries: LogEntry[]) => entries.reverse()

describe('4.2: an app that does not call ready gets a diagnosis', () => {
  it.each([
    ['it called ready', { ready: true }],
    ['the cover is still there', { covered: true }],
    ['the page still loads', { loaded: false }],
    ['its session is not open yet', { openedAfter: null }],
  ])('but not while %s', (_name, changes) => {
    expect(diagnose({ ...BLANK, ...changes }, newestFirst(reportEntry(11)))).toBeNull()
  })

  it('lists the problems in order, with location and fix', () => {
    const found = diagnose(
      BLANK,
      newestFirst(
        reportEntry(11, {
          kind: 'violation',
          message: 'Blocked.',
          file: 'index.html',
          line: 4,
          why: 'Put it in.',
        }),
        reportEntry(12),
      ),
    )
    expect(found?.causes).toEqual([
      { message: 'Blocked.', place: 'index.html:4', why: 'Put it in.' },
      { message: 'Phaser is not defined', place: 'game.js:3', why: null },
    ])
  })

  it('takes nothing from the page before', () => {
    const found = diagnose(BLANK, newestFirst(reportEntry(9), callEntry(10)))
    expect(found).toMatchObject({ title: 'The app has not made any calls', causes: [] })
  })

  it('omits uninformative problems if there are others', () => {
    const found = diagnose(
      BLANK,
      newestFirst(
        reportEntry(11, { kind: 'failed-file', message: 'a.js failed', file: null }),
        reportEntry(12, { message: 'Script error.', file: null, line: null }),
        reportEntry(13, { kind: 'violation', message: 'Blocked.', file: null, why: 'Put it in.' }),
      ),
    )
    expect(found?.causes.map(({ message }) => message)).toEqual(['Blocked.'])
  })

  it('shows uninformative problems if there are no others', () => {
    const found = diagnose(
      BLANK,
      newestFirst(reportEntry(11, { message: 'Script error.', file: null, line: null })),
    )
    expect(found?.causes).toEqual([{ message: 'Script error.', place: null, why: null }])
  })

  it('asks for ready if the app makes other calls', () => {
    const found = diagnose(BLANK, newestFirst(callEntry(11)))
    expect(found?.title).toBe('The app did not call ready()')
    expect(found?.causes).toEqual([])
  })

  it('reports a page that is still loading when it is overdue', () => {
    const loading = { ...BLANK, covered: true, loaded: false }
    expect(diagnose(loading, [])).toBeNull()
    expect(diagnose({ ...loading, openedAfter: null, overdue: true }, [])).toMatchObject({
      title: 'The app was not opened',
    })
    expect(diagnose({ ...loading, overdue: true }, [])).toMatchObject({ title: 'The app is still loading' })
    expect(diagnose({ ...BLANK, overdue: true, ready: true }, [])).toBeNull()
  })

  it('lists the check results if the app made no calls', () => {
    const problem = {
      rule: 'content/bytes-do-not-match',
      level: 'error',
      impact: null,
      file: 'bad.png',
      line: null,
      column: null,
      pointer: null,
      message: 'It is no picture.',
      fix: 'Export it again.',
      spec: '2.9',
    } as const
    expect(diagnose(BLANK, [], [{ ...problem, level: 'info' }, problem])).toMatchObject({
      title: 'The app has not made any calls',
      causes: [{ message: 'It is no picture.', place: 'bad.png', why: 'Export it again.' }],
    })
    expect(diagnose(BLANK, newestFirst(reportEntry(11)), [problem])?.causes).toHaveLength(1)
  })
})
