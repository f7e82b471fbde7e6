import { describe, expect, it } from 'vitest'
import { reportEntry } from '../../../../src/simulator/server/app-reports/app-reports.js'

const adviceOn = (message: string): string | undefined =>
  reportEntry(
    { kind: 'rejection', message, source: null, line: null, column: null },
    1,
    'http://localhost:4849',
  ).why

describe('the advice on a sound that did not begin', () => {
  it.each([
    "NotAllowedError: play() failed because the user didn't interact with the document first.",
    'NotAllowedError: The play method is not allowed by the user agent or the platform in the current context.',
  ])('is about the first tap, not about denied features: %s', (message) => {
    expect(adviceOn(message)).toBe(
      'Browsers play sound only once the user has touched the app. Start it in a handler of the first tap, and catch the promise of `play()`.',
    )
  })

  it('is about the app itself where it stopped the sound', () => {
    expect(adviceOn('AbortError: The play() request was interrupted by a new load request.')).toBe(
      'The app paused or reloaded a sound that had not begun. Catch the promise of `play()`.',
    )
  })

  it('is about denied features where another one is refused', () => {
    expect(adviceOn('NotAllowedError: Permission denied')).toBe(
      'The sandbox denies every powerful feature (2.10).',
    )
  })
})
