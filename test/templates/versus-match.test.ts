import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/vitest/runs.js'

/** The template's match, as far as its page and a test see it. */
interface Match {
  readonly phase: 'lobby' | 'playing' | 'result'
  readonly board: string
  readonly slots: readonly (string | null)[]
  readonly turn: number
  readonly canTake: boolean
  readonly isHost: boolean
  take(tile: number): boolean
  start(): void
  tick(): void
  joined(player: Player): void
  left(player: Player): void
  hostIs(id: string): void
  message(from: string, data: unknown): void
}

interface Player {
  readonly id: string
  readonly nickname: string | null
}

interface Template {
  claim(board: string, tile: number, slot: number): string | null
  leaders(board: string, slots: readonly (string | null)[]): number[]
  bestTile(board: string, slot: number): number
  emptyBoard(players: number): string
  newMatch(match: object, world: object): Match
}

const read = (file: string) =>
  readFileSync(new URL(`../../templates/versus/${file}`, import.meta.url), 'utf8')

const { claim, leaders, bestTile, emptyBoard, newMatch } = runInThisContext(
  `(() => { ${read('rules.js')}; ${read('match.js')}
  return { claim, leaders, bestTile, emptyBoard, newMatch: (match, world) => new Match(match, world) } })()`,
) as Template

/** A board of 8 by 8 with these rows at its top. */
const boardOf = (...rows: string[]) =>
  rows
    .map((row) => row.padEnd(8, '.'))
    .join('')
    .padEnd(64, '.')

describe('the rules of the versus template', () => {
  it('take a free tile, and no other', () => {
    expect(claim(boardOf('.1'), 0, 0)).toBe(boardOf('01'))
    expect(claim(boardOf('.1'), 1, 0)).toBeNull()
    expect(claim(boardOf(), 64, 0)).toBeNull()
    expect(claim(boardOf(), -1, 0)).toBeNull()
  })

  it('turn over every line between two tiles of the same slot, in all directions together', () => {
    const before = boardOf('0.0.0', '.121', '01.10', '.112', '0.2.0')
    expect(claim(before, 18, 0)).toBe(boardOf('0.0.0', '.000', '00000', '.010', '0.2.0'))
  })

  it('turn nothing over at the edge, or over a free tile', () => {
    expect(claim(boardOf('.11'), 0, 0)).toBe(boardOf('011'))
    expect(claim(boardOf('.1.0'), 0, 0)).toBe(boardOf('01.0'))
    expect(claim(boardOf('......11', '0'), 5, 0)).toBe(boardOf('.....011', '0'))
  })

  it('name the player with most tiles, or all of them at a draw', () => {
    const slots = ['a', 'b', null, null, null, null, null, null]
    expect(leaders(boardOf('0011.1'), slots)).toEqual([1])
    expect(leaders(boardOf('0.1.22'), slots)).toEqual([0, 1])
  })

  it('let the robot take what wins most', () => {
    expect(bestTile(boardOf('1000.', '.0'), 1)).toBe(4)
  })
})

interface Letter {
  readonly from: string
  readonly to: string | null
  readonly data: unknown
}

/** Players of one match, and a network that delivers when it is told to, in order, or loses a message. */
class Room {
  clock = 1_000_000
  readonly matches = new Map<string, Match>()
  readonly letters: Letter[] = []
  sizes: number[] = []
  host = 'p0'

  constructor(count: number) {
    for (let index = 0; index < count; index++) this.enter(`p${index}`)
    this.deliver()
  }

  enter(id: string): void {
    const players = [...this.matches.keys(), id].map((each) => ({ id: each, nickname: `N${each}` }))
    const match = newMatch(
      { code: 'ABCDEF', me: id, host: this.host, public: false, players },
      {
        now: () => this.clock,
        onChange: () => undefined,
        send: (data: unknown, to?: string) => {
          this.sizes.push(JSON.stringify(data).length)
          this.letters.push({ from: id, to: to ?? null, data: structuredClone(data) })
        },
      },
    )
    this.matches.set(id, match)
    for (const [other, theirs] of this.matches) if (other !== id) theirs.joined({ id, nickname: `N${id}` })
  }

  leave(id: string): void {
    this.matches.delete(id)
    for (const match of this.matches.values()) match.left({ id, nickname: null })
    if (id !== this.host) return
    this.host = [...this.matches.keys()][0] ?? ''
    for (const match of this.matches.values()) match.hostIs(this.host)
  }

  deliver(loses: () => boolean = () => false): void {
    for (let letter = this.letters.shift(); letter !== undefined; letter = this.letters.shift())
      for (const [id, match] of this.matches)
        if (id !== letter.from && (letter.to ?? id) === id && !loses())
          match.message(letter.from, letter.data)
  }

  pass(milliseconds: number): void {
    this.clock += milliseconds
    for (const match of this.matches.values()) match.tick()
  }

  of(id: string): Match {
    const match = this.matches.get(id)
    if (match === undefined) throw new Error(`${id} is not in the room.`)
    return match
  }

  /** What each player knows. */
  known(): readonly unknown[] {
    return [...this.matches.values()].map(({ phase, board, slots, turn }) => ({ phase, board, slots, turn }))
  }
}

