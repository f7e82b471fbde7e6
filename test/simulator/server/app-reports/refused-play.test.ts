import { describe, expect, it } from 'vitest'
import { reportEntry } from '../../../../src/simulator/server/app-reports/app-reports.js'

const adviceOn = (message: string, stack?: string): string | undefined =>
  reportEntry(
    {
      kind: 'rejection',
      message,
      source: null,
      line: null,
      column: null,
      ...(stack === undefined ? {} : { stack }),
    },
    1,
    'http://localhost:4849',
  ).why

/** As WebKit has it of every refusal. */
const REFUSED =
  'NotAllowedError: The request is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.'
const stackOf = (name: string): string =>
  `${name}@[native code]\nbegin@http://localhost:4849/ma_abcdefghij/1.0.0/game.js:2:63`
const TAP =
  'Browsers play sound only once the user has touched the app. Start it in a handler of the first tap, and catch the promise of `play()`.'
const STOPPED = 'The app paused or reloaded a sound that had not begun. Catch the promise of `play()`.'

describe('the advice on a sound that did not begin', () => {
  it.each([
    "NotAllowedError: play() failed because the user didn't interact with the document first.",
    'NotAllowedError: The play method is not allowed by the user agent or the platform in the current context.',
  ])('is about the first tap, not about denied features: %s', (message) => {
    expect(adviceOn(message)).toBe(TAP)
  })

  it('is about the first tap in WebKit, whose stack alone names the function', () => {
    expect(adviceOn(REFUSED, stackOf('play'))).toBe(TAP)
    const denied = 'The sandbox denies every powerful feature (2.10).'
    expect([adviceOn(REFUSED, stackOf('readText')), adviceOn(REFUSED)]).toEqual([denied, denied])
  })

  it('is about the app itself where it stopped the sound', () => {
    expect(adviceOn('AbortError: The play() request was interrupted by a new load request.')).toBe(STOPPED)
    const inFirefox =
      "AbortError: The fetching process for the media resource was aborted by the user agent at the user's request."
    expect(adviceOn(inFirefox)).toBe(STOPPED)
    expect(adviceOn('AbortError: The operation was aborted.', stackOf('play'))).toBe(STOPPED)
    expect(adviceOn('AbortError: The operation was aborted.', stackOf('fetch'))).not.toBe(STOPPED)
  })

  it('is about denied features where another one is refused', () => {
    expect(adviceOn('NotAllowedError: Permission denied')).toBe(
      'The sandbox denies every powerful feature (2.10).',
    )
  })
})
