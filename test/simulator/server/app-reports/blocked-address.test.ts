import { describe, expect, it } from 'vitest'
import { reportEntry } from '../../../../src/simulator/server/app-reports/app-reports.js'

const BUNDLE = 'http://localhost:4849'

const adviceOn = (blocked: string, directive = 'connect-src') =>
  reportEntry(
    { kind: 'violation', message: 'Blocked.', source: null, line: null, column: null, directive, blocked },
    1,
    BUNDLE,
  ).why

describe('2.10: the advice on a request that was blocked', () => {
  it.each(['http://127.0.0.1:3000/api/scores', 'http://localhost:3000/api', 'https://api.example/', 'data'])(
    'is about the network where it goes to another server: %s',
    (blocked) => {
      expect(adviceOn(blocked)).toMatch(/^Mini apps have no network/)
    },
  )

  it('is about the path where it goes to the app’s own server, outside the app’s folder', () => {
    expect(adviceOn(`${BUNDLE}/levels.json`)).toMatch(/starts with \//)
    expect(adviceOn(`${BUNDLE}/art/a.png`, 'img-src')).toMatch(/starts with \//)
  })

  it('is about the app’s own pages where it would leave the frame', () => {
    expect(adviceOn(`${BUNDLE}/other`, 'frame-src')).toBe(
      'A mini app cannot use frames, and cannot leave its own pages (2.10).',
    )
  })
})
