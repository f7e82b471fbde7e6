import { describe, expect, it } from 'vitest'
import { type StillPicture, stillPicture } from '../../../src/playtest/still-picture.js'
import { flawOfTurned, ignoresTheme } from '../../../src/playtest/troubles/changes.js'

const CELLS = 64 * 64

const looks = (shade: number): { readonly still: StillPicture } => ({
  still: stillPicture([{ pixels: new Uint8Array(CELLS * 3).fill(shade), plain: true }]),
})

describe('an app whose theme changes', () => {
  it('6: follows it, unless it looks as before until it is opened again', () => {
    const [light, dark] = [looks(240), looks(20)]
    expect(ignoresTheme({ light, changed: light, dark })).toBe(true)
    expect(ignoresTheme({ light, changed: dark, dark })).toBe(false)
  })

  it('need not have two', () => {
    const light = looks(240)
    expect(ignoresTheme({ light, changed: light, dark: light })).toBe(false)
    expect(ignoresTheme({ light, changed: null, dark: looks(20) })).toBe(false)
  })
})

describe('2.10: a canvas on a phone that is turned', () => {
  const fits = { stretched: 1, isCutOff: false }

  it('is drawn again, not stretched', () => {
    expect(flawOfTurned(fits, { stretched: 4.68, isCutOff: false })).toBe('stretched 4.7 times')
    expect(flawOfTurned(fits, { stretched: 0.25, isCutOff: false })).toBe('stretched 4.0 times')
    expect(flawOfTurned(fits, { stretched: 1.02, isCutOff: false })).toBeNull()
  })

  it('stays in the frame', () => {
    expect(flawOfTurned(fits, { stretched: 1, isCutOff: true })).toBe(
      'larger than the frame, which does not scroll',
    )
  })

  it('may be drawn with other pixels, or be larger, where it was before', () => {
    const before = { stretched: 2, isCutOff: true }
    expect(flawOfTurned(before, { stretched: 3, isCutOff: true })).toBeNull()
  })
})