const expectAgreement = (room: Room) => {
  const [first, ...others] = room.known()
  for (const other of others) expect(other).toEqual(first)
}

describe('a match of the versus template', () => {
  it('starts when the host says so, after a countdown, and ends in time with the same result for all', () => {
    const room = new Room(3)
    room.of('p1').start()
    expect(room.of('p1').phase).toBe('lobby')
    room.of('p0').start()
    room.deliver()
    expect(room.of('p2').phase).toBe('playing')
    expect(room.of('p2').take(5)).toBe(false)
    room.pass(3_000)
    expect(room.of('p2').take(5)).toBe(true)
    room.deliver()
    expect(room.of('p1').board[5]).toBe('2')
    // One tile a second for everyone; more messages from a player are ignored.
    expect(room.of('p2').take(6)).toBe(false)
    room.of('p0').message('p2', { t: 'want', tile: 6 })
    room.deliver()
    expect(room.of('p0').board[6]).toBe('.')
    room.pass(45_000)
    room.deliver()
    expect(room.of('p1').phase).toBe('result')
    expectAgreement(room)
  })

  it('8.3: all know the same within a heartbeat, for any lost messages and any players who come and go', () => {
    const act = fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: fc.constant('take'), who: fc.nat(7), tile: fc.nat(99) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass'), who: fc.nat(7), tile: fc.nat(3_000) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), who: fc.nat(7), tile: fc.nat(0) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('enter'), who: fc.nat(7), tile: fc.nat(0) }) },
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.array(act, { maxLength: 40 }),
        fc.nat(),
        (count, acts, seed) => {
          const room = new Room(count)
          let state = seed >>> 0
          const loses = () => {
            state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
            return state / 2 ** 32 < 0.2
          }
          let entered = count
          room.of('p0').start()
          room.deliver()
          room.pass(3_000)
          for (const { kind, who, tile } of acts) {
            const ids = [...room.matches.keys()]
            const id = ids[who % ids.length] ?? ''
            if (kind === 'take') room.of(id).take(tile)
            if (kind === 'pass') room.pass(tile)
            if (kind === 'leave' && ids.length > 1) room.leave(id)
            if (kind === 'enter' && ids.length < 8) room.enter(`p${entered++}`)
            room.deliver(loses)
          }
          room.pass(2_000)
          room.deliver()
          expectAgreement(room)
          expect(Math.max(...room.sizes)).toBeLessThanOrEqual(1_024)
          const seated = room.of(room.host).slots.filter((id) => id !== null)
          expect(new Set(seated).size).toBe(seated.length)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('4.8: goes on when the host leaves, and frees the tiles of those who left', () => {
    const room = new Room(3)
    room.of('p0').start()
    room.deliver()
    room.pass(3_000)
    room.of('p0').take(0)
    room.of('p1').take(9)
    room.deliver()
    room.leave('p0')
    room.deliver()
    expect(room.of('p1').isHost).toBe(true)
    expect(room.of('p2')).toMatchObject({
      phase: 'playing',
      slots: [null, 'p1', 'p2', ...Array(5).fill(null)],
    })
    expect([room.of('p2').board[0], room.of('p2').board[9]]).toEqual(['.', '1'])
    room.pass(1_000)
    room.of('p2').take(0)
    room.deliver()
    expect(room.of('p1').board[0]).toBe('2')
    expectAgreement(room)
    room.leave('p2')
    expect(room.of('p1').phase).toBe('lobby')
  })

  it('a result stays as it was when somebody leaves', () => {
    const room = new Room(2)
    room.of('p0').start()
    room.deliver()
    room.pass(3_000)
    room.of('p0').take(0)
    room.pass(45_000)
    room.deliver()
    const { board } = room.of('p1')
    expect(board[0]).toBe('0')
    room.leave('p0')
    expect(room.of('p1')).toMatchObject({ phase: 'result', board, isHost: true })
    room.enter('p9')
    room.deliver()
    room.of('p1').start()
    room.deliver()
    expect(room.of('p9')).toMatchObject({ phase: 'playing', board: emptyBoard(2) })
    expect(room.of('p9').slots.slice(0, 3)).toEqual([null, 'p1', 'p9'])
  })

  it.each([
    null,
    'state',
    { t: 'state' },
    { t: 'state', phase: 'won', board: emptyBoard(2), slots: Array(8).fill(null), n: 9, left: 1 },
    { t: 'state', phase: 'result', board: '<b>', slots: Array(8).fill(null), n: 9, left: 1 },
    { t: 'state', phase: 'result', board: emptyBoard(2), slots: Array(8).fill({}), n: 9, left: 1 },
    { t: 'state', phase: 'result', board: emptyBoard(2), slots: Array(8).fill(null), n: 9, left: null },
    { t: 'move', n: 'x', tile: 'y', slot: 'z' },
  ])('is not moved by a message that makes no sense: %j', (data) => {
    const room = new Room(2)
    const before = room.known()
    room.of('p1').message('p0', data)
    room.of('p0').message('p1', data)
    // Nor by a sound one of somebody who is not the host.
    room.of('p1').message('p7', { t: 'move', n: room.of('p1').turn + 1, tile: 3, slot: 0 })
    room.deliver()
    expect(room.known()).toEqual(before)
  })
})
