import { describe, expect, it } from 'vitest'
import { type StillPicture, stillPicture } from '../../../src/playtest/still-picture.js'
import {
  addedUp,
  beginsAlike,
  flawOfTheme,
  flawOfTurned,
  shownAgain,
} from '../../../src/playtest/troubles/changes.js'

const CELLS = 64 * 64

const looks = (shade: number): { readonly still: StillPicture } => ({
  still: stillPicture([{ pixels: new Uint8Array(CELLS * 3).fill(shade), plain: true }]),
})

describe('an app whose theme changes', () => {
  const [light, half, dark] = [looks(240), looks(120), looks(20)]

  it('6: follows it, unless it looks as before until it is opened again', () => {
    expect(flawOfTheme({ light, changed: light, dark, again: light })).toMatch(/^keeps the light one/)
    expect(flawOfTheme({ light, changed: dark, dark, again: light })).toBeNull()
  })

  it('says nothing where it begins by chance', () => {
    const same = { light, changed: half, dark, again: light }
    expect(beginsAlike([same])).toBe(true)
    expect(beginsAlike([same, same])).toBe(true)
    expect(beginsAlike([same, { ...same, changed: dark }])).toBe(true)
    expect(beginsAlike([same, { ...same, dark: half }])).toBe(false)
    expect(beginsAlike([same, { ...same, light: half }])).toBe(false)
    expect(beginsAlike([same, { ...same, again: null }])).toBe(true)
    expect(beginsAlike([{ ...same, dark: null }])).toBe(false)
  })

  it('need not have two', () => {
    expect(flawOfTheme({ light, changed: light, dark: light, again: light })).toBeNull()
    expect(flawOfTheme({ light, changed: null, dark, again: light })).toBeNull()
  })

  it('6: follows it from its start', () => {
    expect(flawOfTheme({ light, changed: dark, dark: light, again: light })).toMatch(/^shows the light one/)
  })

  it('6: follows it with everything that it shows, not only with its texts', () => {
    expect(flawOfTheme({ light, changed: half, dark, again: light })).toMatch(/^follows only in part/)
    // It begins differently each time.
    expect(flawOfTheme({ light, changed: half, dark, again: half })).toBeNull()
    expect(flawOfTheme({ light, changed: half, dark: light, again: half })).toBeNull()
  })
})

describe('6: a handler of a change', () => {
  const rows = ['Player', 'ada', 'Theme', 'light']

  it('replaces what it has drawn before', () => {
    expect(shownAgain(rows, ['Player', 'ada', 'Theme', 'dark'])).toBeNull()
    expect(shownAgain(rows, [...rows, 'Player', 'ada', 'Theme', 'dark'])).toBe('Player')
    expect(shownAgain(rows, [...rows, 'The theme has changed.', 'Theme'])).toBeNull()
  })
})

describe('2.10: a canvas on a phone that is turned', () => {
  const fits = { stretched: 1, isCutOff: false, isPlain: false, scale: 1 }

  it('is drawn again, not stretched', () => {
    expect(flawOfTurned(fits, { ...fits, stretched: 4.68, isCutOff: false })).toBe('stretched 4.7 times')
    expect(flawOfTurned(fits, { ...fits, stretched: 0.25, isCutOff: false })).toBe('stretched 4.0 times')
    expect(flawOfTurned(fits, { ...fits, stretched: 1.02, isCutOff: false })).toBeNull()
  })

  it('stays in the frame', () => {
    expect(flawOfTurned(fits, { ...fits, stretched: 1, isCutOff: true })).toBe(
      'larger than the frame, which does not scroll',
    )
  })

  it('may be drawn with other pixels, or be larger, where it was before', () => {
    const before = { stretched: 2, isCutOff: true, isPlain: null, scale: null }
    expect(flawOfTurned(before, { ...before, stretched: 3 })).toBeNull()
  })

  it('is not empty afterwards', () => {
    expect(flawOfTurned(fits, { ...fits, isPlain: true })).toBe('gone')
    for (const isPlain of [true, null])
      expect(flawOfTurned({ ...fits, isPlain }, { ...fits, isPlain: true })).toBeNull()
  })
})

describe('a canvas that is turned back again and again', () => {
  it('is larger by the same each time where its scales add up', () => {
    expect(addedUp([1, 2.25, 5.0625])).toBe(2.25)
    expect(addedUp([2, 4, 8])).toBe(2)
  })

  it('may be drawn in other scales', () => {
    expect(addedUp([1, 1, 1])).toBeNull()
    expect(addedUp([1, 2, 2])).toBeNull()
    expect(addedUp([1, 1.5, 1])).toBeNull()
    expect(addedUp([1, 1.4, 1.9])).toBeNull()
    expect(addedUp([1, 2, null])).toBeNull()
    expect(addedUp([0, 2, 4])).toBeNull()
  })
})
