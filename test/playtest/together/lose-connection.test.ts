import { describe, expect, it } from 'vitest'
import { seen } from '../../../src/playtest/page/seen.js'
import { loseConnection } from '../../../src/playtest/together/lose-connection.js'
import type { Player, Table } from '../../../src/playtest/together/together.js'

/** What is said of an app in seat 2. @param later what it shows once the connection is lost @param method what it calls then */
const found = async ({
  lines = ['Time: #', 'Players: 2'],
  later = null as readonly string[] | null,
  method = 'multiplayer.send',
  isIn = true,
  hasCanvas = false,
} = {}) => {
  let isDropped = false
  let time = 40
  const player = {
    seat: 2,
    window: {
      askApp: async (question: unknown) => {
        time -= 1
        const now = (isDropped ? (later ?? lines) : lines).map((line) => line.replace('#', String(time)))
        return question === seen ? { lines: now } : hasCanvas ? {} : null
      },
    },
  } as unknown as Player
  const table = {
    signal: new AbortController().signal,
    client: {
      calls: async () => (isDropped ? [{ kind: 'call', seq: 9, seat: 2, method }] : []),
      dropConnection: async () => {
        isDropped = true
        return isIn
      },
    },
  } as unknown as Table
  return (await loseConnection(table, player, 'index.html', async () => {})).map(({ message }) => message)
}

describe('a match that is over for a player who lost the connection', () => {
  it('is reported where the app shows the same as before', async () => {
    expect(await found()).toEqual([
      'Seat 2 lost the connection, so that the match is over for it, but its app still shows the same as before, such as "Time: 38".',
    ])
  })

  it('may be said, or entered again', async () => {
    expect(await found({ later: ['You lost your connection.'] })).toEqual([])
    expect(await found({ later: ['Time: #', 'Players: 1'] })).toEqual([])
    expect(await found({ method: 'multiplayer.join' })).toEqual([])
  })

  it('is not looked at where nobody can say', async () => {
    expect(await found({ isIn: false })).toEqual([])
    expect(await found({ hasCanvas: true })).toEqual([])
    expect(await found({ lines: ['You win'], later: ['You win'] })).toEqual([])
  })
})
