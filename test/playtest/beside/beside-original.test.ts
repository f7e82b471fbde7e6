import { describe, expect, it } from 'vitest'
import {
  type Beside,
  besideOriginal,
  type Comparison,
  differenceBreaches,
} from '../../../src/playtest/beside/beside-original.js'
import type { Visit } from '../../../src/playtest/beside/visit.js'
import type { PlacedVisit } from '../../../src/playtest/play-scenario.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const comparison = (isOwn: boolean): Comparison => ({
  name: 'game',
  isOwn,
  plays: true,
  isTooSlow: false,
  withoutInternet: false,
  differences: (['text', 'blocked', 'missing-file', 'error', 'sound'] as const).map((kind) => ({
    kind,
    message: `Another ${kind}.`,
    moment: 'first',
    pictures: null,
  })),
})

describe('the findings of a comparison', () => {
  it.each([
    [false, 'run/differs-from-original'],
    [true, 'run/differs-in-frame'],
  ] as const)('leave out what the log of the app reports for itself', (isOwn, rule) => {
    expect(differenceBreaches('index.html', comparison(isOwn)).map((one) => [one.rule, one.message])).toEqual(
      [
        [rule, 'Another text.'],
        [rule, 'Another sound.'],
      ],
    )
  })
})

describe('an original', () => {
  const look = (lines: readonly string[]): Visit['first'] => ({
    lines,
    bars: [],
    still: { cells: Array(100).fill([9, 9, 9]), plain: false },
    picture: new Uint8Array(),
  })
  const visit = (changes: Partial<Visit> = {}): PlacedVisit => ({
    first: look(['Snake']),
    played: look(['Score']),
    reloaded: look(['Snake']),
    reacted: true,
    playedMs: 5_000,
    missing: [],
    blocked: [],
    errors: [],
    sounds: [],
    place: { x: 0, y: 0, width: 390, height: 700, scale: 1, pixelRatio: 1 },
    ...changes,
  })
  const compared = async (here: Partial<Visit>, again: Partial<Visit>) => {
    let plays = 0
    const beside: Beside = {
      original: { name: 'game', entry: '/', read: async () => null },
      visit: async () => visit(),
      visitAgain: async () => {
        plays += 1
        return visit(again)
      },
      isPlayed: () => true,
    }
    const folder = await temporaryFolder()
    const found = await besideOriginal(
      beside,
      visit(here),
      { name: 'phone', frame: 'phone', theme: 'light', locale: 'en', platform: 'ios', owner: false },
      {
        seed: 1,
        seconds: 5,
        signal: new AbortController().signal,
        screenshots: null,
        pixelRatio: 1,
        trace: null,
        torture: null,
        pictures: folder,
        cwd: folder,
        onVisit: () => {},
      },
    )
    return { plays, kinds: found?.differences.map(({ kind }) => kind) }
  }

  it('is played once more where the app throws and it does not: it may throw at another moment', async () => {
    const errors = ['Uncaught TypeError: sound is null']
    expect(await compared({}, {})).toEqual({ plays: 0, kinds: [] })
    expect(await compared({ reacted: false }, {})).toEqual({ plays: 0, kinds: ['no-reaction'] })
    expect(await compared({ reacted: false, errors }, {})).toEqual({
      plays: 1,
      kinds: ['no-reaction', 'error'],
    })
    expect(await compared({ reacted: false, errors }, { errors })).toEqual({ plays: 1, kinds: [] })
  })
})
