import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArrangeOptions, arrange } from '../../../../src/simulator/shell/stage/arrangement.js'
import { runs } from '../../../support/vitest/runs.js'

const PHONE = { width: 410, height: 912 }

const phones = (count: number, changes: Partial<ArrangeOptions> = {}) =>
  arrange({
    count,
    room: { width: 900, height: 800 },
    wanted: PHONE,
    fit: true,
    headHeight: count > 1 ? 32 : 0,
    gap: 16,
    ...changes,
  })

describe('the arrangement of frames', () => {
  it('one fills the space, or is scaled down to fit', () => {
    expect(phones(1).columns).toBe(1)
    expect(phones(1).scale).toBeCloseTo(800 / 912)
    expect(phones(1, { wanted: { width: null, height: null } })).toEqual({
      columns: 1,
      scale: 1,
      frame: { width: 900, height: 800 },
    })
  })

  it.each([
    [2, 2],
    [3, 3],
    [4, 4],
    [6, 3],
    [8, 4],
  ])('%i phones stand in %i columns of a desktop’s window', (count, columns) => {
    expect(phones(count).columns).toBe(columns)
  })

  it('of equals, the more even one: six in two rows of three', () => {
    expect(phones(6, { room: { width: 4_000, height: 800 } }).columns).toBe(6)
    expect(phones(6, { room: { width: 2_000, height: 2_000 } }).columns).toBe(3)
  })

  it('rotated phones are in fewer columns', () => {
    expect(phones(4, { wanted: { width: 864, height: 458 } }).columns).toBe(2)
  })

  it('unscaled, as many are in a row as fit', () => {
    expect(phones(4, { fit: false })).toMatchObject({ columns: 2, scale: 1 })
    expect(phones(4, { fit: false, room: { width: 300, height: 800 } })).toMatchObject({ columns: 1 })
  })

  it('all scaled frames fit, unless they would be too small', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 320, max: 3_000 }),
        fc.integer({ min: 320, max: 2_000 }),
        fc.constantFrom(
          PHONE,
          { width: 864, height: 458 },
          { width: 452, height: null },
          { width: null, height: null },
        ),
        (count, width, height, wanted) => {
          const { columns, scale, frame } = phones(count, { room: { width, height }, wanted })
          const rows = Math.ceil(count / columns)
          const wide = columns * frame.width * scale + (columns - 1) * 16
          const high = rows * (frame.height * scale + (count > 1 ? 32 : 0)) + (rows - 1) * 16
          expect(scale).toBeLessThanOrEqual(1)
          if (columns > 1) expect(wide).toBeLessThanOrEqual(width + 0.01)
          if (scale > 0.41) expect(high).toBeLessThanOrEqual(height + 0.01)
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
