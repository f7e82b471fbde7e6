import { describe, expect, it } from 'vitest'
import {
  commonPicture,
  type Frame,
  hasChanged,
  looksDifferent,
  stillPicture,
} from '../../src/playtest/still-picture.js'

/** A frame of ten by ten cells, black where nothing is drawn. */
const frame = (drawn: Readonly<Record<number, readonly [number, number, number]>> = {}): Frame => {
  const pixels = new Uint8Array(300)
  for (const [cell, colour] of Object.entries(drawn)) pixels.set(colour, Number(cell) * 3)
  return { pixels, plain: Object.keys(drawn).length === 0 }
}

const RED = [255, 0, 0] as const
const BLUE = [0, 0, 255] as const

describe('what stays the same over several frames', () => {
  it('leaves out what moves', () => {
    const { cells, plain } = stillPicture([frame({ 3: RED, 5: RED }), frame({ 4: RED, 5: [250, 2, 0] })])
    expect([cells[3], cells[4], cells[5], cells[6]]).toEqual([null, null, [255, 0, 0], [0, 0, 0]])
    expect(plain).toBe(false)
  })

  it('is plain where every frame is the same plain colour', () => {
    expect(stillPicture([frame(), frame()]).plain).toBe(true)
    const white: Frame = { pixels: new Uint8Array(300).fill(255), plain: true }
    expect(stillPicture([frame(), white]).plain, 'a flash').toBe(false)
  })

  it('has changed where a cell that rests has another colour, and not where it moves', () => {
    const before = stillPicture([frame({ 3: RED }), frame({ 4: RED })])
    expect(hasChanged(before, stillPicture([frame({ 3: BLUE })]))).toBe(false)
    expect(hasChanged(before, stillPicture([frame({ 9: [0, 0, 6] })]))).toBe(false)
    expect(hasChanged(before, stillPicture([frame({ 9: [0, 0, 20] })]))).toBe(true)
  })
})

describe('two pictures', () => {
  const still = (drawn: Parameters<typeof frame>[0]) => stillPicture([frame(drawn)])
  const game = { 1: RED, 2: RED, 3: RED, 4: BLUE, 5: BLUE, 6: BLUE }

  it('do not look different for a small part', () => {
    expect(looksDifferent(still(game), still(game))).toBe(false)
    expect(looksDifferent(still(game), still({ ...game, 4: RED, 5: RED }))).toBe(false)
  })

  it('look different where most of what is drawn is missing or has another colour', () => {
    expect(looksDifferent(still(game), still({ 1: RED }))).toBe(true)
    expect(looksDifferent(still(game), still({ 1: BLUE, 2: BLUE, 3: BLUE, 4: RED, 5: RED, 6: BLUE }))).toBe(
      true,
    )
  })

  it('are compared only where both rest, and where each is the same on two loads', () => {
    const board = commonPicture(still(game), still({ ...game, 1: BLUE, 2: BLUE, 3: BLUE }))
    expect(looksDifferent(board, still({ 4: BLUE, 5: BLUE, 6: BLUE }))).toBe(false)
  })
})
