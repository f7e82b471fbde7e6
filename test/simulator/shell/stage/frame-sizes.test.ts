import { describe, expect, it } from 'vitest'
import { FRAME_SIZES, sizeFor, whyNotShown } from '../../../../src/simulator/shell/stage/frame-sizes.js'

const shown = (orientation: 'portrait' | 'landscape' | 'any') =>
  FRAME_SIZES.filter((size) => whyNotShown(size, orientation) === null).map(({ id }) => id)

describe('2.2, 2.10: the sizes in which an app is shown, by its orientation', () => {
  it('any: all', () => {
    expect(shown('any')).toEqual(['narrow', 'phone', 'portrait', 'landscape', 'desktop'])
  })

  it('portrait: upright, and at most 450 pixels wide', () => {
    expect(shown('portrait')).toEqual(['narrow', 'phone', 'portrait'])
  })

  it('landscape: a rotated phone, and a desktop', () => {
    expect(shown('landscape')).toEqual(['landscape', 'desktop'])
  })

  it("falls back to a phone in the manifest's orientation", () => {
    expect(sizeFor('desktop', 'portrait').id).toBe('phone')
    expect(sizeFor('phone', 'landscape').id).toBe('landscape')
    expect(sizeFor('nonsense', 'any').id).toBe('phone')
    expect(sizeFor('desktop', 'any').id).toBe('desktop')
  })

  it('as high as the space: a landscape app fills all of it', () => {
    expect(sizeFor('portrait', 'portrait').id).toBe('portrait')
    expect(sizeFor('portrait', 'any').id).toBe('portrait')
    expect(sizeFor('portrait', 'landscape').id).toBe('desktop')
  })
})
