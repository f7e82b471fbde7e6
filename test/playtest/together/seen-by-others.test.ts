import { describe, expect, it } from 'vitest'
import { namelessShown } from '../../../src/playtest/together/seen-by-others.js'
import type { Player } from '../../../src/playtest/together/together.js'

/** What is said of a player in seat 2 without a nickname. @param before what seat 1 shows first @param after what it shows then */
const found = async (before: readonly string[], after: readonly string[]) => {
  let looks = 0
  const askApp = async () => {
    looks += 1
    return { lines: looks === 1 ? before : after }
  }
  const player = (seat: number) => ({ seat, window: { askApp } }) as unknown as Player
  const table = { players: [player(1), player(2)], signal: new AbortController().signal }
  return (await namelessShown(table, 2, 'index.html', async () => {})).map(({ message }) => message)
}

describe('4.8: a player without a nickname', () => {
  it('must not be called null', async () => {
    expect(await found(['Play'], ['Play', 'null has left.'])).toEqual([
      'Seat 1 shows "null has left.": seat 2 has no nickname.',
    ])
  })

  it('may be called something else, and an app may speak of null for another reason', async () => {
    expect(await found(['Play'], ['Play', 'Somebody has left.'])).toEqual([])
    expect(await found(['Nullify null'], ['Nullify null'])).toEqual([])
    expect(await found(['Play'], ['Play', 'nullable'])).toEqual([])
  })
})
